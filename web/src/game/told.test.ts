// What the host is told: what did not go through and whom it was for, what waits, and what he is to announce.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLang } from '../lib/i18n.svelte.ts'
import { frameOf } from './frame.fixture.ts'
import { Console } from './console.svelte.ts'
import Flash from './Flash.svelte'
import Foot from './Foot.svelte'
import InsertPanel from './InsertPanel.svelte'
import LogLines from './LogLines.svelte'
import Notices from './Notices.svelte'
import Refusal from './Refusal.svelte'
import { settings } from './settings.svelte.ts'
import type { Command, Frame } from './types.ts'
import { whatOf } from './what.ts'

/** A stream into which a test puts frames. */
class Line {
  static now: Line | undefined
  onmessage: ((e: { data: string }) => void) | undefined
  onerror: (() => void) | undefined
  constructor(readonly url: string) {
    if (url.startsWith('/api/tables/')) Line.now = this
  }
  addEventListener(): void {
    // A test sends no event that has a name.
  }
  close(): void {
    this.onmessage = undefined
  }
}

const nicks = ['Лис', 'Ёж', 'Граф', 'Юг']

const seats = nicks.map((nick, i) => ({ seat: i + 1, nick, in: true, role: '?', fouls: 0 }))

const frame = (length: number, view: object = {}, more: object = {}): Frame =>
  frameOf(
    { rulebook: 'city@1', seats, turn: { kind: 'speech', seat: 1, bestMove: false }, ...view },
    { length, spoken: [], ...more },
  )

let desk: Console
/** What the server answers; without it there is no answer at all. */
let answer: [number, object] | null = null
/** What was sent to it. */
let sent: string[] = []

async function show(f: Frame): Promise<void> {
  Line.now?.onmessage?.({ data: JSON.stringify(f) })
  desk.follow()
  await tick()
}
const soon = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

