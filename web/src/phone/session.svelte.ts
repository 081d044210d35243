// One phone in a room: how it came in, where it stands, the newest frame of its table, and whether that is the present.
import type { Door, Frame, FriendsCommand, Mine, Seat } from '../lib/api.ts'
import { ApiError, get, newKey, post, put, remove } from '../lib/client.ts'
import { Offset } from '../lib/clock.ts'
import { Stream } from '../lib/stream.ts'
import { keepNick, wayOf } from './door.ts'
import { watched } from './stage.ts'

/**
 * `start`: not known yet; `code` and `nick`: at the door; `asked`: friends are asked whether a seat may be opened here;
 * `in`: in the room; `out`: sent out of it.
 */
export type Place = 'start' | 'code' | 'nick' | 'asked' | 'in' | 'out'

/** How often the door asks again where nobody answers. */
const again = 2_000

/** How long something is told that nothing hangs on. */
const told = 20_000

/** What a ticket is answered with while friends are asked, or before they can be. */
const patient = ['seat-asked', 'seat-later']

const problemOf = (e: unknown): string => (e instanceof ApiError ? e.problem.error : '')

const offline = (e: unknown): boolean =>
  e instanceof ApiError && (e.status === 0 || e.status >= 502)

export class Phone {
  place = $state<Place>('start')
  mine = $state.raw<Mine | null>(null)
  frame = $state.raw<Frame | null>(null)
  /** Without a seat: the newest frame of the game that goes on in the room. */
  around = $state.raw<Frame | null>(null)
  /** Whether what is shown is the present. */
  up = $state(true)
  /** When it was the present for the last time, by our own clock. */
  heard = $state(0)
  /** The server could not be reached at the door. */
  unreached = $state(false)
  /** What was refused on the way in. */
  refused = $state.raw<unknown>(null)
  /** A ticket that opened nothing to a phone that is in anyway; told for a while. */
  void = $state.raw<unknown>(null)
  /** What is new about the seat: opened here by its ticket, or another than in the game before; told for a while. */
  placed = $state<'' | 'back' | 'new'>('')
  door = $state.raw<Door | null>(null)

  readonly offset = new Offset()
  #stream: Stream | undefined
  #asking = false
  #closed = false
  #key = { token: '', code: '' }
  #timer: ReturnType<typeof setTimeout> | undefined
  #telling: ReturnType<typeof setTimeout> | undefined

  constructor() {
    void this.arrive()
  }

  /** The server's time now; while the line is down, the time when it went. */
  now(): number {
    return this.offset.at(this.up ? Date.now() : this.heard)
  }

