// The page's languages: the catalogue of package say, and beside it the words that only pages need.
import { ApiError } from './client.ts'
import * as say from './say.ts'
import { has, plural, render, speak, t, type Args, type Form, type Lang } from './say.ts'
import type { Both, Line } from './types.ts'

const areas = import.meta.glob<Record<string, string>>('../words/*.json', { import: 'default' })
let words: Record<string, string> = {}

/** Which language is spoken; `ready` is false until its words are there. */
export const speech = $state<{ lang: Lang; ready: boolean }>({ lang: 'ru', ready: false })

/** Loads a language with the words of every area, and then speaks it. */
export async function useLang(lang: Lang): Promise<void> {
  const files = Object.entries(areas).filter(([path]) => path.endsWith(`.${lang}.json`))
  const [loaded] = await Promise.all([Promise.all(files.map(([, load]) => load())), speak(lang)])
  words = Object.assign({}, ...loaded) as Record<string, string>
  speech.lang = lang
  speech.ready = true
  document.documentElement.lang = lang
}

/** Whether there are words yet. Whoever asks is asked again when the language changes. */
const spoken = (): boolean => Boolean(speech.lang) && speech.ready

/** A text of the pages; an unknown key comes back as it is, and a test looks for such. */
export const ui = (key: string, args?: Args): string => {
  const template = spoken() ? words[key] : undefined
  return template === undefined ? key : render(speech.lang, template, args)
}

/** Whether the pages have words for a key that was put together at run time. */
export const hasUi = (key: string): boolean => Object.hasOwn(words, key)

/** The half of a text that comes in both languages. */
export const pick = (text: Both): string => text[speech.lang]

/** A noun as the rulebook calls it, in the language that is spoken now. */
export const noun = (rulebook: string, id: string, form: Form = 'nom'): string =>
  say.noun(rulebook, id, form, speech.lang)

/** A fixed phrase, in the language that is spoken now. */
export const phrase = (id: string): string => (spoken() ? say.phrase(id) : id)

/** A role as the rulebook calls it, whatever version the rulebook has. */
export const roleName = (rulebook: string, role: string, form: Form = 'nom'): string =>
  noun(bare(rulebook), `role.${role}`, form)

/** "3 замечания": fouls in the rulebook's own word, whatever version it has. */
export const fouls = (rulebook: string, n: number): string => {
  const form = (['one', 'few', 'many'] as const)[plural(speech.lang, n)] ?? 'many'
  return `${n} ${noun(bare(rulebook), 'foul', form)}`
}

/** A rulebook's name without its version. */
export const bare = (rulebook: string): string => rulebook.replace(/@.*$/, '')

/** A sentence that the server names by key. */
export const line = (l: Line): string =>
  spoken() && has(l.key) ? t(l.key, l.args) : ui(l.key, l.args)

/** What went wrong, in the user's language: the server's words, or ours where it sent none. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return ui('error.page')
  const { text, hint } = error.problem
  if (pick(text)) return [pick(text), pick(hint)].filter(Boolean).join(' ')
  const key = `error.${error.message}`
  return hasUi(key) ? ui(key) : ui('error.server', { code: error.status })
}
