// The room as this screen knows it: the phones, and how others come in. One line to the server serves the whole page.
import { ApiError, get, post, put, remove } from './client.ts'
import type { AdmitInput, Ghosts, GuestView, RoomView, SayInput, TicketView, Voice } from './api.ts'
import { recall, remember } from './shelf.ts'
import { Stream } from './stream.ts'

export type { GuestView, RoomView, TicketView } from './api.ts'

interface Known {
  /** The room as it was told last; null before. */
  view: RoomView | null
  /** Whether that is the present. */
  up: boolean
  /** When the server was heard last, while it is not. */
  lostAt: number
  /** Why there is no room to show. */
  gone: ApiError | null
  /** The address of the program that the host has chosen for codes, "" for the first. */
  base: string
}

export const room = $state<Known>({
  view: null,
  up: false,
  lostAt: 0,
  gone: null,
  base: recall('omerta.base', ''),
})

/** A page that gives way to another that looks at the room too keeps the line. */
const linger = 1_000

let watchers = 0
let stream: Stream | undefined
let closing: ReturnType<typeof setTimeout> | undefined

/** Follows the room until the answer is called; call it from an effect. */
export function watchRoom(): () => void {
  watchers++
  clearTimeout(closing)
  stream ??= new Stream('/api/room/stream', {
    frame: (data) => {
      room.view = JSON.parse(data) as RoomView
      room.gone = null
      room.up = true
    },
    lost: (heard) => {
      room.up = false
      room.lostAt = heard
      if (!room.view) void why()
    },
  })
  return () => {
    if (--watchers > 0) return
    closing = setTimeout(() => {
      stream?.close()
      stream = undefined
      room.up = false
    }, linger)
  }
}

/** The server forgets after three minutes that a game is set up: a page that was shut says nothing any more. */
const repeat = 60_000

/** Tells the phones that wait that a game is being set up, until the answer is called; call it from an effect. */
export function prepareGame(): () => void {
  let said: Promise<unknown> = Promise.resolve()
  const say = (on: boolean) => {
    said = said.then(() => put('/api/room/prepare', { on })).catch(() => undefined)
  }
  say(true)
  const id = setInterval(() => say(true), repeat)
  return () => {
    clearInterval(id)
    say(false)
  }
}

/** A stream tells no reason, so we ask for one. */
async function why(): Promise<void> {
  try {
    await get('/api/room')
  } catch (e) {
    if (e instanceof ApiError && e.status !== 0 && e.status < 500) room.gone = e
  }
}

/** Takes an answer for the present only where the line does not bring it: an answer may be older. */
async function told(answer: Promise<RoomView>): Promise<RoomView> {
  const view = await answer
  if (!room.up) room.view = view
  return view
}

