// What is held and not tapped, and what stays covered while a card is put right.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLang } from '../lib/i18n.svelte.ts'
import { frameOf } from './frame.fixture.ts'
import { Console } from './console.svelte.ts'
import LogPanel from './LogPanel.svelte'
import Misdealt from './Misdealt.svelte'
import SayCard from './SayCard.svelte'
import SmallPanels from './SmallPanels.svelte'
import { tools } from './tools.ts'
import type { Frame } from './types.ts'

/** A stream into which a test puts frames. */
class Line {
  static now: Line
  onmessage: ((e: { data: string }) => void) | undefined
  constructor() {
    Line.now = this
  }
  addEventListener(): void {
    // A test sends no event that has a name.
  }
  close(): void {
    this.onmessage = undefined
  }
}

const roles = ['don', 'civilian', 'civilian']
const hint = { key: 'hint.surplus', args: { book: 'classic', role: 'mafia', seats: [4, 5, 10] } }

const frame = (fouls: number): Frame =>
  frameOf(
    {
      seats: roles.map((role, i) => ({ seat: i + 1, nick: `n${i + 1}`, in: true, role, fouls })),
      offers: [{ do: 'foul', by: [], to: [1, 2, 3], not: [], max: 4 }],
    },
    { script: { primary: null, tone: 'day', tap: '', aloud: [], hints: [hint] } },
  )

let sent: { do: string }[] = []
let desk: Console

function show(f: Frame): void {
  Line.now.onmessage?.({ data: JSON.stringify(f) })
  desk.follow()
}

