// How a game that is over is told.
import { expect, test } from 'vitest'
import type { Export } from '../lib/types.ts'
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
