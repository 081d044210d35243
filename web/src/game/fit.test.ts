import { describe, expect, it } from 'vitest'
import { fitSeat, hintsShown, longestLine } from './fit.ts'

describe('the hints of a step', () => {
  it('are one on a phone and three on a large screen', () => {
    expect(hintsShown(4, true, 0)).toBe(1)
    expect(hintsShown(4, false, 1)).toBe(3)
    expect(hintsShown(2, false, 0)).toBe(2)
    expect(hintsShown(0, true, 0)).toBe(0)
  })
  it('make room for the words to say', () => {
    expect(hintsShown(4, true, 2)).toBe(0)
    expect(hintsShown(4, false, 2)).toBe(1)
    expect(hintsShown(4, false, 3)).toBe(0)
    expect(hintsShown(4, true, 1)).toBe(1)
  })
})

describe('the longest line of a nick', () => {
  it.each([
    ['Лис', 1, 3],
    ['Мадам Ко', 1, 8],
    ['Мадам Ко', 2, 5],
    ['Граф Монте-Кристо', 2, 11],
    ['Граф Монте-Кристо', 3, 6],
    ['Пересмешник', 2, 11],
    ['', 2, 0],
  ])('%s on %i lines is %i', (nick, lines, want) => {
    expect(longestLine(nick, lines)).toBe(want)
  })
})

describe('a nick in a seat', () => {
  it('is as large as it may be where it is short', () => {
    expect(fitSeat('Лис', 80, 50, 15)).toEqual({ size: 15, lines: 1 })
  })
  it('takes more lines where that makes it larger', () => {
    expect(fitSeat('Анна-Мария фон Штольц', 70, 58, 15)).toMatchObject({ lines: 3 })
  })
  it('of the longest kind is broken and not cut: its letters have room on its lines', () => {
    for (const [width, height] of [
      [60, 37],
      [62, 38],
      [80, 42],
      [120, 40],
    ] as const) {
      const { size, lines } = fitSeat('Щ'.repeat(24), width, height, 15)
      expect(size).toBeGreaterThanOrEqual(8)
      expect(lines).toBeLessThanOrEqual(4)
      expect((24 * size * 0.95) / lines).toBeLessThanOrEqual(width + 0.01)
      expect(lines * size * 1.15).toBeLessThanOrEqual(height)
    }
  })
})
