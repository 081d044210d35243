// Where the seats of a round table are drawn: as large as they can be without touching each other.

export interface Spot {
  x: number
  y: number
}

export interface Ring {
  /** The size of a seat in px. */
  w: number
  h: number
  /** Centres of the seats, the first at the top, clockwise. */
  at: Spot[]
}

export type Size = readonly [w: number, h: number]

const gap = 8
/** Seats from large to small, in px at a root size of 16 px. */
const sizes: readonly Size[] = [
  [208, 96],
  [192, 92],
  [184, 86],
  [172, 80],
  [160, 76],
  [148, 70],
  [136, 66],
  [126, 62],
  [118, 58],
  [110, 56],
  [104, 54],
  [98, 52],
  [92, 50],
  [86, 48],
]
/** How square the table is, from round to nearly rectangular. */
export const squareness = [2, 2.6, 3.4, 5, 9, 16] as const
const samples = 1440

/**
 * Places n seats in a room of w by h px. `scale` is how much larger than usual the page's text is. Undefined when even
 * the smallest seats do not fit: then a grid is better.
 */
export function ring(n: number, w: number, h: number, scale = 1): Ring | undefined {
  for (const [sw, sh] of sizes) {
    for (const p of squareness) {
      const found = seat(n, w, h, [sw * scale, sh * scale], p, gap * scale)
      if (found) return found
    }
  }
  return undefined
}

/** Places n seats of one size on a table as square as `p` says; undefined when they would touch. */
export function seat(
  n: number,
  w: number,
  h: number,
  [cw, ch]: Size,
  p: number,
  between: number,
): Ring | undefined {
  if (cw * 2.2 > w || ch * 2.4 > h) return undefined
  const [a, b] = [(w - cw) / 2, (h - ch) / 2]
  if (!enough(n, a, b, p, cw + between, ch + between)) return undefined
  const at = around(n, a, b, p, cw, ch).map(({ x, y }) => ({
    x: x + w / 2,
    y: y + h / 2,
  }))
  return apart(at, cw + between, ch + between) ? { w: cw, h: ch, at } : undefined
}

/** A superellipse with half axes a and b, from the top clockwise. */
function curve(a: number, b: number, p: number): Spot[] {
  let unit = units.get(p)
  if (!unit) {
    unit = Array.from({ length: samples }, (_, i): Spot => {
      const t = (i / samples) * 2 * Math.PI
      const [s, c] = [Math.sin(t), Math.cos(t)]
      const out = (Math.abs(s) ** p + Math.abs(c) ** p) ** (-1 / p)
      return { x: out * s, y: -out * c }
    })
    units.set(p, unit)
  }
  return unit.map(({ x, y }) => ({ x: a * x, y: b * y }))
}

const units = new Map<number, Spot[]>()

/** Whether n seats have room at all: told at once, before the best places are looked for. */
function enough(n: number, a: number, b: number, p: number, w: number, h: number): boolean {
  if (4 * (a / w + b / h) < n) return false
  const far = (from: Spot, to: Spot) =>
    Math.max(Math.abs(to.x - from.x) / w, Math.abs(to.y - from.y) / h)
  return walk(curve(a, b, p), n, 1, far) !== undefined
}

/**
 * Points along a superellipse, each as far from the last as every other. How far is counted in seats, the wider of
 * across and down, for that is what keeps two seats from touching, also around a corner.
 */
function around(n: number, a: number, b: number, p: number, w: number, h: number): Spot[] {
  const path = curve(a, b, p)
  const far = (from: Spot, to: Spot) =>
    Math.max(Math.abs(to.x - from.x) / w, Math.abs(to.y - from.y) / h)
  let best: Spot[] = []
  let [low, high] = [0.2, 12]
  for (let round = 0; round < 22; round++) {
    const step = (low + high) / 2
    const found = walk(path, n, step, far)
    if (found) [low, best] = [step, found]
    else high = step
  }
  // Left and right are made alike: what was left over at the end is shared out.
  return best.map(({ x, y }, i) => {
    const other = best[(n - i) % n] ?? { x: 0, y }
    return { x: (x - other.x) / 2, y: (y + other.y) / 2 }
  })
}

/** Seats n points, each `step` from the one before; undefined when the last comes too near to the first. */
function walk(
  path: Spot[],
  n: number,
  step: number,
  far: (a: Spot, b: Spot) => number,
): Spot[] | undefined {
  const first = path[0]
  if (!first) return undefined
  const out = [first]
  let last = first
  for (const spot of path) {
    if (out.length === n) break
    if (far(last, spot) < step) continue
    out.push(spot)
    last = spot
  }
  return out.length === n && far(last, first) >= step ? out : undefined
}

function apart(at: Spot[], w: number, h: number): boolean {
  return (
    at.length > 0 &&
    at.every((p, i) =>
      at.slice(i + 1).every((q) => Math.abs(p.x - q.x) >= w || Math.abs(p.y - q.y) >= h),
    )
  )
}

/** How many columns a grid of n seats has on a screen so wide; the numbers never leave their order. */
export function columns(n: number, width: number, flat: boolean): number {
  if (flat) return n <= 10 ? 5 : n <= 24 ? 6 : 8
  if (width >= 560) return n <= 12 ? 3 : n <= 24 ? 4 : 5
  // Text of twice the size on a phone: a third column leaves no room for a name.
  if (width < 220) return n <= 24 ? 2 : 3
  return n <= 12 ? 2 : n <= 24 ? 3 : 4
}
