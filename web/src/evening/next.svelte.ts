// The next game of an evening as its page holds it: what the server proposes, and what the host asks for.
import type { NextView } from '../lib/api.ts'
import { ApiError, get } from '../lib/client.ts'
import { errorText } from '../lib/i18n.svelte.ts'
import type { Rulebook } from '../lib/types.ts'
import { evening, rulebooks } from '../club/evening.svelte.ts'
import { toast } from '../ui/toast.svelte.ts'
import { tell } from './live.svelte.ts'
import { follow, playersAt, sameTerms, termsOfDraft, toBegin } from './next.ts'
import { e } from './words.ts'

export class NextGame {
  view = $state.raw<NextView | null>(null)
  books = $state.raw<Rulebook[]>([])
  /** Why there is nothing to show. */
  problem = $state<unknown>(null)
  /** Why lots could not be drawn. */
  refused = $state.raw<ApiError | null>(null)
  busy = $state(false)

  readonly id: string
  #asked = 0

  /** The rulebook that the host has in mind. */
  book = $derived.by(() => this.books.find((b) => b.name === evening.draft.book))
  /** How many will sit at a table. */
  players = $derived.by(() => {
    const { seats, tables } = evening.draft
    return this.view && this.book ? playersAt(this.view, this.book, seats, tables) : 0
  })
  /** The host wants another game than the one that was drawn. */
  changed = $derived.by(() => {
    if (!this.view?.drawn || !this.book) return false
    const asked = termsOfDraft(evening.draft, this.book)
    return !sameTerms(asked, this.view.terms, this.view.tables[0]?.seats.length ?? 0)
  })
  /** A proposal is there, and it is the one that is wanted. */
  ready = $derived.by(() => toBegin(this.view).length > 0 && !this.changed)

  constructor(id: string) {
    this.id = id
  }

  async load(): Promise<void> {
    const mine = ++this.#asked
    try {
      const [view, books] = await Promise.all([
        get<NextView>(`/api/evenings/${encodeURIComponent(this.id)}/next`),
        rulebooks(),
      ])
      if (mine !== this.#asked) return
      this.books = books
      follow(evening.draft, view, books)
      this.view = view
      this.problem = null
    } catch (error) {
      if (mine === this.#asked) this.problem = error
    }
  }

  /** Draws lots by what the host has in mind. */
  async draw(): Promise<void> {
    if (!this.book) return
    this.busy = true
    this.refused = null
    const again = this.view?.drawn ?? false
    // Once a table of the proposal plays, new lots are for whatever tables are free by now.
    const begun = this.view?.tables.some((t) => t.game !== '') ?? false
    try {
      const terms = termsOfDraft(evening.draft, this.book)
      if (begun) terms.tables = 0
      await tell(
        again && !begun && !this.changed
          ? { do: 'redraw', evening: this.id }
          : { do: 'draw', evening: this.id, ...terms },
        again ? e('evening.redrawn') : e('evening.drawn'),
      )
      await this.load()
    } catch (error) {
      if (error instanceof ApiError) this.refused = error
      else toast(errorText(error), { bad: true })
    }
    this.busy = false
  }
}
