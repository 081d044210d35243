// The words of the board, in one small file a language.
import { render, type Args, type Lang } from '../lib/say.ts'
import type ru from './words/ru.json'

export type BoardKey = keyof typeof ru

/** A sentence that is not yet in a language. */
export interface Said {
  key: BoardKey
  args?: Args
}

const files = {
  ru: () => import('./words/ru.json'),
  en: () => import('./words/en.json'),
}
let words: Record<string, string> = {}

/** Which language is spoken; empty until its words are there. */
export const tongue = $state<{ lang: Lang | '' }>({ lang: '' })

/** Loads a language, and then speaks it. */
export async function useWords(lang: Lang): Promise<void> {
  words = (await files[lang]()).default
  tongue.lang = lang
  document.documentElement.lang = lang
  document.title = b('title')
}

/** A text of the board. */
export const b = (key: BoardKey, args?: Args): string =>
  render(tongue.lang || 'ru', words[key] ?? key, args)

export const said = (s: Said): string => b(s.key, s.args)

/** "1-й", "1st": an order, which nobody takes for a seat. */
export function nth(n: number): string {
  if (tongue.lang !== 'en') return `${n}-й`
  const teen = n % 100 > 10 && n % 100 < 14
  return `${n}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
}

/** "19:42" */
export const hour = (ms: number): string =>
  new Intl.DateTimeFormat(tongue.lang === 'en' ? 'en-GB' : 'ru', {
    hour: '2-digit',
    minute: '2-digit',
  }).format(ms)
