// What the running game sends and takes. The names are those of the Go types.
import type { Line, Role } from '../lib/types.ts'

export type Seat = number
export type Deed = '' | 'kill' | 'check' | 'shoot' | 'visit' | 'heal' | 'guard'
export type Phase =
  | 'introductions'
  | 'opening'
  | 'dusk'
  | 'night'
  | 'dawn'
  | 'circle'
  | 'vote-call'
  | 'ballot'
  | 'defences'
  | 'question'
  | 'talk'
  | 'accusation'
  | 'notes'
  | 'over'

export interface SeatView {
  seat: Seat
  nick: string
  in: boolean
  fouls: number
  silenced: boolean
  spoken: boolean
  role: Role
  immune: boolean
  alibi: boolean
  voted: Seat
  novice: boolean
}

export interface Turn {
  kind: '' | 'speech' | 'defence' | 'last-word' | 'introduction'
  seat: Seat
  seconds: number
  silenced: boolean
  invited: Seat
  next: Seat[]
  bestMove: boolean
}

export interface Hands {
  seats: Seat[]
  count: number
  counted: boolean
}

export interface Candidate {
  seat: Seat
  by: Seat
  hands: Hands
  votes: number
  closed: boolean
}

export interface Ballot {
  round: number
  current: Seat
  voters: Seat[]
  left: number
  toLast: Seat
  need: number
}

export interface Shot {
  by: Seat
  at: Seat[]
}

export interface Call {
  role: Role
  deeds: Deed[]
  shots: boolean
  awake: Seat[]
  absent: boolean
  done: boolean
  deed: Deed
  to: Seat
  shot: Shot[]
  blocked: boolean
  answer: '' | 'yes' | 'no' | 'red' | 'black' | 'none'
  before: Seat
  seconds: number
  cards: number
}

export interface Offer {
  do: Verb
  role: Role
  deed: Deed
  by: Seat[]
  to: Seat[]
  none: boolean
  min: number
  max: number
  not: { seat: Seat; rule: string }[]
  for: Seat
}

export interface View {
  rulebook: string
  viewer: string
  me: Seat
  phase: Phase
  day: number
  night: number
  seats: SeatView[]
  hold: boolean
  turn: Turn
  opener: Seat
  closer: Seat
  candidates: Candidate[]
  ballot: Ballot
  tied: Seat[]
  noVote: string
  call: Call
  calls: { role: Role; mark: 'done' | 'now' | 'next' }[]
  accused: { by: Seat; to: Seat; need: number }
  notes: { written: Seat[]; left: number; read: Seat[]; names: number }
  news: {
    kind: string
    dead: Seat[]
    tied: Seat[]
    alibi: Seat[]
    hands: number
    need: number
    rule: string
  }
  departed: { seat: Seat; cause: string; day: number; night: number; dark: boolean }[]
  outcome: { winner: string; rule: string }
  offers: Offer[]
  blacks: number
  points: number[]
  immuneNext: Seat[]
}

export type Verb = Command['do']

/** What a host may send. */
export type Command =
  | { do: 'proceed' }
  | { do: 'pass'; by: Seat }
  | { do: 'nominate'; by: Seat; to: Seat }
  | { do: 'withdraw'; by: Seat; to: Seat }
  | { do: 'invite'; by: Seat; to: Seat }
  | { do: 'close'; by: Seat }
  | { do: 'vote'; for: Seat; hands: Hands }
  | { do: 'oust'; hands: Hands }
  | { do: 'shoot'; shots: Shot[] }
  | { do: 'act'; role: Role; deed: Deed; to: Seat }
  | { do: 'best-move'; by: Seat; seats: Seat[] }
  | { do: 'reveal'; by: Seat; role: Role }
  | { do: 'accuse'; by: Seat; to: Seat }
  | { do: 'drop' }
  | { do: 'judge'; hands: Hands }
  | { do: 'call-night'; hands: Hands }
  | { do: 'write'; by: Seat; name: Seat; absent: boolean }
  | { do: 'foul'; to: Seat; n: number; reason: string }
  | { do: 'gesture'; to: Seat }
  | { do: 'remove'; to: Seat; reason: string }
  | { do: 'forfeit'; to: Seat; reason: string }
  | { do: 'beaten'; side: 'red' | 'black' }
  | { do: 'leave'; to: Seat }
  | { do: 'substitute'; to: Seat; nick: string }
  | { do: 'card'; to: Seat; role: Role }
  | { do: 'overrule'; command: Command }
  | { do: 'undo'; to: number }
  | { do: 'redo' }
  | { do: 'insert'; at: number; command: Command }
  | { do: 'pause' }
  | { do: 'resume' }
  | { do: 'add-time'; seconds: number }
  | { do: 'freeze' }
  | { do: 'continue' }
  | { do: 'void' }

export interface ClockView {
  kind: string
  seat: Seat
  limitMs: number
  leftMs: number
  running: boolean
  now: number
  deadline: number
}

export interface Script {
  title: Line
  aloud: Line[]
  hints: Line[]
  primary: { label: Line; do: Verb; command?: Command | null } | null
  tap: string
  tone: string
  answer: { glyph: string; line: Line } | null
}

export interface LogEntry {
  step: number
  at: number
  line: Line
  struck: boolean
  secret?: boolean
}

export interface Frame {
  n: number
  clock: ClockView
  table: {
    id: string
    title: string
    rulebook: string
    preset: string
    createdAt: number
    frozen: boolean
    paused: boolean
    voided: boolean
    host: 'required' | 'none'
  }
  view: View
  script: Script | null
  log: LogEntry[]
  undo: Line | null
  redo: Line | null
  length: number
}
