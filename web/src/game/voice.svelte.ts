// Who speaks for the host: nobody, this device, or the board. Nothing here is waited for.
import { line, speech, ui } from '../lib/i18n.svelte.ts'
import { newKey } from '../lib/client.ts'
import { nameBoard, room, sayOnBoard } from '../lib/room.svelte.ts'
import type { Speech } from '../lib/api.ts'
import type { Line } from '../lib/types.ts'
import { recall, remember } from '../lib/shelf.ts'
import { sounds } from '../lib/sound.ts'
import { Voice, type Spoken } from '../lib/voice.ts'
import { hear, nothing, paced, repeated } from './heard.ts'
import { settings } from './settings.svelte.ts'
import type { Frame } from './types.ts'

/** All that sounds on this device. */
export const voice = new Voice({ cue: (k) => sounds.cue(k), duck: (on) => sounds.duck(on) })

export type Place = 'off' | 'here' | 'board'
export const places: readonly Place[] = ['off', 'here', 'board']

/** Which device speaks. The board is named for all consoles of the room at once. */
export const place = (): Place => (room.view?.speech.on ? 'board' : settings.speak ? 'here' : 'off')

/** Whether the board sounds, so that this device need not: any page may say so, but not while another cannot or waits for a tap. */
export const elsewhere = (): boolean =>
  place() === 'board' &&
  room.view?.speech.state === 'ready' &&
  !room.view.speech.states.some((s) => s === 'mute' || s === 'fails' || s === 'tap')

/** Whether some board can say a sentence: one that has not been told to, or has no voice, cannot. */
export const boardSpeaks = (): boolean =>
  room.view?.speech.states.some((s) => s === 'ready' || s === 'fails') ?? false

/** How the open boards stand: of several, how many do what, for one that speaks may not be the one on the wall. */
export function boards(of: Speech | undefined): string {
  if (!of?.boards) return ui('game.voice.board.closed')
  if (of.boards === 1) return ui(`game.voice.board.${of.state || 'ask'}`)
  const kinds = of.states
    .filter((s, i, all) => all.indexOf(s) === i)
    .map((s) =>
      ui(`game.voice.boards.${s || 'ask'}`, { n: of.states.filter((x) => x === s).length }),
    )
  return [ui('game.voice.boards', { n: of.boards }), ...kinds].join(' ')
}

/** How the board sounds when it is named: as this device would. */
export const asHere = () => ({
  rate: settings.rate,
  cues: settings.cues,
  night: settings.night,
  volume: settings.volume,
})

/** Names the device that speaks. A refusal by the server leaves all as it was. */
export async function choose(to: Place): Promise<void> {
  voice.hush()
  settings.speak = to === 'here'
  if ((room.view?.speech.on ?? false) === (to === 'board')) return
  await nameBoard({ ...asHere(), on: to === 'board' }).catch(() => undefined)
}

/** Sets the voice of this device to the language of the page and to what was chosen for it. */
export function tune(): void {
  voice.lang = speech.lang
  voice.rate = settings.rate
  voice.chosen = speech.lang === 'ru' ? settings.voiceRu : settings.voiceEn
}

const inWords = (all: readonly Line[]): Spoken[] => all.flatMap((l) => paced(l, line(l)))

const memory = (table: string) => `omerta.heard.${table}`

/** Lets what a frame brings be heard, where a device is to speak; call it with each frame. */
export function tell(frame: Frame): void {
  const name = memory(frame.table.id)
  const before = recall(name, nothing, 'session')
  const { heard, memory: now } = hear(before, frame)
  if (now !== before) remember(name, now, 'session')
  if (!heard) return
  const lines = inWords([...heard.parting, ...heard.lines])
  const at = place()
  if (at === 'here') {
    if (heard.undone) voice.hush()
    else voice.say(heard.step, lines)
  } else if (at === 'board') {
    // Two consoles of one table give the same id, and the board says it once.
    const step = brief(heard.step)
    send(frame, `${frame.table.id}.${frame.length}.${step}`, step, lines)
  }
}

/** Says the page once more, on this device where no other is named. */
export function repeat(frame: Frame): void {
  const lines = inWords(repeated(frame))
  if (place() === 'board') send(frame, newKey(), newKey(), lines)
  else {
    voice.unlock()
    voice.say(newKey(), lines)
  }
}

/** A name of one length for any moment; that two are alike does no harm but a line unsaid. */
function brief(text: string): string {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return (h >>> 0).toString(36)
}

function send(frame: Frame, id: string, step: string, lines: Spoken[]): void {
  const said = { id, step, table: frame.table.id, lang: speech.lang, lines }
  // The text stands on this screen, whatever becomes of it.
  void sayOnBoard(said).catch(() => undefined)
}
