// What of a card reaches the page, and for how long it stays.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLang } from '../lib/i18n.svelte.ts'
import Cards from './Cards.svelte'
import HoldCard from './HoldCard.svelte'
import Protocol from './Protocol.svelte'

const seats = [1, 2, 3].map((seat) => ({ seat, nick: `n${seat}`, role: '?', in: true, fouls: 0 }))
const board = { table: { rulebook: 'classic@1' }, view: { rulebook: 'classic@1', seats } }
const don = { seat: 2, role: 'don', knows: [{ seat: 3, role: 'mafia' }] }

let asked: string[] = []
let answers: Record<string, object> = {}

beforeAll(() => useLang('ru'))
/** The room's line, which stays silent. */
class Silent {
  addEventListener(): void {
    // A test sends no event that has a name.
  }
  close(): void {
    // Nothing was opened.
  }
}

beforeEach(() => {
  asked = []
  vi.stubGlobal('EventSource', Silent)
  answers = { '/api/tables/t?as=board': board, '/api/tables/t/cards/2': don }
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    const found = answers[path]
    return Promise.resolve(
      new Response(JSON.stringify(found ?? { error: 'not-found' }), { status: found ? 200 : 404 }),
    )
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a card that is held', () => {
  const looked = vi.fn()
  const face = () => screen.getByRole('button')
  const shown = () => screen.queryByText('Дон') !== null

  async function hold(): Promise<void> {
    render(HoldCard, { table: 't', seat: 2, rulebook: 'classic', onlooked: looked })
    await fireEvent.keyDown(face(), { code: 'Space' })
    await vi.waitFor(() => expect(shown()).toBe(true))
  }

  it('is asked for only when it is held', async () => {
    render(HoldCard, { table: 't', seat: 2, rulebook: 'classic', onlooked: looked })
    expect(asked).toEqual([])
    await fireEvent.keyDown(face(), { code: 'Space' })
    expect(asked).toEqual(['/api/tables/t/cards/2'])
  })

  it.each([
    ['the key is let go', () => fireEvent.keyUp(face(), { code: 'Space' })],
    ['the key is let go elsewhere', () => fireEvent.keyUp(document.body, { code: 'Space' })],
    ['the focus moves on', () => fireEvent.blur(face())],
    ['the window loses the focus', () => fireEvent.blur(window)],
    ['the page is left', () => fireEvent(window, new Event('pagehide'))],
    ['the finger is lifted elsewhere', () => fireEvent.pointerUp(document.body)],
    ['the finger leaves', () => fireEvent.pointerLeave(face())],
    ['the system takes the finger', () => fireEvent(window, new Event('pointercancel'))],
  ])('closes when %s', async (_, act) => {
    await hold()
    await act()
    expect(shown()).toBe(false)
  })

  it('closes by itself after three seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await hold()
    await vi.advanceTimersByTimeAsync(3_100)
    expect(shown()).toBe(false)
    vi.useRealTimers()
  })

  it('stays closed when the answer comes after it was let go', async () => {
    render(HoldCard, { table: 't', seat: 2, rulebook: 'classic', onlooked: looked })
    await fireEvent.keyDown(face(), { code: 'Space' })
    await fireEvent.keyUp(face(), { code: 'Space' })
    await new Promise((done) => setTimeout(done, 30))
    expect(shown()).toBe(false)
  })
})

describe('the round of cards', () => {
  async function second(): Promise<void> {
    render(Cards, { id: 't' })
    await fireEvent.click(await screen.findByText('n2'))
    await fireEvent.click(screen.getByRole('button', { name: 'Я номер 2' }))
  }
  const face = () => {
    const found = document.querySelector('button.card')
    if (!found) throw new Error('no card')
    return found
  }

  it("asks for the room's view and the one card, never for more", async () => {
    await second()
    expect(asked).toEqual(['/api/tables/t?as=board'])
    await fireEvent.keyDown(face(), { code: 'Space' })
    expect(await screen.findByText('Дон')).toBeDefined()
    expect(asked).toEqual(['/api/tables/t?as=board', '/api/tables/t/cards/2'])
  })

  it('leaves no card and hands on, also where nothing can be stored', async () => {
    const no = () => {
      throw new DOMException('no', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: no, setItem: no, removeItem: no })
    await second()
    await fireEvent.keyDown(face(), { code: 'Space' })
    await screen.findByText('Дон')
    await fireEvent.keyUp(face(), { code: 'Space' })
    await fireEvent.click(screen.getByRole('button', { name: 'Готово, дальше' }))
    expect(document.querySelector('button.card')).toBeNull()
    expect(screen.getByRole('button', { name: 'Я номер 1' })).toBeDefined()
    expect(document.body.textContent).not.toContain('Дон')
  })
})

describe('the protocol', () => {
  const part = (phase: string) => ({
    '/api/tables/t': {
      table: { rulebook: 'classic@1', title: '', event: '', site: '', voided: false, createdAt: 0 },
      view: {
        rulebook: 'classic@1',
        phase,
        seats: seats.map((s) => ({ ...s, role: 'don' })),
        departed: [],
        points: [],
        bestMove: { by: 0, seats: [] },
        outcome: { winner: '', rule: '' },
      },
    },
    '/api/tables/t/record.json': { table: { seats: [] }, steps: [] },
  })

  it('of a game that runs warns before it shows a card', async () => {
    answers = part('circle')
    render(Protocol, { id: 't' })
    const show = await screen.findByRole('button', { name: 'Всё равно показать' })
    expect(screen.queryByRole('region')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Печатать' })).toBeNull()
    await fireEvent.click(show)
    expect(screen.getByRole('region')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Печатать' })).toBeDefined()
  })

  it('of a game that is over is simply there', async () => {
    answers = part('over')
    render(Protocol, { id: 't' })
    expect(await screen.findByRole('region')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Всё равно показать' })).toBeNull()
  })
})
