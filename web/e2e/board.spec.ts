// The board on the wall: a game in each of its phases, looked at by machine and, in pictures, by people.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Frame, Role } from '../src/lib/api.ts'
import { expectNoSeriousAxe } from './support/axe.ts'
import {
  alive,
  boardPage,
  faults,
  Leader,
  luminance,
  shows,
  type Choices,
} from './support/board.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(240_000)

const folder = join(import.meta.dirname, '../test-results/shots')
const wall = { width: 1920, height: 1080 }
const sizes = [
  wall,
  { width: 1280, height: 720 },
  { width: 820, height: 1180 },
  { width: 360, height: 740 },
]
const classic: Role[] = ['civilian', 'don', 'mafia', 'mafia', 'sheriff', ...civilians(5)]
const nights = ['opening', 'night', 'dawn', 'notes']

function civilians(n: number): Role[] {
  return Array.from({ length: n }, () => 'civilian')
}

/** Pictures at each size, and all checks at the two sizes of a wall. */
async function look(page: Page, name: string, night: boolean): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.waitForTimeout(120)
    await page.screenshot({ path: join(folder, `board-${name}-${size.width}.png`) })
    const found = await faults(page, night || size.width < 1000 ? 0 : 7)
    expect(found, `${name} at ${size.width}`).toEqual([])
  }
  await page.setViewportSize(wall)
  if (night) expect(await luminance(page), name).toBeLessThan(0.03)
  else await expectNoSeriousAxe(page)
}

/** Words that would tell a card. */
const cards = /шериф|комиссар|мирн|дон[аоу]?\b|маньяк|доктор|любовниц|sheriff|civilian|"don"/i

/** Leads a game to its end and looks at each new kind of screen. */
async function watch(page: Page, leader: Leader, name: string, choices: Choices): Promise<void> {
  const seen = new Set<string>()
  for (let i = 0; i < 260; i++) {
    const f = await leader.frame()
    if (f.view.phase === 'over') return
    const kind = kindOf(f)
    if (!seen.has(kind)) {
      seen.add(kind)
      await shows(page, leader)
      await look(page, `${name}-${kind}`, nights.includes(f.view.phase) && !dealt(f))
      expect(await page.content()).not.toMatch(cards)
    }
    await leader.step(choices)
  }
  throw new Error('no end')
}

const dealt = (f: Frame) => f.view.day === 0 && f.view.hold

const kindOf = ({ view: v }: Frame): string =>
  [
    v.phase,
    v.turn.kind,
    v.hold ? 'hold' : '',
    v.turn.kind ? '' : v.news.kind,
    v.ballot.round > 1 ? 'again' : '',
  ]
    .filter(Boolean)
    .join('-')

/** A tie on each day, and its end by the question or by nobody's hand; reds die by night. */
const split: Choices = {
  nominate: (f) => {
    const put = f.view.candidates.map((c) => c.seat)
    const wanted = alive(f).slice(-3).reverse()
    return put.length >= 3
      ? 0
      : (wanted.find((s) => !put.includes(s) && s !== f.view.turn.seat) ?? 0)
  },
  vote: (f, o) => {
    const run = f.view.candidates.map((c) => c.seat)
    const living = alive(f)
    const share = Math.floor(living.length / 2)
    const at = run.indexOf(o.for)
    const mine = at === 0 ? living.slice(0, share) : at === 1 ? living.slice(share, share * 2) : []
    return mine.filter((s) => o.to.includes(s))
  },
  oust: (_f, o) => o.to,
  act: (f, o) =>
    o.do === 'shoot' || o.deed === 'kill'
      ? (alive(f).find((s) => f.view.seats[s - 1]?.role === 'civilian') ?? 0)
      : (o.to[0] ?? 0),
}

test('a classic game in each phase: nothing is cut, nothing touches, nights are dark, no card is told', async ({
  page: host,
  server,
  browser,
}) => {
  const leader = await Leader.open(host, server)
  const { board } = await leader.room()
  const { page, asked, complaints } = await boardPage(browser, wall)
  await page.goto(server.origin + board)
  await expect(page.getByRole('heading', { name: 'Вход в игру' })).toBeVisible()
  await page.locator('img.qr').evaluate((img: HTMLImageElement) => img.decode())
  await look(page, 'lobby', false)
  await leader.deal({ rulebook: 'classic', cards: classic })
  await shows(page, leader)
  await watch(page, leader, 'classic', split)
  expect(asked.filter((p) => p.includes('record') || p.startsWith('/api/tables'))).toEqual(
    asked.filter((p) => p.endsWith(`/tables/${leader.table}/record.json`)),
  )
  await expect(page.getByRole('heading', { name: /Победа/ })).toBeVisible()
  await expect(page.getByText('Как это было')).toBeVisible()
  await expect(page.getByText('Дон').first()).toBeVisible()
  await look(page, 'classic-end', false)
  expect(complaints).toEqual([])
  await page.context().close()
})
