// What the running game sends and takes: the types of the server, and the script, which the server passes through.
import type {
  Command as Any,
  Deed as AnyDeed,
  Frame as ApiFrame,
  LogLine,
  Verb as GameVerb,
} from '../lib/api.ts'
import type { Line } from '../lib/types.ts'

export type { Hands, Offer, Seat, SeatView, Shot, View } from '../lib/api.ts'

export type Command = Any
export type { GameCommand } from '../lib/api.ts'
export type Verb = GameVerb
/** A deed, or none. */
export type Deed = AnyDeed | ''

/** What the host says, taps and reads in one state. */
export interface Script {
  title: Line
  aloud: Line[]
  hints: Line[]
  primary: { label: Line; do: Verb; command: Command | null } | null
  tap: string
  tone: string
  answer: { glyph: string; line: Line } | null
}

export type LogEntry = Omit<LogLine, 'line'> & { line: Line }

/** A frame of whoever leads the table. */
export type Frame = Omit<ApiFrame, 'script' | 'log' | 'undo' | 'redo' | 'spoken'> & {
  script: Script | null
  log: LogEntry[]
  undo: Line | null
  redo: Line | null
  /** What to announce of the last step, until the next. */
  spoken?: Line[]
}
