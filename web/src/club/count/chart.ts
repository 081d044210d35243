// The arithmetic of charts: where things stand, and how many of them are worth drawing.

export interface Point {
  x: number
  y: number
}

/** A row of a chart that is its own table. */
export interface Bar {
  label: string
  /** 0 to 1: how long the bar is. */
  share: number
  /** What it says, "12/30". */
  text: string
  /** And beside that, "40 %". */
  more?: string
  side?: string
}

/** Round numbers within a range, about so many of them. */
export function ticks(low: number, high: number, about: number): number[] {
  if (!(high > low)) return [low]
  const raw = (high - low) / Math.max(about, 1)
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = power * ([1, 2, 5, 10].find((m) => m * power >= raw) ?? 10)
  const out: number[] = []
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) out.push(at)
  return out
}

/** Whole years within a range, at most so many; the one in which all lies, where it holds no New Year. */
export function yearTicks(low: number, high: number, most: number): { at: number; year: number }[] {
  const [first, last] = [Math.ceil(low), Math.floor(high)]
  if (first > last) return [{ at: (low + high) / 2, year: Math.floor(low) }]
  const step = Math.max(1, Math.ceil((last - first + 1) / Math.max(most, 1)))
  const out: { at: number; year: number }[] = []
  for (let at = first; at <= last; at += step) out.push({ at, year: at })
  return out
}

/** A range with room around it, so that a line does not run along the edge. */
export function range(values: readonly number[], least: number): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const v of values) [low, high] = [Math.min(low, v), Math.max(high, v)]
  if (low > high) return [0, least]
  const room = Math.max((high - low) * 0.08, (least - (high - low)) / 2, 0)
  return [low - room, high + room]
}

/** Fewer points of the same line: the first, and the last of each stretch. */
export function thinned(points: readonly Point[], most: number): Point[] {
  const size = Math.max(1, Math.ceil((points.length - 1) / Math.max(most - 1, 1)))
  return points.filter((_, i) => i === 0 || i === points.length - 1 || i % size === 0)
}

/** "M0 1L2 3": a line as SVG wants it. */
export const path = (points: readonly Point[]): string =>
  points.map((p, i) => `${i ? 'L' : 'M'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('')

/**
 * Where each move of a rating stands in time. The first move of each year is known, and those of a year stand at equal
 * distances; without any year they are just counted.
 */
export function moments(moves: number, years: readonly { year: string; move: number }[]): number[] {
  const marks = years.map((y) => ({ at: y.move, year: Number(y.year) }))
  const first = marks[0]
  if (!first) return Array.from({ length: moves }, (_, i) => i)
  const out: number[] = []
  let m = 0
  for (let i = 0; i < moves; i++) {
    // Undated games before the first that is dated stand with it.
    while (m + 1 < marks.length && (marks[m + 1]?.at ?? 0) <= i) m++
    const from = m === 0 ? 0 : (marks[m]?.at ?? 0)
    const to = marks[m + 1]?.at ?? moves
    out.push((marks[m]?.year ?? first.year) + (i - from + 0.5) / (to - from))
  }
  return out
}

/** The last value of each year, with how many games it had. */
export function byYear(
  moves: readonly number[],
  years: readonly { year: string; move: number }[],
): { year: string; games: number; value: number }[] {
  return years.map((y, i) => {
    const from = i === 0 ? 0 : y.move
    const to = years[i + 1]?.move ?? moves.length
    return { year: y.year, games: to - from, value: moves[to - 1] ?? 0 }
  })
}
