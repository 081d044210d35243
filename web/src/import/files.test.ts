// @vitest-environment node
import { expect, test } from 'vitest'
import type { GamesReport } from '../lib/api.ts'
import { joined, reportCsv, single, sorted, sourceOf } from './files.ts'

const file = (name: string) => new File(['x'], name)

test('files are sorted by what becomes of them', () => {
  const all = ['a.csv', 'B.TSV', 'c.mafia', 'd.zip', 'e.doc', 'f.txt'].map(file)
  const { tables, records } = sorted(all)
  expect(tables.map((f) => f.name)).toEqual(['a.csv', 'B.TSV'])
  expect(records.map((f) => f.name)).toEqual(['c.mafia', 'd.zip', 'f.txt'])
  expect(single(all)).toBeUndefined()
  expect(single([file('x.mafia')])?.name).toBe('x.mafia')
  expect(single([file('x.zip')])).toBeUndefined()
})

test('a second download has the name of the first', () => {
  expect(sourceOf('club games (2).csv')).toBe('club games')
  expect(sourceOf('клуб.2025.csv')).toBe('клуб.2025')
  expect(sourceOf('я'.repeat(30) + '.csv')).toBe('я'.repeat(24))
})

const report = (more: Partial<GamesReport>): GamesReport => ({
  rows: 1,
  games: 2,
  refused: 1,
  known: 0,
  people: 3,
  refusals: [{ line: 4, game: '=1+1', column: '', why: { ru: 'почему', en: 'why' } }],
  more: 0,
  notes: [],
  alike: [{ nick: 'A', like: ['А'] }],
  ...more,
})

test('reports go together, and no cell of them is a formula', () => {
  const both = joined([report({}), report({ games: 5, more: 7 })])
  expect(both).toMatchObject({ games: 7, refused: 2, people: 6, more: 7 })
  expect(both.alike).toHaveLength(1)
  expect(reportCsv(both)).toContain("\r\n'=1+1;4;;почему\r\n")
})
