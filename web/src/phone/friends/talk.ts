// What only the pages of a table of friends need; table.ts is loaded by every phone.
import type { Seat } from '../../lib/api.ts'
import { offer, stageOf, type FriendsFrame } from './table.ts'

/** Names what a player must see at once: a question, an accusation, a verdict, the night, that he is missed. */
export const headline = (f: FriendsFrame, me: Seat): string =>
  JSON.stringify([
    stageOf(f),
    f.friends.round,
    f.view.day,
    f.view.accused.to,
    f.view.news.kind,
    f.view.departed.length,
    f.friends.poll.kind && f.friends.poll.id,
    f.friends.absent.includes(me),
  ])

/** Whom a seat may accuse now; nobody where it may not. */
export const accusable = (f: FriendsFrame, me: Seat): Seat[] =>
  offer(f, me, 'accuse')?.to.filter((s) => s !== me) ?? []
