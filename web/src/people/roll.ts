// What the list of the club's people shows, worked out of what the server tells.
import type { BanOf, Member } from '../lib/api.ts'

export const filters = ['all', 'novices', 'banned', 'alike', 'off'] as const
export type Filter = (typeof filters)[number]

/** A ban has a last day, "" for none, and is over after it. */
export const ended = (ban: { until: string }, today: string): boolean =>
  ban.until !== '' && today !== '' && ban.until < today

/** Whether somebody is kept from a table, or from all of them, today. */
export const isBanned = (m: Member, today: string): boolean =>
  m.bans.some((b) => !ended(b, today)) || (m.barred !== null && !ended(m.barred, today))

/** Bans that hold first, those without an end before others. */
export function byEnd(bans: readonly BanOf[], today: string): BanOf[] {
  const rank = (b: BanOf) => (ended(b, today) ? `1${b.until}` : `0${b.until}`)
  return [...bans].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))
}

/** Folds what is typed and what is searched, so that case and ё do not matter. */
const plain = (text: string): string =>
  text.normalize('NFC').trim().toLowerCase().replaceAll('ё', 'е')

/** Whom a search finds: by nick, by former nicks and by notes; whose nick begins so comes first. */
export function search(people: readonly Member[], query: string): Member[] {
  const sought = plain(query)
  if (!sought) return [...people]
  const rank = (m: Member): number => {
    const nick = plain(m.nick)
    if (nick === sought) return 0
    if (nick.startsWith(sought)) return 1
    if (nick.includes(sought)) return 2
    if (m.former.some((f) => plain(f).includes(sought))) return 3
    return plain(m.notes).includes(sought) ? 4 : -1
  }
  return people
    .map((m) => ({ m, at: rank(m) }))
    .filter((x) => x.at >= 0)
    .sort((a, b) => a.at - b.at)
    .map((x) => x.m)
}

/** By nick, as a reader of the language looks for it. */
export function byNick(people: readonly Member[], lang: string): Member[] {
  const { compare } = new Intl.Collator(lang, { numeric: true, sensitivity: 'base' })
  return [...people].sort((a, b) => compare(a.nick, b.nick) || compare(a.id, b.id))
}

/** Whose nicks look like somebody's. */
export function likes(alike: readonly (readonly string[])[], id: string): string[] {
  return alike.filter((g) => g.includes(id)).flatMap((g) => g.filter((x) => x !== id))
}

/** The Latin letters of a nick that has Cyrillic ones too: what makes it only look like another. */
export function latinAmong(nick: string): string[] {
  if (!/\p{Script=Cyrillic}/u.test(nick)) return []
  return [...new Set(nick.match(/\p{Script=Latin}/gu) ?? [])]
}

export interface Part {
  people: readonly Member[]
  off: readonly Member[]
  alike: readonly (readonly string[])[]
  today: string
}

/** One part of the list. Those who look alike stand beside each other. */
export function part(of: Part, filter: Filter): Member[] {
  switch (filter) {
    case 'all':
      return [...of.people]
    case 'novices':
      return of.people.filter((m) => m.novice)
    case 'banned':
      return of.people.filter((m) => isBanned(m, of.today))
    case 'alike':
      return of.alike.flatMap((g) => g.flatMap((id) => of.people.find((m) => m.id === id) ?? []))
    case 'off':
      return [...of.off]
  }
}

export const terms = ['ever', 'month', 'half', 'year', 'date'] as const
export type Term = (typeof terms)[number]

const two = (n: number) => String(n).padStart(2, '0')

/** The last day of a ban that begins today; "" for one without an end. Days are 2026-11-30. */
export function lastDay(term: Exclude<Term, 'date'>, today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  if (term === 'ever') return ''
  if (term === 'year') return `${year}-12-31`
  const at = month - 1 + (term === 'month' ? 1 : 6)
  const [y, m] = [year + Math.floor(at / 12), (at % 12) + 1]
  // A month later than the 31st is the last day of a shorter month.
  const last = new Date(Date.UTC(y, m, 0)).getUTCDate()
  return `${y}-${two(m)}-${two(Math.min(day, last))}`
}
