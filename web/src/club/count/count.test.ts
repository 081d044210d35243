// @vitest-environment node
import { beforeAll, expect, test } from 'vitest'
import type { PeriodsView, SchemeView, Standing } from '../../lib/api.ts'
import { useLang } from '../../lib/i18n.svelte.ts'
import { byYear, moments, path, range, thinned, ticks, yearTicks } from './chart.ts'
import { columnsOf, sorted } from './columns.ts'
import { amount, exact, fixed, percent, plain, readAmount, signed } from './format.ts'
import { beside, everything, fitting, kindsOf, periodQuery } from './period.ts'
import { begun, isNamed, same, sent, tried, worth } from './scheme.ts'

beforeAll(async () => {
  // There is no document to name a language in.
  globalThis.document ??= { documentElement: {} } as Document
  await useLang('ru')
})

test('amounts are read as people type them and written with a comma and a true minus', () => {
  for (const [text, n] of [
    ['1', 1],
    ['0,25', 0.25],
    ['−0.5', -0.5],
    ['-,5', -0.5],
    [' +2 ', 2],
    ['1.', 1],
  ] as const)
    expect(readAmount(text), text).toBe(n)
  for (const text of ['', 'x', '1e3', '0.12345', '1,2,3', '99999'])
    expect(readAmount(text), text).toBeNaN()
  expect([amount(-0.1333), amount(1656.6811), amount(-0), signed(0.3), signed(-1)]).toEqual([
    '−0,1333',
    '1656,6811',
    '0',
    '+0,3',
    '−1',
  ])
  expect([fixed(3), fixed(-0.001), fixed(-8), plain(12_345).replace(/\s/, ' ')]).toEqual([
    '3,00',
    '0,00',
    '−8,00',
    '12 345',
  ])
  expect([percent(1, 3), percent(0, 0)]).toEqual(['33\u00a0%', '—'])
  expect(exact(0.1 + 0.2)).toBe(0.3)
})

const periods: PeriodsView = {
  seasons: ['2', '1'],
  years: ['2025', '2024'],
  rulebooks: ['classic'],
  evenings: [],
}

test('a period that is gone gives way to the newest, and one of a kind without any to all', () => {
  expect(kindsOf(periods)).toEqual(['all', 'year', 'season'])
  expect(fitting({ ...everything, kind: 'season', season: '7' }, periods).season).toBe('2')
  expect(
    fitting({ ...everything, kind: 'evening', evening: 'e1', rulebook: 'city' }, periods),
  ).toEqual({
    ...everything,
    evening: 'e1',
  })
  expect(
    String(
      periodQuery({ ...everything, kind: 'year', year: '2024', season: '2', rulebook: 'club' }),
    ),
  ).toBe('year=2024&rulebook=club')
  expect([beside(['b', 'a'], 'b', 1), beside(['b', 'a'], 'b', -1)]).toEqual(['a', undefined])
})

const tally = (games: number, wins: number) => ({ games, wins })
const row = (person: string, change: Partial<Standing>): Standing => ({
  place: 1,
  person,
  games: 3,
  wins: 1,
  sides: { red: tally(3, 0), black: tally(0, 0), solo: tally(0, 0) },
  win: 1,
  role: 0,
  bestMove: 0,
  removal: 0,
  bonus: 0,
  malus: 0,
  compensation: 0,
  sum: 1,
  average: 0.3333,
  firstShot: 0,
  fouls: 0,
  removals: 0,
  ...change,
})

test('a table has the columns that tell something', () => {
  const plainRows = [row('a', {}), row('b', { sum: 2, win: 2 })]
  expect(columnsOf(plainRows, false).map((c) => c.key)).toEqual([
    'sum',
    'average',
    'games',
    'wins',
    'rate',
    'red',
  ])
  const rows = [row('a', { bestMove: 0.25, sum: 1.25, fouls: 2 }), row('b', {})]
  const columns = columnsOf(rows, true)
  expect(columns.map((c) => c.key).join(' ')).toBe(
    'average sum games wins rate red win bestMove fouls',
  )
  const text = (key: string, r: Standing | undefined) => {
    const c = columns.find((x) => x.key === key)
    return r && c ? [c.text(r), (c.exact ?? c.text)(r)] : []
  }
  expect(text('sum', rows[0])).toEqual(['1,25', '1,25'])
  expect(text('sum', rows[1])).toEqual(['1,00', '1'])
  expect(text('average', rows[1])).toEqual(['0,33', '0,3333'])
  expect(text('bestMove', rows[1])[0]).toBe('·')
})

