// The words of a table of phones. Both languages come with the page, the same bytes for every card.
import { getContext, setContext } from 'svelte'
import type { Text } from '../../lib/api.ts'
import { ApiError } from '../../lib/client.ts'
import { render, type Args, type Lang } from '../../lib/say.ts'
import en from './words/en.json'
import ru from './words/ru.json'

export type FriendsKey = keyof typeof ru
export type Words = (key: FriendsKey, args?: Args) => string

const all: Record<Lang, Record<FriendsKey, string>> = { ru, en }
const name = Symbol('friends')

/** Says in which language the components within this one speak. */
export function provideWords(lang: () => Lang): Words {
  const w: Words = (key, args) => render(lang(), all[lang()][key], args)
  setContext(name, w)
  return w
}

/** The words, in a component within one that provides them. */
export const useWords = (): Words => getContext<Words>(name)

/** What went wrong: the server's words and advice. */
export function problemText(error: unknown, lang: Lang): string {
  if (!(error instanceof ApiError)) return String(error)
  const pick = (t: Text): string => t[lang]
  const { text, hint } = error.problem
  return [pick(text), pick(hint)].filter(Boolean).join(' ') || error.problem.error
}
