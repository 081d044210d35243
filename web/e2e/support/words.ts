// The words of the pages as the tests read them: by key, so that a test speaks either language.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Lang = 'ru' | 'en'
type Words = Record<string, string>

const read = (path: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')) as Words

const load = (lang: Lang): Words => ({
  ...read(`src/words/club.${lang}.json`),
  ...read(`src/words/game.${lang}.json`),
})

const words: Record<Lang, Words> = { ru: load('ru'), en: load('en') }

/** Every key that a page may show by mistake in place of its text. */
export const allKeys: ReadonlySet<string> = new Set([
  ...Object.keys(words.ru),
  ...Object.keys(read('../say/catalogue/messages.ru.json')),
])

/** The template of a key in one language; fails where there is none. */
export function word(lang: Lang, key: string): string {
  const found = words[lang][key]
  if (found === undefined) throw new Error(`no word "${key}"`)
  return found
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What a text looks like: its words, with anything where a value stands. */
const shape = (lang: Lang, key: string) =>
  word(lang, key)
    .split(/\{[^{}]*\}/)
    .map(quoted)
    .join('.*')

/** Begins like a text in either language. */
export const either = (key: string): RegExp =>
  new RegExp(`^(${shape('ru', key)}|${shape('en', key)})`)
