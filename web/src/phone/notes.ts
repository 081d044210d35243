// A player's own notes: on this phone, for one table. They never leave it, and the next table wipes them.
import { recall, remember } from '../lib/shelf.ts'

/** What a player thinks somebody is; empty: nothing yet. */
export type Mark = '' | 'red' | 'black' | 'doubt' | 'sheriff'
export const marks: readonly Mark[] = ['red', 'black', 'doubt', 'sheriff']

export interface Note {
  mark: Mark
  text: string
}

/** The longest text beside a seat. */
export const noteLength = 80

const name = 'omerta.notes'
const blank: Note = { mark: '', text: '' }

interface Pad {
  table: string
  seats: Record<string, Note>
}

const empty = (table: string): Pad => ({ table, seats: {} })

const sound = (n: unknown): n is Note =>
  typeof n === 'object' &&
  n !== null &&
  'mark' in n &&
  'text' in n &&
  typeof n.text === 'string' &&
  (n.mark === '' || marks.some((m) => m === n.mark))

/** Opens the pad of a table. What was written at another table is wiped, from the storage too. */
export function openPad(table: string): ReadonlyMap<number, Note> {
  const pad = recall<Pad>(name, empty(''))
  if (pad.table !== table) {
    if (pad.table !== '') remember(name, empty(table))
    return new Map()
  }
  return new Map(
    Object.entries(pad.seats)
      .filter(([, n]) => sound(n))
      .map(([seat, n]) => [Number(seat), n]),
  )
}

/** Puts a pad away; seats without a note are left out. */
export function keepPad(table: string, pad: ReadonlyMap<number, Note>): void {
  const seats = Object.fromEntries([...pad].filter(([, n]) => n.mark !== '' || n.text !== ''))
  remember(name, { table, seats } satisfies Pad)
}

/** Wipes a table's pad from the storage when its game is over, and answers what was on it. */
export function closePad(table: string): ReadonlyMap<number, Note> {
  const pad = openPad(table)
  if (pad.size > 0) remember(name, empty(table))
  return pad
}

/** The pad with a change to one seat's note. */
export const noted = (
  pad: ReadonlyMap<number, Note>,
  seat: number,
  change: Partial<Note>,
): ReadonlyMap<number, Note> => new Map(pad).set(seat, { ...noteOf(pad, seat), ...change })

export const noteOf = (pad: ReadonlyMap<number, Note>, seat: number): Note => pad.get(seat) ?? blank
