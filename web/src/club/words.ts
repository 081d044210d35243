// The words of the club's pages, with their keys checked by the compiler.
import type ru from '../words/club.ru.json'
import type story from '../words/story.ru.json'
import { ui } from '../lib/i18n.svelte.ts'
import type { Args } from '../lib/say.ts'

export type ClubKey = keyof typeof ru | keyof typeof story

export const c = (key: ClubKey, args?: Args): string => ui(key, args)
