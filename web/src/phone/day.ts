// What the pages of a table show, apart from stage.ts, which a phone loads before it has a seat. Here too everything is
// worked out from the frame that every phone gets, and from the phone's seat: no card is known to any of it.
import type { Seat, View } from '../lib/api.ts'
import { dark, won, type Runner } from '../lib/table.ts'
import { speaks, turnName } from './stage.ts'

/** Names what a player must see at once: his own word, a vote or a question, who has left. Speeches of others are none. */
export const headline = (v: View, seat: Seat): string =>
  JSON.stringify([
    speaks(v.turn, seat) ? turnName(v) : '',
    ['circle', 'introductions', 'talk'].includes(v.phase) ? '' : v.phase,
    v.ballot.round,
    v.ballot.current,
    v.accused.to,
    v.departed.length,
    v.news.kind,
    v.news.dead,
    v.turn.kind === 'last-word',
  ])

/** Who has been announced as leaving, and has his last word as soon as the host goes on; by night nobody is told. */
export function wordsDue(v: View): readonly Seat[] {
  const due = v.phase === 'dusk' || (v.phase === 'circle' && v.news.kind === 'dawn')
  return v.hold && due ? v.news.dead : []
}

/** Whether a seat has its last word now, or has it before the table goes on; by night nobody is told. */
export function lastWord(v: View, seat: Seat): '' | 'now' | 'soon' {
  if (dark(v)) return ''
  if (wordsDue(v).includes(seat)) return 'soon'
  if (v.turn.kind !== 'last-word') return ''
  if (speaks(v.turn, seat)) return 'now'
  return v.turn.next.includes(seat) ? 'soon' : ''
}

/** What the next foul costs; the fourth puts out in every rulebook that counts them, the third is the house's to set. */
export const nextFoul = (fouls: number): '' | 'speech' | 'out' =>
  fouls >= 3 ? 'out' : fouls === 2 ? 'speech' : ''

/** How a game ended for the holder of a card. */
export function resultOf(winner: string, role: string): 'won' | 'lost' | '' {
  if (winner === '' || winner === 'nobody' || role === '?') return ''
  return won(winner, role) ? 'won' : 'lost'
}

/** Whether the candidates are still to be judged: once it is settled who leaves, nobody is one any more. */
export const judging = (v: View): boolean => v.phase !== 'dusk'

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
