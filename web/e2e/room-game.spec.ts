// A game of thirteen in one room: a console, a board, twelve phones, and one player who has none. Two phones are lost and
// let back in, the host changes the device in the middle of a night, and the program is killed right after.
import type { Browser, Page } from '@playwright/test'
import type { Frame, Seat } from '../src/lib/api.ts'
import { boardPage } from './support/board.ts'
import { deal, open } from './support/evening.ts'
import { keys, touch } from './support/hands.ts'
import { Host } from './support/host.ts'
import { expect as wants, test, whyNoServer, type Server } from './support/omerta.ts'
import { roomOf } from './support/phone.ts'
import { alive, hunt, play, until, type Plan } from './support/plays.ts'
import {
  cardWords,
  giveNick,
  newPhone,
  overhear,
  shaken,
  stored,
  traces,
  type RoomPhone,
} from './support/room.ts'
import { finish, laptop } from './support/whole.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(400_000)
test.use({ ...laptop, actionTimeout: 15_000, navigationTimeout: 30_000 })

/** Fourteen pages share the processor of one machine. */
const expect = wants.configure({ timeout: 15_000 })

const owners = [
  'Аня', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Егор', 'Жанна', 'Захар', 'Инна', 'Кирилл', 'Лиза', 'Олег',
] // prettier-ignore
const phoneless = 'Полина'

const given: Record<number, string> = {
  1: 'Дон',
  2: 'Мафия',
  3: 'Мафия',
  4: 'Маньяк',
  5: 'Комиссар',
  6: 'Доктор',
  7: 'Любовница',
}
const cardOf = (seat: number) => given[seat] ?? 'Мирный'

/** Who shares the votes of a day goes, so that two days are enough. */
const plan: Plan = {
  ...hunt,
  cards: { don: [1], mafia: [2, 3, 1], maniac: [4], sheriff: [5], doctor: [6], mistress: [7] },
}

/** What goes on in the room: who hosts on which device, the wall, and the phones by seat. */
interface Room {
  server: Server
  browser: Browser
  host: Host
  board: Page
  heard: string[]
  phones: Map<Seat, RoomPhone>
}

const each = (room: Room, act: (p: RoomPhone, seat: Seat) => Promise<void>) =>
  Promise.all([...room.phones].map(([seat, p]) => act(p, seat)))

const at = (room: Room, seat: Seat): RoomPhone => {
  const found = room.phones.get(seat)
  if (!found) throw new Error(`seat ${seat} has no phone`)
  return found
}

/** Twelve scan the same code; the first of them types it instead. */
async function comeIn(browser: Browser, server: Server, host: Page): Promise<RoomPhone[]> {
  const { join, code } = await roomOf(host.request, server)
  const all: RoomPhone[] = []
  // One after the other: they are seated in the order in which they came.
  for (const nick of owners) {
    const phone = await newPhone(browser, nick)
    const typed = all.length === 0
    await phone.page.goto(server.origin + (typed ? '' : join))
    if (typed) await phone.page.getByRole('textbox', { name: 'Код комнаты' }).fill(code)
    await giveNick(phone.page, nick)
    await expect(phone.page.getByRole('heading', { name: nick })).toBeVisible()
    all.push(phone)
  }
  return all
}

/** No phone in sight and no wall tells a card. */
async function nothingTold(room: Room): Promise<void> {
  expect(await room.board.content()).not.toMatch(cardWords)
  await each(room, async ({ page, nick }) => {
    expect(await page.content(), nick).not.toMatch(cardWords)
    expect(await stored(page), nick).not.toMatch(cardWords)
  })
}

/** By night every phone shows the same black, to the pixel, and offers nothing. */
async function allBlack(room: Room): Promise<void> {
  await each(room, ({ page }) => expect(page.locator('main.night')).toHaveText('ночь'))
  const [one, ...others] = await Promise.all(
    [...room.phones.values()].map(async ({ page }) => ({
      traces: await traces(page),
      shot: (await page.screenshot()).toString('base64'),
    })),
  )
  expect(one?.traces).toMatchObject({ buttons: 0, tone: 'night', theme: '#000000' })
  for (const other of others) {
    expect(other.traces).toEqual(one?.traces)
    expect(other.shot === one?.shot).toBe(true)
  }
}

