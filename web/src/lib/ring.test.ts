import { describe, expect, it } from 'vitest'
import { columns, ring } from './ring.ts'

const rooms = [
  { name: 'laptop', w: 935, h: 860, most: 40 },
  { name: 'tablet', w: 780, h: 800, most: 33 },
]

describe('ring', () => {
  for (const { name, w, h, most } of rooms) {
    it.each([6, 10, 13, 16, 20, 27, 33, 40].filter((n) => n <= most))(
      `seats %i on a ${name} without touching`,
      (n) => {
        const r = ring(n, w, h)
        if (!r) throw new Error('does not fit')
        expect(r.at).toHaveLength(n)
        expect(r.h).toBeGreaterThanOrEqual(48)
        expect(r.w).toBeGreaterThanOrEqual(86)
        for (const [i, p] of r.at.entries()) {
          expect(p.x - r.w / 2).toBeGreaterThanOrEqual(-0.5)
          expect(p.y - r.h / 2).toBeGreaterThanOrEqual(-0.5)
          expect(p.x + r.w / 2).toBeLessThanOrEqual(w + 0.5)
          expect(p.y + r.h / 2).toBeLessThanOrEqual(h + 0.5)
          for (const q of r.at.slice(i + 1)) {
            expect(Math.abs(p.x - q.x) >= r.w || Math.abs(p.y - q.y) >= r.h).toBe(true)
          }
        }
      },
    )
  }

  it('begins at the top and goes on clockwise', () => {
    const r = ring(10, 935, 860)
    const [first, second] = r?.at ?? []
    expect(first?.x).toBeCloseTo(935 / 2)
    expect(second && first && second.x > first.x && second.y > first.y).toBe(true)
  })

  it('gives up where fingers would not fit', () => {
    expect(ring(40, 360, 300)).toBeUndefined()
    expect(ring(10, 935, 100)).toBeUndefined()
  })

  it('needs more room for larger text', () => {
    const [once, twice] = [ring(10, 935, 860), ring(10, 935, 860, 1.5)]
    expect(twice?.h).toBeGreaterThan(once?.h ?? 0)
    expect(ring(40, 935, 860, 2)).toBeUndefined()
  })
})

it('a grid has more columns the more seats there are', () => {
  expect([10, 12, 13, 24, 25, 40].map((n) => columns(n, 360, false))).toEqual([2, 2, 3, 3, 4, 4])
  expect(columns(10, 700, true)).toBe(5)
  expect([13, 24, 40].map((n) => columns(n, 180, false))).toEqual([2, 2, 3])
})
