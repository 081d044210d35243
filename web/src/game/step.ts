// What a tap on a seat means now, and what is sent for it. All of it follows from the server's offers.
import { line } from '../lib/i18n.svelte.ts'
import type { Line } from '../lib/types.ts'
import type {
  Command,
  Deed,
  GameCommand,
  Hands,
  Offer,
  Script,
  Seat,
  Shot,
  Verb,
  View,
} from './types.ts'

/** What a step to take back or to do again was, without the word for either, which stands beside it. */
export function undone(l: Line): string {
  const what = l.args.what as unknown
  return typeof what === 'object' && what !== null && 'key' in what ? line(what as Line) : line(l)
}

/** What tapping a seat does. */
export type Tap =
  | ''
  | 'nominate'
  | 'vote'
  | 'oust'
  | 'judge'
  | 'call-night'
  | 'act'
  | 'shoot'
  | 'best-move'
  | 'accuse'
  | 'write'
  | 'cards'

/** What the host has entered and not yet sent. It belongs to one step and is forgotten with it. */
export interface Draft {
  step: string
  hands: Seat[]
  /** Hands as a number, where only that was counted. */
  count: number | null
  /** The first of two seats, or the chosen ones of a best move. */
  picks: Seat[]
  deed: Deed
  /** Talk: the hands for the mafia's night are being counted. */
  calling: boolean
  /** How long the history was when this was entered, so that undo knows what came last; -1 for nothing entered. */
  at: number
}

export const blank = (step: string): Draft => ({
  step,
  at: -1,
  hands: [],
  count: null,
  picks: [],
  deed: '',
  calling: false,
})

/** Names the step of the game: what is entered for one step never slips into the next. */
export const stepOf = (v: View): string =>
  [
    v.phase,
    v.day,
    v.night,
    v.turn.kind,
    v.turn.seat,
    v.ballot.round,
    v.ballot.current,
    v.call.role,
    v.accused.to,
  ].join('.')

export const offerOf = (v: View, verb: Verb): Offer | undefined =>
  v.offers.find((o) => o.do === verb)

type HandsTap = 'vote' | 'oust' | 'judge' | 'call-night'
const counted: readonly Tap[] = ['vote', 'oust', 'judge', 'call-night']

/** Whether seats are hands in this step. */
export const isHands = (tap: Tap): tap is HandsTap => counted.includes(tap)

const handsOffer = (v: View, tap: Tap): Offer | undefined =>
  isHands(tap) ? offerOf(v, tap) : undefined

/**
 * What a tap means, from the offers; real cards that woke are entered before anything else. `entering` tells that cards
 * were entered in this very call: after the last one a tap still takes one back.
 */
export function tapOf(v: View, draft: Draft, entering = false): Tap {
  if (v.call.cards > 0) return 'cards'
  for (const verb of ['vote', 'oust', 'judge', 'shoot', 'act', 'write'] as const) {
    if (offerOf(v, verb)) return verb
  }
  if (offerOf(v, 'best-move') && v.turn.bestMove) return 'best-move'
  if (offerOf(v, 'accuse')) return draft.calling ? 'call-night' : 'accuse'
  if (v.turn.kind === 'speech') return 'nominate'
  if (v.call.done && v.call.role !== '?') return v.call.shots ? 'shoot' : 'act'
  if (entering && v.call.role !== '?') return 'cards'
  return ''
}

const ascending = (list: Seat[]) => [...list].sort((a, b) => a - b)

const handsOf = (d: Draft): Hands =>
  d.count === null
    ? { seats: ascending(d.hands), count: 0, counted: false }
    : { seats: [], count: d.count, counted: true }

/** What a step that was not meant would record: the page asks once before it sends that. */
export type Doubt = '' | 'cards' | 'miss' | 'nobody' | 'picks' | 'hands'

export function doubtOf(v: View, tap: Tap, d: Draft): Doubt {
  if (tap === 'cards' && v.call.cards > 0) return 'cards'
  if (tap === 'shoot' && offerOf(v, 'shoot') && !v.call.done && !v.call.absent) return 'miss'
  if (tap === 'act' && !v.call.done && !v.call.absent && offerOf(v, 'act')?.to.length)
    return 'nobody'
  if (tap === 'best-move' && d.picks.length < 3) return 'picks'
  if (!isHands(tap) || raised(d) > 0) return ''
  // The first vote begins with a step of its own; a revote, a question and a judgement may not.
  const late = tap !== 'vote' || (v.ballot.round > 1 && !v.candidates.some((c) => c.closed))
  return late && voters(v, tap).length > 0 ? 'hands' : ''
}

/** Whether there is anything in the draft that could be taken back. */
export const entered = (d: Draft): boolean => raised(d) > 0 || d.picks.length > 0

/** How many hands are entered. */
export const raised = (d: Draft): number => d.count ?? d.hands.length

/** Wraps a command that the host lets stand although the rules do not. */
const stand = (c: GameCommand, over: boolean): Command =>
  over ? { do: 'overrule', command: c } : c

/** The command that closes the counting of hands. */
export function handsCommand(v: View, tap: Tap, d: Draft): Command | null {
  const hands = handsOf(d)
  const offer = handsOffer(v, tap)
  if (!offer || !isHands(tap)) return null
  const over = hands.seats.some((s) => !offer.to.includes(s))
  return stand(tap === 'vote' ? { do: tap, for: offer.for, hands } : { do: tap, hands }, over)
}

