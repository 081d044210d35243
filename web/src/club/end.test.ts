// How a game that is over is told.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { useLang } from '../lib/i18n.svelte.ts'
import type { Export, Frame } from '../lib/types.ts'
import { fileName } from './csv.ts'
import NextGame from './NextGame.svelte'
import { evening } from './evening.svelte.ts'
import { declared } from './rulesText.ts'

afterEach(() => vi.unstubAllGlobals())

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

test('whoever went home in mid-game gets no seat in the next one', async () => {
  await useLang('ru')
  const people = ['a', 'b', 'c'].map((id) => ({ id, nick: `n-${id}`, novice: false, friends: [] }))
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(people))))
  const seats = people.map((p, i) => ({ seat: i + 1, nick: p.nick, role: 'civilian', in: i !== 1 }))
  const departed = [
    { seat: 2, cause: 'left' },
    { seat: 3, cause: 'killed' },
  ]
  const frame = {
    table: { preset: '', event: '', site: '' },
    view: { rulebook: 'club@1', seats, departed, immuneNext: [] },
  } as unknown as Frame
  evening.here = ['a', 'b', 'c']
  render(NextGame, { frame, record: null })
  expect(document.body.textContent).toContain('Ушли домой и не сядут: n-b.')
  await fireEvent.click(screen.getByRole('radio', { name: 'те же' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Играть ещё раз' }))
  await vi.waitFor(() => expect(evening.draft.order).toEqual(['a', 'c']))
  expect(evening.here).toEqual(['a', 'c'])
})
