// Who sees his card on a phone of his own, and to whom the device has to come.
import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RoomView } from '../lib/api.ts'
import { useLang } from '../lib/i18n.svelte.ts'
import { room } from '../lib/room.svelte.ts'
import type { Rulebook } from '../lib/types.ts'
import Cards from './Cards.svelte'
import { evening } from './evening.svelte.ts'
import { guest } from '../lib/guest.fixture.ts'
import StepCards from './StepCards.svelte'

class Silent {
  addEventListener(): void {
    // Nothing comes.
  }
  close(): void {
    // Nothing is open.
  }
}

const nicks = ['Аня', 'Петя', 'Катя']
const seats = nicks.map((nick, i) => ({ seat: i + 1, nick, role: '?', in: true, fouls: 0 }))
const book = { id: 'city@1', name: 'city', options: [], presets: [] } as unknown as Rulebook
let sent: string[] = []

const phones = (petya: boolean) =>
  [
    guest({ id: 'a', nick: 'Аня', person: 'p0', table: 't', seat: 1 }),
    guest({ id: 'b', nick: 'Петя', person: 'p1', table: 't', seat: 2, online: petya }),
  ] as RoomView['guests']

beforeAll(() => useLang('ru'))
beforeEach(() => {
  sent = []
  sessionStorage.clear()
  vi.stubGlobal('EventSource', Silent)
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(path)
    const body = path.includes('as=board')
      ? { table: { rulebook: 'city@1' }, view: { rulebook: 'city@1', seats } }
      : { id: 't' }
    return Promise.resolve(new Response(JSON.stringify(body)))
  })
  evening.people = nicks.map((nick, i) => ({ id: `p${i}`, nick, novice: false, friends: [] }))
  evening.here = ['p0', 'p1', 'p2']
  Object.assign(evening.draft, { order: ['p0', 'p1', 'p2'], deal: 'lot', pass: true, nameless: 0 })
  room.view = { guests: phones(false) } as RoomView
})
afterEach(() => {
  room.view = null
  vi.unstubAllGlobals()
})

/** What the button under the thumb calls. */
const deal = (page: unknown) => (page as { deal: () => Promise<void> }).deal()

const text = () => document.body.textContent?.replace(/\s+/g, ' ') ?? ''

describe('a phone that is not connected', () => {
  test('counts among those to whom the device has to come, before the deal', async () => {
    render(StepCards, { book, busy: false })
    expect(text()).toContain('Карту на своём телефоне увидят: Аня.')
    expect(text()).toContain('Нет связи с телефоном: Петя. Без телефона: Катя.')
    evening.draft.order = ['p0', 'p1']
    await tick()
    expect(text()).not.toContain('У всех есть телефоны')
    expect(screen.getByRole('checkbox', { name: /по кругу/ })).toBeTruthy()
    room.view = { guests: phones(true) } as RoomView
    await tick()
    expect(text()).toContain('У всех есть телефоны')
  })

  test('is named on the round, which shows its owner the card on this device', async () => {
    render(Cards, { id: 't' })
    const row = await screen.findByRole('button', { name: /Петя/ })
    expect(within(row).getByText('телефон не на связи')).toBeTruthy()
    expect(text()).toContain('1 карту игроки смотрят на своих телефонах')
    await fireEvent.click(screen.getByRole('button', { name: 'Показать номеру 2' }))
    expect(screen.getByRole('button', { name: 'Я номер 2' })).toBeTruthy()
  })
})

describe('a deal after which somebody has not seen his card', () => {
  const dialog = () => document.querySelector('dialog')
  const press = (name: string) => {
    const found = [...document.querySelectorAll('dialog button')].find(
      (b) => b.textContent === name,
    )
    if (!found) throw new Error(`no button ${name}`)
    return fireEvent.click(found)
  }

  test.each([
    ['Карты покажу я', '/game/t'],
    ['Передать устройство по кругу', '/game/t/cards'],
  ])('asks, and goes on with %s', async (way, to) => {
    evening.draft.pass = false
    const { component } = render(StepCards, { book, busy: false })
    await deal(component)
    await tick()
    expect(sent).toEqual([])
    expect(dialog()?.open).toBe(true)
    expect(dialog()?.textContent).toContain('2 игрока не увидят карту')
    expect(dialog()?.textContent).toContain('Петя и Катя')
    await press(way)
    await vi.waitFor(() => expect(location.pathname).toBe(to))
    expect(sent).toEqual(['/api/tables'])
  })

  test('asks nothing where the cards are real ones, or the device goes round', async () => {
    const { component } = render(StepCards, { book, busy: false })
    await deal(component)
    Object.assign(evening.draft, { order: ['p0', 'p1', 'p2'], deal: 'real', pass: false })
    await deal(component)
    expect(sent).toEqual(['/api/tables', '/api/tables'])
  })
})
