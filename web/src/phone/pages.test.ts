// What a player's pages say of himself.
import { render } from '@testing-library/svelte'
import { beforeAll, expect, test } from 'vitest'
import type { Mine, View } from '../lib/api.ts'
import Me from './Me.svelte'
import Seats from './Seats.svelte'
import { useWords } from './words.svelte.ts'

beforeAll(() => useWords('ru'))

const view = {
  rulebook: 'classic@1',
  phase: 'circle',
  seats: [1, 2].map((seat) => ({ seat, nick: `n${seat}`, in: true, fouls: seat, silenced: false })),
  turn: { kind: '', seat: 0, invited: 0, next: [] },
  candidates: [{ seat: 2, votes: 0, closed: false }],
  tally: [],
  departed: [],
} as unknown as View
const mine = { seat: 2, nick: 'n2' } as Mine
const text = (node: Element): string => (node.textContent ?? '').replaceAll(/\s+/g, ' ')

test('fouls are told with how many there can be, and what the next one costs', () => {
  const { container } = render(Me, { view, mine, stage: 'day' })
  expect(text(container)).toContain('2 замечания из 4 следующее может стоить речи')
})

test('who was put up reads it beside his name, where the notes do not cover it', () => {
  const { container } = render(Me, { view, mine, stage: 'day' })
  expect(text(container)).toContain('Вы 1-й кандидат')
})

test("a candidate's mark is said in words within his nick, and stands apart from the fouls", () => {
  const { container } = render(Seats, {
    view,
    me: 1,
    list: [{ seat: 2, place: 1, votes: undefined, now: false }],
  })
  expect(container.querySelector('.nick .badge')?.textContent).toBe('1-й кандидат')
  expect(container.querySelectorAll('.dots i')).toHaveLength(3)
})