const guest = (id: string) => `/api/room/guests/${encodeURIComponent(id)}`
const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`

export const lock = (locked: boolean) => told(put('/api/room/lock', { locked }))
/** New link and code; with `board` the board's link too. */
export const renew = (board: boolean) => told(post('/api/room/renew', { board }))
/** Says whose phone it is; what was seen of it goes along, for it may change in the same moment. */
export const identify = (g: GuestView, yes: boolean) =>
  told(post(`${guest(g.id)}/person`, { yes, nick: g.nick, claims: g.claims }))
export const renameGuest = (id: string, nick: string) => told(put(`${guest(id)}/nick`, { nick }))
export const removeGuest = (id: string): Promise<void> => remove(guest(id))
/** Sends a phone out, or with "" all without a seat, so that nobody comes back by the old links and code. */
export const expel = (id: string) => told(post('/api/room/expel', { guest: id }))
/** Gives a phone the seat that it asks for, or says no; what was seen of it goes along, for it may change meanwhile. */
export const admit = (g: GuestView, yes: boolean) => {
  const { nick, askTable, askSeat } = g
  const to = yes ? { table: askTable, seat: askSeat } : { table: '', seat: 0 }
  return told(put(`${guest(g.id)}/seat`, { ...to, nick, askTable, askSeat } satisfies AdmitInput))
}
/** Names a question by all that it asks, so that no finger answers another one in its place. */
export const askKey = (g: GuestView): string => [g.id, g.nick, g.askTable, g.askSeat].join(' ')
export const freeSeat = (id: string, seat: number): Promise<void> =>
  remove(`${table(id)}/seats/${seat}/phone`)
/** A link that opens a seat to one phone, once. */
export const seatTicket = (id: string, seat: number) =>
  post<TicketView>(`${table(id)}/seats/${seat}/ticket`)
/** A link that makes one device more the host's, once. */
export const hostTicket = () => post<TicketView>('/api/host/ticket')
/** Names the board as the device that speaks, or no longer. */
export const nameBoard = (voice: Voice) => told(put('/api/room/voice', voice))
/** Gives the board something to speak. */
export const sayOnBoard = (said: SayInput) => post('/api/room/say', said)
export const letGhosts = (id: string, on: boolean) => put(`${table(id)}/ghosts`, { on })
export const ghostsOn = async (id: string): Promise<boolean> =>
  (await get<{ on: boolean }>(`${table(id)}/ghosts`)).on

const inside = /^https?:\/\/(localhost|127\.|\[::1\])/

/** Where other devices find the program: what the host has chosen, else what phones reach first. */
export function base(view: RoomView): string {
  if (view.bases.includes(room.base)) return room.base
  return view.bases[0] ?? location.origin
}

export function chooseBase(to: string): void {
  room.base = to
  remember('omerta.base', to)
}

/** Why no phone can come in, "" when it can. */
export function cutOff(view: RoomView): '' | 'local' | 'nonet' {
  if (view.local) return 'local'
  return inside.test(base(view)) ? 'nonet' : ''
}

/** An address without what nobody types. */
export const short = (url: string): string => url.replace(/^http:\/\//, '').replace(/\/$/, '')

/** A code in two halves, as it is read aloud and typed. */
export const halves = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`

/** The picture of an address as a QR code. */
export const qr = (url: string): string => `/api/qr?text=${encodeURIComponent(url)}`

/** Who asks for a seat, at a table or anywhere. */
export const asking = (view: RoomView | null, at?: string): GuestView[] =>
  view?.guests.filter((g) => g.askSeat > 0 && (at === undefined || g.askTable === at)) ?? []

/** The phone of a seat. */
export const phoneOf = (view: RoomView | null, at: string, seat: number): GuestView | undefined =>
  view?.guests.find((g) => g.table === at && g.seat === seat)

/** The phone of a remembered person: of several the one whose page is open, for that gets the next card. */
export const phoneOfPerson = (view: RoomView | null, id: string): GuestView | undefined => {
  const all = view?.guests.filter((g) => g.person !== '' && g.person === id) ?? []
  return all.find((g) => g.online && g.seat > 0) ?? all.find((g) => g.online) ?? all[0]
}

/** Whether a phone shows its owner his card now: one that has no line, or a dead battery, does not. */
export const shows = (g: GuestView | undefined): boolean => g?.online === true

export const ghostsAt = (view: RoomView | null, at: string): Ghosts | undefined =>
  view?.ghosts.find((g) => g.table === at)

/** Seats that have seen the cards and that an undo would bring back; `keep` is how many steps it leaves. */
export const comingBack = (view: RoomView | null, at: string, keep: number): number[] =>
  ghostsAt(view, at)
    ?.seen.filter((s) => s.step > 0 && s.step >= keep)
    .map((s) => s.seat) ?? []

/** Seats that have seen the cards and play again. */
export const knowing = (view: RoomView | null, at: string): number[] =>
  ghostsAt(view, at)
    ?.seen.filter((s) => s.step === 0)
    .map((s) => s.seat) ?? []
