// What a board knows: what it is to show, the newest frame of that table, and whether both are the present.
import type { BoardView, Export, Frame, Mouth, Said } from '../lib/api.ts'
import { ApiError, get, newKey, post } from '../lib/client.ts'
import { Offset } from '../lib/clock.ts'
import { Stream } from '../lib/stream.ts'
import type { Address } from './address.ts'

/** Why there is nothing to show, and never will be. */
export type Gone = '' | 'board' | 'table'

/** So long after its end a game stays on the wall; then the board invites to the next. */
const lingers = 10 * 60_000
/** After so long without a frame of the table that was asked for, we ask whether there is such a table. */
const patience = 3_000
const again = 5_000

/** Listens to a board's stream until `close`. */
export class BoardSession {
  board = $state.raw<BoardView | null>(null)
  /** Whether what is shown is the present. */
  up = $state(false)
  /** Since when it is not, by our own clock; 0 while it is, or was never yet. */
  lostAt = $state(0)
  gone = $state<Gone>('')
  /** What the host's console gave to speak last. */
  said = $state.raw<Said | null>(null)
  /** A game that is over, with every step. */
  record = $state.raw<Export | null>(null)
  /** The time, as coarse as leaving the last game's picture needs it. */
  minute = $state(Date.now())

  readonly #offset = new Offset()
  readonly #at: Address
  /** Names this page among the boards. */
  readonly #as = newKey()
  readonly #stream: Stream
  readonly #beat: ReturnType<typeof setInterval>
  #newest = $state.raw<Frame | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined
  #asking = false
  #closed = false

  constructor(at: Address) {
    this.#at = at
    const query = at.table ? `&table=${encodeURIComponent(at.table)}` : ''
    this.#stream = new Stream(`${this.#path}/stream?as=${this.#as}${query}`, {
      frame: (data) => this.#take(JSON.parse(data) as Frame),
      lost: (heard) => this.#lose(heard),
      named: {
        board: (data) => this.#turn(JSON.parse(data) as BoardView),
        said: (data) => (this.said = JSON.parse(data) as Said),
      },
    })
    this.#beat = setInterval(() => (this.minute = Date.now()), again)
  }

  get #path(): string {
    return `/api/board/${encodeURIComponent(this.#at.key)}`
  }

  /** The frame of the table that is shown; null while there is none. */
  get frame(): Frame | null {
    const frame = this.#newest
    return frame && frame.table.id === this.board?.table ? frame : null
  }

  /** The server's time now; while the line is lost, the time at which it was. */
  now(): number {
    return this.#offset.at(this.lostAt || Date.now())
  }

  /** Whether the game is old enough to make room for the next: long over, or an old one that was imported. */
  get past(): boolean {
    const frame = this.frame
    if (this.#at.table || frame?.view.phase !== 'over') return false
    if (frame.table.date) return true
    const end = this.record?.steps.at(-1)?.at
    return end !== undefined && this.#offset.at(this.minute) - end > lingers
  }

  /** Tells the host how far this screen is able to speak. */
  async tell(state: Mouth): Promise<void> {
    await post(`${this.#path}/voice`, { as: this.#as, state })
  }

  close(): void {
    this.#closed = true
    this.#stream.close()
    clearInterval(this.#beat)
    clearTimeout(this.#timer)
  }

  #take(frame: Frame): void {
    this.#found()
    this.#offset.note(frame.clock.now, Date.now())
    this.#newest = frame
    if (frame.view.phase === 'over') void this.#read()
  }

  #turn(board: BoardView): void {
    this.board = board
    this.#found()
    if (this.record && this.record.id !== board.table) this.record = null
    clearTimeout(this.#timer)
    if (this.#at.table && !this.frame) this.#timer = setTimeout(() => void this.#look(), patience)
  }

  #found(): void {
    // The machine may have slept meanwhile, or its clock been set.
    if (!this.up) this.#offset.reset()
    this.up = true
    this.lostAt = 0
    this.gone = ''
  }

  #lose(heard: number): void {
    if (this.lostAt === 0) this.lostAt = heard
    this.up = false
    void this.#ask()
  }

  /** A stream tells no reason, so after each failure we ask whether the link leads anywhere. */
  async #ask(): Promise<void> {
    if (this.#asking || this.#closed) return
    this.#asking = true
    try {
      await get(this.#path)
    } catch (error) {
      if (!this.up && error instanceof ApiError && error.status === 404) this.gone = 'board'
    }
    this.#asking = false
  }

  /** Whether the table that was asked for is there: its record is refused with another word than a missing one. */
  async #look(): Promise<void> {
    const why = await this.#record().catch((error: unknown) => error)
    if (!this.frame && why instanceof ApiError && why.status === 404) this.gone = 'table'
  }

  async #record(): Promise<Export> {
    return get<Export>(
      `${this.#path}/tables/${encodeURIComponent(this.board?.table ?? '')}/record.json`,
    )
  }

  /** Reads a game that is over; the end can be taken back, so it is read anew at each frame. */
  async #read(): Promise<void> {
    try {
      const record = await this.#record()
      if (record.id === this.board?.table) this.record = record
    } catch {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => {
        if (!this.#closed && this.frame?.view.phase === 'over') void this.#read()
      }, again)
    }
  }
}
