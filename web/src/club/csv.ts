// A game as a table for spreadsheets: semicolons and a mark of UTF-8, as Russian Excel wants them.
import { bare, roleName } from '../lib/i18n.svelte.ts'
import { noun } from '../lib/say.ts'
import type { Frame } from '../lib/types.ts'
import { causeName } from '../lib/story.ts'
import { sideOf } from '../lib/table.ts'
import { cap } from './texts.ts'
import { c } from './words.ts'

/** One cell. What a spreadsheet would take for a formula gets an apostrophe, so that a nick cannot run one. */
export function cell(value: string | number): string {
  let text = String(value)
  if (typeof value === 'string' && /^[=+\-@\t\r]/.test(text)) text = `'${text}`
  return /[";\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const toCsv = (rows: (string | number)[][]): string =>
  '\uFEFF' + rows.map((r) => r.map(cell).join(';')).join('\r\n') + '\r\n'

/** Whether a seat is among the winners. */
export function won(frame: Frame, role: string): boolean {
  const winner = frame.view.outcome.winner
  const side = sideOf(role)
  if (side === 'solo') return winner.split(' and ').includes(role)
  return side !== '' && winner === side
}

export function gameRows(frame: Frame): (string | number)[][] {
  const { view } = frame
  const head = [
    c('csv.seat'),
    c('csv.nick'),
    c('csv.role'),
    c('csv.side'),
    cap(noun(bare(view.rulebook), 'fouls')),
    c('csv.left'),
    c('csv.when'),
    c('csv.won'),
    ...(view.points.length > 0 ? [c('csv.points')] : []),
  ]
  const rows = view.seats.map((s) => {
    const gone = view.departed.find((d) => d.seat === s.seat)
    const when = gone
      ? gone.dark
        ? c('game.night', { n: gone.night })
        : c('list.day', { n: gone.day })
      : ''
    return [
      s.seat,
      s.nick,
      roleName(view.rulebook, s.role),
      c(`side.${sideOf(s.role) || 'none'}`),
      s.fouls,
      gone ? causeName(gone.cause) : '',
      when,
      won(frame, s.role) ? 1 : 0,
      ...(view.points.length > 0 ? [view.points[s.seat - 1] ?? 0] : []),
    ]
  })
  return [head, ...rows]
}

/** What the files of a game are called, as the program calls its record: "2026-11-30-classic-red". */
export function fileName(frame: Frame): string {
  const { date, createdAt, voided } = frame.table
  const made = new Date(createdAt)
  const two = (n: number) => String(n).padStart(2, '0')
  const day = /^\d{4}-\d\d-\d\d$/.test(date)
    ? date
    : `${made.getFullYear()}-${two(made.getMonth() + 1)}-${two(made.getDate())}`
  const winner = frame.view.outcome.winner.replaceAll(' ', '-')
  return `${day}-${bare(frame.table.rulebook)}-${voided ? 'void' : winner || 'unfinished'}`
}

/** Hands the browser a file to save. */
export function save(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
