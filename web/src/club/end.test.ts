// How a game that is over is told.
import { expect, test } from 'vitest'
import type { Export, Frame } from '../lib/types.ts'
import { fileName } from './csv.ts'
import { declared } from './rulesText.ts'

const record = (...commands: object[]) =>
  ({
    steps: commands.map((command) => ({ at: 0, by: 'host', command, events: [] })),
  }) as unknown as Export

test('a defeat that the host declared is told as such, any other end by its rule', () => {
  expect(declared(record({ do: 'deal' }, { do: 'beaten', side: 'red' }))).toBe(true)
  expect(declared(record({ do: 'overrule', command: { do: 'beaten', side: 'red' } }))).toBe(true)
  expect(declared(record({ do: 'deal' }, { do: 'proceed' }))).toBe(false)
  expect(declared(null)).toBe(false)
})

test('the table of results is called as the record is', () => {
  const frame = (table: object, winner: string) =>
    ({
      table: { rulebook: 'classic@1', createdAt: 0, ...table },
      view: { outcome: { winner } },
    }) as unknown as Frame
  expect(fileName(frame({ date: '2026-11-30' }, 'red'))).toBe('2026-11-30-classic-red')
  expect(fileName(frame({ date: '2026-11-30', voided: true }, ''))).toBe('2026-11-30-classic-void')
  expect(fileName(frame({ date: 'once' }, 'maniac and ripper'))).toMatch(
    /^19\d\d-.*-maniac-and-ripper$/,
  )
})
