// A game with phones, board and stream, phase by phase; the host's page of the room; friends without a host.
import { expect } from '@playwright/test'
import type { Frame, Role } from '../../src/lib/api.ts'
import { alive, type Choices } from '../support/board.ts'
import { touch } from '../support/hands.ts'
import { asSeen } from '../support/room.ts'
import { gathering, named, type Gathering, type Screen } from './gathering.ts'

const city: Role[] = [
  'don',
  'mafia',
  'mafia',
  'maniac',
  'sheriff',
  'doctor',
  'mistress',
  ...many(8),
]
const classic: Role[] = ['civilian', 'don', 'mafia', 'mafia', 'sheriff', ...many(5)]

function many(n: number): Role[] {
  return Array.from({ length: n }, () => 'civilian')
}

/** The last three are put up, the first two of them get equally many votes, and all stand for their going. */
const torn: Choices = {
  nominate: (f) => {
    const put = f.view.candidates.map((c) => c.seat)
    const wanted = alive(f).slice(-3).reverse()
    return wanted.find((s) => !put.includes(s) && s !== f.view.turn.seat) ?? 0
  },
  vote: (f, o) => {
    const at = f.view.candidates.findIndex((c) => c.seat === o.for)
    const share = Math.floor(alive(f).length / 2)
    const mine = at > 1 ? [] : alive(f).slice(at * share, (at + 1) * share)
    return mine.filter((s) => o.to.includes(s))
  },
  oust: (_, o) => o.to,
  act: (f, o) =>
    o.do === 'shoot' || o.deed === 'kill'
      ? (alive(f).find((s) => f.view.seats[s - 1]?.role === 'civilian') ?? 0)
      : (o.to[0] ?? 0),
}

const kindOf = ({ view: v }: Frame, seats: number[]): string =>
  [
    v.phase,
    v.turn.kind,
    v.turn.kind && seats.includes(v.turn.seat) ? 'own' : '',
    v.hold ? 'hold' : '',
    v.turn.kind ? '' : v.news.kind,
    v.ballot.round > 1 ? 'again' : '',
    v.phase === 'ballot' && v.candidates.some((c) => c.closed) ? 'closed' : '',
  ]
    .filter(Boolean)
    .join('-')

/** What happens between two steps of a watched game. */
interface Event {
  when: (f: Frame) => boolean
  go: () => Promise<void>
}

/** Leads a game to its end, and looks at all screens at each new kind of moment. */
async function watch(
  g: Gathering,
  screens: Screen[],
  seats: number[],
  events: Event[],
): Promise<void> {
  const seen = new Set<string>()
  const due = [...events]
  for (let i = 0; i < 300; i++) {
    const f = await g.leader.frame()
    if (f.view.phase === 'over') return
    const kind = kindOf(f, seats)
    if (!seen.has(kind)) {
      seen.add(kind)
      await g.shown()
      await g.look(kind, screens)
    }
    const at = due.findIndex((e) => e.when(f))
    if (at >= 0) await due.splice(at, 1)[0]?.go()
    await g.leader.step(torn)
  }
  throw new Error('no end')
}

/** The card under a finger. */
async function holds(g: Gathering, who: Screen, stop: string, key = 'card.hold'): Promise<void> {
  await who.page.bringToFront()
  await touch(who.page).hold(g.button(who, 'phone', key), async () => {
    await expect(who.page.locator('.face')).toBeVisible()
    await g.look(stop, [who])
  })
  await expect(who.page.locator('.face')).toHaveCount(0)
}

/** In at the door, with what goes wrong there, and to a seat by the host's word. */
async function arrive(g: Gathering, table: () => Promise<string>): Promise<[Screen, Screen, Screen]> {
  const [first, last, late] = [await g.phone('first'), await g.phone('last'), await g.phone('late')]
  await first.page.goto(g.server.origin)
  await g.look('door', [first])
  await first.page.getByRole('textbox').first().fill('AAAAAA')
  await expect(first.page.locator('.wrong p')).not.toBeEmpty()
  await g.look('door-wrong', [first])
  await last.page.goto(g.server.origin + (await g.leader.room()).join)
  await g.look('nick', [last])
  const nicks = named(g.lang, city.length)
  await g.come(first, nicks[0] ?? '')
  await g.come(last, nicks.at(-1) ?? '')
  await g.come(late, nicks[7] ?? '')
  await g.look('lobby', [first, g.board])
  const id = await table()
  await g.button(first, 'phone', 'lobby.ask').click()
  await g.look('pick', [first])
  for (const [who, seat] of [[first, 1], [last, 15], [late, 5]] as const) {
    if (who !== first) await g.button(who, 'phone', 'lobby.ask').click()
    await who.page.locator(`button[aria-label^="${roomSeat(g, seat)}"]`).click()
    if (seat === 15) await g.look('pick-chosen', [who])
    await g.button(who, 'phone', 'lobby.take').click()
  }
  await g.host.page.goto(`${g.server.origin}/room`)
  await expect(g.host.page.getByRole('button', { name: g.w('room', 'room.ask.yes') }).first()).toBeVisible()
  await g.look('asked', [last, g.host])
  const view = await g.leader.room()
  for (const [seat, guest] of [[1, nicks[0]], [15, nicks.at(-1)]] as const) {
    const found = view.guests.find((x) => x.nick === guest)
    await g.leader.ask('PUT', `/api/room/guests/${found?.id}/seat`, { ...asSeen(found), table: id, seat })
  }
  for (const who of [first, last]) await expect(who.page.locator('.number')).toBeVisible()
  return [first, last, late]
} // prettier-ignore