/** All phones have heard the table as it stands now. */
async function caughtUp(room: Room): Promise<void> {
  const { page, table } = room.host
  const answer = await page.request.get(`${room.server.origin}/api/tables/${table}?as=board`)
  const { view } = (await answer.json()) as Frame
  await each(room, async (p) => {
    const heard = () => (JSON.parse(p.frames.at(-1) ?? '{}') as Partial<Frame>).view
    await expect.poll(heard, { timeout: 20_000, message: p.nick }).toEqual(view)
  })
}

test('thirteen play in one room, lose two phones, a host’s device and the program, and nothing of the game', async ({
  page,
  browser,
  server,
}) => {
  await open(page, server)
  const phones = await comeIn(browser, server, page)
  const room = await begin(page, browser, server, phones)

  await test.step('each sees his own card while he holds it, and nobody finds it after', async () => {
    await each(room, async (p, seat) => expect(await p.card(), p.nick).toContain(cardOf(seat)))
    await nothingTold(room)
  })
  await test.step('the first night is black and the same for all', async () => {
    await until(room.host, plan, (v) => v.phase === 'opening' || v.phase === 'night')
    await room.host.next()
    await allBlack(room)
    await nothingTold(room)
    expect(await Promise.all(phones.map((p) => shaken(p.page)))).toEqual(phones.map(() => 0))
  })
  await test.step('a word is felt by its owner alone, a penalty is seen by all, and so is its undo', () =>
    firstDay(room))
  await test.step('a battery dies: the seat goes on with another phone, by a code that works once', () =>
    byTicket(room))
  await test.step('a phone is left in the taxi: the host lets another one take the seat', () =>
    byWord(room))
  await test.step('votes are hands, and phones show them counted', () => ballot(room))
  await test.step('in the night the host goes on with a second device, and the program is killed', async () => {
    await until(room.host, plan, (v) => v.phase === 'night' && v.call.role === 'sheriff')
    await allBlack(room)
    const first = room.host.page
    await handOver(room)
    await killed(room, first)
    await first.close()
    await allBlack(room)
  })
  await test.step('the game goes on to its end', () => end(room))
  await Promise.all([...room.phones.values()].map((p) => p.close()))
  await room.board.context().close()
  await room.host.page.context().close()
})

/** From twelve phones in the lobby to cards in thirteen hands. */
async function begin(
  page: Page,
  browser: Browser,
  server: Server,
  phones: RoomPhone[],
): Promise<Room> {
  const hands = keys(page, 13)
  const table = await deal(page, hands, {
    book: 'city',
    players: 13,
    deal: 'given',
    round: true,
    given,
    phones: phones.length,
    nicks: [...owners, phoneless],
  })
  const { board } = await roomOf(page.request, server)
  const wall = await boardPage(browser, { width: 1920, height: 1080 })
  const heard = await overhear(wall.page)
  await wall.page.goto(server.origin + board)
  const seated = new Map<Seat, RoomPhone>()
  for (const [i, phone] of phones.entries()) {
    await expect(phone.page.getByRole('heading', { name: 'Карты розданы' })).toBeVisible()
    await expect(phone.page.locator('.number')).toHaveText(String(i + 1))
    seated.set(i + 1, phone)
  }
  const host = new Host(page, hands, table)
  return { server, browser, host, board: wall.page, heard, phones: seated }
}

