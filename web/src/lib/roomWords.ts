// The words about phones, board and devices, with their keys checked by the compiler.
import type ru from '../words/room.ru.json'
import { ui } from './i18n.svelte.ts'
import type { Args } from './say.ts'

type RoomKey = keyof typeof ru

export const r = (key: RoomKey, args?: Args): string => ui(key, args)