const roomSeat = (g: Gathering, seat: number): string => `${g.w('phone', 'seat.player')} ${seat},`

/** The page of the room, in all that it may be. */
async function roomOfHost(g: Gathering, late: Screen): Promise<void> {
  const { page } = g.host
  await page.goto(`${g.server.origin}/room`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await g.look('room', [g.host])
  await g.button(g.host, 'room', 'room.lock').click()
  await expect(g.button(g.host, 'room', 'room.unlock')).toBeVisible()
  const { page: stranger } = await g.phone('stranger')
  await stranger.goto(g.server.origin + (await g.leader.room()).join)
  await g.look('room-locked', [g.host, g.board])
  await g.button(g.host, 'room', 'room.unlock').click()
  await g.button(g.host, 'room', 'room.renew').click()
  await g.look('room-renewed', [g.host])
  await g.button(g.host, 'room', 'room.host.show').click()
  await page.locator('.host img').waitFor()
  await g.look('room-hand-over', [g.host])
  await page.locator('li:has(bdi) button').first().click()
  await page.getByRole('dialog').waitFor()
  await g.look('room-guest', [g.host])
  await page.keyboard.press('Escape')
  const gone = (await g.leader.room()).guests.find((x) => x.seat === 0)
  await g.leader.ask('DELETE', `/api/room/guests/${gone?.id}`)
  await expect(late.page.getByRole('heading', { name: g.w('phone', 'out.title') })).toBeVisible()
  await g.look('out', [late])
}

const speech = (f: Frame) => f.view.turn.kind === 'speech'

gathering('city', async (g) => {
  const { leader } = g
  await g.look('board-empty', [g.board])
  const [first, last, late] = await arrive(g, () =>
    leader.deal({ rulebook: 'city', cards: city, nicks: named(g.lang, city.length) }),
  )
  await roomOfHost(g, late)
  await holds(g, first, 'card-don')
  await holds(g, last, 'card-civilian')
  const all = [first, last, g.board, g.overlay]
  await watch(g, all, [1, 15], [
    {
      when: (f) => f.view.phase === 'night' && f.view.night === 1,
      go: () => g.look('host-night', [g.host]),
    },
    {
      when: (f) => speech(f) && f.view.turn.seat === 3,
      go: async () => {
        for (const [to, n] of [[15, 2], [1, 1], [6, 3]] as const) await leader.send({ do: 'foul', to, n, reason: '' })
        await g.shown()
        await g.look('fouls', all)
        await holds(g, last, 'card-day')
        await g.button(last, 'phone', 'notes').click()
        await g.look('notes', [last])
        await last.page.locator('button[aria-expanded]').nth(2).click()
        await last.page.getByRole('textbox').fill('17?')
        await g.look('notes-open', [last])
        await g.button(last, 'phone', 'notes.back').click()
      },
    },
    {
      when: (f) => speech(f) && f.view.turn.seat === 5,
      go: async () => {
        await leader.send({ do: 'freeze' })
        await g.look('paused', all)
        await leader.send({ do: 'continue' })
      },
    },
    {
      when: (f) => speech(f) && f.view.turn.seat === 8,
      go: async () => {
        await g.server.kill()
        await expect(first.page.locator('main.stale')).toBeVisible()
        await g.look('lost', [...all, g.host])
        await g.server.restart()
        await expect(first.page.locator('main.stale')).toHaveCount(0, { timeout: 20_000 })
        await expect(g.board.page.getByRole('alert')).toBeHidden({ timeout: 20_000 })
        await leader.send({ do: 'resume' })
      },
    },
    {
      when: (f) => f.view.day === 2 && speech(f),
      go: async () => {
        await leader.send({ do: 'remove', to: 10, reason: '' })
        await g.shown()
        await g.look('removed', all)
        await leader.until((f) => f.view.turn.kind !== 'last-word', torn)
        await g.shown()
        await g.look('gone', [last])
        await leader.ask('PUT', `/api/tables/${leader.table}/ghosts`, { on: true })
        await g.look('gone-ghost', [last])
        await holds(g, last, 'all-cards', 'card.all')
      },
    },
  ])
  await g.look('over', [...all, g.host])
}) // prettier-ignore

gathering('classic', async (g) => {
  const { leader } = g
  const [first, last] = [await g.phone('first'), await g.phone('last')]
  const nicks = named(g.lang, classic.length)
  await g.come(first, nicks[0] ?? '')
  await g.come(last, nicks.at(-1) ?? '')
  const table = await leader.deal({ rulebook: 'classic', cards: classic, nicks })
  for (const guest of (await leader.room()).guests)
    await leader.ask('PUT', `/api/room/guests/${guest.id}/seat`, { ...asSeen(guest), table, seat: guest.nick === nicks[0] ? 1 : 10 })
  for (const who of [first, last]) await expect(who.page.locator('.number')).toBeVisible()
  const all = [first, last, g.board, g.overlay]
  await watch(g, all, [1, 10], [
    {
      when: (f) => f.view.day === 2 && speech(f),
      go: async () => {
        const to = 4
        for (let n = 1; n <= 4; n++) await leader.send({ do: 'foul', to, n: 1, reason: '' })
        await g.shown()
        await g.look('four-fouls', all)
      },
    },
  ])
  await g.look('over', all)
  await leader.deal({ rulebook: 'classic', cards: classic, nicks })
  await leader.send({ do: 'void' })
  await g.look('void', all)
}) // prettier-ignore
