// What a host enters in the course of a whole game; what happens follows from who holds which card.
import { expect } from '@playwright/test'
import type { Frame, Role, Seat, View } from '../../src/lib/api.ts'
import type { Host } from './host.ts'
import { either } from './words.ts'

/** A game's own turns of fate. Whatever is missing goes the simple way. */
export interface Plan {
  /** With real cards: who wakes for a role. */
  cards?: Partial<Record<Role, Seat[]>>
  /** Whom a speaker puts up; 0 is nobody. */
  nominate?: (v: View) => Seat
  /** Who raises the hand for the candidate that is voted for now. */
  vote?: (v: View, voters: Seat[], candidate: Seat) => Seat[]
  oust?: (v: View, voters: Seat[]) => Seat[]
  /** Where a role of the night points; 0 is nobody. */
  act?: (v: View, role: Role, targets: Seat[]) => Seat
  shoot?: (v: View, targets: Seat[]) => Seat
  bestMove?: (v: View) => Seat[]
  accuse?: (v: View) => [Seat, Seat] | undefined
  judge?: (v: View, voters: Seat[]) => Seat[]
  note?: (v: View, seat: Seat) => Seat
  /** Something that happens once, as soon as it may. */
  events?: {
    name: string
    when: (v: View) => boolean
    go: (host: Host, v: View) => Promise<void>
  }[]
  /** Called on each new kind of screen, with its name. */
  look?: (name: string) => Promise<void>
}

const black: readonly Role[] = ['mafia', 'don']

export const alive = (v: View): Seat[] => v.seats.filter((s) => s.in).map((s) => s.seat)
export const roleOf = (v: View, seat: Seat): Role => v.seats[seat - 1]?.role ?? '?'
/** All who must go before the town has won: black ones, and those who play alone. */
export const foes = (v: View): Seat[] =>
  alive(v).filter((s) => [...black, 'maniac', 'ripper'].includes(roleOf(v, s)))
export const reds = (v: View): Seat[] => alive(v).filter((s) => !foes(v).includes(s))

/** The first few seats of a list that are not this one. */
const others = (list: readonly Seat[], not: Seat): Seat[] => list.filter((s) => s !== not)

/**
 * A town that is never wrong and never of one mind: each day two foes are put up and get equally many votes, with one
 * red candidate for the odd hand; who stands in the question goes. By night red ones die, from the lowest number on.
 */
export const hunt: Plan = {
  nominate: (v) => {
    const put = v.candidates.map((c) => c.seat)
    const wanted = [...foes(v).slice(0, 2), ...(alive(v).length % 2 ? reds(v).slice(-1) : [])]
    return others(wanted, v.turn.seat).find((s) => !put.includes(s)) ?? 0
  },
  vote: (v, voters) => voters.slice(0, Math.floor(alive(v).length / 2)),
  shoot: (v) => reds(v)[0] ?? 0,
  act: (v, _role, to) => reds(v).find((s) => to.includes(s)) ?? to[0] ?? 0,
  bestMove: (v) => others(alive(v), v.turn.seat).slice(0, 3),
}

const look = async (plan: Plan, seen: Set<string>, name: string) => {
  if (!plan.look || seen.has(name)) return
  seen.add(name)
  await plan.look(name)
}

/** Leads the game until something is so. */
export async function until(host: Host, plan: Plan, so: (v: View) => boolean): Promise<View> {
  for (let i = 0; i < limit; i++) {
    const v = await host.view()
    if (so(v)) return v
    await one(host, v, plan, new Set())
  }
  throw new Error(`not so after ${limit} steps`)
}

/** More steps than any game of these has. */
const limit = 260

