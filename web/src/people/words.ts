// The words of the club's list of people, with their keys checked by the compiler.
import type ru from '../words/people.ru.json'
import { ui } from '../lib/i18n.svelte.ts'
import type { Args } from '../lib/say.ts'

export type PeopleKey = keyof typeof ru

export const w = (key: PeopleKey, args?: Args): string => ui(key, args)
