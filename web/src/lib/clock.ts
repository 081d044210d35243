// The time of a turn as every screen shows it: worked out from the server's deadline, never by counting.

/** The clock as a frame carries it. Times are milliseconds by the server's clock. */
interface Ticking {
  limitMs: number
  leftMs: number
  running: boolean
  deadline: number
}

/** How many frames the estimate of the server's clock looks back on. */
const window = 12

/**
 * Estimates how far the server's clock is ahead of ours. A frame's stamp is old by its travelling time when it
 * arrives, so of the last frames the largest difference is nearest to the truth.
 */
export class Offset {
  #seen: number[] = []

  /** Notes a frame that was stamped `server` and came at `local`. */
  note(server: number, local: number): void {
    this.#seen.push(server - local)
    if (this.#seen.length > window) this.#seen.shift()
  }

  /** The server's time at a local moment. */
  at(local: number): number {
    return local + (this.#seen.length ? Math.max(...this.#seen) : 0)
  }

  /** Forgets all: the machine slept, or its clock was set. */
  reset(): void {
    this.#seen = []
  }
}

/** Milliseconds left at a moment of the server's clock; negative when that much over. */
export const left = (c: Ticking, now: number): number => (c.running ? c.deadline - now : c.leftMs)

/** The seconds as people count them: a minute begins with 1:00 and ends when 0:00 appears; then it counts up. */
export function face(ms: number): { text: string; over: boolean } {
  const over = ms <= -1000
  const s = over ? Math.floor(-ms / 1000) : Math.max(0, Math.ceil(ms / 1000))
  return { text: `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`, over }
}

export type Cue = 'soon' | 'end'

/** Ten seconds before the end there is a warning, when the turn is at least this long. */
const warned = 20_000
const soon = 10_000

/**
 * Which cue is due when the time goes from `before` to `after`; none when it jumps, as after a lost connection:
 * a cue that is late is no cue.
 */
export function cue(limit: number, before: number, after: number): Cue | null {
  if (before - after > 2_000) return null
  if (before > 0 && after <= 0) return 'end'
  if (limit >= warned && before > soon && after <= soon) return 'soon'
  return null
}
