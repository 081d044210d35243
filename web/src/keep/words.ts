// The words of the page of copies, with their keys checked by the compiler.
import type ru from '../words/keep.ru.json'
import { ui } from '../lib/i18n.svelte.ts'
import type { Args } from '../lib/say.ts'

type KeepKey = keyof typeof ru

export const k = (key: KeepKey, args?: Args): string => ui(key, args)
