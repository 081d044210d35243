// The evening as this browser knows it: who is here, and the game that is being prepared. It survives a reload and
// a dead battery; the people themselves live on the server.
import { ApiError, bareProblem, get, post, put, remove } from '../lib/client.ts'
import { recall, remember } from '../lib/shelf.ts'
import type { Book, Cast, Deal, Person, Role, Rulebook, SavedPerson } from '../lib/types.ts'

/** A game in preparation. People are named by id; seats come last. */
export interface Draft {
  book: Book
  /** The host has chosen the rulebook, so that the number of people no longer does. */
  bookChosen: boolean
  preset: string
  options: Record<string, string>
  with: Role[]
  /** A composition of the host's own; null: the rulebook's proposal. */
  cast: Cast | null
  tournament: boolean
  immune: string[]
  /** Why they are immune, for the host to read. */
  immuneWhy: string
  title: string
  event: string
  site: string
  /** Seats without any nick; 0: people play under theirs. */
  nameless: number
  /** People who are here and watch this game. */
  watch: string[]
  /** People in the order of their seats. */
  order: string[]
  deal: Deal
  /** Roles by seat, for cards that the host deals by his own list. */
  given: Role[]
  /** After the deal the device goes round. */
  pass: boolean
}

const blank = (): Draft => ({
  book: 'classic',
  bookChosen: false,
  preset: 'sport',
  options: {},
  with: [],
  cast: null,
  tournament: false,
  immune: [],
  immuneWhy: '',
  title: '',
  event: '',
  site: '',
  nameless: 0,
  watch: [],
  order: [],
  deal: 'lot',
  given: [],
  pass: true,
})

export const evening = $state({
  people: [] as Person[],
  loaded: false,
  here: recall<string[]>('omerta.here', []),
  draft: recall('omerta.draft', blank()),
  started: recall<number>('omerta.started', 0, 'session') === 1,
})

/** Keeps what was typed; call it from an effect. */
export function keepEvening(): void {
  remember('omerta.here', $state.snapshot(evening.here))
  remember('omerta.draft', $state.snapshot(evening.draft))
}

/** Forgets the game that was being prepared, but not the house rules of the evening. */
export function freshDraft(): void {
  const { book, bookChosen, preset, options, event, site, deal, pass } = evening.draft
  evening.draft = { ...blank(), book, bookChosen, preset, options, event, site, deal, pass }
}

const once = (ids: string[]): string[] => ids.filter((id, i) => ids.indexOf(id) === i)

export async function loadPeople(): Promise<void> {
  const before = evening.people.map((p) => p.id)
  const list = await get<Person[]>('/api/people')
  // Who has come while the answer was on its way is not in it.
  const since = evening.people.filter(
    (p) => !before.includes(p.id) && list.every((x) => x.id !== p.id),
  )
  evening.people = [...list, ...since]
  evening.loaded = true
  evening.here = once(evening.here).filter((id) => person(id) !== undefined)
  evening.draft.immune = evening.draft.immune.filter((id) => person(id) !== undefined)
}

export const person = (id: string): Person | undefined => evening.people.find((p) => p.id === id)

/** Ids of those who play: who is here and does not watch, in the order in which they came. */
export const playing = (): string[] =>
  evening.here.filter((id) => !evening.draft.watch.includes(id))

/** How many seats the game will have. */
export const seatCount = (): number => evening.draft.nameless || playing().length

/** Folds a nick so that two ways of typing the same are the same. */
export const fold = (nick: string): string => nick.normalize('NFC').trim().toLowerCase()

/** Takes people apart as they are pasted: a line, a comma or a semicolon each; list numbers go. */
export function splitNicks(text: string): string[] {
  return text
    .split(/[\n\r,;\t]+/)
    .map((s) => s.replace(/^\s*\d{1,2}[.)]\s*/, '').trim())
    .filter((s) => s !== '')
}

/** Brings somebody in: remembered, or new. Returns what was answered, null for one who is already here. */
export async function arrive(nick: string): Promise<SavedPerson | Person | null> {
  const old = evening.people.find((p) => fold(p.nick) === fold(nick))
  if (old) {
    if (evening.here.includes(old.id)) return null
    evening.here.push(old.id)
    return old
  }
  const made = await post<SavedPerson>('/api/people', { nick, novice: false, friends: [] })
  evening.people.push(made)
  evening.here.push(made.id)
  return made
}

export const depart = (id: string): void => {
  evening.here = evening.here.filter((x) => x !== id)
  evening.draft.watch = evening.draft.watch.filter((x) => x !== id)
}

/** Changes a person; friendship is mutual, so everybody is read anew when it changed. */
export async function change(id: string, to: Partial<Person>): Promise<SavedPerson> {
  const now = person(id)
  if (!now) throw new ApiError(404, bareProblem('no-person'))
  const { nick, novice, friends } = { ...now, ...to }
  const saved = await put<SavedPerson>(`/api/people/${id}`, { nick, novice, friends })
  if (to.friends) await loadPeople()
  else evening.people = evening.people.map((p) => (p.id === id ? saved : p))
  return saved
}

export async function forget(id: string): Promise<void> {
  await remove(`/api/people/${id}`)
  depart(id)
  evening.people = evening.people.filter((p) => p.id !== id)
}

/** The rulebook that fits the number of people, as long as the host has not chosen. */
export function sensible(players: number): Book {
  if (players === 10) return 'classic'
  if (players > 10) return 'city'
  return players >= 7 ? 'club' : 'original'
}

let books: Promise<Rulebook[]> | undefined

/** The rulebooks, asked for once. */
export function rulebooks(): Promise<Rulebook[]> {
  books ??= get<Rulebook[]>('/api/rulebooks').catch((e: unknown) => {
    books = undefined
    throw e
  })
  return books
}

/** Options that differ from what the rulebook and the preset set. */
export function ownOptions(book: Rulebook, draft: Draft): { name: string; value: string }[] {
  const base = baseOptions(book, draft.preset)
  return Object.entries(draft.options)
    .filter(([name, value]) => name in base && base[name] !== value)
    .map(([name, value]) => ({ name, value }))
}

/** What holds when nothing is set by hand. */
export function baseOptions(book: Rulebook, preset: string): Record<string, string> {
  const set = book.presets.find((p) => p.name === preset)?.options ?? []
  return Object.fromEntries([...book.options, ...set].map((o) => [o.name, o.value]))
}

/** Brings the seats up to date with who is here: who left goes, who came takes the last seat. */
export function syncOrder(): void {
  const now = playing()
  // One person, one seat, even of an order that was kept with somebody twice in it.
  const kept = once(evening.draft.order).filter((id) => now.includes(id))
  const added = now.filter((id) => !kept.includes(id))
  if (added.length > 0 || kept.length !== evening.draft.order.length) {
    evening.draft.order = [...kept, ...added]
  }
}
