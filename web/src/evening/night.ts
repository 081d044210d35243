// What the pages of an evening work out of what the server tells.
import type { ClubOpenCommand, Evening, EveningPage, GameResult } from '../lib/api.ts'
import { speech } from '../lib/i18n.svelte.ts'
import { sideOf } from '../lib/table.ts'
import { e } from './words.ts'

const tongue = (): string => (speech.lang === 'en' ? 'en-GB' : 'ru')

/** Today as the club writes dates, by this device's own calendar. */
export function today(now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** "30 ноября", with the year where it is another one. */
export function dayOf(date: string, now = new Date()): string {
  const at = new Date(`${date}T12:00`)
  if (Number.isNaN(at.getTime())) return date
  const far = at.getFullYear() !== now.getFullYear()
  const year = far ? ({ year: 'numeric' } as const) : {}
  return new Intl.DateTimeFormat(tongue(), { day: 'numeric', month: 'long', ...year }).format(at)
}

/** What an evening is called: its title, or its day. */
export const nameOf = (x: Pick<Evening, 'title' | 'date'>): string =>
  x.title || e('evening.of', { day: dayOf(x.date) })

type Terms = Omit<ClubOpenCommand, 'do'>

/** The terms of an evening that is opened without a word: today, and the rest as it was the last time. */
export function sensibleTerms(evenings: readonly Evening[], day = today()): Terms {
  const last = newest(evenings)[0]
  return {
    date: day,
    title: '',
    place: last?.place ?? '',
    season: last?.season ?? '',
    rulebook: last?.rulebook ?? '',
    preset: last?.preset ?? '',
    scheme: last?.scheme ?? '',
    tables: last?.tables ?? 1,
  }
}

/** The terms of an evening as they are, to change some of them. */
export const termsOf = (x: Evening): Terms => ({
  date: x.date,
  title: x.title,
  place: x.place,
  season: x.season,
  rulebook: x.rulebook,
  preset: x.preset,
  scheme: x.scheme,
  tables: x.tables,
})

/** Evenings, the newest first; of one day the one that was opened last. */
export const newest = (evenings: readonly Evening[]): Evening[] =>
  [...evenings]
    .map((x, i) => ({ x, i }))
    .sort((a, b) => b.x.date.localeCompare(a.x.date) || b.i - a.i)
    .map(({ x }) => x)

/** So many evenings back is looked to find out who comes often. */
const recent = 12

/** People by how often they have come of late, then by name: whoever is at the door is likely to stand on top. */
export function regulars<P extends { id: string; nick: string }>(
  people: readonly P[],
  evenings: readonly Evening[],
): P[] {
  const times = new Map<string, number>()
  for (const x of newest(evenings).slice(0, recent)) {
    for (const { person } of x.here) times.set(person, (times.get(person) ?? 0) + 1)
  }
  const order = new Intl.Collator(tongue(), { numeric: true })
  return [...people].sort(
    (a, b) => (times.get(b.id) ?? 0) - (times.get(a.id) ?? 0) || order.compare(a.nick, b.nick),
  )
}

/** Who came to the evening before this one, without those who are here. */
export function lastTime(evenings: readonly Evening[], id: string, here: readonly string[]) {
  const before = newest(evenings).find((x) => x.id !== id && x.here.length > 0)
  return before?.here.map((x) => x.person).filter((p) => !here.includes(p)) ?? []
}

/** Points as people write them: "1,25", "−0,5". */
export const pointsOf = (n: number): string =>
  new Intl.NumberFormat(tongue(), { maximumFractionDigits: 4 }).format(n).replace('-', '−')

/** The same with its sign, for what is added. */
export const signed = (n: number): string => (n > 0 ? `+${pointsOf(n)}` : pointsOf(n))

/** Something that a summary tells of a game: who, in which game. */
export interface Mention {
  game: number
  person: string
  seat: number
  /** Of a best move: how many of the named are black. */
  hits: number
  /** Whom he has named. */
  named: number[]
}

function mentions(
  results: readonly GameResult[],
  numbers: Record<string, number>,
  wanted: (seat: GameResult['seats'][number]) => boolean,
): Mention[] {
  return results.flatMap((r) =>
    r.seats.flatMap((s, i) =>
      wanted(s)
        ? [
            {
              game: numbers[r.id] ?? 0,
              person: s.person,
              seat: i + 1,
              named: s.bestMove,
              hits: s.bestMove.filter((n) => sideOf(r.seats[n - 1]?.role ?? '') === 'black').length,
            },
          ]
        : [],
    ),
  )
}

/** The number of each game in the evening's order, from 1. */
export const numbersOf = (page: Pick<Evening, 'games'>): Record<string, number> =>
  Object.fromEntries(page.games.map((g, i) => [g.game, i + 1]))

/** Who was shot first, game by game. */
export const firstShots = (page: EveningPage): Mention[] =>
  mentions(page.results, numbersOf(page), (s) => s.first)

/** The best moves, game by game. */
export const bestMoves = (page: EveningPage): Mention[] =>
  mentions(page.results, numbersOf(page), (s) => s.bestMove.length > 0)

/** Everybody who came, with how many of the evening's games he has played to their end. */
export function attendance(page: EveningPage): { person: string; games: number }[] {
  const games = new Map<string, number>(page.here.map((x) => [x.person, 0]))
  for (const r of page.results) {
    for (const s of r.seats) if (s.person) games.set(s.person, (games.get(s.person) ?? 0) + 1)
  }
  return [...games].map(([person, n]) => ({ person, games: n })).sort((a, b) => b.games - a.games)
}

/** A list with one of its things a place further up or down. */
export function shifted<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const out = [...list]
  const [a, b] = [out[at], out[at + by]]
  if (a === undefined || b === undefined) return out
  out[at] = b
  out[at + by] = a
  return out
}
