// What a phone shows of a table. Everything here is worked out from the frame that every phone gets, and from the
// phone's seat: no card is known to any of it.
import type { Frame, Mine, Seat, Turn, View } from '../lib/api.ts'
import { dark, dealt, seatOf } from '../lib/table.ts'

export type Stage = 'lobby' | 'wait' | 'void' | 'deal' | 'night' | 'day' | 'over'

/** Which page a phone shows. A frame of another table than the phone's is none. */
export function stageOf(m: Mine, f: Frame | null): Stage {
  if (m.state !== 'seated') return 'lobby'
  if (f?.table.id !== m.table) return 'wait'
  if (f.table.voided) return 'void'
  if (f.view.phase === 'over') return 'over'
  if (dark(f.view)) return 'night'
  return dealt(f.view) ? 'deal' : 'day'
}

/** The game that a phone without a seat watches for its nights, as the server chooses it too: the newest in the room. */
export const watched = (m: Mine | null): string =>
  m?.state === 'lobby' ? (m.open[0]?.id ?? '') : ''

/** Whether it is night in the room around a phone without a seat: a lit screen would show the faces of who is awake. */
export const dusk = (m: Mine | null, f: Frame | null): boolean =>
  f !== null &&
  f.table.id === watched(m) &&
  !f.table.voided &&
  (f.friends ? f.view.phase === 'notes' || f.friends.sunrise === 'count' : dark(f.view))

/** Whether it is a seat's word now: his own turn, or one that the speaker has given him. */
export const speaks = (t: Turn, seat: Seat): boolean =>
  seat > 0 && t.kind !== '' && (t.invited > 0 ? t.invited === seat : t.seat === seat)

/** Names a turn, so that one is told from the next of the same seat. */
export const turnName = (v: View): string =>
  [v.turn.kind, v.turn.seat, v.turn.invited, v.phase, v.day, v.night, v.ballot.round].join(' ')

/** Tells when a player is to be woken: once for each turn of his, never by night. */
export class TurnAlert {
  #last = ''

  /** Notes a frame, and says whether his word has just begun. */
  note(v: View, seat: Seat): boolean {
    const mine = !dark(v) && speaks(v.turn, seat)
    const now = mine ? turnName(v) : ''
    const begun = mine && now !== this.#last
    this.#last = now
    return begun
  }
}

/** Whether a seat has left the game. */
export const gone = (v: View, seat: Seat): boolean => seatOf(v, seat)?.in === false