  /** Finds out where this phone belongs, by its address and by what the server knows of it. */
  async arrive(): Promise<void> {
    clearTimeout(this.#timer)
    const way = wayOf(location.pathname)
    try {
      if (way.by === 'ticket' && (await this.#redeem(way.ticket))) return
      if (patient.includes(problemOf(this.refused))) {
        this.place = 'asked'
        if (!this.#closed) this.#timer = setTimeout(() => void this.arrive(), again)
        return
      }
      const mine = await get<Mine>('/api/my')
      if (mine.state !== 'out') {
        ;[this.void, this.refused] = [this.refused, null]
        setTimeout(() => (this.void = null), told)
        this.#enter(mine)
      } else if (way.by === 'link') await this.knock({ token: way.token, code: '' })
      else this.place = 'code'
      this.unreached = false
    } catch (e) {
      if (!offline(e)) {
        this.refused = e
        this.place = 'code'
        return
      }
      this.unreached = true
      if (!this.#closed) this.#timer = setTimeout(() => void this.arrive(), again)
    }
  }

  /** Opens the seat of a ticket; one that opens nothing leaves the phone where it was. */
  async #redeem(ticket: string): Promise<boolean> {
    try {
      this.#enter(await post<Mine>('/api/join/ticket', { ticket }))
      this.#announce('back')
      this.refused = null
      this.unreached = false
      return true
    } catch (e) {
      if (offline(e)) throw e
      this.refused = e
      return false
    }
  }

  /** Shows a link or a code at the door. What does not open leads to the code's page. */
  async knock(key: { token: string; code: string }): Promise<void> {
    this.refused = null
    try {
      this.door = await post<Door>('/api/join/knock', key)
      this.#key = key
      this.place = 'nick'
    } catch (e) {
      if (offline(e) && this.place === 'start') throw e
      this.refused = e
      this.place = 'code'
    }
  }

  /** Comes in under a nick, or takes another one. */
  async join(nick: string): Promise<void> {
    this.refused = null
    try {
      const mine = await post<Mine>('/api/join', { ...this.#key, nick })
      keepNick(mine.nick)
      if (this.place === 'in') this.mine = mine
      else this.#enter(mine)
    } catch (e) {
      this.refused = e
    }
  }

  /** Says which seat is his; seat 0 takes it back. */
  async ask(table: string, seat: Seat): Promise<void> {
    this.refused = null
    try {
      this.mine = await put<Mine>('/api/my/seat', { table, seat })
      this.#remind()
    } catch (e) {
      this.refused = e
    }
  }

  /**
   * At a table of friends a seat is asked for again until they have answered: the answer to that opens it. What is
   * refused then is told in the lobby.
   */
  #remind(): void {
    clearTimeout(this.#timer)
    const mine = this.mine
    const friends = mine?.open.some((t) => t.id === mine.askTable && t.kind === 'phones')
    if (!mine || mine.askSeat === 0 || !friends || this.#closed) return
    this.#timer = setTimeout(() => {
      const now = this.mine
      if (now?.askSeat) void this.ask(now.askTable, now.askSeat).then(() => this.#remind())
    }, again)
  }

  /** Says whether this phone wants the lobby to deal to itself, or another round. */
  async want(yes: boolean): Promise<void> {
    this.mine = await put<Mine>('/api/my/deal', { want: yes })
  }

  /** Gives a command for the phone's own seat, at a table without a host. */
  async send(command: FriendsCommand): Promise<void> {
    await post('/api/my/commands', { key: newKey(), command })
  }

  async leave(): Promise<void> {
    this.refused = null
    try {
      await remove('/api/my')
      this.#left('code')
    } catch (e) {
      this.refused = e
    }
  }

  /** From the page of one who was sent out, back to the door. */
  toDoor(): void {
    this.refused = null
    this.place = 'code'
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#telling)
    this.#stream?.close()
  }

  #enter(mine: Mine): void {
    // No link and no ticket stays in the address, nor in what "back" leads to.
    history.replaceState(null, '', '/me')
    this.#key = { token: '', code: '' }
    this.place = 'in'
    this.#stand(mine)
    this.#stream?.close()
    this.#stream = new Stream('/api/my/stream', {
      frame: (data) => this.#take(data),
      lost: (heard) => this.#lost(heard),
      named: { mine: (data) => this.#stand(JSON.parse(data) as Mine) },
    })
  }

  #stand(mine: Mine): void {
    if (mine.state === 'out') {
      this.#left('out')
      return
    }
    const before = this.mine
    if (before?.table && mine.seat > 0 && mine.table !== before.table && mine.seat !== before.seat)
      this.#announce('new')
    this.mine = mine
    this.#remind()
    // The line stays at a table that was watched and is now one's own, and back, so its frame is not sent again.
    const last = this.frame ?? this.around
    this.frame = last?.table.id === mine.table ? last : null
    this.around = last?.table.id === watched(mine) ? last : null
    if (!this.frame) this.#fresh()
  }

  #announce(how: 'back' | 'new'): void {
    this.placed = how
    clearTimeout(this.#telling)
    this.#telling = setTimeout(() => (this.placed = ''), told)
  }

  #take(data: string): void {
    const frame = JSON.parse(data) as Frame
    if (frame.table.id === watched(this.mine)) {
      this.offset.note(frame.clock.now, Date.now())
      this.around = frame
    }
    if (frame.table.id !== this.mine?.table) return
    this.offset.note(frame.clock.now, Date.now())
    this.frame = frame
    this.#fresh()
  }

  #fresh(): void {
    if (!this.up) this.offset.reset()
    if (!this.up && this.frame) this.offset.note(this.frame.clock.now, Date.now())
    this.up = true
    this.heard = Date.now()
  }

  #left(to: Place): void {
    this.#stream?.close()
    this.#stream = undefined
    this.mine = null
    this.frame = null
    this.around = null
    this.door = null
    this.up = true
    history.replaceState(null, '', '/j')
    this.place = to
  }

  /** A stream tells no reason, so after each failure we ask whether the phone is still in. */
  #lost(heard: number): void {
    if (this.place !== 'in') return
    if (this.up) this.heard = Math.max(this.heard, heard)
    this.up = false
    if (this.#asking) return
    this.#asking = true
    get<Mine>('/api/my')
      .then((m) => m.state === 'out' && this.place === 'in' && this.#left('out'))
      .catch(() => undefined) // The stream tries again by itself.
      .finally(() => (this.#asking = false))
  }
}
