// What is told of a command once it is in: what strikes a player, and what leaves no mark where the host looks.
import { bare, ui } from '../lib/i18n.svelte.ts'
import { fouls } from '../lib/say.ts'
import type { Command, Frame, Seat } from './types.ts'

/** What the last step did to a seat, told for a while with a way to take it back. */
export interface Flash {
  text: string
  seat: Seat
  /** How long the history is when the step is in it. */
  length: number
  /** It says by itself that somebody leaves. */
  removes: boolean
  undo: boolean
}

/** The words about a command, or nothing where the screen shows enough. */
export function flashOf(f: Frame, command: Command): Flash | null {
  const length = f.length + 1
  if (command.do === 'insert') {
    return { length, seat: 0, text: ui('game.flash.insert'), undo: false, removes: false }
  }
  if (command.do === 'foul') {
    const n = (f.view.seats[command.to - 1]?.fouls ?? 0) + command.n
    const foul = fouls(bare(f.view.rulebook), command.n)
    const text = ui('game.flash.foul', { seat: command.to, n, foul })
    return { length, seat: command.to, text, undo: true, removes: false }
  }
  const strikes = ['remove', 'forfeit', 'gesture', 'leave'] as const
  const strike = strikes.find((s) => s === command.do)
  if (!strike || !('to' in command) || typeof command.to !== 'number') return null
  const text = ui(`game.flash.${strike}`, { seat: command.to })
  return { length, seat: command.to, text, undo: true, removes: strike !== 'gesture' }
}
