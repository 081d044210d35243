// The steps of a new game: what they say when it cannot go on, and what can be taken back.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RoomView, TicketView } from '../lib/api.ts'
import { hour } from '../lib/hours.ts'
import { useLang } from '../lib/i18n.svelte.ts'
import { room } from '../lib/room.svelte.ts'
import { notes } from '../ui/toast.svelte.ts'
import Arrivals from './Arrivals.svelte'
import { arrive, evening, loadPeople } from './evening.svelte.ts'
import NewGame from './NewGame.svelte'
import RoomHost from './RoomHost.svelte'
import StepSeats from './StepSeats.svelte'

class Silent {
  addEventListener(): void {
    // Nothing comes.
  }
  close(): void {
    // Nothing is open.
  }
}

const title = { ru: 'Классика', en: 'Classic' }
const book = {
  id: 'classic@1',
  name: 'classic',
  title,
  line: title,
  min: 10,
  max: 10,
  options: [],
  presets: [],
}
const refusal = { rule: 'CLASSIC-PLAYERS-1', text: title }
const people = Array.from({ length: 11 }, (_, i) => ({
  id: `p${i}`,
  nick: `n${i}`,
  novice: false,
  friends: [],
}))
const ticket: TicketView = { path: '/h/abc', expires: Date.now() + 600_000 }
const answers: Record<string, unknown> = {
  '/api/rulebooks': [book],
  '/api/people': people,
  '/api/tables': [],
  '/api/compose': { cast: {}, refusals: [refusal], warnings: [], red: 0, other: 0 },
  '/api/seating': { order: [2, 0, 1] },
  '/api/host/ticket': ticket,
}

beforeAll(() => useLang('ru'))
beforeEach(() => {
  vi.stubGlobal('EventSource', Silent)
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(new Response(JSON.stringify(answers[path] ?? {}))),
  )
  evening.people = people
  evening.here = people.map((p) => p.id)
  notes.splice(0)
})
afterEach(() => {
  room.view = null
  vi.unstubAllGlobals()
})

const text = () => document.body.textContent?.replace(/\s+/g, ' ') ?? ''

test('CLASSIC-PLAYERS-1: beside the button stands how many play, how many are needed, and the rule', async () => {
  Object.assign(evening.draft, { book: 'classic', bookChosen: true })
  render(NewGame, { step: 'game' })
  await vi.waitFor(() =>
    expect(document.querySelector('footer')?.textContent).toContain('Играют 11, нужно ровно 10.'),
  )
  expect(document.querySelector('footer a')?.getAttribute('href')).toBe('/rule/CLASSIC-PLAYERS-1')
  expect(text()).toContain('Пусть кто-то смотрит.')
})

test('a lot of seats says that it was drawn, and can be taken back', async () => {
  evening.draft.order = ['p0', 'p1', 'p2']
  render(StepSeats)
  await fireEvent.click(screen.getByRole('button', { name: 'Жребий мест' }))
  await vi.waitFor(() => expect(evening.draft.order).toEqual(['p2', 'p0', 'p1']))
  expect(notes.map((n) => n.text)).toEqual(['Места распределены по жребию.'])
  notes[0]?.undo?.act()
  expect(evening.draft.order).toEqual(['p0', 'p1', 'p2'])
})

test('the note that somebody is here already goes with the next thing that is done, and with the page', async () => {
  const none = (() => undefined) as never
  const { unmount } = render(Arrivals, { children: none })
  const field = screen.getByRole('textbox')
  const come = async (nick: string) => {
    await fireEvent.input(field, { target: { value: nick } })
    await fireEvent.click(screen.getByRole('button', { name: 'Добавить' }))
    await tick()
  }
  await come('n1')
  await vi.waitFor(() =>
    expect(notes.map((n) => n.text)).toEqual([
      'n1: уже здесь. Если это другой человек, допишите букву.',
    ]),
  )
  await come('n2')
  await vi.waitFor(() =>
    expect(notes.map((n) => n.text)).toEqual([
      'n2: уже здесь. Если это другой человек, допишите букву.',
    ]),
  )
  unmount()
  expect(notes).toEqual([])
})

test('names typed one after the other are all taken in, however slow the answers are', async () => {
  const slow: (() => void)[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return new Response(JSON.stringify(answers[path] ?? {}))
    await new Promise<void>((go) => slow.push(go))
    const { nick } = JSON.parse(init.body as string) as { nick: string }
    if (nick === 'плохое') {
      const problem = { error: 'bad-nick', message: 'bad-nick' }
      return new Response(JSON.stringify(problem), { status: 422 })
    }
    const made = { id: nick, nick, novice: false, friends: [], looksLike: [] }
    return new Response(JSON.stringify(made))
  })
  evening.here = []
  render(Arrivals, { children: (() => undefined) as never })
  const field = screen.getByRole<HTMLInputElement>('textbox')
  for (const nick of ['Макс', 'плохое', 'Рита']) {
    await fireEvent.input(field, { target: { value: nick } })
    await fireEvent.submit(field)
    await tick()
    expect(field.value).toBe('')
  }
  await fireEvent.input(field, { target: { value: 'Ста' } })
  for (let n = 0; n < 3; n++) {
    await vi.waitFor(() => expect(slow.length).toBe(n + 1))
    slow[n]?.()
  }
  await vi.waitFor(() => expect(evening.here).toEqual(['Макс', 'Рита']))
  expect(field.value).toBe('плохое, Ста')
  expect(notes.map((n) => n.text).join()).toContain('плохое')
})

test('who is typed in while the list is still on its way is not lost with its answer', async () => {
  let late = (): void => undefined
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    const anna = { id: 'new', nick: 'Анна', novice: false, friends: [], looksLike: [] }
    if (init?.method === 'POST') return new Response(JSON.stringify(anna))
    await new Promise<void>((go) => (late = go))
    return new Response(JSON.stringify(people))
  })
  evening.people = []
  evening.here = []
  const loaded = loadPeople()
  await arrive('Анна')
  late()
  await loaded
  expect(evening.here).toEqual(['new'])
  expect(evening.people.map((p) => p.nick)).toEqual([...people.map((p) => p.nick), 'Анна'])
})

test('the code for a second device of the host is brought into sight, with its link and a time of 24 hours', async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView')
  const host = '10.0.0.2:8080'
  room.view = { bases: [`http://${host}`] } as RoomView
  render(RoomHost)
  await fireEvent.click(screen.getByRole('button', { name: /QR/ }))
  const link = await screen.findByLabelText<HTMLInputElement>('Ссылка для ноутбука')
  expect(link.value).toBe(`http://${host}/h/abc`)
  await vi.waitFor(() => expect(seen).toHaveBeenCalled())
  await useLang('en')
  await tick()
  expect(hour(new Date(2026, 10, 30, 15, 10).getTime())).toBe('15:10')
  expect(text()).not.toMatch(/[AP]M/)
  await useLang('ru')
})
