import { describe, expect, test } from 'vitest'
import type { DrawTerms, NextView } from '../lib/api.ts'
import type { Rulebook } from '../lib/types.ts'
import { evening } from '../club/evening.svelte.ts'
import { playersAt, sameTerms, takeTerms, termsOfDraft, toBegin } from './next.ts'

const terms = (of: Partial<DrawTerms> = {}): DrawTerms => ({
  rulebook: 'classic@1',
  preset: 'sport',
  options: [],
  seats: 10,
  tables: 1,
  tournament: false,
  together: false,
  ...of,
})
const view = (of: Partial<NextView>) =>
  ({ evening: 'e1', drawn: false, line: [], tables: [], terms: terms(), ...of }) as NextView
const line = (n: number) =>
  Array.from({ length: n }, () => ({ declined: false, playing: false })) as NextView['line']
const book = (name: string, min: number, max: number) =>
  ({
    name,
    id: `${name}@1`,
    min,
    max,
    options: [{ name: 'x', value: '1' }],
    presets: [],
  }) as unknown as Rulebook
const books = [book('classic', 10, 10), book('city', 7, 20), book('club', 7, 12)]

describe('a proposal', () => {
  test('is what was asked for, though the server has filled in how many', () => {
    expect(sameTerms(terms({ rulebook: 'classic', seats: 0, tables: 0 }), terms(), 10)).toBe(true)
  })
  test.each([
    ['rulebook', { rulebook: 'city' }],
    ['preset', { preset: '' }],
    ['option', { options: [{ name: 'x', value: '2' }] }],
    ['number of seats', { seats: 9 }],
    ['tournament', { tournament: true }],
    ['wish', { together: true }],
  ])('is another one for another %s', (_, of) => {
    expect(sameTerms(terms(of), terms(), 10)).toBe(false)
  })
  test('is dealt table by table, those that have not begun', () => {
    const tables = [{ game: 'g' }, { game: '' }] as NextView['tables']
    expect(toBegin(view({ drawn: true, tables }))).toEqual([{ game: '' }])
    expect(toBegin(null)).toEqual([])
  })
})

describe('the draft', () => {
  test('takes over what is usual for the evening, and gives it back as it came', () => {
    const usual = terms({ options: [{ name: 'x', value: '2' }], tournament: true })
    takeTerms(evening.draft, view({ terms: usual }), books)
    expect(evening.draft).toMatchObject({ evening: 'e1', book: 'classic', bookChosen: true })
    const [classic] = books
    if (!classic) throw new Error('no book')
    expect(termsOfDraft(evening.draft, classic)).toEqual({ ...usual, rulebook: 'classic' })
  })
  test('chooses a rulebook by how many wait where the evening names none', () => {
    takeTerms(evening.draft, view({ terms: terms({ rulebook: '' }), line: line(13) }), books)
    expect(evening.draft.book).toBe('city')
  })
})

test('as many sit at a table as lots were drawn for, as the host has said, or as fit', () => {
  const city = book('city', 7, 20)
  const drawn = [{ seats: Array.from({ length: 9 }, () => ({})) }] as NextView['tables']
  expect(playersAt(view({ tables: drawn, line: line(30) }), city, 12, 2)).toBe(9)
  expect(playersAt(view({ line: line(30) }), city, 12, 2)).toBe(12)
  expect(playersAt(view({ line: line(30) }), city, 0, 2)).toBe(15)
  expect(playersAt(view({ line: line(50) }), city, 0, 2)).toBe(20)
  expect(playersAt(view({ line: line(3) }), city, 0, 1)).toBe(7)
})