/** What the large button sends; null when it sends nothing now. */
export function primaryCommand(v: View, script: Script | null, tap: Tap, d: Draft): Command | null {
  if (isHands(tap)) return handsCommand(v, tap, d)
  if (tap === 'best-move' && d.picks.length === 3) {
    return { do: 'best-move', by: v.turn.seat, seats: ascending(d.picks) }
  }
  const p = script?.primary
  if (p?.command) return p.command
  const verb = p?.do ?? (offerOf(v, 'pass') ? 'pass' : offerOf(v, 'proceed') ? 'proceed' : null)
  if (verb === 'proceed') return { do: 'proceed' }
  if (verb === 'pass') return { do: 'pass', by: v.turn.seat }
  return null
}

/** The deed that is chosen, or the first that the role has. */
export function deedOf(v: View, d: Draft): Deed {
  const deeds: Deed[] = v.offers.filter((o) => o.do === 'act').map((o) => o.deed)
  return deeds.includes(d.deed) ? d.deed : (deeds[0] ?? v.call.deeds[0] ?? '')
}

/** All who shoot shoot at one number; at nobody, all miss. */
export function volley(v: View, at: Seat): Command {
  const by = offerOf(v, 'shoot')?.by ?? v.call.awake
  const shots: Shot[] = at ? by.map((s) => ({ by: s, at: [at], twice: false })) : []
  return { do: 'shoot', shots }
}

/** What a tap on a seat does: something is sent, or the draft changes. */
export type Move =
  | { send: Command }
  /** It is sent when the same seat is tapped once more. */
  | { doubt: 'self'; seat: Seat; send: Command }
  | { draft: Draft }
  | { voted: Seat }
  | { barred: Seat }
  | { full: number }
  | { menu: Seat }

const toggled = (list: Seat[], s: Seat) =>
  list.includes(s) ? list.filter((x) => x !== s) : [...list, s]

/** Works out what a tap on a seat means in the step. */
export function tapSeat(v: View, tap: Tap, d: Draft, s: Seat): Move {
  if (isHands(tap)) return hand(v, tap, d, s)
  switch (tap) {
    case 'nominate':
      return nominate(v, s)
    case 'act': {
      const deed = deedOf(v, d)
      if (!deed) return { menu: s }
      const send: Command = { do: 'act', role: v.call.role, deed, to: s }
      // Nobody asks about himself; a tap beside the number that he shows does.
      const own = deed === 'check' && !v.call.done && v.call.awake.includes(s)
      return own ? { doubt: 'self', seat: s, send } : { send }
    }
    case 'shoot':
      return { send: volley(v, s) }
    case 'best-move':
      return bestMove(v, d, s)
    case 'accuse':
      return accuse(d, s)
    case 'cards':
      if (v.call.cards === 0 && !v.call.awake.includes(s)) return { full: 0 }
      return { send: { do: 'card', to: s, role: cardFor(v, s) } }
    case 'write':
    case '':
      return { menu: s }
  }
}

/**
 * A tap gives the card that is awake; among the mafia a second tap makes the don, a third takes it back. When the don's
 * is the last card of the call, the first tap makes him.
 */
export function cardFor(v: View, s: Seat): View['call']['role'] {
  const has = v.seats[s - 1]?.role ?? '?'
  const role = v.call.role
  const last = has === '?' && v.call.cards === 1
  if (v.call.don && (has === role || last)) return 'don'
  if (has === role || (has === 'don' && role === 'mafia')) return '?'
  return role
}

function hand(v: View, tap: Tap, d: Draft, s: Seat): Move {
  const offer = handsOffer(v, tap)
  if (!d.hands.includes(s) && !offer?.to.includes(s)) {
    return tap === 'vote' && v.seats[s - 1]?.voted ? { voted: s } : { barred: s }
  }
  return { draft: { ...d, count: null, hands: toggled(d.hands, s) } }
}

function nominate(v: View, s: Seat): Move {
  const by = v.turn.seat
  const own = v.candidates.some((c) => c.seat === s && c.by === by)
  if (own && offerOf(v, 'withdraw')) return { send: { do: 'withdraw', by, to: s } }
  return { send: { do: 'nominate', by, to: s } }
}

function bestMove(v: View, d: Draft, s: Seat): Move {
  const by = v.turn.seat
  if (s === by) return { barred: s }
  const picks = toggled(d.picks, s)
  return picks.length > 3 ? { full: 3 } : { draft: { ...d, picks } }
}

function accuse(d: Draft, s: Seat): Move {
  const by = d.picks[0]
  if (by === undefined) return { draft: { ...d, picks: [s] } }
  if (by === s) return { draft: { ...d, picks: [] } }
  return { send: { do: 'accuse', by, to: s } }
}

/** All who may raise their hands now. */
export const voters = (v: View, tap: Tap): Seat[] => handsOffer(v, tap)?.to ?? []

/** The letter of a side, as hosts write it: К for red, Ч for black. */
export type Colour = 'red' | 'black' | 'solo' | ''

export function colourOf(role: string): Colour {
  if (role === '?' || role === '') return ''
  if (role === 'mafia' || role === 'don') return 'black'
  return role === 'maniac' || role === 'ripper' ? 'solo' : 'red'
}
