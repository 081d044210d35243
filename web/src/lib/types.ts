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

/** Something a rule says about what was asked for. */
export interface Note {
  rule: string
  text: Both
}

/** Who leads here, and what the program is. */
export interface Me {
  host: boolean
  version: string
  /** Where others on the network find the program. */
  addresses: string[]
}

export interface Person {
  id: string
  nick: string
  novice: boolean
  /** Ids of those who should sit neither beside nor opposite. */
  friends: string[]
}

export interface OptionSet {
  name: string
  value: string
}

export interface ComposeRequest {
  rulebook: Book
  players: number
  with: Role[]
  seventeen?: string
  cast?: Cast
}

export interface ComposeAnswer {
  cast: Cast
  red: number
  other: number
  ratio: number
  warnings: Note[]
  refusals: Note[]
}

export interface SeatRequest {
  nick: string
  personId?: string
  novice: boolean
}

export type Deal = 'lot' | 'real' | 'given'

export interface TableRequest {
  rulebook: Book
  preset: string
  options: OptionSet[]
  seats: SeatRequest[]
  deal: Deal
  given?: Role[]
  cast?: Cast
  immune: number[]
  tournament: boolean
  title: string
  event: string
  site: string
}

export interface TableSummary {
  id: string
  title: string
  rulebook: string
  createdAt: number
  players: number
  phase: string
  day: number
  night: number
  outcome: Outcome
  voided: boolean
}

export interface Outcome {
  winner: string
  rule: string
}

export interface SeatingAnswer {
  /** Nicks in the order of seats. */
  order: string[]
  /** False when nobody can be kept apart as asked: then the order is by lot alone. */
  apart: boolean
}

/** One card, for the eyes of its owner. */
export interface CardAnswer {
  role: Role
  side: Side
  /** Whom this card knows, and as what. */
  knows: { seat: number; role: Role }[]
}

export interface LogLine {
  step: number
  at: number
  line: Line
  secret: boolean
}
