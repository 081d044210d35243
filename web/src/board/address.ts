// What a board's address asks for.
import { wanted } from '../lib/prefs.svelte.ts'
import type { Lang } from '../lib/say.ts'

export interface Address {
  /** The secret part of the link. */
  key: string
  /** A table to stay with; empty: whatever is played. */
  table: string
  /** Strips on a transparent ground, for streams. */
  overlay: boolean
  lang: Lang
}

/** Reads `/board/KEY`, `/board/KEY/TABLE`, `?overlay` and `?lang=`. */
export function parse(path: string, query: string): Address {
  const [, , key = '', table = ''] = path.split('/').map(part)
  const asked = new URLSearchParams(query)
  const lang = asked.get('lang')
  const overlay = asked.get('overlay')
  return {
    key,
    table,
    overlay: overlay !== null && overlay !== '0',
    lang: lang === 'ru' || lang === 'en' ? lang : wanted(),
  }
}

/** A part of a path that is no proper encoding stays as it is: it leads nowhere anyway. */
function part(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}
