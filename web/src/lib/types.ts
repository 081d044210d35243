// What the server says and takes, as the pages of the club need it. The names are those of the Go types.
import type { Args } from './say.ts'

export type Role =
  | '?'
  | 'civilian'
  | 'mafia'
  | 'don'
  | 'sheriff'
  | 'doctor'
  | 'mistress'
  | 'maniac'
  | 'bodyguard'
  | 'reanimator'
  | 'ripper'
export type Side = '' | 'red' | 'black' | 'solo'
export type Book = 'city' | 'classic' | 'club' | 'original'
/** How many cards of each role. */
export type Cast = Partial<Record<Role, number>>

/** A sentence that is not yet in a language. */
export interface Line {
  key: string
  args: Args
}

/** A sentence in both languages, as errors and notes carry it. */
export interface Both {
  ru: string
  en: string
}

/** Something a rule says about a composition. */
export interface Remark {
  rule: string
  key: string
  args: Args
  text: Both
}

/** Why something was not done: by which rule, and what to do instead. */
export interface Problem {
  error: string
  rule: string
  text: Both
  hint: Both
  /** Particulars: a reason's id, or the faults of a record. */
  why: string
  seat: number
  line: Line | null
  more: Problem[]
}

export interface BookOption {
  name: string
  value: string
  values: { value: string; text: Both }[]
  number: { min: number; max: number; unit: string } | null
  title: Both
  help: Both
  rules: string[]
}

export interface BookPreset {
  name: string
  options: OptionSet[]
  title: Both
  help: Both
}

/** A rulebook as a new game may choose it. */
export interface Rulebook {
  id: string
  name: Book
  title: Both
  line: Both
  min: number
  max: number
  options: BookOption[]
  presets: BookPreset[]
}

export interface Person {
  id: string
  nick: string
  novice: boolean
  /** Ids of those who should sit neither beside nor opposite. */
  friends: string[]
}

/** The answer to a change: the person, and whose nicks look like this one. */
export interface SavedPerson extends Person {
  looksLike: string[]
}

export interface OptionSet {
  name: string
  value: string
}

export interface ComposeInput {
  rulebook: Book
  players: number
  with: Role[]
  seventeen: string
  /** To be judged; empty: propose one. */
  cast: Cast
}

export interface Composition {
  cast: Cast
  red: number
  other: number
  ratio: number
  warnings: Remark[]
  refusals: Remark[]
}

export interface Seating {
  /** Indices into the nicks that were asked about, seat 1 first. */
  order: number[]
  nicks: string[]
}

/** Who sits down at a seat. */
export interface Sitter {
  nick: string
  personId: string
  novice: boolean
}

export type Deal = 'lot' | 'real' | 'given'

export interface TableInput {
  /** The same key again gives the same table. */
  key: string
  rulebook: string
  preset: string
  options: OptionSet[]
  seats: Sitter[]
  deal: Deal
  given: Role[]
  with: Role[]
  cast: Cast
  immune: number[]
  tournament: boolean
  title: string
  event: string
  site: string
}

export interface Summary {
  phase: string
  day: number
  night: number
  outcome: Outcome
  voided: boolean
}

/** What a table was made from. */
export interface Meta {
  /** With version. */
  rulebook: string
  preset: string
  options: OptionSet[]
  title: string
  event: string
  site: string
  deal: Deal
  tournament: boolean
  seats: Sitter[]
  summary: Summary
}

/** A table in a list. */
export interface Listed extends Meta {
  id: string
  createdAt: number
}

export interface Outcome {
  winner: string
  rule: string
}

/** One card, for the eyes of its owner, and the others whose cards he knows. */
export interface Card {
  seat: number
  nick: string
  role: Role
  knows: { seat: number; nick: string; role: Role }[]
}

export interface SeatView {
  seat: number
  nick: string
  in: boolean
  fouls: number
  role: Role
  immune: boolean
  novice: boolean
}

export interface Departure {
  seat: number
  cause: 'killed' | 'voted-out' | 'fouls' | 'removed' | 'forfeited' | 'left'
  day: number
  night: number
  dark: boolean
}

/** What the pages of the club read of a view; the console reads more. */
export interface View {
  rulebook: string
  viewer: string
  phase: string
  day: number
  night: number
  seats: SeatView[]
  departed: Departure[]
  outcome: Outcome
  points: number[]
  immuneNext: number[]
  blacks: number
}

export interface Frame {
  table: {
    id: string
    title: string
    event: string
    site: string
    rulebook: string
    preset: string
    createdAt: number
    voided: boolean
    host: 'required' | 'none'
  }
  view: View
  length: number
}
