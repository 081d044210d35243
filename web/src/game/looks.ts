// How each seat looks now, apart from any drawing.
import type { Role } from '../lib/types.ts'
import { colourOf, isHands, type Colour, type Draft, type Tap } from './step.ts'
import type { Frame, Seat, SeatView, View } from './types.ts'

export interface Look {
  seat: Seat
  nick: string
  out: boolean
  fouls: number
  /** A foul can be given now. */
  foul: boolean
  speaking: boolean
  /** Who has the floor was given it by the speaker. */
  invited: boolean
  /** Has had his turn in this circle. */
  spoken: boolean
  /** Place in the ballot, 0 for none. */
  place: number
  /** The vote on him is open. */
  asked: boolean
  hand: boolean
  /** For whom he has voted, 0 for nobody. */
  voted: Seat
  silenced: boolean
  immune: boolean
  alibi: boolean
  novice: boolean
  /** Awake at night. */
  awake: boolean
  /** Chosen at night, or among the chosen. */
  target: boolean
  /** Chosen in the night before. */
  before: boolean
  /** May not be chosen, and why. */
  bar: string
  role: Role
  colour: Colour
}

/** Looks of all seats. Cards and night marks are there only when `open`: what is covered is not on the page at all. */
export function looks(frame: Frame, tap: Tap, draft: Draft, open: boolean): Look[] {
  const v = frame.view
  const fouls = v.offers.find((o) => o.do === 'foul')?.to ?? []
  const bars = new Map(barsOf(v, tap, draft).map((b) => [b.seat, b.rule]))
  const dark = v.phase === 'night' || v.phase === 'opening'
  return v.seats.map((s) => ({
    ...ofSeat(v, s),
    foul: fouls.includes(s.seat),
    hand: isHands(tap) && draft.count === null && draft.hands.includes(s.seat),
    awake: dark && v.call.awake.includes(s.seat),
    target: (picking(tap) && draft.picks.includes(s.seat)) || (dark && isTarget(v, s.seat)),
    before: dark && v.call.before === s.seat,
    bar: bars.get(s.seat) ?? '',
    // An alibi is announced when the vote falls on it, and not before (CLUB-VOTE-6).
    alibi: s.alibi && (open || v.phase === 'over'),
    ...(open || v.phase === 'over' || tap === 'cards'
      ? {}
      : { role: '?' as const, colour: '' as const }),
  }))
}

/** Candidates matter from the first who is put up until the day's vote is over. */
export const isVoting = (v: View): boolean =>
  ['circle', 'vote-call', 'ballot', 'defences', 'question'].includes(v.phase)

const picking = (tap: Tap): boolean => tap === 'best-move' || tap === 'accuse'

/** Whom this call has chosen: whom the mafia shot is no mark of the calls that follow. */
function isTarget(v: View, s: Seat): boolean {
  return v.call.to === s || (v.call.shots && v.call.shot.some((x) => x.at.includes(s)))
}

function barsOf(v: View, tap: Tap, draft: Draft) {
  const verb = tap === 'nominate' || tap === 'act' ? tap : ''
  const offers = v.offers.filter((o) => o.do === verb)
  return (offers.find((o) => o.deed === draft.deed) ?? offers[0])?.not ?? []
}

function ofSeat(v: View, s: SeatView): Look {
  const place = isVoting(v) ? v.candidates.findIndex((c) => c.seat === s.seat) + 1 : 0
  const accused = v.phase === 'accusation' && v.accused.to === s.seat
  return {
    seat: s.seat,
    nick: s.nick,
    out: !s.in,
    fouls: s.fouls,
    foul: false,
    speaking: v.turn.seat === s.seat || (v.phase === 'accusation' && v.accused.by === s.seat),
    invited: v.turn.invited === s.seat,
    spoken: s.spoken && v.turn.seat !== s.seat,
    place,
    asked: v.ballot.current === s.seat || accused,
    hand: false,
    voted: s.voted,
    silenced: s.silenced,
    immune: s.immune,
    alibi: s.alibi,
    novice: s.novice,
    awake: false,
    target: false,
    before: false,
    bar: '',
    role: s.role,
    colour: colourOf(s.role),
  }
}
