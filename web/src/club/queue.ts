// Who plays next when more people are here than seats at the table.

import { fold } from './evening.svelte.ts'

export interface Played {
  id: string
  won: boolean
  /** When he left: 0 the first departure, 1 the next; null for those who stayed to the end. */
  left: number | null
}

/**
 * The queue of CLASSIC-QUEUE-1: who watched, then the winning side, then the losing side in the order of their
 * departures, those who stayed to the end last. Equals draw lots, by numbers from `lot` (from 0 up to 1).
 */
export function queue(
  watched: readonly string[],
  table: readonly Played[],
  lot: () => number,
): string[] {
  const end = Number.MAX_SAFE_INTEGER
  const all = [
    ...watched.map((id) => ({ id, group: 0, left: 0 })),
    ...table.map((p) => ({ id: p.id, group: p.won ? 1 : 2, left: p.won ? 0 : (p.left ?? end) })),
  ].map((x) => ({ ...x, lot: lot() }))
  return all.sort((a, b) => a.group - b.group || a.left - b.left || a.lot - b.lot).map((x) => x.id)
}

/** CLASSIC-QUEUE-2: who declines gives his seat to the next in the queue. */
export const seated = (
  line: readonly string[],
  declined: readonly string[],
  seats: number,
): string[] => line.filter((id) => !declined.includes(id)).slice(0, seats)

/** One person, one place: of a name that stands twice the first stays. */
export const once = (ids: readonly string[]): string[] => [...new Set(ids)]

/**
 * Who is here and neither was dealt in nor sits at the table now: a substitute from among those who watched has a
 * seat, and his nick says so, whoever was dealt in there.
 */
export function watchers(
  here: readonly { id: string; nick: string }[],
  dealt: readonly string[],
  nicks: readonly string[],
): string[] {
  const sits = nicks.map(fold)
  return once(
    here.filter((p) => !dealt.includes(p.id) && !sits.includes(fold(p.nick))).map((p) => p.id),
  )
}

/** Luck for the page: a number from 0 up to 1 that nobody can foresee. */
export function luck(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}
