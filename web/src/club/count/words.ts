// The words of standings, personal pages and schemes, with their keys checked by the compiler.
import type ru from '../../words/standings.ru.json'
import { ui } from '../../lib/i18n.svelte.ts'
import type { Args } from '../../lib/say.ts'

type CountKey = keyof typeof ru

export const s = (key: CountKey, args?: Args): string => ui(key, args)
