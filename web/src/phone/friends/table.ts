// What a table of phones shows, worked out from the frame that every phone gets and from one's own seat. No card is
// known to any of it, and what may be sent is what the server offers.
import type { Frame, Friends, FriendsCommand, FriendsOffer, Seat, View } from '../../lib/api.ts'

/** Sends a command for one's own seat. */
export type Send = (command: FriendsCommand) => Promise<void>

/** A frame of a table of phones. */
export interface FriendsFrame extends Frame {
  friends: Friends
}

export const ofFriends = (f: Frame | null): f is FriendsFrame => f?.friends != null

/** What is on offer to a seat under a verb. */
export const offer = (
  f: FriendsFrame,
  seat: Seat,
  verb: FriendsCommand['do'],
): FriendsOffer | undefined => f.friends.offers.find((o) => o.do === verb && o.by.includes(seat))

export const nick = (v: View, seat: Seat): string => v.seats[seat - 1]?.nick ?? ''

export const nicks = (v: View, seats: readonly Seat[]): string =>
  seats.map((s) => nick(v, s)).join(', ')

export const inGame = (v: View, seat: Seat): boolean => v.seats[seat - 1]?.in === true

/** Which page is shown. It is the same for every card; `out` is for one who has left the game. */
export type Stage = 'cards' | 'count' | 'poll' | 'talk' | 'accusation' | 'notes' | 'over' | 'void'

export function stageOf(f: FriendsFrame): Stage {
  if (f.table.voided) return 'void'
  if (f.view.phase === 'over') return 'over'
  if (f.friends.sunrise === 'cards') return 'cards'
  if (f.friends.sunrise === 'count') return 'count'
  if (f.view.phase === 'notes') return 'notes'
  return f.view.phase === 'accusation' ? 'accusation' : 'talk'
}

/** Whether the page is black: the count, and the night of notes. */
export const dark = (f: FriendsFrame): boolean => ['count', 'notes'].includes(stageOf(f))

const loud = 5
const silent = 15
const last = 20

/** Where the count of the sunrise stands: 0 before it, then 1 to 20. */
export function counted(f: FriendsFrame, now: number): number {
  const { clock, friends } = f
  const gone = clock.limitMs - (clock.running ? clock.deadline - now : clock.leftMs)
  if (gone < friends.leadMs) return 0
  return Math.min(last, Math.floor((gone - friends.leadMs) / friends.beatMs) + 1)
}

/** Whether a number is said aloud: up to five, and after fifteen (ORIGINAL-SUN-2). */
export const aloud = (n: number): boolean => n > 0 && (n <= loud || n > silent)

/** How many friends a round takes at least (ORIGINAL-SETUP-1). */
export const fewest = 6

/** A number of two digits, so that every note is as long as another. */
export const two = (n: number): string => String(n).padStart(2, '0')

/** Points before this round, in it, and in all; zeros while it runs. */
export function points(f: FriendsFrame): { seat: Seat; now: number; sum: number }[] {
  return f.view.seats.map(({ seat }) => {
    const now = f.view.points[seat - 1] ?? 0
    return { seat, now, sum: (f.friends.carried[seat - 1] ?? 0) + now }
  })
}
