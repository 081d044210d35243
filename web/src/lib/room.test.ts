import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RoomView } from './api.ts'
import { guest } from './guest.fixture.ts'
import {
  admit,
  asking,
  askKey,
  base,
  chooseBase,
  comingBack,
  cutOff,
  halves,
  knowing,
  lock,
  phoneOf,
  phoneOfPerson,
  prepareGame,
  qr,
  room,
  short,
  watchRoom,
} from './room.svelte.ts'

/** The line to the server, which a test lets through or breaks. */
class Line {
  static open: Line[] = []
  onopen: (() => void) | undefined
  onmessage: ((e: { data: string }) => void) | undefined
  onerror: (() => void) | undefined
  constructor(readonly url: string) {
    Line.open.push(this)
  }
  addEventListener(): void {
    // A test sends no event that has a name.
  }
  close(): void {
    Line.open = Line.open.filter((l) => l !== this)
  }
  static tell(view: RoomView): void {
    Line.open[0]?.onmessage?.({ data: JSON.stringify(view) })
  }
}

const http = (host: string) => `http://${host}`
const https = (host: string) => `https://${host}`

const view = (of: Partial<RoomView> = {}): RoomView => ({
  join: '/j/abc',
  code: 'ABEKMH',
  locked: false,
  board: '/board/x',
  bases: [http('192.168.1.5:8080'), http('10.0.0.2:8080')],
  local: false,
  guests: [],
  ghosts: [],
  speech: {
    on: false,
    rate: 0,
    cues: false,
    night: '',
    volume: 0,
    boards: 0,
    state: '',
    states: [],
  },
  ...of,
})

let answers: [number, object][] = []
let asked: string[] = []
let sent = ''

beforeEach(() => {
  vi.useFakeTimers()
  Line.open = []
  ;[answers, asked] = [[], []]
  Object.assign(room, { view: null, up: false, gone: null, base: '' })
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    asked.push(path)
    sent = typeof init?.body === 'string' ? init.body : ''
    const [status, body] = answers.shift() ?? [200, view()]
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the line to the room', () => {
  it('is one, however many look at the room', async () => {
    const leave = [watchRoom(), watchRoom()]
    expect(Line.open.map((l) => l.url)).toEqual(['/api/room/stream'])
    leave[0]?.()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(Line.open).toHaveLength(1)
    leave[1]?.()
    expect(Line.open).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_100)
    expect(Line.open).toHaveLength(0)
  })

  it('outlives the change from one page to another', async () => {
    const leave = watchRoom()
    Line.tell(view())
    leave()
    const again = watchRoom()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(Line.open).toHaveLength(1)
    expect(room.up).toBe(true)
    again()
  })

  it('says that what is shown is not the present when it breaks', () => {
    const leave = watchRoom()
    Line.tell(view({ code: 'PCTYXA' }))
    expect(room.view?.code).toBe('PCTYXA')
    Line.open[0]?.onerror?.()
    expect(room.up).toBe(false)
    expect(room.view?.code).toBe('PCTYXA')
    leave()
  })

  it('asks why when there never was a room', async () => {
    answers = [[401, { error: 'no-session' }]]
    const leave = watchRoom()
    Line.open[0]?.onerror?.()
    await vi.advanceTimersByTimeAsync(100)
    expect(asked).toEqual(['/api/room'])
    expect(room.gone?.message).toBe('no-session')
    leave()
  })

  it('takes an answer only where the line brings nothing newer', async () => {
    answers = [[200, view({ locked: true })]]
    await lock(true)
    expect(room.view?.locked).toBe(true)
    const leave = watchRoom()
    Line.tell(view({ locked: false }))
    answers = [[200, view({ locked: true })]]
    await lock(true)
    expect(room.view?.locked).toBe(false)
    leave()
  })
})

