// The words of the evening's pages, with their keys checked by the compiler.
import type ru from '../words/evening.ru.json'
import { ui } from '../lib/i18n.svelte.ts'
import type { Args } from '../lib/say.ts'

export type EveningKey = keyof typeof ru

export const e = (key: EveningKey, args?: Args): string => ui(key, args)
