// Where everything stands on the wall: the ring as large as it can be, with room in its middle for the clock.
import { seat, squareness, type Ring } from '../lib/ring.ts'

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export interface Wall extends Ring {
  /** The room within the ring. */
  inner: Box
}

/** How wide a seat is to its height, from the widest. */
const shapes = [1.75, 1.55, 1.35]
/** Where there are many seats, numbers matter more than room for nicks. */
const crowd = { from: 25, shapes: [1.35, 1.2] }
/** The smallest seat that is still read on a wall, in px of its height. */
const least = 46

/**
 * Places n seats in w by h px, the largest that leave enough room within. Undefined where a ring cannot be: then seats
 * stand in rows.
 */
export function wall(n: number, w: number, h: number): Wall | undefined {
  if (w < 560 || h < 420) return undefined
  const most = Math.min(h * 0.19, w * 0.17)
  for (let tall = most; tall >= least; tall *= 0.955) {
    for (const shape of n < crowd.from ? shapes : crowd.shapes) {
      const wide = tall * shape
      const between = Math.max(8, tall * 0.12)
      for (const p of squareness) {
        const ring = seat(n, w, h, [wide, tall], p, between)
        if (!ring) continue
        const inner = within(ring, w, h, between * 1.5)
        if (inner && roomy(inner, w, h)) return { ...ring, inner }
      }
    }
  }
  return undefined
}

/** What a clock of a quarter of the height with a few lines needs. */
const roomy = (inner: Box, w: number, h: number): boolean =>
  w >= h ? inner.w >= h * 0.72 && inner.h >= h * 0.58 : inner.w >= w * 0.4 && inner.h >= h * 0.3

/** The best box in the middle that touches no seat. */
function within(ring: Ring, w: number, h: number, between: number): Box | undefined {
  const [cx, cy] = [w / 2, h / 2]
  const reach = ring.at.map(({ x }) => Math.abs(x - cx) - ring.w / 2 - between)
  let best: Box | undefined
  let score = 0
  for (const half of [...reach, cx].filter((r) => r > 0)) {
    let [top, bottom] = [0, h]
    ring.at.forEach(({ y }, i) => {
      if ((reach[i] ?? 0) >= half - 0.01) return
      if (y < cy) top = Math.max(top, y + ring.h / 2 + between)
      else bottom = Math.min(bottom, y - ring.h / 2 - between)
    })
    const worth = Math.min((half * 2) / 1.7, bottom - top)
    if (worth <= score) continue
    score = worth
    best = { x: cx - half, y: top, w: half * 2, h: bottom - top }
  }
  return best
}

/** How wide a text is at a size of 1 px. */
export type Measure = (text: string) => number

export interface Nick {
  size: number
  lines: string[]
}

const graphemes = (text: string): string[] =>
  'Segmenter' in Intl
    ? [...new Intl.Segmenter().segment(text)].map((s) => s.segment)
    : Array.from(text)

/**
 * A nick as large as it can be within a width: in one line, or in two where that makes it larger; between words rather
 * than within one. Nothing is ever cut.
 */
export function fitNick(nick: string, width: number, most: number, measure: Measure): Nick {
  const one = width / Math.max(measure(nick), 0.01)
  if (one >= most * 0.72) return { size: Math.min(most, one), lines: [nick] }
  const parts = graphemes(nick)
  let [size, worth, lines] = [0, 0, [nick]]
  for (let i = 1; i < parts.length; i++) {
    const [a, z] = [parts.slice(0, i).join(''), parts.slice(i).join('')]
    const fits = width / Math.max(measure(a.trim()), measure(z.trim()))
    // A break between words is worth a smaller letter.
    const soft = /[\s\-–_.]$/.test(a) ? 1.35 : 1
    if (fits * soft <= worth) continue
    worth = fits * soft
    size = Math.min(most * 0.84, fits)
    lines = [a.trim(), z.trim()]
  }
  return size > one ? { size, lines } : { size: one, lines: [nick] }
}

/** How wide the widest word is that no line breaks, at a size of 1 px. Heavy letters are a little wider than measured. */
export const longest = (text: string, measure: Measure): number =>
  Math.max(0.5, ...text.split(/[ -]/).map((word) => measure(word))) * 1.06

/** The numerals of a seat, as large as its height and its width let them be. */
export const numeral = (w: number, h: number): number => Math.min(h * 0.6, w * 0.6)

/** Where the picture stands at a minute, in units of the shift: a slow round, so that no pixel burns in. */
export function shift(minute: number): { x: number; y: number } {
  const [a, c] = [(minute * Math.PI) / 8, (minute * Math.PI) / 13]
  return { x: Math.round(Math.sin(a) * 100) / 100, y: Math.round(Math.sin(c) * 100) / 100 }
}
