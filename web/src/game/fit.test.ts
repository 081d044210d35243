import { describe, expect, it } from 'vitest'
import { hintsShown, longestLine } from './fit.ts'

describe('the hints of a step', () => {
  it('are one on a phone and all on a large screen', () => {
    expect(hintsShown(4, true, 0)).toBe(1)
    expect(hintsShown(4, false, 1)).toBe(4)
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
