// @vitest-environment node
import { describe, expect, it, test } from 'vitest'
import { fitNick, longest, numeral, shift, wall, type Box, type Measure } from './layout.ts'

/** Screens without their safe margin of 5 %. */
const screens = [
  { name: 'full HD', w: 1728, h: 972 },
  { name: '4K', w: 3456, h: 1944 },
  { name: 'HD', w: 1152, h: 648 },
  { name: 'laptop', w: 1296, h: 810 },
]
const all = Array.from({ length: 35 }, (_, i) => i + 6)

const apart = (a: Box, b: Box): boolean =>
  a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y

/** The boxes of all seats. */
function boxes(n: number, w: number, h: number) {
  const ring = wall(n, w, h)
  if (!ring) throw new Error(`${n} seats have no ring in ${w} x ${h}`)
  const seats = ring.at.map(({ x, y }) => ({
    x: x - ring.w / 2,
    y: y - ring.h / 2,
    w: ring.w,
    h: ring.h,
  }))
  return { ring, seats }
}

describe.each(screens)('on a wall of $name', ({ w, h }) => {
  it.each(all)('%i seats touch neither each other, nor the edge, nor the clock', (n) => {
    const { ring, seats } = boxes(n, w, h)
    expect(seats).toHaveLength(n)
    for (const [i, a] of seats.entries()) {
      expect(a.x).toBeGreaterThanOrEqual(-0.5)
      expect(a.y).toBeGreaterThanOrEqual(-0.5)
      expect(a.x + a.w).toBeLessThanOrEqual(w + 0.5)
      expect(a.y + a.h).toBeLessThanOrEqual(h + 0.5)
      expect(apart(a, ring.inner), `seat ${i + 1} and the middle`).toBe(true)
      for (const b of seats.slice(i + 1)) expect(apart(a, b)).toBe(true)
    }
  })

  it.each(all)('%i seats leave room for a clock of a quarter of the height', (n) => {
    const { ring } = boxes(n, w, h)
    const wallHeight = h / 0.9
    // Four figures of a clock are 2.3 times as wide as high.
    expect(Math.min(ring.inner.w / 2.3, ring.inner.h)).toBeGreaterThanOrEqual(wallHeight * 0.25)
  })
})

test.each(all)('the numbers of %i seats are read at four metres', (n) => {
  const { ring } = boxes(n, 1728, 972)
  // Capitals are 0.7 of the size; at 4 m they have 20 mm, some 40 px on a screen of 43 inches.
  expect(numeral(ring.w, ring.h) * 0.7).toBeGreaterThanOrEqual(n <= 20 ? 50 : 36)
})

test('a ring begins at the top and fills the wall', () => {
  const { ring, seats } = boxes(10, 1728, 972)
  expect(ring.at[0]?.x).toBeCloseTo(864)
  expect(Math.min(...seats.map((s) => s.y))).toBeLessThan(1)
  expect(Math.max(...seats.map((s) => s.y + s.h))).toBeGreaterThan(900)
  expect(Math.min(...seats.map((s) => s.x))).toBeLessThan(80)
})

test('a tablet held upright has a ring too, a phone has rows', () => {
  expect(wall(10, 738, 1062)).toBeDefined()
  expect(wall(13, 738, 1062)).toBeDefined()
  expect(wall(10, 328, 708)).toBeUndefined()
  expect(wall(10, 666, 324)).toBeUndefined()
})

describe('a nick', () => {
  const flat: Measure = (text) => text.length * 0.6

  test('stands in one line where it fits', () => {
    expect(fitNick('Лис', 200, 30, flat)).toEqual({ size: 30, lines: ['Лис'] })
  })

  test('is parted between words before it is parted within one', () => {
    expect(fitNick('Мадам Консильери', 120, 30, flat).lines).toEqual(['Мадам', 'Консильери'])
  })

  test('without a gap is parted in the middle, and nothing is lost', () => {
    const nick = 'Сверхдлиннейшийпсевдоним'
    const fitted = fitNick(nick, 120, 30, flat)
    expect(fitted.lines.join('')).toBe(nick)
    expect(fitted.lines).toHaveLength(2)
  })

  test.each(['Ы', 'Пересмешник', 'а'.repeat(24), 'Ё Ё Ё Ё', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', ''])(
    'never is wider than its seat: %s',
    (nick) => {
      for (const width of [60, 118, 250]) {
        const { size, lines } = fitNick(nick, width, 30, flat)
        expect(size).toBeLessThanOrEqual(30)
        for (const text of lines) expect(flat(text) * size).toBeLessThanOrEqual(width + 1e-9)
      }
    },
  )
})

test('the picture moves slowly, little, and comes round everywhere', () => {
  const spots = Array.from({ length: 208 }, (_, i) => shift(i))
  expect(shift(0)).toEqual({ x: 0, y: 0 })
  for (const { x, y } of spots) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1)
  expect(new Set(spots.map((s) => `${s.x} ${s.y}`)).size).toBeGreaterThan(100)
})

test('the widest word is what no line breaks: a space or a hyphen ends it, a space that binds does not', () => {
  const each: Measure = (text) => text.length
  expect(longest('Анна-Мария из Твери', each)).toBeCloseTo(5.3)
  expect(longest('Дон, ночь\u00a02', each)).toBeCloseTo(6.36)
  expect(longest('', each)).toBeGreaterThan(0)
})