/** Leads the game from where it stands to its end, and answers the last frame. */
export async function play(host: Host, plan: Plan): Promise<Frame> {
  const seen = new Set<string>()
  const pending = [...(plan.events ?? [])]
  for (let i = 0; i < limit; i++) {
    const frame = await host.frame()
    const v = frame.view
    if (v.phase === 'over') {
      expect(pending.map((e) => e.name)).toEqual([])
      await look(plan, seen, 'over')
      return frame
    }
    await look(plan, seen, nameOf(v))
    const due = pending.findIndex((e) => e.when(v))
    if (due >= 0) await pending.splice(due, 1)[0]?.go(host, v)
    else await one(host, v, plan, seen)
  }
  throw new Error(`no end after ${limit} steps`)
}

const nameOf = (v: View): string =>
  v.call.role !== '?'
    ? `${v.phase}-${v.call.role}`
    : v.turn.kind
      ? `${v.phase}-${v.turn.kind}`
      : v.phase

/** Does what the present step asks for. */
async function one(host: Host, v: View, plan: Plan, seen: Set<string>): Promise<void> {
  const { page, hands } = host
  const offer = (verb: string) => v.offers.find((o) => o.do === verb)
  if (await page.locator('button.answer').isVisible()) {
    await look(plan, seen, `answer-${v.call.role}`)
    await hands.away()
    await expect(page.locator('button.answer')).toBeHidden()
  }
  if (v.call.cards > 0) return cards(host, v, plan)
  const vote = offer('vote')
  if (vote) return host.raise((plan.vote ?? everybody)(v, vote.to, vote.for))
  const oust = offer('oust')
  if (oust) return host.raise((plan.oust ?? ((_, all) => all))(v, oust.to))
  const judge = offer('judge')
  if (judge) return host.raise((plan.judge ?? ((_, all) => all))(v, judge.to))
  const shoot = offer('shoot')
  if (shoot) return point(host, (plan.shoot ?? ((_, to) => to[0] ?? 0))(v, shoot.to))
  const act = v.offers.find((o) => o.do === 'act')
  if (act) return point(host, (plan.act ?? ((_v, _r, to) => to[0] ?? 0))(v, act.role, act.to))
  if (offer('best-move') && v.turn.bestMove && plan.bestMove)
    return bestMove(host, plan.bestMove(v))
  if (offer('write')) return note(host, v, plan, seen)
  if (offer('nominate') && !v.candidates.some((c) => c.by === v.turn.seat)) {
    const to = plan.nominate?.(v) ?? 0
    if (to) return host.seat(to)
  }
  const charge = offer('accuse') && plan.accuse?.(v)
  if (charge) {
    await hands.seat(charge[0])
    return host.seat(charge[1])
  }
  return host.next()
}

/** Everybody is for whom stands there first. */
const everybody = (v: View, voters: Seat[], candidate: Seat): Seat[] =>
  v.candidates[0]?.seat === candidate ? voters : []

async function point(host: Host, at: Seat): Promise<void> {
  if (at) await host.seat(at)
  else if (await host.page.locator('[data-tool=miss], [data-tool=nobody]').first().isVisible())
    await host.step(() => host.hands.none())
  // The large button sends nobody itself where that is what the call waits for.
  else await host.next()
}

async function bestMove(host: Host, seats: Seat[]): Promise<void> {
  for (const n of seats) await host.hands.seat(n)
  await host.next()
}

async function cards(host: Host, v: View, plan: Plan): Promise<void> {
  const wake = plan.cards?.[v.call.role] ?? []
  const next = wake.find((s) => roleOf(v, s) === '?')
  if (!next) throw new Error(`nobody is left to wake as ${v.call.role}`)
  await host.seat(next)
}

async function note(host: Host, v: View, plan: Plan, seen: Set<string>): Promise<void> {
  const { page, hands } = host
  const seat = v.offers.find((o) => o.do === 'write')?.by[0] ?? 0
  const name = plan.note?.(v, seat) ?? 0
  await hands.press(page.locator('button.begin'))
  await look(plan, seen, 'note')
  const what = name
    ? page.getByRole('button', { name: new RegExp(`^(Номер|Number) ${name}$`) })
    : page.getByRole('button', { name: either('game.notes.honest') })
  await hands.press(what)
  await host.step(() => hands.press(page.locator('button.begin')))
}
