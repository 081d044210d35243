// From the proposal of an evening to a game: whom the cards go to, and the deal.
import type { BeginInput, Begun, NextView } from '../lib/api.ts'
import { get, post } from '../lib/client.ts'
import { evening, type Draft } from '../club/evening.svelte.ts'
import { toBegin } from './next.ts'

/** The revision of the club that the proposal was seen at. */
let seen: number | null = null

const next = (id: string) => get<NextView>(`/api/evenings/${encodeURIComponent(id)}/next`)

/**
 * Brings the draft up to date with the proposal of its evening: who sits where at the table that is dealt, and who is
 * immune. Without a proposal nobody sits there.
 */
export async function takeProposal(): Promise<void> {
  const of = evening.draft.evening
  const view = await next(of)
  const draft = evening.draft
  if (draft.evening !== of) return
  const open = toBegin(view)
  const table = open.find((t) => t.table === draft.spot) ?? open[0]
  seen = view.revision
  draft.order = table?.seats.map((s) => s.person) ?? []
  draft.immune = table?.seats.filter((s) => s.immune).map((s) => s.person) ?? []
  if (!table) return
  draft.spot = table.table
  draft.players = table.seats.length
}

/** Begins the game that is proposed at the draft's table; answers the id of its table. */
export async function begin(draft: Draft, key: string): Promise<string> {
  const cast: BeginInput['cast'] = draft.cast ? { ...draft.cast } : {}
  const begun = await post<Begun>(`/api/evenings/${encodeURIComponent(draft.evening)}/begin`, {
    key,
    seen,
    table: draft.spot,
    deal: draft.deal,
    given: draft.deal === 'given' ? draft.order.map((_, i) => draft.given[i] ?? '?') : [],
    with: [...draft.with],
    cast,
    title: draft.title,
  } satisfies BeginInput)
  return begun.games[0]?.id ?? ''
}
