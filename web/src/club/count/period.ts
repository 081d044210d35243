// Which games a page speaks of: all, or those of a year, a season, an evening; of one rulebook or of any.
import type { PeriodsView } from '../../lib/api.ts'

export type PeriodKind = 'all' | 'year' | 'season' | 'evening'

export interface Choice {
  kind: PeriodKind
  year: string
  season: string
  evening: string
  rulebook: string
}

export const everything: Choice = { kind: 'all', year: '', season: '', evening: '', rulebook: '' }

/** The part of a request that names the period. */
export function periodQuery(c: Choice): URLSearchParams {
  const q = new URLSearchParams()
  if (c.kind !== 'all' && c[c.kind]) q.set(c.kind, c[c.kind])
  if (c.rulebook) q.set('rulebook', c.rulebook)
  return q
}

/** What there is to choose of a kind, the newest first. */
export function keysOf(p: PeriodsView, kind: PeriodKind): string[] {
  switch (kind) {
    case 'all':
      return []
    case 'year':
      return p.years
    case 'season':
      return p.seasons
    case 'evening':
      return p.evenings.map((e) => e.id)
  }
}

/** The kinds of which there is anything. */
export const kindsOf = (p: PeriodsView): PeriodKind[] =>
  (['all', 'year', 'season', 'evening'] as const).filter((k) => k === 'all' || keysOf(p, k).length)

/** A choice that fits what there is: what is gone gives way to the newest, or to everything. */
export function fitting(c: Choice, p: PeriodsView): Choice {
  const out = { ...c }
  if (out.rulebook && !p.rulebooks.includes(out.rulebook)) out.rulebook = ''
  if (out.kind === 'all') return out
  const keys = keysOf(p, out.kind)
  if (keys.length === 0) return { ...out, kind: 'all' }
  if (!keys.includes(out[out.kind])) out[out.kind] = keys[0] ?? ''
  return out
}

/** The key beside the chosen one: -1 is newer, 1 is older; undefined at the end. */
export const beside = (keys: readonly string[], key: string, by: -1 | 1): string | undefined =>
  keys[keys.indexOf(key) + by]
