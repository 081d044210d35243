// Phones that come in are taken in among those who are here.
import { recall, remember } from '../lib/shelf.ts'
import { identify, type GuestView, type RoomView } from '../lib/room.svelte.ts'
import { comeIn, depart, evening, loadPeople, person } from './evening.svelte.ts'

/** Which person a phone was taken in as, and when. */
type Taken = Record<string, { person: string; at: number }>

/** After so long it is another evening. */
const night = 12 * 3600_000

const asked: string[] = []
/** More new people than that do not come in an evening: the list is kept from made-up phones. */
const most = 120

/** A phone of this evening: it has come in since, or its page is open. */
const present = (g: GuestView, now: number) => g.online || now - g.since < night

/** Whose phone is not settled: the host is asked once. */
export const claims = (view: RoomView | null): GuestView[] =>
  view?.guests.filter((g) => g.claims !== '') ?? []

/** Who has another's nick and needs one of his own. */
export const nameless = (view: RoomView | null): GuestView[] =>
  view?.guests.filter((g) => g.other) ?? []

/**
 * Takes in whoever has come: a new nick by itself, a settled person at once, each phone once an evening, so that
 * whom the host has sent home does not come back. A claim waits for the host. Throws what the server says no with.
 */
export async function takeIn(view: RoomView, now = Date.now()): Promise<void> {
  const taken = recall<Taken>('omerta.phones', {})
  for (const g of view.guests) {
    if (!present(g, now)) continue
    if (g.person) await settle(taken, g, now)
    else if (!g.claims && !g.other && g.seat === 0 && g.askSeat === 0) await meet(g)
  }
  for (const id of Object.keys(taken)) {
    if (!view.guests.some((g) => g.id === id)) Reflect.deleteProperty(taken, id)
  }
  remember('omerta.phones', taken)
}

async function settle(taken: Taken, g: GuestView, now: number): Promise<void> {
  const before = taken[g.id]
  if (before?.person === g.person && now - before.at < night) return
  // He has typed another nick: under the first one nobody has come.
  if (before && before.person !== g.person && now - before.at < night) depart(before.person)
  taken[g.id] = { person: g.person, at: now }
  if (!person(g.person)) await loadPeople()
  if (person(g.person) && !evening.here.includes(g.person)) await comeIn(g.person)
}

/** A nick that nobody had before is the phone's owner's; one request is enough. */
async function meet(g: GuestView): Promise<void> {
  const what = `${g.id} ${g.nick}`
  if (asked.includes(what) || asked.length >= most) return
  asked.push(what)
  try {
    await identify(g, true)
  } catch (e) {
    asked.splice(asked.indexOf(what), 1)
    throw e
  }
}
