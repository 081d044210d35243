// What the host is told: what did not go through and whom it was for, what waits, and what he is to announce.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLang } from '../lib/i18n.svelte.ts'
import { Console } from './console.svelte.ts'
import Flash from './Flash.svelte'
import Foot from './Foot.svelte'
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

const frame = (length: number, view: object = {}, more: object = {}): Frame =>
  ({
    length,
    clock: { now: Date.now(), limitMs: 0 },
    table: { paused: false, voided: false, frozen: false },
    script: { primary: null, tone: 'day', tap: '', aloud: [], hints: [] },
    log: [],
    undo: null,
    redo: null,
    spoken: [],
    view: {
      rulebook: 'city@1',
      viewer: 'host',
      phase: 'circle',
      day: 1,
      night: 0,
      seats: nicks.map((nick, i) => ({ seat: i + 1, nick, in: true, role: '?', fouls: 0 })),
      turn: { kind: 'speech', seat: 1, bestMove: false },
      ballot: { round: 0, current: 0 },
      call: { role: '?', cards: 0, done: false, deeds: [], awake: [], shot: [], shots: false },
      calls: [],
      candidates: [],
      departed: [],
      accused: { by: 0, to: 0, need: 0 },
      notes: { left: 3, read: [] },
      offers: [],
      ...view,
    },
    ...more,
  }) as unknown as Frame

let desk: Console
/** What the server answers; without it there is no answer at all. */
let answer: [number, object] | null = null

async function show(f: Frame): Promise<void> {
  Line.now?.onmessage?.({ data: JSON.stringify(f) })
  desk.follow()
  await tick()
}
const soon = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

beforeAll(() => useLang('ru'))
beforeEach(() => {
  answer = null
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Promise.resolve(new Response('{}'))
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

  it('is lit when it has asked whether the call is to end too early', async () => {
    settings.call = 5
    await show(night())
    render(Foot, { console: desk })
    await soon(1_000)
    desk.next()
    await tick()
    expect(desk.asked).toBe('short')
    expect(button().classList).not.toContain('waiting')
    expect(share()).toBeUndefined()
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