test('another order leaves equals as they stood', () => {
  const rows = [row('a', { sum: 2 }), row('b', {}), row('c', {}), row('d', { sum: 3 })]
  const by = columnsOf(rows, false)[0]
  const order = (up: boolean) =>
    sorted(rows, by, up)
      .map((r) => r.person)
      .join('')
  expect([order(false), order(true)]).toEqual(['dabc', 'bcad'])
  expect(
    sorted(rows, undefined, true)
      .map((r) => r.person)
      .join(''),
  ).toBe('abcd')
})

test('ticks are round and years are whole', () => {
  expect(ticks(1432, 1716, 4)).toEqual([1500, 1600, 1700])
  expect(ticks(5, 5, 4)).toEqual([5])
  expect(yearTicks(2019.2, 2025.9, 3).map((t) => t.year)).toEqual([2020, 2022, 2024])
  expect(yearTicks(2020.1, 2020.9, 3)).toEqual([{ at: 2020.5, year: 2020 }])
  expect(range([1500], 40)).toEqual([1480, 1520])
  expect(range([], 40)).toEqual([0, 40])
})

test('a line with fewer points begins and ends where it did', () => {
  const points = Array.from({ length: 1000 }, (_, i) => ({ x: i, y: i % 7 }))
  const few = thinned(points, 50)
  expect(few.length).toBeLessThanOrEqual(52)
  expect([few[0], few.at(-1)]).toEqual([points[0], points[999]])
  expect(thinned(points.slice(0, 3), 50)).toHaveLength(3)
  expect(
    path([
      { x: 0, y: 1 },
      { x: 2, y: 3.25 },
    ]),
  ).toBe('M0.0 1.0L2.0 3.3')
})

test('moves of a rating stand within their years, and undated ones before with the first', () => {
  const years = [
    { year: '2020', move: 1 },
    { year: '2022', move: 3 },
  ]
  const at = moments(4, years)
  expect(at.map(Math.floor)).toEqual([2020, 2020, 2020, 2022])
  expect([...at].sort((a, b) => a - b)).toEqual(at)
  expect(byYear([1, 2, 3, 4], years)).toEqual([
    { year: '2020', games: 3, value: 3 },
    { year: '2022', games: 1, value: 4 },
  ])
  expect(moments(2, [])).toEqual([0, 1])
})

const sport: SchemeView = {
  id: 'sport',
  version: 1,
  name: { ru: 'Спорт', en: 'Sport' },
  rulebooks: ['classic'],
  own: false,
  win: 1,
  draw: 0,
  roles: [{ role: 'sheriff', win: 0.2, loss: 0 }],
  bestMove: [0, 0, 0.25, 0.4],
  removal: -0.5,
  compensation: { most: 0.4, share: 0.4 },
  host: true,
  ties: ['wins'],
  key: 'sport@1',
  house: false,
  newest: true,
  retired: false,
  games: 0,
}

test('a scheme is told in lines, and a copy is begun without id and name', () => {
  expect(worth(sport)).toEqual([
    'Победа 1',
    'Шериф: победа +0,2, поражение 0',
    'Лучший ход: двое 0,25, трое 0,4',
    'Удаление −0,5',
    'Ci до 0,4 за игру',
    'Баллы ведущего',
  ])
  const copy = begun(sport)
  expect([copy.id, copy.name, 'key' in copy]).toEqual(['', { ru: '', en: '' }, false])
  copy.roles.push({ role: 'don', win: 0, loss: 0 })
  copy.compensation.share = 0
  expect(sport.roles).toHaveLength(1)
  expect(sent(copy).roles).toHaveLength(1)
  expect(sent(copy).compensation).toEqual({ most: 0, share: 0 })
  copy.name = { ru: ' Зима ', en: '' }
  expect(sent(copy).name).toEqual({ ru: 'Зима', en: 'Зима' })
  expect(isNamed({ ...copy, name: { ru: ' ', en: '' } })).toBe(false)
  expect(tried({ ...copy, name: {} })).toMatchObject({ id: 'new', version: 1 })
  expect(same(begun({ ...sport, house: true }), begun({ ...sport, house: true }))).toBe(true)
})