async function firstDay(room: Room): Promise<void> {
  const { host } = room
  await until(host, plan, (v) => v.turn.kind === 'speech' && v.turn.seat === 1)
  await expect(at(room, 1).page.getByRole('heading', { name: 'Ваше слово' })).toBeVisible()
  await each(room, async ({ page }, seat) => {
    await expect(page.getByRole('timer')).toBeVisible()
    if (seat > 1) await expect(page.getByRole('heading', { name: '1 Аня' })).toBeVisible()
    expect(await shaken(page)).toBe(seat === 1 ? 1 : 0)
  })
  const header = at(room, 8).page.locator('header')
  await host.foul(8)
  await host.foul(8)
  await expect(header).toContainText('2 штрафа')
  await expect(at(room, 11).page.getByText(/^Игрок 8, Захар, 2 штрафа/)).toBeAttached()
  await expect(room.board.locator('[data-seat="8"] .fouls i')).toHaveCount(2)
  await host.step(() => host.hands.undo(), -1)
  await expect(header).toContainText('1 штраф')
  await expect(at(room, 11).page.getByText(/^Игрок 8, Захар, 1 штраф,/)).toBeAttached()
  await expect(room.board.locator('[data-seat="8"] .fouls i')).toHaveCount(1)
}

/** What another phone does to be back: `enter` leads it to its seat. */
async function back(
  room: Room,
  seat: Seat,
  enter: (p: RoomPhone) => Promise<void>,
): Promise<RoomPhone> {
  const lost = at(room, seat)
  await lost.close()
  const mark = room.host.page.getByRole('img', { name: `место ${seat}: телефон не на связи` })
  await expect(mark).toBeVisible()
  const other = await newPhone(room.browser, lost.nick)
  await enter(other)
  await expect(other.page.locator('.number')).toHaveText(String(seat))
  await expect(other.page.getByRole('heading', { name: lost.nick })).toBeVisible()
  await expect(mark).toHaveCount(0)
  expect(await other.card()).toContain(cardOf(seat))
  room.phones.set(seat, other)
  return other
}

async function byTicket(room: Room): Promise<void> {
  const { page, hands } = room.host
  let ticket = ''
  const other = await back(room, 9, async (p) => {
    await hands.menu(9)
    await page.getByRole('button', { name: /^Телефон игрока/ }).click()
    const made = page.waitForResponse((r) => r.url().endsWith('/seats/9/ticket'))
    await page.getByRole('button', { name: /^Показать QR этого места/ }).click()
    ticket = ((await (await made).json()) as { path: string }).path
    await expect(page.getByAltText('QR-код места 9')).toBeVisible()
    await p.page.goto(room.server.origin + ticket)
    await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click()
  })
  expect(new URL(other.page.url()).pathname).toBe('/me')
  const late = await newPhone(room.browser, 'Шутник')
  await late.page.goto(room.server.origin + ticket)
  await expect(late.page.getByRole('textbox', { name: 'Код комнаты' })).toBeVisible()
  await late.close()
}

async function byWord(room: Room): Promise<void> {
  const { join } = await roomOf(room.host.page.request, room.server)
  await back(room, 10, async (p) => {
    await p.page.goto(room.server.origin + join)
    await giveNick(p.page, 'Телефон Кирилла')
    await p.page.getByRole('button', { name: 'Я сижу за столом' }).tap()
    await p.page.getByRole('button', { name: /^Игрок 10, Кирилл/ }).tap()
    await p.page.getByRole('button', { name: 'Это моё место' }).tap()
    await expect(p.page.getByText('Место 10 ждёт слова ведущего')).toBeVisible()
    const asks = room.host.page.getByRole('status').filter({ hasText: 'просит место 10' })
    await asks.getByRole('button', { name: 'Посадить' }).click()
    await expect(asks).toHaveCount(0)
  })
}

async function ballot(room: Room): Promise<void> {
  const { host, board } = room
  const v = await until(host, plan, (x) => x.phase === 'ballot' && !x.hold)
  const now = v.ballot.current
  await each(room, async ({ page }) => {
    const asked = page.getByRole('heading', { name: `Кто за уход номера ${now}?` })
    await expect(asked).toBeVisible()
  })
  const up = alive(v).slice(0, 6)
  await host.raise(up)
  await each(room, async ({ page }) => {
    const row = page.getByRole('region', { name: 'Кандидаты' }).getByRole('listitem').first()
    await expect(row).toContainText(/6 (голосов|рук)/)
  })
  await expect(board.locator('[data-seat] .for')).toHaveCount(6)
  await nothingTold(room)
}

