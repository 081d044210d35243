// One table as this screen knows it: the newest frame, the line to the server, and what was sent and not yet answered.
import type { Answer } from './api.ts'
import { ApiError, get, newKey, post } from './client.ts'
import { Offset } from './clock.ts'
import { Stream } from './stream.ts'
import type { Command, Frame } from '../game/types.ts'

/** A command that the server refused, with what it said, and what was to follow it and was not sent. */
export interface Refused {
  command: Command
  error: ApiError
  dropped: Command[]
}

interface Waiting {
  key: string
  sure: boolean
  command: Command
  /** How long the history was when the host acted; null when his own earlier commands were still on their way. */
  seen: number | null
  /** Which history it was; absent as `seen` is, and where the server has not told. */
  stamp: number | undefined
}

const waits = [400, 1_000, 2_000, 4_000]
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Whether the same command may be sent again: nothing is known of what became of it, or it was not taken. */
const retriable = (e: ApiError) => e.status === 0 || e.status === 429 || e.status >= 502

/**
 * Holds a table. Commands go out one after the other, each with a key of its own under which it is repeated until there
 * is an answer, and with the length of the history that the host had before his eyes, so that two hosts never step twice.
 */
export class Session {
  frame = $state.raw<Frame | null>(null)
  /** Whether what is shown is the present. */
  up = $state(false)
  /** Since when it is not, by our own clock. */
  lostAt = $state(0)
  /** The commands that are on their way. */
  waiting = $state.raw<readonly Command[]>([])
  /** How many they are. */
  sending = $derived.by(() => this.waiting.length)
  refused = $state.raw<Refused | null>(null)
  /** Why there is no table to show. */
  gone = $state.raw<ApiError | null>(null)

  readonly offset = new Offset()
  readonly id: string
  #stream: Stream
  #queue: Waiting[] = []
  #busy = false
  #asking = false
  #closed = false
  #length = 0
  #stamp: number | undefined

  constructor(id: string) {
    this.id = id
    this.#stream = new Stream(`/api/tables/${encodeURIComponent(id)}/stream`, {
      frame: (data) => this.#take(data),
      lost: (heard) => this.#lose(heard),
    })
  }

  /** The server's time now; while the line is lost, the time at which it was: no clock runs on as if it were known. */
  now(): number {
    return this.offset.at(this.up ? Date.now() : this.lostAt || Date.now())
  }

  /**
   * Sends a command. A step of the game is not taken while an earlier one is unanswered, for it would be a step from a
   * state that the host has not seen; other commands wait their turn. `sure`: it may bring back who has seen the cards.
   */
  send(command: Command, sure = false): void {
    const step = command.do === 'proceed' || command.do === 'pass' || command.do === 'undo'
    if (step && this.#queue.length > 0) return
    const seen = this.#queue.length > 0 ? null : (this.frame?.length ?? 0)
    const stamp = seen === null ? undefined : this.frame?.stamp
    this.#queue.push({ key: newKey(), command, sure, seen, stamp })
    this.#tell()
    this.refused = null
    void this.#drain()
  }

  #tell(): void {
    this.waiting = this.#queue.map((w) => w.command)
  }

  close(): void {
    this.#closed = true
    this.#stream.close()
  }

  #take(data: string): void {
    const frame = JSON.parse(data) as Frame
    // The machine may have slept meanwhile, or its clock been set.
    if (!this.up) this.offset.reset()
    this.offset.note(frame.clock.now, Date.now())
    this.frame = frame
    this.#length = frame.length
    this.#stamp = frame.stamp
    this.gone = null
    this.up = true
    this.lostAt = 0
  }

  #lose(heard: number): void {
    if (this.lostAt === 0) this.lostAt = heard
    this.up = false
    // Also when it never was up: the first connection may fail because there is nothing to connect to.
    void this.#ask()
  }

  /** A command did not get through: what is on the screen may be old, so all is asked for anew. */
  #lost(): void {
    this.#lose(this.#stream.heard)
    this.#stream.open()
  }

  /** A stream tells no reason, so after each failure we ask whether the table is there at all. */
  async #ask(): Promise<void> {
    if (this.#asking || this.#closed) return
    this.#asking = true
    try {
      await get(`/api/tables/${encodeURIComponent(this.id)}`)
    } catch (error) {
      if (!this.up && error instanceof ApiError && !retriable(error)) this.gone = error
    }
    this.#asking = false
  }

  async #drain(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    for (let next = this.#queue[0]; next && !this.#closed; next = this.#queue[0]) {
      await this.#deliver(next)
      this.#queue.shift()
      this.#tell()
    }
    this.#busy = false
  }

  /** Sends until there is an answer, always under the same key. */
  async #deliver(w: Waiting): Promise<void> {
    const [seen, stamp] = w.seen === null ? [this.#length, this.#stamp] : [w.seen, w.stamp]
    const body = { key: w.key, seen, stamp: stamp ?? null, command: w.command, sure: w.sure }
    for (let tries = 0; !this.#closed; tries++) {
      try {
        const answer = await post<Answer>(
          `/api/tables/${encodeURIComponent(this.id)}/commands`,
          body,
        )
        this.#length = Math.max(this.#length, answer.length)
        if (w.command.do === 'undo') this.#length = answer.length
        if (answer.stamp) this.#stamp = answer.stamp
        return
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!retriable(error)) {
          // What was meant to follow was meant for another state than the one that is.
          const dropped = this.#queue.splice(1).map((x) => x.command)
          this.refused = { command: w.command, error, dropped }
          return
        }
        if (error.status === 0) this.#lost()
        await pause(waits[Math.min(tries, waits.length - 1)] ?? 4_000)
      }
    }
  }
}
