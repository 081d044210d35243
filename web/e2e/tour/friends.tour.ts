// Friends without a host: seven phones from the lobby to the second round, with everything that the table asks.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Card } from '../../src/lib/api.ts'
import { gathering, guests, type Gathering, type Screen } from './gathering.ts'

interface Friend extends Screen {
  nick: string
  black: boolean
}

type Party = Friend[]

const one = (all: Party, is: (f: Friend) => boolean = () => true): Friend => {
  const found = all.find(is)
  if (!found) throw new Error('nobody of the kind')
  return found
}

const tap = (g: Gathering, f: Friend, key: string): Promise<void> =>
  g.button(f, 'friends', key).click()

/** Seven come in; the longest nicks are among them. */
async function gather(g: Gathering): Promise<Party> {
  const all: Party = []
  for (const at of [0, 9, 1, 2, 3, 4, 5]) {
    const nick = guests[g.lang][at] ?? ''
    const screen = await g.phone(`seat${all.length + 1}`)
    await g.come(screen, nick)
    all.push({ ...screen, nick, black: false })
  }
  return all
}

/** Everybody looks at his card. */
async function look(g: Gathering, f: Friend): Promise<void> {
  await f.page.bringToFront()
  const answer = f.page.waitForResponse('**/api/my/card')
  const box = await f.page
    .getByRole('button', { name: g.w('friends', 'card.hold').split(':')[0] ?? '' })
    .boundingBox()
  if (!box) throw new Error('no card to hold')
  await f.page.mouse.move(box.x + 20, box.y + 20)
  await f.page.mouse.down()
  f.black = ((await (await answer).json()) as Card).role === 'mafia'
  await f.page.mouse.up()
  await expect(f.page.locator('.face')).toHaveCount(0)
}

/** From the deal to the first talk. */
async function sunrise(g: Gathering, all: Party, seen: boolean): Promise<void> {
  for (const f of all) await look(g, f)
  await tap(g, one(all), 'cards.aloud')
  if (seen) await g.look('sunrise-ready', [one(all)])
  for (const f of all) await tap(g, f, 'cards.ready')
  if (seen) {
    await g.look('count-silent', [one(all)])
    const number: (p: Page) => Promise<void> = (p) =>
      p.locator('.number').waitFor({ timeout: 40_000 })
    await number(one(all).page)
    await g.look('count-aloud', [g.board])
  }
  for (const f of all)
    await expect(f.page.getByRole('heading', { name: `${g.w('friends', 'day')} 1` })).toBeVisible({
      timeout: 40_000,
    })
}

/** The button that raises a hand says what that does. */
const hand = (f: Friend): Locator => f.page.getByRole('button', { name: /^(За|For): / })

/** How many phones may answer the table's question now. */
const open = async (all: Party): Promise<number> => {
  const counts = await Promise.all(all.map((f) => hand(f).count()))
  return counts.reduce((a, b) => a + b, 0)
}

/** Whoever may answer raises the hand. */
async function hands(all: Party): Promise<void> {
  for (const f of all) if (await hand(f).count()) await hand(f).click()
}

/** Asks, looks at it, and has all hands raised: asked again where half a minute was too short to look. */
async function carry(
  all: Party,
  ask: () => Promise<void>,
  see: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await ask()
  await expect.poll(() => open(all)).toBeGreaterThan(0)
  await see()
  if ((await open(all)) === 0) {
    await ask()
    await expect.poll(() => open(all)).toBeGreaterThan(0)
  }
  await hands(all)
}

async function accuse(g: Gathering, by: Friend, whom: Friend): Promise<void> {
  await by.page.getByRole('button', { name: whom.nick, exact: true }).click()
  await tap(g, by, 'accuse.go')
  await expect(g.button(by, 'friends', 'ask')).toBeVisible()
}

/** The night comes, and all have their notes before them. */
async function night(g: Gathering, alive: Party, see?: () => Promise<void>): Promise<void> {
  await carry(alive, () => tap(g, one(alive), 'night.call'), see)
  await expect(g.button(one(alive), 'friends', 'notes.give')).toBeVisible()
}

