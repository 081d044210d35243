// What a phone shows of a table. Everything here is worked out from the frame that every phone gets, and from the
// phone's seat: no card is known to any of it.
import type { Frame, Mine, Phase, Seat, SeatView, Turn, View } from '../lib/api.ts'

/** The phases of the night, as the console has them. */
const nights: readonly Phase[] = ['opening', 'night', 'dawn', 'notes']

/** The cards are dealt and the first night is only announced: the time to look at one's card. */
export const dealt = (v: View): boolean =>
  v.day === 0 && v.hold && (v.phase === 'opening' || v.phase === 'night')

/** Whether the phone is black: the same for every seat, in or out, and for every card. */
export const dark = (v: View): boolean => nights.includes(v.phase) && !dealt(v)

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

/** Whether it is a seat's word now: his own turn, or one that the speaker has given him. */
export const speaks = (t: Turn, seat: Seat): boolean =>
  seat > 0 && t.kind !== '' && (t.invited > 0 ? t.invited === seat : t.seat === seat)

/** Names a turn, so that one is told from the next of the same seat. */
const turnName = (v: View): string =>
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

export const seatOf = (v: View, seat: Seat): SeatView | undefined => v.seats[seat - 1]

/** Whether a seat has left the game. */
export const gone = (v: View, seat: Seat): boolean => seatOf(v, seat)?.in === false

/** Whom a role wins with. */
export function sideOf(role: string): 'red' | 'black' | 'solo' | '' {
  if (role === '?' || role === '') return ''
  if (role === 'mafia' || role === 'don') return 'black'
  return role === 'maniac' || role === 'ripper' ? 'solo' : 'red'
}

/** How a game ended for the holder of a card. */
export function resultOf(winner: string, role: string): 'won' | 'lost' | '' {
  if (winner === '' || winner === 'nobody' || role === '?') return ''
  const side = sideOf(role)
  const won = side === 'solo' ? winner.split(' and ').includes(role) : winner === side
  return won ? 'won' : 'lost'
}

/** A candidate as the board shows him. */
export interface Runner {
  seat: Seat
  place: number
  /** Counted votes, undefined while the vote on him is not closed. */
  votes: number | undefined
  now: boolean
}

/** The candidates in order, with votes where they are counted. After a ballot the order is the ballot's. */
export function runners(v: View): Runner[] {
  if (v.phase === 'ballot') {
    return v.candidates.map((c, i) => ({
      seat: c.seat,
      place: i + 1,
      votes: c.closed ? c.votes : undefined,
      now: v.ballot.current === c.seat,
    }))
  }
  if (v.tally.length > 0 && v.phase !== 'circle' && v.phase !== 'vote-call') {
    return v.tally.map((t, i) => ({ seat: t.seat, place: i + 1, votes: t.votes, now: false }))
  }
  return v.candidates.map((c, i) => ({ seat: c.seat, place: i + 1, votes: undefined, now: false }))
}

/** The rules by which a game is won, in the words that the phone has for them. */
const reasons: Record<string, string> = {
  'CITY-WIN-1': 'solo',
  'CITY-WIN-2': 'both',
  'CITY-WIN-3': 'no-black',
  'CITY-WIN-4': 'parity',
  'CITY-WIN-5': 'empty',
  'CITY-FOUL-6': 'declared',
  'CLASSIC-WIN-1': 'no-black',
  'CLASSIC-WIN-2': 'parity',
  'CLASSIC-WIN-3': 'quiet',
  'CLASSIC-WIN-4': 'declared',
  'CLASSIC-WIN-6': 'empty',
  'CLUB-WIN-1': 'no-black',
  'CLUB-WIN-2': 'parity',
  'CLUB-WIN-4': 'solo',
  'CLUB-WIN-5': 'empty',
  'CLUB-FOUL-5': 'declared',
  'ORIGINAL-END-1': 'no-names',
  'ORIGINAL-END-2': 'no-red',
}

/** Why a game ended; empty where the phone has no words for the rule. */
export function whyOf(v: View): string {
  const why = reasons[v.outcome.rule] ?? ''
  // Where red wins by the same rule because for long nobody has left, black cards are still in.
  const black = v.seats.some((s) => s.in && sideOf(s.role) === 'black')
  return why === 'no-black' && black ? 'quiet' : why
}
