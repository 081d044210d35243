// What the console shows to whoever looks on, and when it stops.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLang } from '../lib/i18n.svelte.ts'
import { Console } from './console.svelte.ts'
import Foot from './Foot.svelte'
import LogLines from './LogLines.svelte'
import Over from './Over.svelte'
import PassDevice from './PassDevice.svelte'
import { settings } from './settings.svelte.ts'
import type { Frame, LogEntry } from './types.ts'

/** A stream into which a test puts frames. */
class Line {
  static now: Line
  onopen: (() => void) | undefined
  onmessage: ((e: { data: string }) => void) | undefined
  onerror: (() => void) | undefined
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

const seats = [1, 2, 3].map((seat) => ({ seat, nick: `n${seat}`, in: true, role: '?', fouls: 0 }))

function frame(length: number, view: object, more: object = {}): Frame {
  return {
    length,
    clock: { now: Date.now(), limitMs: 0 },
    table: { paused: false, voided: false, frozen: false },
    script: { primary: null, tone: 'day', tap: '', aloud: [], hints: [] },
    log: [],
    undo: null,
    redo: null,
    view: {
      rulebook: 'original@1',
      viewer: 'host',
      phase: 'talk',
      day: 1,
      night: 1,
      seats,
      turn: { kind: '', seat: 0, bestMove: false },
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
  } as unknown as Frame
}

interface Sent {
  key: string
  seen: number
  command: { do: string; by?: number }
}

let sent: Sent[] = []
/** Answers a command; it is on its way until then. */
let reply: (status: number, body: object) => Promise<void>
let desk: Console

function show(f: Frame): void {
  Line.now.onmessage?.({ data: JSON.stringify(f) })
  desk.follow()
}

beforeAll(() => useLang('ru'))
beforeEach(() => {
  sent = []
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(JSON.parse(init.body as string) as Sent)
    return new Promise<Response>((done) => {
      reply = async (status, body) => {
        done(new Response(JSON.stringify(body), { status }))
        await new Promise((soon) => setTimeout(soon, 20))
        await tick()
      }
    })
  })
  desk = new Console('t')
})
afterEach(() => {
  desk.close()
  settings.curtain = 'hold'
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the large button', () => {
  const primary = { label: { key: 'game.next', args: {} }, do: 'proceed', command: null }
  const step = (length: number, seat: number) =>
    frame(
      length,
      {
        phase: 'circle',
        turn: { kind: 'speech', seat, bestMove: false },
        offers: [{ do: 'proceed', by: [], to: [], not: [] }],
      },
      { script: { primary, tone: 'day', tap: '', aloud: [], hints: [] } },
    )

  /** Lets both clocks stand at a moment: that of the wall, which may be set, and that which only goes forward. */
  const at = (steady: number, wall = steady) => {
    vi.spyOn(performance, 'now').mockReturnValue(steady)
    vi.spyOn(Date, 'now').mockReturnValue(wall)
  }
  beforeEach(() => {
    at(1_000_000)
    desk = new Console('t')
  })

  it('takes a double tap for one tap', async () => {
    show(step(4, 1))
    at(1_001_000)
    desk.next()
    expect(sent).toMatchObject([{ seen: 4, command: { do: 'proceed' } }])
    await reply(200, { length: 5 })
    show(step(5, 2))
    at(1_001_200)
    desk.next()
    expect(sent).toHaveLength(1)
    at(1_001_400)
    desk.next()
    expect(sent).toHaveLength(2)
    expect(sent[1]?.seen).toBe(5)
  })

  it('takes the next tap also when the clock of the device is set back by an hour', () => {
    show(step(4, 1))
    at(1_001_000, 1_001_000 - 3_600_000)
    desk.next()
    expect(sent).toHaveLength(1)
  })
})

describe('open cards', () => {
  it.each(['hold', 'tap'] as const)('close when the host looks away (curtain: %s)', async (way) => {
    settings.curtain = way
    show(frame(1, {}))
    render(Foot, { console: desk })
    for (const away of [
      () => fireEvent.blur(window),
      () => fireEvent(document, new Event('visibilitychange')),
      () => fireEvent(window, new Event('pagehide')),
    ]) {
      desk.open = true
      await away()
      expect(desk.open).toBe(false)
    }
  })

  it('are all that tells a secret line of the log', async () => {
    const entry = (key: string, secret: boolean) =>
      ({ step: 1, at: 0, secret, struck: false, line: { key, args: {} } }) as unknown as LogEntry
    const log = [entry('log.note-nobody', true), entry('log.void', false)]
    const { rerender } = render(LogLines, { log, open: false })
    const said = () => document.querySelector('ol')?.textContent ?? ''
    expect(said()).not.toContain('никто')
    expect(document.querySelectorAll('li')).toHaveLength(2)
    await rerender({ log, open: true })
    expect(said()).toContain('никто')
  })
})

describe('a note on the device that goes round', () => {
  const write = (length: number, by: number) =>
    frame(length, {
      viewer: 'device',
      phase: 'notes',
      offers: [{ do: 'write', by: [by], to: [1, 2, 3], not: [] }],
    })
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
  const handing = (seat: number) =>
    screen.queryByText(`Передайте устройство номеру ${seat}`) !== null

  async function honest(): Promise<void> {
    show(write(1, 2))
    render(PassDevice, { console: desk })
    render(Over, { console: desk })
    await press('Я номер 2')
    await press('Я честный')
    await press('Готово, передаю дальше')
  }

  it('is put away once it is written, and shows no choice meanwhile', async () => {
    await honest()
    expect(sent).toMatchObject([{ command: { do: 'write', by: 2, name: 0 } }])
    expect(screen.queryByRole('button', { name: 'Я честный' })).toBeNull()
    await reply(200, { length: 2 })
    expect(screen.queryByText('Записка сохраняется')).toBeNull()
    expect(handing(2)).toBe(true)
    show(write(2, 3))
    await tick()
    expect(handing(3)).toBe(true)
  })

  const no = { error: 'refused', why: 'note-card', text: { ru: 'Не подходит', en: '-' } }

  it('that is refused is told to its writer, before the device goes on', async () => {
    await honest()
    await reply(409, { ...no, hint: { ru: 'Иначе', en: '-' } })
    expect(screen.getAllByText('Не подходит Иначе')).toHaveLength(1)
    expect(handing(2)).toBe(false)
    expect(screen.getByRole('button', { name: 'Я честный' }).getAttribute('aria-pressed')).toBe(
      'false',
    )
    await press('Я честный')
    await press('Готово, передаю дальше')
    expect(screen.queryByText(/Не подходит/)).toBeNull()
    expect(sent).toHaveLength(2)
  })

  it('that is refused is never told over the whole screen', async () => {
    show(write(1, 2))
    render(Over, { console: desk })
    desk.send({ do: 'write', by: 2, name: 0, absent: false })
    await reply(409, { ...no, hint: { ru: '', en: '' } })
    expect(desk.session.refused).not.toBeNull()
    expect(screen.queryByText(/Не подходит/)).toBeNull()
  })

  it('that is refused when its writer is gone is not told to the next', async () => {
    await honest()
    await fireEvent(document, new Event('visibilitychange'))
    expect(handing(2)).toBe(true)
    await reply(409, { ...no, hint: { ru: '', en: '' } })
    expect(screen.queryByText(/Не подходит/)).toBeNull()
    expect(desk.session.refused).toBeNull()
    await press('Я номер 2')
    expect(screen.queryByText(/Не подходит/)).toBeNull()
  })
})
