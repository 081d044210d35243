// Friends without a host (ORIGINAL-END-3, ORIGINAL-ABSENT-1, ORIGINAL-ABSENT-4): seven phones, two rounds, one phone that
// vanishes, a program that is killed while notes are written.
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import type { Card, Frame, RoomView } from '../src/lib/api.ts'
import { expectNoSeriousAxe } from './support/axe.ts'
import { expectFine } from './support/club.ts'
import { expect, test, type Server } from './support/omerta.ts'

const pictures = join(import.meta.dirname, '../test-results/shots')
const names = ['Аня', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Егор', 'Жанна']

interface Friend {
  nick: string
  context: BrowserContext
  page: Page
  black: boolean
}

const tap = (f: Friend, name: string | RegExp): Promise<void> =>
  f.page.getByRole('button', { name, exact: typeof name === 'string' }).click()

/** Takes seven phones into the room by its typed code. */
async function comeIn(browser: Browser, server: Server): Promise<Friend[]> {
  const host = await browser.newContext()
  await host.request.get(server.url)
  const room = (await (await host.request.get(`${server.origin}/api/room`)).json()) as RoomView
  await host.close()
  const all: Friend[] = []
  for (const nick of names) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto(server.origin + room.join)
    await page.getByRole('textbox').fill(nick)
    await page.getByRole('textbox').press('Enter')
    await expect(page.getByText(/^Согласны:/)).toBeAttached()
    all.push({ nick, context, page, black: false })
  }
  return all
}

/** The frame of a phone's table, as its stream gives it. */
const frameOf = (f: Friend): Promise<Frame> =>
  f.page.evaluate(
    () =>
      new Promise<Frame>((done) => {
        const source = new EventSource('/api/my/stream')
        source.onmessage = (e: MessageEvent<string>) => {
          source.close()
          done(JSON.parse(e.data) as Frame)
        }
      }),
  )

/** Everybody looks at his card by holding the button, and the twenty are counted. */
async function sunrise(all: Friend[]): Promise<void> {
  for (const f of all) {
    const answer = f.page.waitForResponse('**/api/my/card')
    const box = await f.page.getByRole('button', { name: /^Моя карта/ }).boundingBox()
    if (!box) throw new Error('no card to hold')
    await f.page.mouse.move(box.x + 20, box.y + 20)
    await f.page.mouse.down()
    f.black = ((await (await answer).json()) as Card).role === 'mafia'
    await expect(f.page.locator('p.side')).toContainText(f.black ? /чёрн/i : /красн/i)
    await f.page.mouse.up()
    await expect(f.page.locator('.face')).toHaveCount(0)
  }
  expect(all.filter((f) => f.black)).toHaveLength(2)
  for (const f of all) await tap(f, 'Готово')
  await expect(first(all).page.getByText('вслух никто не считает')).toBeVisible()
  await shot(first(all), 'no-voice')
  await tap(first(all), 'Считать будет мой телефон')
  await expect(first(all).page.getByText('Закройте глаза и опустите голову')).toBeVisible()
}

const first = (all: Friend[], is: (f: Friend) => boolean = () => true): Friend => {
  const found = all.find(is)
  if (!found) throw new Error('nobody of the kind')
  return found
}

/** What a phone shows, but for the one that counts aloud. */
const dom = (f: Friend): Promise<string> => f.page.locator('main').evaluate((m) => m.outerHTML)

/** The button of a raised hand says what it does. */
const raise = /^За: |^Рука поднята/

/** All the named raise their hands, the others that may answer do not. */
async function hands(all: Friend[], up: Friend[]): Promise<void> {
  for (const f of all) {
    const yes = f.page.getByRole('button', { name: raise })
    if (await yes.count()) await tap(f, up.includes(f) ? raise : 'Против')
  }
}