/** A second device of the host takes over by a code that the first one shows. */
async function handOver(room: Room): Promise<void> {
  const { page, table } = room.host
  await page.getByRole('button', { name: 'Меню' }).click()
  await page.getByRole('link', { name: /^Телефоны, табло, устройства/ }).click()
  const made = page.waitForResponse((r) => r.url().endsWith('/api/host/ticket'))
  await page.getByRole('button', { name: 'Показать QR для ведущего' }).click()
  const { path } = (await (await made).json()) as { path: string }
  await page.getByRole('link', { name: 'К игре' }).last().click()
  const context = await room.browser.newContext({
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
    isMobile: true,
    locale: 'ru-RU',
  })
  await context.addInitScript(() =>
    localStorage.setItem('omerta.console', JSON.stringify({ call: 0, night: 'off' })),
  )
  const second = await context.newPage()
  await second.goto(`${room.server.origin}${path}?table=${table}`)
  await second.waitForURL(`${room.server.origin}/game/${table}`)
  room.host = new Host(second, touch(second), table)
  // Side by side: what one does is seen on the other.
  await until(room.host, plan, (v) => v.phase === 'night' && v.call.role !== 'sheriff')
  const { length } = await room.host.frame()
  await expect(page.locator('footer .next')).toHaveAttribute('data-length', String(length))
}

/** Power goes and comes back; phones, wall and console say so, and stand where they stood. */
async function killed(room: Room, first: Page): Promise<void> {
  const { server, host } = room
  const before = await host.frame()
  await server.kill()
  await each(room, ({ page }) =>
    expect(page.locator('main.night')).toHaveText(/^ночь, нет связи с \d\d:\d\d$/),
  )
  await expect(host.page.getByText(/^нет связи с/)).toBeVisible()
  await server.restart()
  for (const p of [host.page, first]) {
    await expect(p.getByText('сохранено', { exact: true })).toBeVisible({ timeout: 20_000 })
  }
  const after = await host.frame()
  expect(after.view).toEqual(before.view)
  expect(after.length).toBe(before.length)
  await each(room, ({ page }) =>
    expect(page.locator('main.night')).toHaveText('ночь', { timeout: 20_000 }),
  )
  await caughtUp(room)
}

async function end(room: Room): Promise<void> {
  const { host, board, server } = room
  const frame = await play(host, plan)
  const { winner } = frame.view.outcome
  expect(winner).toBe('red')
  await expect(board.getByRole('heading', { name: 'Победа красных' })).toBeVisible()
  for (let seat = 1; seat <= 13; seat++) {
    await expect(board.locator(`li[data-seat="${seat}"]`)).toContainText(cardOf(seat))
  }
  await each(room, async ({ page, nick, errors }, seat) => {
    await expect(page.getByRole('heading', { name: /Победа красных/ }), nick).toBeVisible()
    await expect(page.getByText(seat <= 4 ? 'Вы проиграли' : 'Вы победили')).toBeVisible()
    const cards = page.getByRole('region', { name: 'Карты' }).getByRole('listitem')
    await expect(cards).toHaveCount(13)
    await expect(cards.nth(seat - 1)).toContainText(cardOf(seat).toLowerCase())
    expect(await stored(page), nick).not.toMatch(cardWords)
    expect(errors.filter((e) => !/net::|Failed to load resource/.test(e))).toEqual([])
  })
  // What came down the lines told nothing before the end, and told all phones the same.
  for (const frames of [room.heard, ...[...room.phones.values()].map((p) => p.frames)]) {
    const told = frames.filter((f) => (JSON.parse(f) as Frame).view.phase !== 'over')
    expect(told.length).toBeGreaterThan(3)
    for (const f of told) expect(f).not.toMatch(cardWords)
  }
  expect(await finish(host.page, host.hands, server, frame)).toContain(phoneless)
}
