// The server's types under the names that the pages of the club use, and the few that the pages add.
import type { Args } from './say.ts'
import type * as api from './api.ts'

export type {
  BookOption,
  Card,
  Composition,
  Export,
  Frame,
  Imported,
  Listed,
  Outcome,
  Person,
  Problem,
  Role,
  SavedPerson,
  Seating,
  Side,
  TableInput,
} from './api.ts'

export type Book = 'city' | 'classic' | 'club' | 'original'

/** A rulebook as a new game may choose it. */
export type Rulebook = Omit<api.Book, 'name'> & { name: Book }

/** How many cards of each role. */
export type Cast = Partial<Record<api.Role, number>>

/** A sentence in both languages, as errors and notes carry it. */
export type Both = api.Text

export type Deal = 'lot' | 'real' | 'given'

/** A sentence that is not yet in a language. */
export interface Line {
  key: string
  args: Args
}