/** As many raise their hands as it takes: then it is counted, and the buttons are gone. */
async function enough(all: Friend[]): Promise<void> {
  const said = await first(all)
    .page.getByText(/^Рук поднято: \d+, нужно \d+/)
    .textContent()
  const [up, need] = (said?.match(/\d+/g) ?? []).map(Number)
  let more = (need ?? 0) - (up ?? 0)
  for (const f of all) {
    const yes = f.page.getByRole('button', { name: /^За: /, pressed: false })
    if (more === 0 || !(await yes.count())) continue
    await tap(f, /^За: /)
    more -= 1
  }
}

async function condemn(all: Friend[], whom: Friend): Promise<void> {
  const by = first(all, (f) => f !== whom)
  await tap(by, whom.nick)
  await tap(by, `Обвинить: ${whom.nick}`)
  await expect(whom.page.getByText(`Вас обвиняет ${by.nick}`)).toBeVisible()
  await tap(by, 'Голосовать')
  for (const f of all) {
    await expect(f.page.getByText(`Приговор: ${whom.nick}?`)).toBeVisible()
  }
  await hands(all, all)
  await expect(whom.page.getByText('Вы выбыли')).toBeVisible()
}

async function nightFalls(all: Friend[], night: number): Promise<void> {
  await tap(first(all), 'Позвать ночь')
  for (const f of all) await expect(f.page.getByText('Ночь мафии?')).toBeVisible()
  await enough(all)
  for (const f of all) await expect(f.page.getByText(`Ночь ${night}: записки`)).toBeVisible()
}

/** A note: two taps, whatever is written. */
async function write(f: Friend, whom: Friend | null): Promise<void> {
  await tap(f, f.black && whom ? whom.nick : 'Честная карта')
  await tap(f, 'Отдать записку')
}

/** Pictures of what does not wait for the window to be tried in every size. */
const hurried = ['silent', 'aloud', 'gone']

const shot = async (f: Friend, name: string): Promise<void> => {
  await f.page.screenshot({ path: join(pictures, `friends-${name}.png`), fullPage: true })
  await (hurried.includes(name) ? expectNoSeriousAxe(f.page) : expectFine(f.page))
}

