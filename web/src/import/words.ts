// The words of the import of many games, with their keys checked by the compiler.
import type ru from '../words/import.ru.json'
import { ui } from '../lib/i18n.svelte.ts'
import type { Args } from '../lib/say.ts'

type ImportKey = keyof typeof ru

export const w = (key: ImportKey, args?: Args): string => ui(key, args)
