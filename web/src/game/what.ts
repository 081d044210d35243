// What a command does, in the words that the button for undo has for it, with the name of whom it concerns.
import { bare, line, ui } from '../lib/i18n.svelte.ts'
import { has, type Args } from '../lib/say.ts'
import type { Command, Frame, Seat } from './types.ts'

/** The words of a command and the seat that it is about; null where there is nothing to name. */
function named(book: string, command: Command): { text: string; seat: Seat } | null {
  const say = (key: string, args: Args, seat: Seat = 0) => {
    const own = `undo.${key}.${book}`
    return { text: line({ key: has(own) ? own : `undo.${key}`, args: { book, ...args } }), seat }
  }
  const { do: verb } = command
  switch (verb) {
    case 'nominate':
    case 'withdraw':
    case 'invite':
    case 'accuse':
      return say(verb, { by: command.by, seat: command.to }, command.to)
    case 'pass':
    case 'close':
    case 'write':
      return say(verb, { seat: command.by }, command.by)
    case 'reveal':
      return say(verb, { seat: command.by, role: command.role }, command.by)
    case 'vote':
      return say(verb, { seat: command.for, n: count(command.hands) }, command.for)
    case 'oust':
    case 'judge':
    case 'call-night':
      return say(verb, { n: count(command.hands) })
    case 'act':
      return command.to
        ? say(verb, { role: command.role, seat: command.to }, command.to)
        : say('act-nobody', { role: command.role })
    case 'best-move':
      return say(verb, { by: command.by, seats: command.seats })
    case 'foul':
      return say(verb, { seat: command.to, n: command.n }, command.to)
    case 'gesture':
    case 'remove':
    case 'forfeit':
    case 'leave':
    case 'card':
      return say(verb, { seat: command.to }, command.to)
    case 'substitute':
      return say(verb, { seat: command.to, nick: command.nick })
    case 'beaten':
      return say(verb, { side: command.side })
    case 'drop':
    case 'shoot':
      return say(verb, {})
    case 'overrule':
    case 'insert':
      return named(book, command.command)
    case 'proceed':
    case 'undo':
    case 'redo':
    case 'pause':
    case 'resume':
    case 'add-time':
    case 'freeze':
    case 'continue':
    case 'void':
      return null
  }
}

const count = (hands: { seats: Seat[]; count: number; counted: boolean }): number =>
  hands.counted ? hands.count : hands.seats.length

/** "фол номеру 3 (Граф)"; "" for a step that has no name of its own, such as going on. */
export function whatOf(frame: Frame, command: Command): string {
  const what = named(bare(frame.view.rulebook), command)
  if (!what) return ''
  const nick = what.seat ? frame.view.seats[what.seat - 1]?.nick : ''
  return nick ? ui('game.what', { what: what.text, nick }) : what.text
}