beforeAll(() => useLang('ru'))
beforeEach(() => {
  sent = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    if (init?.method === 'POST')
      sent.push((JSON.parse(init.body as string) as { command: { do: string } }).command)
    return Promise.resolve(new Response(JSON.stringify({ length: 2 })))
  })
  desk = new Console('t')
})
afterEach(() => {
  desk.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function held(name: RegExp, ms: number): Promise<void> {
  const button = screen.getByRole('button', { name })
  await fireEvent.pointerDown(button, { button: 0 })
  await vi.advanceTimersByTimeAsync(ms)
  await fireEvent.pointerUp(button)
  await vi.advanceTimersByTimeAsync(0)
}

describe('held for a second', () => {
  it('ends a game that a side gives up; a tap does not', async () => {
    show(frame(0))
    desk.panel = { is: 'beaten' }
    render(SmallPanels, { console: desk })
    await held(/Красные сдаются/, 300)
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toEqual([])
    await held(/Красные сдаются/, 1000)
    expect(sent).toEqual([{ do: 'beaten', side: 'red' }])
  })

  it('is not asked for before that', () => {
    show(frame(2))
    desk.foul(2)
    expect(desk.panel).toBeNull()
    expect(sent).toHaveLength(1)
  })
})

describe('putting a card right', () => {
  it('tells no card by day before cards are shown', async () => {
    show(frame(0))
    render(SayCard, { console: desk, folds: false })
    desk.panel = { is: 'card', seat: 1 }
    render(SmallPanels, { console: desk })
    expect(document.body.textContent).not.toMatch(/4, 5|Сейчас/)
    expect(document.querySelector('.two [aria-pressed=true]')).toBeNull()
    desk.open = true
    await vi.advanceTimersByTimeAsync(0)
    expect(document.body.textContent).toMatch(/4, 5/)
    expect(document.body.textContent).toMatch(/Сейчас/)
  })

  it('shows the card that a seat has now on a press, and covers it with the sheet', async () => {
    show(frame(0))
    desk.panel = { is: 'card', seat: 1 }
    render(SmallPanels, { console: desk })
    expect(document.body.textContent).not.toMatch(/Сейчас/)
    await fireEvent.click(screen.getByRole('button', { name: /Показать нынешнюю/ }))
    expect(document.body.textContent).toMatch(/Сейчас: дон/)
    desk.panel = null
    await vi.advanceTimersByTimeAsync(0)
    desk.panel = { is: 'card', seat: 2 }
    await vi.advanceTimersByTimeAsync(0)
    expect(document.body.textContent).not.toMatch(/Сейчас/)
  })

  it('names the card that is held too often, a plain one too, where cards may be told', async () => {
    const f = frame(0)
    const view = { ...f.view, misdealt: true, surplus: 'civilian' } as unknown as Frame['view']
    show({ ...f, view })
    render(Misdealt, { console: desk })
    expect(document.body.textContent).toMatch(/Какая, видно вместе с картами/)
    expect(document.body.textContent).not.toMatch(/мирн/i)
    desk.open = true
    await vi.advanceTimersByTimeAsync(0)
    expect(document.body.textContent).toMatch(/Мирный[^:]*: 2 и 3/)
  })

  it('exchanges two cards by naming the other seat', async () => {
    show(frame(0))
    desk.panel = { is: 'card', seat: 1 }
    render(SmallPanels, { console: desk })
    await fireEvent.click(screen.getByRole('button', { name: /^Место 3|^Номер 3|3$/ }))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual([
      { do: 'card', to: 3, role: 'don' },
      { do: 'card', to: 1, role: 'civilian' },
    ])
  })
})

describe('the small button for nobody', () => {
  it('is not there where the large one sends nobody already', () => {
    const f = frame(0)
    const act = { do: 'act', role: 'don', deed: '', to: 0 } as const
    const offer = { ...act, by: [], to: [1, 2, 3], not: [], none: true }
    const view = { ...f.view, phase: 'night', offers: [offer] } as unknown as Frame['view']
    const label = { key: 'do.proceed', args: {} }
    const ids = (command: object | null) => {
      show({ ...f, view, script: { ...f.script, primary: { label, do: 'act', command } } } as Frame)
      return tools(desk).map((t) => t.id)
    }
    expect(ids(null)).toContain('nobody')
    expect(ids(act)).not.toContain('nobody')
  })
})

describe('a check of oneself', () => {
  it('goes out only with a second tap on the same seat; any other seat needs one', async () => {
    const f = frame(0)
    const call = { ...f.view.call, role: 'don', deeds: ['check'], awake: [2] }
    const act = { do: 'act', role: 'don', deed: 'check', by: [], to: [1, 2, 3], not: [] }
    const view = { ...f.view, phase: 'night', call, offers: [act] } as unknown as Frame['view']
    show({ ...f, view })
    desk.tapSeat(2)
    desk.tapSeat(2)
    expect(sent).toEqual([])
    expect(desk.note).toMatch(/^Номер 2 проверяет сам себя/)
    await vi.advanceTimersByTimeAsync(400)
    desk.tapSeat(2)
    expect(sent).toEqual([{ do: 'act', role: 'don', deed: 'check', to: 2 }])
    desk.undo()
    desk.tapSeat(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.at(-1)).toEqual({ do: 'act', role: 'don', deed: 'check', to: 1 })
  })
})

describe('a forgotten move', () => {
  it('is of whoever had the floor at the line that is chosen', async () => {
    const lines = [
      { key: 'log.day', args: { n: 1 } },
      { key: 'log.turn', args: { seat: '2' } },
      { key: 'log.nominated', args: { by: '2', seat: '1' } },
      { key: 'log.vote-off', args: {} },
    ].map((line, i) => ({ at: 0, step: i + 1, line, secret: false, struck: false }))
    vi.stubGlobal('fetch', () => Promise.reject(new Error('the frame has the lines')))
    show({ ...frame(0), length: 9, log: lines })
    const chosen = async (n: number) => {
      desk.panel = { is: 'forgotten' }
      const { container, unmount } = render(LogPanel, { console: desk })
      await vi.advanceTimersByTimeAsync(0)
      await fireEvent.click([...container.querySelectorAll('li button')].reverse()[n]!)
      unmount()
      return desk.panel
    }
    expect(await chosen(0)).toMatchObject({ at: 1, by: 0 })
    expect(await chosen(1)).toMatchObject({ at: 2, by: 2 })
    expect(await chosen(2)).toMatchObject({ at: 3, by: 2 })
    expect(await chosen(3)).toMatchObject({ at: 4, by: 0 })
  })
})
