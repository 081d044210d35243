// What befalls a table in the course of a game, to be mixed into a plan.
import type { View } from '../../src/lib/api.ts'
import type { Host } from './host.ts'
import { foes, hunt, reds, type Plan } from './plays.ts'
import { either } from './words.ts'

type Event = NonNullable<Plan['events']>[number]

/** A red one who has not spoken yet gets his fourth foul in the first circle, so that there is no vote. */
export const fourFouls: Event = {
  name: 'four fouls',
  when: (v) => v.phase === 'circle' && v.day === 1 && v.turn.seat === 2,
  go: async (host, v) => {
    const [seat = 0] = reds(v).filter((s) => s > 2)
    for (let i = 0; i < 4; i++) await host.foul(seat)
  },
}

/** The last of so many foes goes home on the first day. */
export const goesHome = (many: number): Event => ({
  name: 'somebody goes home',
  when: (v) => v.day === 1 && foes(v).length === many,
  go: (host, v) => host.fromMenu(foes(v).at(-1) ?? 0, either('game.menu.leave')),
})

/** The host removes a foe as soon as it may be. */
export const removal = (when: (v: View) => boolean, at: number): Event => ({
  name: 'removal',
  when,
  go: (host, v) => host.fromMenu(foes(v)[at] ?? 0, remove),
})

/** The line of a seat's menu that removes him with his last word. */
const remove = /^(Удалить(?! без)|Remove(?! without))/

const circle = (day: number) => (v: View) => v.phase === 'circle' && v.day >= day

/** Thirteen with doctor, mistress and maniac: fouls, ties, one who goes home, a removal. */
export const city: Plan = {
  ...hunt,
  cards: {
    don: [1],
    mafia: [2, 3, 1],
    maniac: [4],
    sheriff: [5],
    doctor: [6],
    mistress: [7],
  },
  events: [fourFouls, goesHome(3), removal((v) => circle(2)(v) && foes(v).length > 1, 1)],
}

/** Ten with doctor and mistress: fouls, ties, one who goes home, a removal. */
export const club: Plan = {
  ...hunt,
  cards: { mafia: [2, 3, 1], sheriff: [5], doctor: [6], mistress: [7] },
  events: [fourFouls, goesHome(2), removal((v) => circle(2)(v) && foes(v).length > 0, 0)],
}

/**
 * First day: a red one gets his fourth foul, so there is no vote. First night: a red one is shot, and names three.
 * Second day: two black ones share the votes twice, and the table sends both away; the host removes the third.
 */
export const classic: Plan = {
  ...hunt,
  cards: { mafia: [2, 5], don: [8], sheriff: [3] },
  events: [fourFouls, removal((v) => v.day === 2 && foes(v).length === 1, 0)],
}

/** The table of the original rules asks for the night, and all agree. */
export async function callNight(host: Host, v: View): Promise<void> {
  await host.hands.press(host.page.locator('[data-tool=call-night]'))
  await host.raise(v.offers.find((o) => o.do === 'call-night')?.to ?? [])
}
