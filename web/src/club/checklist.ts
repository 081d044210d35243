// The host's checklist before a game. The rulebooks that ask for one thing or another are named by rule.
import type { Args } from '../lib/say.ts'
import type { Book } from '../lib/types.ts'
import type { ClubKey } from './words.ts'

export interface Item {
  key: ClubKey
  args: Args
  rule: string
}

/** CITY-TIME-1: at least 45 minutes for ten, 90 for twenty; in between and beyond on the same line. */
export const minutes = (players: number): number =>
  Math.ceil((45 + Math.max(0, players - 10) * 4.5) / 5) * 5

export function checklist(book: Book, players: number): Item[] {
  const item = (key: ClubKey, rule = '', args: Args = {}): Item => ({ key, rule, args })
  const cards = item(book === 'original' ? 'prep.notes' : 'prep.cards')
  if (book !== 'city') {
    return [
      item('prep.seats'),
      cards,
      item('prep.quiet'),
      ...(book === 'classic' ? [item('prep.masks')] : []),
    ]
  }
  return [
    item('prep.people', 'CITY-PREP-1'),
    item('prep.room', 'CITY-PREP-1', { n: Math.max(1, Math.ceil(players / 3)) }),
    item('prep.chairs', 'CITY-PREP-1'),
    item('prep.cards', 'CITY-PREP-1'),
    item('prep.time', 'CITY-TIME-1', { n: minutes(players) }),
    item('prep.speaker', 'CITY-PREP-2'),
    item('prep.masks', 'CITY-PREP-2'),
  ]
}
