// What the protocol of a game says, whether it is filled or a form to fill by hand.
import { bare, roleName } from '../lib/i18n.svelte.ts'
import { noun } from '../lib/say.ts'
import type { Export, Frame } from '../lib/types.ts'
import {
  causeName,
  chapters,
  daySheet,
  sentence,
  soleLeavers,
  tell,
  type Chapter,
  type DaySheet,
} from '../lib/story.ts'
import { bookName, cap, outcomeName, played } from './texts.ts'
import { c } from './words.ts'

export interface Row {
  seat: number
  nick: string
  role: string
  fouls: number
  left: string
  points: string
}

export interface NightSheet {
  night: number
  lines: string[]
}

export interface Sheet {
  head: { label: string; text: string }[]
  rows: Row[]
  days: DaySheet[]
  nights: NightSheet[]
  winner: string
  best: string
  /** What the rulebook calls fouls; empty where it has none. */
  fouls: string
  /** Players accuse one another, and there are no lists of candidates (ORIGINAL-DAY-3). */
  accusing: boolean
  /** There are best moves. */
  besting: boolean
  /** Empty cells are drawn for writing by hand. */
  blank: boolean
}

const head = (texts: string[]) =>
  (['event', 'site', 'date', 'rulebook', 'table'] as const).map((k, i) => ({
    label: c(`protocol.${k}`),
    text: texts[i] ?? '',
  }))

/** An empty form for so many seats, with room for five days and four nights. */
export function blankSheet(seats: number): Sheet {
  return {
    head: head([]),
    rows: Array.from({ length: seats }, (_, i) => ({
      seat: i + 1,
      nick: '',
      role: '',
      fouls: 0,
      left: '',
      points: '',
    })),
    days: Array.from({ length: 5 }, (_, i) => ({ day: i + 1, rows: [], question: null, left: [] })),
    nights: Array.from({ length: 4 }, (_, i) => ({ night: i + 1, lines: [] })),
    winner: '',
    best: '',
    fouls: c('protocol.fouls'),
    accusing: false,
    besting: true,
    blank: true,
  }
}

const nights = (rulebook: string, parts: Chapter[]): NightSheet[] =>
  parts
    .filter((p) => p.kind === 'night' && p.n > 0)
    .map((p) => ({ night: p.n, lines: tell(c, rulebook, p) }))

/** The nights of `original`, which are read from notes at the end of a day (ORIGINAL-NIGHT-2). */
const notes = (parts: Chapter[]): NightSheet[] =>
  parts.flatMap((p) =>
    p.facts
      .filter((f) => f.is === 'notes-read')
      .map((f) => ({ night: p.n, lines: [sentence(c, 'original', f)] })),
  )

export function filledSheet(frame: Frame, record: Export): Sheet {
  const { view, table } = frame
  const parts = chapters(record)
  const sole = soleLeavers(record)
  const book = bare(view.rulebook)
  const accusing = book === 'original'
  const best = parts.flatMap((p) => p.facts).find((f) => f.is === 'best-moved')
  return {
    head: head([table.event, table.site, played(table), bookName(table.rulebook), table.title]),
    rows: view.seats.map((s) => {
      const gone = view.departed.find((d) => d.seat === s.seat)
      const at = gone?.dark
        ? c('game.night', { n: gone.night })
        : c('list.day', { n: gone?.day ?? 0 })
      return {
        seat: s.seat,
        nick: s.nick,
        role: cap(roleName(view.rulebook, s.role)),
        fouls: s.fouls,
        left: gone ? `${at}, ${causeName(gone.cause, sole.includes(s.seat))}` : '',
        points: view.points.length > 0 ? String(view.points[s.seat - 1] ?? 0) : '',
      }
    }),
    days: parts.filter((p) => p.kind === 'day').map(daySheet),
    nights: accusing ? notes(parts) : nights(view.rulebook, parts),
    winner: view.outcome.winner ? outcomeName(view.outcome) : '',
    best: best
      ? c('protocol.best.text', { seat: best.by, seats: best.seats, hits: best.hits })
      : '',
    fouls: accusing ? '' : cap(noun(book, 'fouls')),
    accusing,
    besting: book === 'classic' || best !== undefined,
    blank: false,
  }
}
