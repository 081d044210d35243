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

/** The catalogues of the pages in the room, each with keys of its own. */
const rooms = {
  phone: 'src/phone/words',
  friends: 'src/phone/friends/words',
  board: 'src/board/words',
} as const

const ofRoom = (lang: Lang): Words => read(`src/words/room.${lang}.json`)

/**
 * Every key that a page may show by mistake in place of its text. A key without a dot may be an honest word.
 */
export const allKeys: ReadonlySet<string> = new Set(
  [
    words.ru,
    read('../say/catalogue/messages.ru.json'),
    read('src/words/story.ru.json'),
    read('src/words/people.ru.json'),
    ofRoom('ru'),
    ...Object.values(rooms).map((path) => read(`${path}/ru.json`)),
  ]
    .flatMap((list) => Object.keys(list))
    .filter((key) => key.includes('.') || key in words.ru),
)

/** The template of a key of the phone, of a table of friends, of the board or of the host's page of the room. */
export function roomWord(of: keyof typeof rooms | 'room', lang: Lang, key: string): string {
  const found = (of === 'room' ? ofRoom(lang) : read(`${rooms[of]}/${lang}.json`))[key]
  if (found === undefined) throw new Error(`no word "${key}" of ${of}`)
  return found
}

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
