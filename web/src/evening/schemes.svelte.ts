// The schemes of points that an evening may be counted by, the house's own among them, and what they are called.
import type { SchemesView, SchemeView } from '../lib/api.ts'
import { get } from '../lib/client.ts'
import { bare, speech } from '../lib/i18n.svelte.ts'
import { e } from './words.ts'

const schemes = $state<{ all: SchemeView[] }>({ all: [] })

/** Reads the schemes anew; without an answer those that were known stay. */
export async function loadSchemes(): Promise<void> {
  const view = await get<SchemesView>('/api/club/schemes').catch(() => null)
  if (view) schemes.all = view.schemes
}

/** What a scheme is called: "sport@1", or "" for the rulebook's own. */
export function schemeName(key: string): string {
  const id = bare(key)
  if (id === '') return e('evening.scheme.own')
  if (id === 'plain' || id === 'sport' || id === 'original') return e(`evening.scheme.${id}`)
  const known = schemes.all.filter((s) => s.id === id).at(-1)
  return known?.name[speech.lang] ?? key
}

/** What to choose from: the newest of each that is offered, and the one that stands in the version that it has. */
export function schemeChoices(now: string): { value: string; text: string }[] {
  const offered = schemes.all.filter((s) => s.newest && !s.retired && !s.own).map((s) => s.id)
  const ids = ['plain', 'sport', ...offered, bare(now)].filter(
    (id, i, all) => id !== '' && all.indexOf(id) === i,
  )
  return [
    { value: '', text: schemeName('') },
    ...ids.map((id) => ({ value: id === bare(now) ? now : id, text: schemeName(id) })),
  ]
}
