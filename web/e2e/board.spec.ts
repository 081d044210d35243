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
async function watch(
  page: Page,
  leader: Leader,
  name: string,
  choices: Choices,
  asked: string[] = [],
): Promise<void> {
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
      expect(asked.filter((p) => p.includes('record'))).toEqual([])
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
  playwright,
}) => {
  const leader = await Leader.open(host, server)
  const { board } = await leader.room()
  const { page, asked, complaints } = await boardPage(browser, wall)
  await page.goto(server.origin + board)
  await expect(page.getByRole('heading', { name: 'Вход в игру' })).toBeVisible()
  await page.locator('img.qr').evaluate((img: HTMLImageElement) => img.decode())
  await look(page, 'lobby', false)
  const door = await leader.room()
  for (const nick of hostile.slice(0, 9)) {
    const phone = await playwright.request.newContext()
    const joined = await phone.post(`${server.origin}/api/join`, {
      headers: { 'X-Omerta': '1' },
      data: { token: door.join.slice('/j/'.length), code: '', nick },
    })
    expect(joined.ok(), await joined.text()).toBe(true)
    await phone.dispose()
  }
  await expect(page.getByText('Пришли: 9')).toBeVisible()
  await look(page, 'lobby-nine', false)
  await leader.deal({ rulebook: 'classic', cards: classic })
  await shows(page, leader)
  await watch(page, leader, 'classic', split, asked)
  expect(asked.filter((p) => p.startsWith('/api/tables'))).toEqual([])
  await expect(page.getByRole('heading', { name: /Победа/ })).toBeVisible()
  await expect(page.getByText('Как это было')).toBeVisible()
  await expect(page.getByText('Дон').first()).toBeVisible()
  await look(page, 'classic-end', false)
  expect(complaints).toEqual([])
  await page.context().close()
})

const city: Role[] = [
  'don',
  'mafia',
  'mafia',
  'sheriff',
  'doctor',
  'mistress',
  'maniac',
  ...civilians(6),
]

test('a city game with long nicks and fouls, on screens of all sizes', async ({
  page: host,
  server,
  browser,
}) => {
  const leader = await Leader.open(host, server)
  const { board } = await leader.room()
  const { page, complaints } = await boardPage(browser, wall)
  await leader.deal({ rulebook: 'city', cards: city, nicks: hostile })
  await page.goto(server.origin + board)
  await leader.until((f) => f.view.turn.kind === 'speech', split)
  for (const [to, n] of [
    [2, 1],
    [5, 2],
    [9, 3],
  ] as const)
    await leader.send({ do: 'foul', to, n, reason: '' })
  await watch(page, leader, 'city', split)
  await look(page, 'city-end', false)
  expect(complaints).toEqual([])
  await page.context().close()
})

/** What people call themselves. */
const hostile = [
  'Сверхдлиннейшийпсевдоним',
  '<img src=x onerror=alert(1)>'.slice(0, 24),
  'ШЩШЩШЩШЩШЩШЩШЩШЩШЩШЩШЩШЩ',
  'عبد الله',
  '测试测试测试测试测试测试',
  'W W W W W W W W W W W W',
  'Ё',
  '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
  'Анна-Мария фон Штольц',
  'i',
  'Пересмешник Второй',
  'Мадам Консильери',
  'Z͑ͫa̴lgo',
]

const hush: Choices = {
  accuse: (f) =>
    f.view.news.kind === 'accusation' ? undefined : [alive(f)[0] ?? 0, alive(f).at(-1) ?? 0],
  // The mafia sit at 2 and 3, and name the first of the others.
  note: (f, by) => ([2, 3].includes(by) ? (alive(f).find((s) => s !== 2 && s !== 3) ?? 0) : 0),
}

