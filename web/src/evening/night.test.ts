import { beforeAll, describe, expect, test } from 'vitest'
import type { Evening, EveningPage, GameResult, SeatResult } from '../lib/api.ts'
import { useLang } from '../lib/i18n.svelte.ts'
import {
  attendance,
  bestMoves,
  dayOf,
  firstShots,
  lastTime,
  nameOf,
  newest,
  pointsOf,
  regulars,
  sensibleTerms,
  shifted,
  signed,
  today,
} from './night.ts'

beforeAll(() => useLang('ru'))

const night = (id: string, date: string, here: string[] = [], more: Partial<Evening> = {}) =>
  ({
    id,
    date,
    title: '',
    place: '',
    season: '',
    rulebook: '',
    preset: '',
    scheme: '',
    tables: 1,
    here: here.map((person) => ({ person, came: 1, left: 0 })),
    games: [],
    closed: true,
    closedAt: 1,
    ...more,
  }) satisfies Evening

const seat = (person: string, of: Partial<SeatResult> = {}): SeatResult => ({
  person,
  role: 'civilian',
  left: '' as SeatResult['left'],
  day: 0,
  night: 0,
  first: false,
  bestMove: [],
  fouls: 0,
  bonus: 0,
  bonusFor: '',
  malus: 0,
  malusFor: '',
  ...of,
})

const page = (results: Partial<GameResult>[], here: string[]) =>
  ({
    ...night('e1', '2026-11-30', here),
    games: results.map((r) => ({ game: r.id ?? '', spot: 1, ended: true })),
    results,
    names: {},
  }) as unknown as EveningPage

test('today is the day of the device, not that of Greenwich', () => {
  expect(today(new Date(2026, 10, 30, 0, 5))).toBe('2026-11-30')
})

describe('what an evening is called', () => {
  const now = new Date(2026, 10, 30)
  test('its day, with the year where it is another one', () => {
    expect(dayOf('2026-11-27', now)).toBe('27 ноября')
    expect(dayOf('2025-11-27', now)).toMatch(/2025/)
  })
  test('what is no day stays as it is written', () => expect(dayOf('скоро', now)).toBe('скоро'))
  test('its title where it has one', () =>
    expect(nameOf({ title: 'Кубок', date: '2026-11-27' })).toBe('Кубок'))
})

test('a new evening is today and else as the last one, by date and not by when it was written down', () => {
  const terms = sensibleTerms(
    [
      night('e2', '2026-11-20', [], {
        place: 'Клуб',
        scheme: 'sport@1',
        tables: 2,
        title: 'Кубок',
      }),
      night('e3', '2025-01-01', [], { place: 'Дача' }),
    ],
    '2026-11-30',
  )
  expect(terms).toMatchObject({ date: '2026-11-30', place: 'Клуб', scheme: 'sport@1', tables: 2 })
  expect(terms.title).toBe('')
})

test('of two evenings of one day the one that was opened last is the newest', () => {
  const list = [night('e1', '2026-11-30'), night('e2', '2026-11-30'), night('e3', '2026-11-29')]
  expect(newest(list).map((x) => x.id)).toEqual(['e2', 'e1', 'e3'])
})

test('who comes often stands on top, then the alphabet, with numbers as numbers', () => {
  const people = ['Гость 10', 'Гость 2', 'Яна', 'Аня'].map((nick, i) => ({ id: `p${i}`, nick }))
  const list = [night('e1', '2026-11-01', ['p2', 'p3']), night('e2', '2026-11-08', ['p2'])]
  expect(regulars(people, list).map((p) => p.nick)).toEqual(['Яна', 'Аня', 'Гость 2', 'Гость 10'])
})

test('those of last time are of the evening before this one, without who is here already', () => {
  const list = [
    night('e1', '2026-11-01', ['a']),
    night('e2', '2026-11-08', ['b', 'c']),
    night('e3', '2026-11-15'),
    night('e4', '2026-11-22', ['c']),
  ]
  expect(lastTime(list, 'e4', ['c'])).toEqual(['b'])
})

test('points are written as people write them', () => {
  expect([pointsOf(1.25), pointsOf(-0.5), signed(0.4), signed(-0.05)]).toEqual([
    '1,25',
    '−0,5',
    '+0,4',
    '−0,05',
  ])
})

describe('a summary', () => {
  const games = page(
    [
      {
        id: 'x',
        seats: [
          seat('a', { first: true, bestMove: [2, 3, 4] }),
          seat('b', { role: 'don' }),
          seat('c', { role: 'mafia' }),
          seat('', { role: 'sheriff' }),
        ],
      },
      { id: 'y', seats: [seat('b'), seat('a', { first: true })] },
    ],
    ['a', 'b', 'd'],
  )
  test('names the first victims by the number of the game', () =>
    expect(firstShots(games).map((m) => [m.game, m.person])).toEqual([
      [1, 'a'],
      [2, 'a'],
    ]))
  test('counts what a best move has hit', () =>
    expect(bestMoves(games)).toMatchObject([{ game: 1, person: 'a', named: [2, 3, 4], hits: 2 }]))
  test('tells who has played how much, also who only watched or left the list', () =>
    expect(attendance(games)).toEqual([
      { person: 'a', games: 2 },
      { person: 'b', games: 2 },
      { person: 'c', games: 1 },
      { person: 'd', games: 0 },
    ]))
})

test('one game goes a place up or down, and not beyond the ends', () => {
  expect(shifted(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
  expect(shifted(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c'])
})