describe('addresses', () => {
  it('are those that phones reach first, or the one that was chosen', () => {
    expect(base(view())).toBe(http('192.168.1.5:8080'))
    chooseBase(http('10.0.0.2:8080'))
    expect(base(view())).toBe(http('10.0.0.2:8080'))
    expect(base(view({ bases: [http('172.16.0.9:8080')] }))).toBe(http('172.16.0.9:8080'))
  })

  it.each([
    [{}, ''],
    [{ local: true, bases: [http('127.0.0.1:8080')] }, 'local'],
    [{ bases: [http('127.0.0.1:8080')] }, 'nonet'],
    [{ bases: [http('localhost:8080')] }, 'nonet'],
    [{ bases: [http('[::1]:8080')] }, 'nonet'],
    [{ bases: [https('mafia.example')] }, ''],
  ])('%o: %s', (of, why) => expect(cutOff(view(of))).toBe(why))

  it('are told as they are typed, scanned and read aloud', () => {
    expect(short(http('192.168.1.5:8080'))).toBe('192.168.1.5:8080')
    expect(short(https('mafia.example/'))).toBe(https('mafia.example'))
    expect(halves('ABEKMH')).toBe('ABE KMH')
    expect(qr('http://a/j/x?y')).toBe('/api/qr?text=http%3A%2F%2Fa%2Fj%2Fx%3Fy')
  })
})

describe('phones', () => {
  const here = view({
    guests: [
      guest({ id: 'a', person: 'p1', table: 't1', seat: 3 }),
      guest({ id: 'b', askTable: 't1', askSeat: 5 }),
      guest({ id: 'c', askTable: 't2', askSeat: 5 }),
    ],
  })

  it('of one person that came instead of a dead one is found first', () => {
    const dead = guest({ id: 'old', person: 'p2', online: false })
    const fresh = guest({ id: 'new', person: 'p2', online: true, table: 't1', seat: 5 })
    expect(phoneOfPerson(view({ guests: [dead, fresh] }), 'p2')?.id).toBe('new')
    expect(phoneOfPerson(view({ guests: [dead] }), 'p2')?.id).toBe('old')
  })

  it('are found by seat, by person, by what they ask', () => {
    expect(phoneOf(here, 't1', 3)?.id).toBe('a')
    expect(phoneOf(here, 't2', 3)).toBeUndefined()
    expect(phoneOfPerson(here, 'p1')?.id).toBe('a')
    expect(phoneOfPerson(here, '')).toBeUndefined()
    expect(asking(here).map((g) => g.id)).toEqual(['b', 'c'])
    expect(asking(here, 't1').map((g) => g.id)).toEqual(['b'])
    expect(asking(null)).toEqual([])
  })

  it('that have seen the cards are told before an undo brings them back', () => {
    const seen = [
      { seat: 3, step: 7 },
      { seat: 5, step: 9 },
      { seat: 8, step: 0 },
    ]
    const after = view({ ghosts: [{ table: 't1', on: true, seen }] })
    expect(comingBack(after, 't1', 9)).toEqual([5])
    expect(comingBack(after, 't1', 10)).toEqual([])
    expect(comingBack(after, 't1', 7)).toEqual([3, 5])
    expect(comingBack(after, 't2', 1)).toEqual([])
    expect(knowing(after, 't1')).toEqual([8])
  })
})

describe('a seat that a phone asks for', () => {
  const asks = guest({ askTable: 't', askSeat: 3 })

  it('is given as it was seen, and refused with a seat of none', async () => {
    await admit(asks, true)
    expect(JSON.parse(sent)).toEqual({
      table: 't',
      seat: 3,
      nick: 'Анна',
      askTable: 't',
      askSeat: 3,
    })
    await admit(asks, false)
    expect(JSON.parse(sent)).toMatchObject({ table: '', seat: 0 })
  })

  it('is another question as soon as anything of it is another', () => {
    const others = [{ askSeat: 4 }, { askTable: 'u' }, { nick: 'Боря' }, { id: 'h' }]
    const keys = others.map((o) => askKey({ ...asks, ...o }))
    expect(new Set([askKey(asks), ...keys]).size).toBe(5)
  })
})

describe('a game that is set up', () => {
  it('is told to the phones each minute while its page is open, and that it is shut', async () => {
    vi.useFakeTimers()
    const sent: string[] = []
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      sent.push(`${init.method} ${path} ${init.body as string}`)
      // What is lost in the net is said again.
      return sent.length === 1
        ? Promise.reject(new TypeError())
        : Promise.resolve(Response.json({}))
    })
    const on = 'PUT /api/room/prepare {"on":true}'
    const end = prepareGame()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual([on])
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sent).toEqual([on, on, on])
    end()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sent).toEqual([on, on, on, 'PUT /api/room/prepare {"on":false}'])
  })
})
