// What each rulebook punishes, as the server lists it.
import { get } from '../lib/client.ts'
import type { Line } from '../lib/types.ts'

/** What is punished, by which rule, and how. */
export interface Reason {
  rule: string
  key: string
  line: Line
  do: 'foul' | 'gesture' | 'remove' | 'forfeit'
  n: number
}

const known: Record<string, Promise<Reason[]> | undefined> = {}

/** The reasons of a rulebook, asked for once; none when they cannot be had now. */
export function reasonsOf(book: string): Promise<Reason[]> {
  return (known[book] ??= get<Reason[]>(`/api/rulebooks/${encodeURIComponent(book)}/reasons`).catch(
    () => {
      known[book] = undefined
      return []
    },
  ))
}
