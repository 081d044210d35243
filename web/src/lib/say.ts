// The page's half of package say: the same catalogue, the same templates, the same text.
// say/template.go describes the syntax; say/testdata/templates.json holds both to it.
import type messagesRu from '../../../say/catalogue/messages.ru.json'
import type wordsFile from '../../../say/catalogue/words.json'

export type Lang = 'ru' | 'en'
export type Key = keyof typeof messagesRu
/** A sentence of the catalogue with its parameters, as the server sends it. */
export interface Line {
  key: string
  args?: Args | null
}
type Item = string | number | Line
export type Args = Record<string, Item | readonly Item[] | null | undefined>
export type Form = 'nom' | 'gen' | 'dat' | 'acc' | 'ins' | 'pre' | 'one' | 'few' | 'many'
type Noun = Record<string, Record<Lang, Partial<Record<Form, string>>>>

const hole = /\{\{|\}\}|\{(\^?)([A-Za-z][\w-]*)(?::([a-z]+))?((?:\|[^{}|]*)*)\}/g
const forms = { ru: 3, en: 2 }

const show = (item: Item): string => (typeof item === 'object' ? line(item) : String(item))

/** The index of the form that a number takes: one, few, many in Russian, one, many in English. */
export function plural(lang: Lang, n: number): number {
  if (!Number.isInteger(n)) return 1
  const [ten, hundred] = [Math.abs(n) % 10, Math.abs(n) % 100]
  if (lang === 'en') return Math.abs(n) === 1 ? 0 : 1
  if (ten === 1 && hundred !== 11) return 0
  return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? 1 : 2
}

/** Joins as a sentence does: "1, 4 и 9", "1, 4 and 9"; a dash for none. */
export function list(lang: Lang, items: readonly Item[]): string {
  const words = items.map(show)
  if (words.length < 2) return words[0] ?? '—'
  return `${words.slice(0, -1).join(', ')} ${lang === 'en' ? 'and' : 'и'} ${String(words.at(-1))}`
}

const isList = (v: Item | readonly Item[]): v is readonly Item[] => Array.isArray(v)

/** Fills a template. What has no value, or no fitting form, stays as it is written. */
export function render(lang: Lang, template: string, args: Args = {}): string {
  return template.replace(
    hole,
    (raw: string, cap?: string, name?: string, form?: string, choice?: string) => {
      if (!name) return raw.charAt(0)
      const value = Object.hasOwn(args, name) ? args[name] : undefined
      if (value === undefined || value === null) return raw
      let out = isList(value) ? list(lang, value) : show(value)
      if (form) {
        const book = typeof args.book === 'string' ? args.book : ''
        out = noun(book, `${name}.${out}`, form as Form, lang)
      } else if (choice) {
        const n = isList(value) ? value.length : value
        const bare = choice.startsWith('||')
        const words = choice.slice(bare ? 2 : 1).split('|')
        if (typeof n !== 'number' || words.length !== forms[lang]) return raw
        out = (bare ? '' : `${n} `) + (words[plural(lang, n)] ?? '')
      }
      return cap ? out.charAt(0).toUpperCase() + out.slice(1) : out
    },
  )
}

const files = {
  ru: () => import('../../../say/catalogue/messages.ru.json'),
  en: () => import('../../../say/catalogue/messages.en.json'),
}
let lang: Lang = 'ru'
let messages: Record<string, string> = {}
let words: typeof wordsFile | undefined

/** Loads a language; until it has, `t` answers with keys. Call it before mounting, and again with a remount to switch. */
export async function speak(to: Lang): Promise<void> {
  const [m, w] = await Promise.all([files[to](), import('../../../say/catalogue/words.json')])
  ;[lang, messages, words] = [to, m.default, w.default]
}

/** The message with that key in the language that was loaded. */
export const t = (key: Key, args?: Args): string =>
  has(key) ? render(lang, messages[key] ?? key, args) : key

/** Whether a key that was put together at run time names a message. */
export const has = (key: string): key is Key => Object.hasOwn(messages, key)

/** A line of the server in the language that was loaded. */
export const line = (l: Line): string => t(l.key as Key, l.args ?? {})

/** A noun as the rulebook calls it: `noun('city', 'role.sheriff', 'acc')`; an unknown id comes back as it is. */
export function noun(rulebook: string, id: string, form: Form = 'nom', to: Lang = lang): string {
  const all: Record<string, Noun> = words?.nouns ?? {}
  const found = (all[id]?.[rulebook] ?? all[id]?.[''])?.[to]
  return found?.[form] ?? (form === 'few' ? found?.many : undefined) ?? found?.nom ?? id
}

/** So many fouls as one says them, one to four: the number where it is not one. */
export const fouls = (rulebook: string, n: number): string =>
  n === 1 ? noun(rulebook, 'foul') : `${n}\u00a0${noun(rulebook, 'foul', 'few')}`

/** A fixed phrase: `phrase('phase.vote')`, `phrase('rulebook.city')`; an unknown id comes back as it is. */
export function phrase(id: string): string {
  const all: Record<string, Record<Lang, string>> = words?.phrases ?? {}
  return all[id]?.[lang] ?? id
}