test('the game without a host: accusations, notes, points', async ({
  page: host,
  server,
  browser,
}) => {
  const leader = await Leader.open(host, server)
  const { board } = await leader.room()
  const { page, complaints } = await boardPage(browser, wall)
  await leader.deal({
    rulebook: 'original',
    cards: ['civilian', 'mafia', 'mafia', 'civilian', 'civilian', 'civilian', 'civilian'],
  })
  await page.goto(server.origin + board)
  await watch(page, leader, 'original', hush)
  await look(page, 'original-end', false)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('forty at the table, in both languages, up to a screen of 4K', async ({
  page: host,
  server,
  browser,
}) => {
  const leader = await Leader.open(host, server)
  const { board } = await leader.room()
  const { page } = await boardPage(browser, { width: 3840, height: 2160 })
  const cards: Role[] = [
    'don',
    ...Array.from({ length: 9 }, (): Role => 'mafia'),
    'sheriff',
    ...civilians(29),
  ]
  await leader.deal({ rulebook: 'city', cards })
  await leader.until((f) => f.view.turn.kind === 'speech' && f.view.candidates.length >= 3, split)
  await page.goto(`${server.origin}${board}?lang=en`)
  await shows(page, leader)
  await expect(page.getByText('Speaking', { exact: true })).toBeVisible()
  for (const [width, height] of [
    [3840, 2160],
    [1920, 1080],
    [1440, 900],
    [1280, 720],
    [820, 1180],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(150)
    await page.screenshot({ path: join(folder, `board-forty-${width}.png`) })
    expect(await faults(page, 7), `forty at ${width}`).toEqual([])
  }
  await page.context().close()
})

test('the clock has a quarter of the height, stands still when the line is lost, and goes on after', async ({
  page: host,
  server,
  browser,
}) => {
  const leader = await Leader.open(host, server)
  const { board } = await leader.room()
  const { page } = await boardPage(browser, wall)
  await leader.deal({ rulebook: 'classic', cards: classic })
  await leader.until((f) => f.view.turn.kind === 'speech', split)
  await page.goto(server.origin + board)
  await shows(page, leader)
  const clock = page.getByRole('timer')
  const box = await clock.boundingBox()
  expect(box?.height ?? 0).toBeGreaterThanOrEqual(wall.height * 0.25)
  await server.kill()
  await expect(page.getByRole('alert')).toContainText('Нет связи с')
  const stood = await clock.textContent()
  await page.waitForTimeout(2_500)
  expect(await clock.textContent()).toBe(stood)
  await expect(clock).toHaveClass(/stands/)
  await page.screenshot({ path: join(folder, 'board-lost-1920.png') })
  await server.restart()
  await expect(page.getByRole('alert')).toBeHidden({ timeout: 15_000 })
  // After a restart time stands until the host lets it go on.
  await expect(page.getByText('Время стоит')).toBeVisible()
  await leader.send({ do: 'resume' })
  await expect(clock).not.toHaveClass(/stands/)
  const before = await clock.textContent()
  await expect(clock).not.toHaveText(before ?? '')
  await page.context().close()
})

test('the board follows the next table, or stays with its own, and says when a link leads nowhere', async ({
  page: host,
  server,
  browser,
}) => {
  const leader = await Leader.open(host, server)
  const { board } = await leader.room()
  const first = await leader.deal({ rulebook: 'classic', cards: classic, nicks: ['Первая'] })
  const { page: follows } = await boardPage(browser, wall)
  const { page: stays } = await boardPage(browser, wall)
  await follows.goto(server.origin + board)
  await stays.goto(`${server.origin}${board}/${first}`)
  for (const p of [follows, stays])
    await expect(p.getByText('Первая', { exact: true })).toBeVisible()
  await leader.deal({ rulebook: 'classic', cards: classic, nicks: ['Вторая'] })
  await expect(follows.getByText('Вторая', { exact: true })).toBeVisible()
  await expect(stays.getByText('Первая', { exact: true })).toBeVisible()
  await stays.goto(`${server.origin}${board}/nothing`)
  await expect(stays.getByRole('heading', { name: 'Такого стола нет' })).toBeVisible({
    timeout: 10_000,
  })
  await stays.goto(`${server.origin}/board/wrong`)
  await expect(stays.getByRole('heading', { name: 'Ссылка на табло не действует' })).toBeVisible({
    timeout: 10_000,
  })
  await expectNoSeriousAxe(stays)
  await leader.ask('POST', '/api/room/renew', { board: true })
  await expect(follows.getByRole('heading', { name: 'Ссылка на табло не действует' })).toBeVisible({
    timeout: 10_000,
  })
  for (const p of [follows, stays]) await p.context().close()
})

test('strips for a stream lie over a picture and let it through', async ({
  page: host,
  server,
  browser,
}) => {
  const leader = await Leader.open(host, server)
  const { board } = await leader.room()
  const { page, complaints } = await boardPage(browser, wall)
  await page.goto(`${server.origin}${board}?overlay`)
  await leader.deal({ rulebook: 'classic', cards: classic })
  await leader.until((f) => f.view.turn.kind === 'speech' && f.view.candidates.length === 3, split)
  await expect(page.getByRole('timer')).toBeVisible()
  const clear = 'rgba(0, 0, 0, 0)'
  const grounds = await page.evaluate(() =>
    [document.documentElement, document.body].map((el) => getComputedStyle(el).backgroundColor),
  )
  expect(grounds).toEqual([clear, clear])
  // A picture as a camera gives it: bright, dark and coloured spots.
  await page.evaluate(() => {
    const root = document.documentElement.style
    root.background =
      'radial-gradient(circle at 20% 80%, #fff6d8, transparent 40%), radial-gradient(circle at 80% 90%, #d33, transparent 45%), linear-gradient(120deg, #234, #9ab 50%, #eee)'
  })
  for (const size of [wall, { width: 1280, height: 720 }]) {
    await page.setViewportSize(size)
    await page.screenshot({ path: join(folder, `board-overlay-${size.width}.png`) })
  }
  await leader.until(
    (f) => f.view.phase === 'ballot' && f.view.candidates.some((c) => c.closed),
    split,
  )
  await page.waitForTimeout(300)
  await page.screenshot({ path: join(folder, `board-overlay-vote-${wall.width}.png`) })
  expect(await page.getByRole('button').count()).toBe(0)
  expect(complaints).toEqual([])
  await page.context().close()
})
