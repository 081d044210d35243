// The words of a player's phone. They come in one file a language, the same for every card: nothing is fetched by name.
import { ApiError } from '../lib/client.ts'
import { prefs, wanted } from '../lib/prefs.svelte.ts'
import { remember } from '../lib/shelf.ts'
import { render, type Args, type Lang } from '../lib/say.ts'
import type { Text } from '../lib/api.ts'
import type ru from './words/ru.json'

export type PhoneKey = keyof typeof ru

const files = {
  ru: () => import('./words/ru.json'),
  en: () => import('./words/en.json'),
}
/** Said where not even the words could be fetched. */
export const unloaded: Text = {
  ru: 'Страница не загрузилась. Проверьте связь с программой ведущего и обновите её.',
  en: 'The page did not load. Check the connection to the host’s program and reload.',
}
let words: Record<string, string> = {}

/** The words now; whoever asks for them is drawn anew in another language, and loses nothing that was typed. */
const spoken = (): Record<string, string> => (tongue.lang ? words : {})

/** Which language is spoken; empty until its words are there. */
export const tongue = $state<{ lang: Lang | '' }>({ lang: '' })

/** Loads a language, and then speaks it. */
export async function useWords(lang: Lang): Promise<void> {
  words = (await files[lang]()).default
  tongue.lang = lang
  document.documentElement.lang = lang
}

/** The language to begin with. */
export const firstLang = wanted

/** Speaks another language from now on, also the next time. */
export async function choose(lang: Lang): Promise<void> {
  prefs.lang = lang
  remember('omerta.prefs', $state.snapshot(prefs))
  await useWords(lang)
}

/** A text of the phone. */
export const w = (key: PhoneKey, args?: Args): string =>
  render(tongue.lang || 'ru', spoken()[key] ?? key, args)

/** A text whose key is put together, the plain one where the rulebook has none of its own. */
export function of(rulebook: string, key: string): string {
  const all = spoken()
  return all[`${key}.${bare(rulebook)}`] ?? all[key] ?? key
}

/** A rulebook's name without its version. */
export const bare = (rulebook: string): string => rulebook.replace(/@.*$/, '')

/** The half of a text that comes in both languages. */
const pick = (text: Text): string => text[tongue.lang || 'ru']

/** What went wrong: the server's words and advice, or ours where it sent none. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return w('error.page')
  const { text, hint } = error.problem
  if (pick(text)) return [pick(text), pick(hint)].filter(Boolean).join(' ')
  return error.status === 0 ? w('error.offline') : w('error.server', { code: error.status })
}

/** "19:42" */
export const hour = (ms: number): string =>
  new Intl.DateTimeFormat(tongue.lang === 'en' ? 'en-GB' : 'ru', {
    hour: '2-digit',
    minute: '2-digit',
  }).format(ms)

/** The first letter large, as at the beginning of a line. */
export const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