/** Somebody is accused and condemned. */
async function condemn(
  g: Gathering,
  alive: Party,
  whom: Friend,
  see?: () => Promise<void>,
): Promise<void> {
  const by = one(alive, (f) => f !== whom)
  const ask = async () => {
    if ((await g.button(by, 'friends', 'ask').count()) === 0) await accuse(g, by, whom)
    await tap(g, by, 'ask')
  }
  await carry(alive, ask, see)
  await expect(whom.page.getByText(g.w('friends', 'out.title'))).toBeVisible()
}

async function note(g: Gathering, f: Friend, whom: Friend | undefined): Promise<void> {
  const cell = f.black && whom ? whom.nick : g.w('friends', 'notes.honest')
  await f.page.getByRole('button', { name: cell, exact: true }).click()
  await tap(g, f, 'notes.give')
}

gathering('friends', async (g) => {
  const all = await gather(g)
  const [first, second] = all as [Friend, Friend]
  const hung = [g.board, g.overlay]
  await g.look('lobby', [first, g.board])
  for (const f of all.slice(0, 3)) await tap(g, f, 'deal.go')
  await g.look('proposed', [first, all[4] ?? second])
  await tap(g, all[3] ?? second, 'deal.go')
  for (const f of all)
    await expect(f.page.getByRole('heading', { name: g.w('friends', 'cards.title') })).toBeVisible()
  await g.look('sunrise', [second, ...hung])
  await sunrise(g, all, true)
  await g.look('talk', [first, ...hung])

  const reds = all.filter((f) => !f.black)
  const [condemned, victim, lost] = reds as [Friend, Friend, Friend]
  const by = one(all, (f) => f !== condemned)
  await by.page.getByRole('button', { name: condemned.nick, exact: true }).click()
  await g.look('accuse-picked', [by])
  await tap(g, by, 'accuse.go')
  await expect(g.button(by, 'friends', 'ask')).toBeVisible()
  await g.look('accused', [by, condemned, victim, ...hung])
  await condemn(g, all, condemned, async () => {
    await hands(all.slice(1, 3))
    await g.look('hands', [by, condemned, victim, ...hung])
  })
  await g.look('condemned', [condemned, victim, ...hung])
  let alive = all.filter((f) => f !== condemned)

  await one(alive).page.locator('details summary').last().click()
  await g.look('menu', [one(alive)])
  await one(alive).page.getByRole('group').getByText(lost.nick).last().click()
  await tap(g, one(alive), 'gone.go')
  await g.look('gone-poll', [one(alive), lost, ...hung])
  if (await g.button(lost, 'friends', 'absent.back').count())
    await g.button(lost, 'friends', 'absent.back').click()
  await expect(one(alive).page.locator('main section header')).toHaveCount(0, { timeout: 40_000 })
  await night(g, alive, () => g.look('night-poll', [one(alive), ...hung]))
  await g.look('notes', [one(alive), condemned, ...hung])
  await one(alive)
    .page.getByRole('button', { name: victim.nick, exact: true })
    .click()
  await g.look('notes-chosen', [one(alive)])
  await note(g, one(alive), victim)
  await g.look('notes-done', [one(alive)])
  for (const f of alive.slice(1)) await note(g, f, victim)
  await expect(victim.page.getByText(g.w('friends', 'out.title'))).toBeVisible()
  alive = alive.filter((f) => f !== victim)
  await g.look('read', [one(alive), victim, ...hung])

  for (let n = 0; n < 6 && (await g.button(one(alive), 'friends', 'night.call').count()) > 0; n++) {
    const whom = one(alive, (f) => !f.black)
    await night(g, alive)
    for (const f of alive) await note(g, f, whom)
    await expect(g.button(one(alive), 'friends', 'notes.give')).toHaveCount(0)
    alive = alive.filter((f) => f !== whom)
  }
  await g.look('end', [first, ...hung])
  for (const f of all.slice(0, 3)) await tap(g, f, 'end.again')
  await g.look('again', [first])
  await tap(g, all[3] ?? second, 'end.again')
  for (const f of all)
    await expect(f.page.getByRole('heading', { name: g.w('friends', 'cards.title') })).toBeVisible()
  await sunrise(g, all, false)
  alive = all
  for (const black of all.filter((f) => f.black)) {
    await condemn(g, alive, black)
    alive = alive.filter((f) => f !== black)
  }
  await night(g, alive)
  for (const f of alive) await note(g, f, undefined)
  await expect(g.button(first, 'friends', 'end.again')).toBeVisible()
  await g.look('end-second', [first, ...hung])
}) // prettier-ignore