beforeAll(() => useLang('ru'))
beforeEach(() => {
  answer = null
  sent = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Promise.resolve(new Response('{}'))
    sent.push((JSON.parse(init.body as string) as { command: Command }).command.do)
    if (!answer) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(new Response(JSON.stringify(answer[1]), { status: answer[0] }))
  })
  desk = new Console('t')
})
afterEach(() => {
  desk.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const foul = (to: number): Command => ({ do: 'foul', to, n: 1, reason: '' })
const hands = { seats: [1, 2], count: 0, counted: false }

describe('the words of a command', () => {
  const named: [Command, string][] = [
    [foul(3), '1 штраф номеру 3 (Граф)'],
    [{ do: 'nominate', by: 1, to: 3 }, '1 выставляет 3 (Граф)'],
    [{ do: 'vote', for: 3, hands }, '2 голоса за номер 3 (Граф)'],
    [{ do: 'act', role: 'doctor', deed: 'heal', to: 4 }, 'доктор выбирает 4 (Юг)'],
    [{ do: 'act', role: 'doctor', deed: 'heal', to: 0 }, 'доктор никого не выбирает'],
    [{ do: 'overrule', command: { do: 'remove', to: 2 } } as Command, 'удаление номера 2 (Ёж)'],
    [{ do: 'proceed' }, ''],
  ]
  it.each(named)('%j', (command, text) => {
    expect(whatOf(frame(1), command)).toBe(text)
  })
})

describe('a command that did not go through', () => {
  const no = { error: 'refused', text: { ru: 'Сейчас нельзя.', en: '-' }, hint: { ru: '', en: '' } }

  it('is named with the player, and so is what was to follow it', async () => {
    await show(frame(1))
    render(Refusal, { console: desk })
    answer = [409, no]
    desk.send(foul(3))
    desk.send({ do: 'remove', to: 2 } as Command)
    await soon(50)
    const told = screen.getByRole('alert').textContent ?? ''
    expect(told).toContain('Сейчас нельзя.')
    expect(told).toContain('Не записано: 1 штраф номеру 3 (Граф).')
    expect(told).toContain('не записано: удаление номера 2 (Ёж).')
  })

  it('is named while it waits for the line', async () => {
    await show(frame(1))
    render(Notices, { console: desk })
    desk.send(foul(3))
    await soon(50)
    expect(screen.getByText('Ждёт связи: 1 штраф номеру 3 (Граф).')).toBeTruthy()
    for (const seat of [1, 2]) desk.send(foul(seat))
    await tick()
    expect(screen.getByText('Ждёт связи: 3.')).toBeTruthy()
  })
})

describe('a forgotten move that does not fit', () => {
  it('is chosen anew from what was chosen, with the reason beside it', async () => {
    await show(frame(9))
    render(Refusal, { console: desk })
    const hint = { ru: 'В этот момент говорил номер 3.', en: '-' }
    answer = [409, { error: 'refused', text: { ru: 'Только в свою речь.', en: '-' }, hint }]
    desk.send({ do: 'insert', at: 4, command: { do: 'nominate', by: 4, to: 2 } })
    await soon(50)
    desk.askAfter()
    await tick()
    expect(screen.queryByRole('alert')).toBeNull()
    if (desk.panel?.is !== 'insert') throw new Error('the sheet is closed')
    const { at, command, no } = desk.panel
    expect(at).toBe(4)
    render(InsertPanel, { console: desk, at, command, no })
    expect(screen.getByRole('alert').textContent).toMatch(/Только в свою речь.*номер 3/s)
    const pressed = [...document.querySelectorAll('[aria-pressed=true]')].map((b) => b.textContent)
    expect(pressed.map((t) => t.trim())).toEqual(['Выставил кандидатуру', '4', '2'])
  })
})

describe('penalties to announce', () => {
  const penalty = (length: number, seat: number) =>
    frame(length, {}, { spoken: [{ key: `game.flash.leave`, args: { seat } }] })
  const told = () => screen.queryByRole('status')?.textContent?.replace(/\s+/g, ' ') ?? ''

  it('stand one above the other when the second follows at once', async () => {
    await show(frame(1))
    render(Flash, { console: desk })
    await show(penalty(2, 3))
    await soon(2_000)
    await show(penalty(3, 1))
    expect(told()).toMatch(/Номер 3 уходит домой.*Номер 1 уходит домой/)
    await soon(13_000)
    expect(told()).toBe('')
  })

  it('of one player give way to the newest, which counts the others', async () => {
    await show(frame(1))
    render(Flash, { console: desk })
    await show(penalty(2, 3))
    await show(penalty(3, 1))
    await show(penalty(4, 1))
    expect(told().match(/Номер 1 уходит домой/g)).toHaveLength(1)
    expect(told()).toContain('Номер 3')
  })

  it('leave with the host’s word that he has announced them, and with an undo', async () => {
    await show(frame(1))
    render(Flash, { console: desk })
    await show(penalty(2, 3))
    await fireEvent.click(screen.getByRole('button', { name: 'Понятно' }))
    await show(penalty(3, 1))
    expect(told()).not.toContain('Номер 3')
    await show(penalty(4, 2))
    expect(told()).toContain('Номер 1')
    await show(frame(3))
    expect(told()).toBe('')
  })
})

describe('the log', () => {
  const entry = (step: number, seat: number, secret: boolean) => ({
    step,
    at: 0,
    line: { key: 'game.flash.leave', args: { seat } },
    struck: false,
    secret,
  })
  const log = [entry(5, 1, true), entry(4, 2, true), entry(3, 3, true), entry(2, 4, false)]
  const lines = () => [...document.querySelectorAll('li span')].map((e) => e.textContent)

  it('folds lines that look alike, and unfolds them with the cards', async () => {
    const { rerender } = render(LogLines, { log, open: false })
    expect(lines()).toEqual(['скрыто до показа карт ×3', 'Номер 4 уходит домой.'])
    await rerender({ open: true })
    expect(lines()).toHaveLength(4)
  })
})

describe('what was taken back', () => {
  const back = { key: 'undo', args: { what: { key: 'undo.pass', args: { seat: 3 } } } }

  it('can be done again beside the undo until the next step', async () => {
    await show(frame(1, {}, { redo: back }))
    render(Foot, { console: desk })
    await fireEvent.click(screen.getByRole('button', { name: 'Вернуть' }))
    expect(sent).toEqual(['redo'])
    await show(frame(2))
    expect(screen.queryByRole('button', { name: 'Вернуть' })).toBeNull()
  })
})

describe('the large button', () => {
  const call = { role: 'doctor', cards: 0, done: true, deeds: ['heal'], awake: [4], shot: [] }
  const script = {
    primary: { label: { key: 'game.next', args: {} }, do: 'proceed', command: null },
    tone: 'night',
    aloud: [],
    hints: [],
  }
  const night = () => frame(2, { phase: 'night', turn: { kind: '', seat: 0 }, call }, { script })
  const button = () => screen.getByRole('button', { name: /Дальше/ })
  const share = () => document.querySelector<HTMLElement>('.wait b')?.style.transform

  it('shows how much of the least time of a call is left, and is lit after it', async () => {
    settings.call = 5
    await show(night())
    render(Foot, { console: desk })
    expect(button().classList).toContain('waiting')
    await soon(2_500)
    expect(button().classList).toContain('waiting')
    expect(share()).toBe('scaleX(0.50)')
    await soon(3_000)
    expect(button().classList).not.toContain('waiting')
    expect(share()).toBeUndefined()
  })

  const steps = () => sent.filter((c) => c === 'proceed').length

  it('is no way to the end page for the tap that ended the game', async () => {
    await show(frame(1))
    await soon(1_000)
    await show(frame(2, { phase: 'over' }))
    render(Foot, { console: desk })
    const link = screen.getByRole('link', { name: 'Итоги и карты' })
    expect(await fireEvent.click(link)).toBe(false)
    await soon(400)
    const after = (e: Event) => {
      expect(e.defaultPrevented).toBe(false)
      e.preventDefault()
    }
    addEventListener('click', after, { once: true }) // behind the page's own
    await fireEvent.click(link)
    expect.assertions(2)
  })

  it('goes on by itself when it is pressed too early, and says so on itself', async () => {
    settings.call = 5
    await show(night())
    render(Foot, { console: desk })
    await soon(1_000)
    desk.next()
    await tick()
    expect(button().textContent).toMatch(/Дальше через 4 с.*длятся одинаково/)
    expect(desk.note).toBe('')
    await soon(3_900)
    expect(steps()).toBe(0)
    await soon(200)
    expect(steps()).toBe(1)
  })

  it('does not go on by itself when anything was done in between', async () => {
    settings.call = 5
    for (const act of [
      () => desk.stay(),
      () => desk.enter({ ...desk.draft, picks: [2] }),
      () => (desk.panel = { is: 'menu' }),
      () => void show(frame(3, { phase: 'circle' })),
    ]) {
      await show(night())
      await soon(1_000)
      desk.next()
      act()
      await soon(6_000)
      expect(steps()).toBe(0)
      desk.panel = null
      await show(frame(1))
    }
  })

  it('does not go on by itself when the answer is another, though the history is as long', async () => {
    settings.call = 5
    const checked = (length: number, stamp: number, to: number) =>
      show(frame(length, { phase: 'night', turn: {}, call: { ...call, to } }, { script, stamp }))
    await checked(5, 5, 2)
    await soon(1_000)
    desk.next()
    expect(desk.due).toBeGreaterThan(0)
    await checked(4, 6, 0)
    await soon(100)
    await checked(5, 7, 3)
    await soon(6_000)
    expect(steps()).toBe(0)
  })

  it.each([
    ['a panel', () => (desk.panel = { is: 'log' })],
    ['the cover', () => (desk.hidden = true)],
  ])(
    'says that nothing was recorded when %s was over it at the end of the wait',
    async (_, over) => {
      settings.call = 5
      await show(night())
      await soon(1_000)
      desk.next()
      over()
      await soon(6_000)
      expect(steps()).toBe(0)
      expect(desk.note).toContain('Нажмите кнопку ещё раз')
    },
  )

  it('takes a double tap before its time for one', async () => {
    settings.call = 5
    await show(night())
    await soon(1_000)
    desk.next()
    await soon(120)
    desk.next()
    await soon(1_000)
    expect(steps()).toBe(0)
    expect(desk.due).toBeGreaterThan(0)
    desk.next() // a second press that is meant goes on at once
    expect(steps()).toBe(1)
  })

  it('takes an early press back by an undo, and not the step before it', async () => {
    sessionStorage.clear() // or it takes the marks of a test before back
    settings.call = 5
    await show({ ...night(), undo: { key: 'undo.proceed', args: {} } })
    await soon(1_000)
    desk.next()
    desk.undo()
    await soon(6_000)
    expect(sent).toEqual([])
    desk.undo()
    await soon(50)
    expect(sent).toEqual(['undo'])
  })

  it('asks once before a role sleeps that has chosen nobody, and the call lasts as long as any', async () => {
    settings.call = 5
    const offers = [{ do: 'act', by: [], to: [1, 2], not: [], role: 'mafia', deed: 'kill' }]
    const idle = { ...call, role: 'mafia', done: false, deeds: ['kill'] }
    await show(frame(2, { phase: 'night', turn: {}, call: idle, offers }, { script }))
    await soon(1_000)
    desk.next()
    expect(desk.note).toContain('Без выбора?')
    await soon(10_000)
    expect(steps()).toBe(0)
    desk.next()
    expect(steps()).toBe(1)
    // Pressed twice at once, it still waits for the least time; a role without a choice to make is not asked about.
    await show(frame(1))
    await show(frame(4, { phase: 'night', turn: {}, call: { ...idle, absent: true } }, { script }))
    await soon(500)
    desk.next()
    expect(desk.note).toBe('')
    expect(desk.due).toBeGreaterThan(performance.now() + 4_000)
  })

  it('shows that a step waits for its answer, but not where that comes at once', async () => {
    settings.call = 0
    await show(night())
    render(Foot, { console: desk })
    desk.send(foul(3))
    await soon(100)
    expect(button().classList).not.toContain('sending')
    expect(button().getAttribute('aria-busy')).toBe('false')
    await soon(400)
    expect(button().classList).toContain('sending')
    expect(button().getAttribute('aria-busy')).toBe('true')
  })
})

describe('the answer of a check', () => {
  const check = (glyph: string) => {
    const call = { role: 'sheriff', cards: 0, done: true, deeds: ['check'], to: 3, answer: 'red' }
    const answer = glyph && { glyph, line: { key: `answer.${glyph}`, args: {} } }
    const script = { primary: null, tone: 'night', tap: '', aloud: [], hints: [], answer }
    return frame(2, { phase: 'night', turn: { kind: '', seat: 0 }, call }, { script })
  }

  it('is that of the card as it is entered now, not that of the history', async () => {
    await show(check('red'))
    expect(desk.answer).toBe('red')
    await show(check('black'))
    expect(desk.answer).toBe('black')
    await show(check('none'))
    expect(desk.answer).toBe('')
    await show(check(''))
    expect(desk.answer).toBe('')
  })
})