test('seven phones play two rounds without a host', async ({ browser, server }) => {
  test.setTimeout(360_000)
  const all = await comeIn(browser, server)
  await expect(first(all).page.getByText('Согласны: 0 из 7')).toBeVisible()
  await shot(first(all), 'lobby')
  for (const f of all.slice(0, 4)) await tap(f, 'Раздать карты без ведущего')
  for (const f of all) await expect(f.page.getByRole('heading', { name: 'Восход' })).toBeVisible()
  await shot(first(all), 'cards')

  await sunrise(all)
  const black = first(all, (f) => f.black && f !== all[0])
  const red = first(all, (f) => !f.black && f !== all[0])
  await expect(red.page.getByText('до пятнадцати молча')).toBeVisible({ timeout: 20_000 })
  expect(await dom(black)).toBe(await dom(red))
  await shot(red, 'silent')
  await expect(red.page.getByText(/^1[789]$/)).toBeVisible({ timeout: 30_000 })
  await shot(red, 'aloud')
  for (const f of all) {
    await expect(f.page.getByRole('heading', { name: 'День 1' })).toBeVisible({ timeout: 10_000 })
  }
  await shot(red, 'talk')

  const reds = all.filter((f) => !f.black)
  const [condemned, lost, ...rest] = reds as [Friend, Friend, ...Friend[]]
  await condemn(all, condemned)
  await shot(condemned, 'out')
  let alive = all.filter((f) => f !== condemned)

  // One phone vanishes: the others wait half a minute for it, and then no longer.
  await lost.page.close()
  const present = alive.filter((f) => f !== lost)
  const asks = first(present)
  await asks.page.getByText('Кого-то нет или прервать игру').click()
  const list = asks.page.getByRole('group', { name: 'Кого-то нет: играть без него' })
  await expect(list.getByRole('button', { name: /нет связи/ })).toHaveText(
    new RegExp(`^${lost.nick}\\s*нет связи$`),
  )
  await list.getByText(lost.nick).click()
  await shot(asks, 'menu')
  await tap(asks, `Предложить не ждать: ${lost.nick}`)
  for (const f of present) {
    await expect(f.page.getByText(`Нет на месте: ${lost.nick}?`)).toBeVisible()
  }
  await hands(present, present)
  await shot(asks, 'gone')
  await expect(asks.page.getByText(`Отсутствуют: ${lost.nick}`)).toBeVisible({ timeout: 40_000 })

  // The notes of those who are there; the program is killed when half are in.
  await nightFalls(present, 1)
  const victim = first(rest)
  const sizes = new Set<string>()
  const note = (r: Request): void => {
    if (r.url().endsWith('/api/my/commands')) sizes.add(String(r.postData()?.length))
  }
  for (const f of present) f.page.on('request', note)
  await shot(first(present), 'notes')
  for (const f of present.slice(0, 3)) {
    await write(f, victim)
    await expect(f.page.getByText('Записано')).toBeVisible()
  }
  await shot(first(present), 'written')
  expect(sizes.size).toBe(1)
  await server.kill()
  await server.restart()
  for (const f of present.slice(3)) {
    await expect(f.page.locator('main:not([inert])')).toBeVisible({ timeout: 20_000 })
    await write(f, victim)
  }
  for (const f of present) f.page.off('request', note)
  const seen = first(all, (f) => f.black)
  await expect(seen.page.getByText('Ночь 1: имя названо в 2 записках')).toBeVisible()
  await expect(seen.page.getByText('имён не называем')).toBeVisible()
  await expect(seen.page.getByText(`Ночью погибает: ${victim.nick}.`)).toBeVisible()
  await shot(seen, 'read-hushed')
  alive = alive.filter((f) => f !== victim)

  // Whoever opens his phone is back.
  lost.page = await lost.context.newPage()
  await lost.page.goto(`${server.origin}/me`)
  await expect(lost.page.getByRole('button', { name: 'Позвать ночь' })).toBeVisible()
  for (let night = 2; alive.some((f) => !f.black); night++) {
    await nightFalls(alive, night)
    const whom = first(alive, (f) => !f.black)
    for (const f of alive) await write(f, whom)
    await expect(
      seen.page.getByText(`Ночь ${night}: имя названо в 2 записках`),
      `night ${night}`,
    ).toBeVisible()
    await shot(seen, 'read')
    alive = alive.filter((f) => f !== whom)
  }
  for (const f of all) {
    await expect(f.page.getByRole('heading', { name: 'Победа чёрных' })).toBeVisible()
  }
  await shot(first(all), 'end')
  const before = (await frameOf(first(all))).view.points
  expect(before.reduce((a, b) => a + b, 0)).toBe(10)

  // Another round: the mafia is condemned, and the next night bears no name.
  for (const f of all.slice(0, 4)) await tap(f, 'Ещё раунд')
  for (const f of all) await expect(f.page.getByRole('heading', { name: 'Восход' })).toBeVisible()
  await sunrise(all)
  await expect(red.page.getByRole('heading', { name: 'День 1' })).toBeVisible({ timeout: 40_000 })
  alive = all
  for (const f of all.filter((x) => x.black)) {
    await condemn(alive, f)
    alive = alive.filter((x) => x !== f)
  }
  await nightFalls(alive, 1)
  for (const f of alive) await write(f, null)
  await expect(first(all).page.getByRole('heading', { name: 'Победа красных' })).toBeVisible()
  await shot(first(all), 'end-2')
  const end = await frameOf(first(all))
  expect(end.friends?.round).toBe(2)
  expect(end.friends?.carried).toEqual(before)
  for (const { seat, nick } of end.view.seats) {
    const sum = (before[seat - 1] ?? 0) + (end.view.points[seat - 1] ?? 0)
    const row = first(all).page.getByRole('row').filter({ hasText: nick })
    await expect(row.getByRole('cell').last()).toHaveText(String(sum))
  }
  expect(end.view.points.reduce((a, b) => a + b, 0)).toBe(25)
  for (const f of all) await f.context.close()
})
