// Which cards the pages list for a rulebook, and in which order. Whether a composition may be played is the server's word.
import type { Book, Cast, Role } from '../lib/types.ts'

const all: Role[] = [
  'mafia',
  'don',
  'sheriff',
  'doctor',
  'mistress',
  'maniac',
  'bodyguard',
  'reanimator',
  'ripper',
  'civilian',
]

const lists: Record<Book, Role[]> = {
  city: all,
  classic: ['mafia', 'don', 'sheriff', 'civilian'],
  club: ['mafia', 'don', 'sheriff', 'doctor', 'mistress', 'maniac', 'civilian'],
  original: ['mafia', 'civilian'],
}

export const rolesOf = (book: Book): Role[] => lists[book]

/** Cards that a host may wish for on top of the proposal (CITY-SETUP-8). */
export const optionalRoles: Role[] = ['bodyguard', 'reanimator', 'ripper']

/** What of a composition is still to be given out. Below zero: one was given too often. */
export function left(cast: Cast, given: readonly Role[]): Cast {
  const out: Cast = { ...cast }
  for (const role of given) if (role !== '?') out[role] = (out[role] ?? 0) - 1
  return out
}
