// Why a round gave the points that it gave.
import type { Seat } from '../../lib/api.ts'
import { sideOf } from '../../lib/table.ts'
import { inGame, type FriendsFrame } from './table.ts'

/** Why a seat got its points: words of the end, with a number where they count something (ORIGINAL-POINTS). */
export type Why = '' | 'black' | 'black.out' | 'red' | 'lost'

/** By whose victory a round gave its points; nobody gets any where no side has won. */
export const pointsRule = (f: FriendsFrame): '' | 'black' | 'red' => {
  const { winner } = f.view.outcome
  return !f.table.voided && (winner === 'black' || winner === 'red') ? winner : ''
}

export function whyPoints(f: FriendsFrame, seat: Seat): Why {
  const rule = pointsRule(f)
  const side = sideOf(f.view.seats[seat - 1]?.role ?? '?')
  if (rule === '' || (side !== 'black' && side !== 'red')) return ''
  if (rule !== side) return 'lost'
  return side === 'black' && !inGame(f.view, seat) ? 'black.out' : side
}
