// Sentences that several pages of the club say.
import { bare, hasUi, speech, ui } from '../lib/i18n.svelte.ts'
import { phrase } from '../lib/say.ts'
import type { Outcome, Side, Listed } from '../lib/types.ts'
import { c } from './words.ts'

export const bookName = (rulebook: string): string => phrase(`rulebook.${bare(rulebook)}`)

/** "30 ноября, 21:40", or with the year where it is another. */
export function when(ms: number): string {
  const at = new Date(ms)
  const far = at.getFullYear() !== new Date().getFullYear()
  return new Intl.DateTimeFormat(speech.lang === 'en' ? 'en-GB' : 'ru', {
    day: 'numeric',
    month: 'long',
    ...(far ? { year: 'numeric' } : {}),
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)
}

/** When a game was played: an imported one tells it itself. */
export function played(t: { date: string; createdAt: number }): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(t.date) ? Date.parse(`${t.date}T12:00`) : NaN
  if (Number.isNaN(day)) return t.date || when(t.createdAt)
  return new Intl.DateTimeFormat(speech.lang === 'en' ? 'en-GB' : 'ru', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(day)
}

/** Whether a game is on. */
export const isRunning = (t: Listed): boolean => t.summary.phase !== 'over' && !t.summary.voided

/** A table as one tells it from others; "" where it is not among them. */
export function tableName(tables: readonly Listed[], id: string): string {
  const t = tables.find((x) => x.id === id)
  return t ? t.title || `${bookName(t.rulebook)}, ${when(t.createdAt)}` : ''
}

/** Where a running game stands: "Классика, 10 игроков. День 2". */
export function whereGame(t: Listed): string {
  const book = c('game.book', { book: bookName(t.rulebook), n: t.seats.length })
  return `${book}. ${dayOrNight(t.summary)}`
}

/** The same where the rulebook is named already: "10 игроков. День 2". */
export const playersAndDay = (t: Listed): string =>
  `${c('game.players', { n: t.seats.length })}. ${dayOrNight(t.summary)}`

export function dayOrNight(t: { phase: string; day: number; night: number }): string {
  if (t.phase === 'night' || t.phase === 'dawn' || t.phase === 'notes') {
    return c('game.night', { n: t.night })
  }
  if (t.phase === 'opening' || t.phase === 'introductions') return c('game.opening')
  return c('list.day', { n: t.day })
}

export const outcomeName = (o: Outcome): string =>
  o.winner ? phrase(`outcome.${o.winner}`) : phrase('outcome.unfinished')

export const sideLetter = (side: Side): string =>
  side === 'red'
    ? c('letter.red')
    : side === 'black'
      ? c('letter.black')
      : side === 'solo'
        ? c('letter.solo')
        : '?'

/** The first letter large, as at the beginning of a line. */
export const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What a card does in this rulebook, in a sentence about as long as every other card's. */
export function does(rulebook: string, role: string): string {
  const own = `does.${role}.${bare(rulebook)}`
  return ui(hasUi(own) ? own : `does.${role}`)
}
