// The next game of an evening: what is drawn for, between the server's words and the draft that the pages change.
import type { DrawTerms, NextTable, NextView } from '../lib/api.ts'
import { bare } from '../lib/i18n.svelte.ts'
import type { Rulebook } from '../lib/types.ts'
import { ownOptions, sensible, type Draft } from '../club/evening.svelte.ts'

/**
 * Makes the draft the next game of an evening, by the terms that the server gives. What the host has changed since stays,
 * until that is another game or somebody has drawn lots for it.
 */
export function follow(draft: Draft, view: NextView, books: readonly Rulebook[]): void {
  const known = draft.evening === view.evening && draft.game === view.game
  const drawn = view.drawn && draft.seed !== view.seed
  // A proposal that was taken away may have been for the one table that was free then.
  if (known && !view.drawn && draft.seed !== 0) draft.tables = view.terms.tables
  draft.game = view.game
  draft.seed = view.drawn ? view.seed : 0
  if (known && !drawn) return
  const before = known ? draft.book : ''
  takeTerms(draft, view, books)
  if (draft.book === before) return
  draft.cast = null
  draft.with = []
  draft.given = []
}

function takeTerms(draft: Draft, view: NextView, books: readonly Rulebook[]): void {
  const { terms } = view
  const fair = Math.floor(waiting(view) / Math.max(1, terms.tables))
  const book = books.find((b) => b.name === bare(terms.rulebook))?.name ?? sensible(fair)
  draft.evening = view.evening
  draft.book = book
  draft.bookChosen = true
  draft.preset = terms.preset
  draft.options = Object.fromEntries(terms.options.map((o) => [o.name, o.value]))
  draft.seats = terms.seats
  draft.tables = terms.tables
  draft.tournament = terms.tournament
  draft.together = terms.together
  draft.nameless = 0
}

/** What a draw is asked for by the draft. */
export const termsOfDraft = (draft: Draft, book: Rulebook): DrawTerms => ({
  rulebook: draft.book,
  preset: draft.preset,
  options: ownOptions(book, draft),
  seats: draft.seats,
  tables: draft.tables,
  tournament: draft.tournament,
  together: draft.together,
})

/** Whether the proposal that stands was drawn for what the draft says now. */
export function sameTerms(a: DrawTerms, b: DrawTerms, seats: number): boolean {
  const options = (t: DrawTerms) =>
    t.options
      .map((o) => `${o.name}=${o.value}`)
      .sort()
      .join(' ')
  // A number that was left to the server is the one that it has chosen.
  const fits = (x: number, y: number) => x === y || x === 0 || y === 0
  return (
    bare(a.rulebook) === bare(b.rulebook) &&
    a.preset === b.preset &&
    options(a) === options(b) &&
    (a.seats === b.seats || (fits(a.seats, b.seats) && (a.seats || b.seats || seats) === seats)) &&
    fits(a.tables, b.tables) &&
    a.tournament === b.tournament &&
    a.together === b.together
  )
}

/** How many could play: those of the line who neither pass nor sit elsewhere. */
export const waiting = (view: NextView): number =>
  view.line.filter((p) => !p.declined && !p.playing).length

/** How many will sit at a table, as far as that is known: of a proposal as it is, before that as many as fit. */
export function playersAt(
  view: NextView,
  book: Pick<Rulebook, 'min' | 'max'>,
  seats: number,
  tables: number,
): number {
  const drawn = view.tables[0]?.seats.length
  if (drawn) return drawn
  if (seats > 0) return seats
  const fair = Math.floor(waiting(view) / Math.max(1, tables))
  return Math.max(book.min, Math.min(book.max, fair))
}

/** The tables of a proposal whose games have not begun. */
export const toBegin = (view: NextView | null): NextTable[] =>
  view?.drawn ? view.tables.filter((t) => t.game === '') : []
