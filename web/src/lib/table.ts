// What the pages of phones, board and club all read off a table. It is worked out from what everybody sees, so no
// card is known to any of it before it lies open.
import type { Phase, Seat, SeatView, View } from './api.ts'
import type { Side } from './types.ts'

/** The phases of the night, as the console has them. */
export const nights: readonly Phase[] = ['opening', 'night', 'dawn', 'notes']

/** The cards are dealt and the first night is only announced: the time to look at one's card. */
export const dealt = (v: View): boolean =>
  v.day === 0 && v.hold && (v.phase === 'opening' || v.phase === 'night')

/** Whether the room is dark: the same for every seat, in or out, and for every card. */
export const dark = (v: View): boolean => nights.includes(v.phase) && !dealt(v)

export const seatOf = (v: View, seat: Seat): SeatView | undefined => v.seats[seat - 1]

/** A candidate as the room sees him. */
export interface Runner {
  seat: Seat
  place: number
  /** Counted votes, undefined while the vote on him is not closed. */
  votes: number | undefined
  /** The vote on him is open. */
  now: boolean
}

/** Whom a role wins with. */
export function sideOf(role: string): Side {
  if (role === '?' || role === '') return ''
  if (role === 'mafia' || role === 'don') return 'black'
  return role === 'maniac' || role === 'ripper' ? 'solo' : 'red'
}

/** Whether a card has won. */
export function won(winner: string, role: string): boolean {
  const side = sideOf(role)
  return side === 'solo' ? winner.split(' and ').includes(role) : side !== '' && winner === side
}

/** What a game is won by; each page has its words for it. */
export type Why =
  'both' | 'declared' | 'empty' | 'no-black' | 'no-names' | 'no-red' | 'parity' | 'quiet' | 'solo'

const reasons: Record<string, Why> = {
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

/** Why a game ended; empty where the rule is none by which one wins. */
export function whyOf(v: View): Why | '' {
  const why = reasons[v.outcome.rule] ?? ''
  // Where red wins by the same rule because for long nobody has left, black cards are still in.
  const black = v.seats.some((s) => s.in && sideOf(s.role) === 'black')
  return why === 'no-black' && black ? 'quiet' : why
}
