// Two players' phones through an evening: in at the door, the card, the night, the day, out, the end, the next game.
import { join } from 'node:path'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import type { Frame, Made, Mine, Person, RoomView } from '../src/lib/api.ts'
import { expectNoSeriousAxe } from './support/axe.ts'
import { touch } from './support/hands.ts'
import { expect, test, whyNoServer, type Server } from './support/omerta.ts'
import { asSeen, handset, shaken } from './support/room.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)

const cards = ['mafia', 'civilian', 'don', 'sheriff', 'mafia', ...Array<string>(5).fill('civilian')]
const folder = join(import.meta.dirname, '../test-results/shots')
const sizes = [
  [360, 740],
  [390, 844],
  [820, 1180],
  [740, 360],
] as const

/** Wants a page to fit and axe to be content at each size; with OMERTA_SHOTS it takes pictures, in both languages. */
async function looks(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  const all = Boolean(process.env.OMERTA_SHOTS)
  for (const [width, height] of all ? sizes : sizes.slice(0, 1)) {
    await page.setViewportSize({ width, height })
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(over, { message: `${name} at ${width}` }).toBeLessThanOrEqual(0)
    if (all) await page.screenshot({ path: join(folder, `phone-${name}-${width}.png`) })
  }
  await expectNoSeriousAxe(page)
  if (before) await page.setViewportSize(before)
}

async function bothTongues(page: Page, name: string): Promise<void> {
  await looks(page, name)
  if (!process.env.OMERTA_SHOTS) return
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('button', { name: 'Русский' })).toBeVisible()
  await looks(page, `${name}-en`)
  await page.getByRole('button', { name: 'Русский' }).click()
}

/** The host, past the console. */
class Host {
  readonly #api: APIRequestContext
  readonly #origin: string

  constructor(api: APIRequestContext, origin: string) {
    this.#api = api
    this.#origin = origin
  }

  async ask<T>(method: string, path: string, data?: unknown): Promise<T> {
    const answer = await this.#api.fetch(this.#origin + path, {
      method,
      headers: { 'X-Omerta': '1' },
      ...(method === 'GET' ? {} : { data: data ?? {} }),
    })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()) as T
  }

  room = () => this.ask<RoomView>('GET', '/api/room')
  frame = (table: string) => this.ask<Frame>('GET', `/api/tables/${table}`)

  do = (table: string, command: unknown) =>
    this.ask('POST', `/api/tables/${table}/commands`, { key: `k${Math.random()}`, command })

  /** Presses the large button until something holds. */
  async until(table: string, done: (f: Frame) => boolean): Promise<Frame> {
    for (let i = 0; i < 60; i++) {
      const f = await this.frame(table)
      if (done(f)) return f
      const next = f.script?.primary?.command
      if (!next) throw new Error(`no step in ${f.view.phase}`)
      await this.do(table, next)
    }
    throw new Error('it never comes')
  }

  /** Takes a phone's owner for a person of that nick. */
  async knows(nick: string): Promise<string> {
    const guest = (await this.room()).guests.find((g) => g.nick === nick)
    await this.ask('POST', `/api/room/guests/${guest?.id}/person`, {
      yes: true,
      nick,
      claims: guest?.claims ?? '',
    })
    const people = await this.ask<Person[]>('GET', '/api/people')
    return people.find((p) => p.nick === nick)?.id ?? ''
  }

  async deal(persons: Record<number, [nick: string, id: string]>): Promise<string> {
    const seats = cards.map((_, i) => {
      const [nick, personId] = persons[i + 1] ?? [`Игрок ${i + 1}`, '']
      return { nick, personId, novice: false }
    })
    const made = await this.ask<Made>('POST', '/api/tables', {
      rulebook: 'classic',
      deal: 'given',
      given: cards,
      seats,
    })
    return made.id
  }
}

async function hostOf(browser: Browser, server: Server): Promise<Host> {
  const context = await browser.newContext()
  await context.request.get(server.url)
  return new Host(context.request, server.origin)
}

async function phone(browser: Browser): Promise<{ page: Page; errors: string[] }> {
  const page = await handset(browser, 740)
  const errors: string[] = []
  page.on('pageerror', (e) => errors.push(e.message))
  page.on('console', (m) => errors.push(m.text()))
  return { page, errors }
}

/** All that somebody who took the phone away could find on it. */
const traces = (page: Page) =>
  page.evaluate(() => ({
    body: document.body.innerHTML,
    tone: document.body.dataset.tone,
    theme: document.querySelector('meta[name="theme-color"]')?.getAttribute('content'),
    title: document.title,
    place: location.pathname,
    buttons: document.querySelectorAll('button, a, input').length,
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort(),
  }))

test('two phones go through an evening', async ({ browser, server }) => {
  test.setTimeout(process.env.OMERTA_SHOTS ? 400_000 : 120_000)
  const host = await hostOf(browser, server)
  const room = await host.room()
  const { page: anna, errors } = await phone(browser)
  const { page: boris } = await phone(browser)

  await test.step('a link that opens nothing leads to the code, and says why', async () => {
    await boris.goto(`${server.origin}/j/AAAAAAAAAAAAAAAAAAAAAAAAAAA`)
    await expect(boris.getByRole('textbox', { name: 'Код комнаты' })).toBeVisible()
    await expect(boris.locator('.wrong p')).not.toBeEmpty()
    await bothTongues(boris, 'code')
  })

  await test.step('in by a link, with one tap after the nick', async () => {
    await anna.goto(server.origin + room.join)
    await anna.getByRole('textbox', { name: 'Ваше имя в игре' }).fill('Анна')
    await bothTongues(anna, 'nick')
    await anna.getByRole('button', { name: 'Войти' }).tap()
    await expect(anna.getByRole('heading', { name: 'Анна' })).toBeVisible()
    expect(new URL(anna.url()).pathname).toBe('/me')
  })

  await test.step('in by a code typed in Russian letters', async () => {
    await boris.goto(server.origin)
    const typed = [...room.code].map((c) => 'АВЕКМНРСТУХ'['ABEKMHPCTYX'.indexOf(c)] ?? c).join('')
    const field = boris.getByRole('textbox', { name: 'Код комнаты' })
    await field.focus()
    await boris.keyboard.insertText(`${typed.slice(0, 3)} ${typed.slice(3)}`.toLowerCase())
    await boris.getByRole('textbox', { name: 'Ваше имя в игре' }).fill('Борис')
    await boris.getByRole('button', { name: 'Войти' }).tap()
    await expect(boris.getByRole('heading', { name: 'Борис' })).toBeVisible()
    await bothTongues(boris, 'lobby')
  })

  const persons: Record<number, [string, string]> = {
    1: ['Анна', await host.knows('Анна')],
    2: ['Борис', await host.knows('Борис')],
  }
  let table = await host.deal(persons)
  const card = (page: Page) => page.getByRole('button', { name: /^Моя карта/ })

  await test.step('the card is seen while it is held, and leaves nothing', async () => {
    for (const [page, role, side] of [
      [anna, 'Мафия', 'Чёрные'],
      [boris, 'Мирный', 'Красные'],
    ] as const) {
      await expect(page.getByRole('heading', { name: 'Карты розданы' })).toBeVisible()
      await bothTongues(page, `deal-${role === 'Мафия' ? 1 : 2}`)
      await touch(page).hold(card(page), async () => {
        await expect(page.locator('.face')).toContainText(role)
        await expect(page.locator('.face')).toContainText(side)
        if (process.env.OMERTA_SHOTS) await looks(page, `card-${role === 'Мафия' ? 1 : 2}`)
      })
      await expect(page.locator('.face')).toHaveCount(0)
      expect(await page.content()).not.toMatch(/мафия|мирный|чёрные|красные/i)
    }
    await anna.evaluate(() => dispatchEvent(new Event('blur')))
  })

  await test.step('a card that is held goes when the page loses the focus', async () => {
    await touch(anna).hold(card(anna), async () => {
      await expect(anna.locator('.role')).toBeVisible()
      await anna.evaluate(() => dispatchEvent(new Event('blur')))
      await expect(anna.locator('.face')).toHaveCount(0)
    })
  })

  await test.step('by night both phones are black and the same', async () => {
    await host.do(table, { do: 'proceed' })
    for (const page of [anna, boris]) await expect(page.locator('main.night')).toHaveText('ночь')
    const [a, b] = [await traces(anna), await traces(boris)]
    expect(a).toEqual(b)
    expect(a).toMatchObject({ buttons: 0, tone: 'night', theme: '#000000' })
    expect((await anna.screenshot()).equals(await boris.screenshot())).toBe(true)
    expect(await shaken(anna)).toBe(0)
    await looks(anna, 'night')
  })

  await test.step('my word is felt, seen and counted', async () => {
    await host.until(table, (f) => f.view.turn.kind === 'speech' && f.view.turn.seat === 1)
    await expect(anna.getByRole('heading', { name: 'Ваше слово' })).toBeVisible()
    await expect(boris.getByRole('heading', { name: '1 Анна' })).toBeVisible()
    await expect(anna.getByRole('timer')).toHaveText(/^(1:00|0:5\d)$/)
    expect(await shaken(anna)).toBe(1)
    expect(await shaken(boris)).toBe(0)
    await host.do(table, { do: 'nominate', by: 1, to: 3 })
    await host.do(table, { do: 'foul', to: 2, n: 2, reason: '' })
    await expect(anna.getByRole('region', { name: 'Кандидаты' })).toContainText('3')
    await expect(boris.getByRole('banner').or(boris.locator('header'))).toContainText('2 замечания')
    await bothTongues(anna, 'speech')
    await bothTongues(boris, 'listen')
  })

  await test.step('notes stay on the phone', async () => {
    await boris.getByRole('button', { name: 'Заметки' }).tap()
    await boris.getByRole('button', { name: /^1 Анна/ }).tap()
    await boris.getByRole('button', { name: 'чёрный' }).tap()
    await boris.getByRole('textbox', { name: 'Пара слов' }).fill('слишком тихо')
    await bothTongues(boris, 'notes')
    await boris.reload()
    await boris.getByRole('button', { name: 'Заметки' }).tap()
    const note = boris.getByRole('button', {
      name: /^1 Анна\s*слишком тихо\s*чёрный/,
    })
    await expect(note).toBeVisible()
    await boris.getByRole('button', { name: 'К столу' }).tap()
  })

  await test.step('a lost line is told, and nothing old passes for new', async () => {
    await server.kill()
    await expect(anna.getByText(/^Нет связи с \d\d:\d\d/)).toBeVisible()
    await expect(anna.locator('main')).toHaveClass(/stale/)
    await expect(card(anna)).toHaveCount(0)
    await looksOld(anna)
    await server.restart()
    await expect(anna.getByText(/^Нет связи/)).toHaveCount(0, { timeout: 20_000 })
  })

  await test.step('the vote, as the board shows it', async () => {
    await host.until(table, (f) => f.view.turn.seat === 2 && f.view.turn.kind === 'speech')
    await host.do(table, { do: 'nominate', by: 2, to: 4 })
    await host.until(table, (f) => f.view.phase !== 'circle' && f.view.turn.kind === '')
    await host.do(table, { do: 'proceed' })
    const f = await host.frame(table)
    if (f.view.phase === 'ballot') {
      await expect(anna.getByRole('heading', { name: 'Кто за уход номера 3?' })).toBeVisible()
      await bothTongues(anna, 'ballot')
    }
  })

  await test.step('who is out sees the room, and all cards where the host lets him', async () => {
    await host.do(table, { do: 'remove', to: 2, reason: '' })
    await expect(boris.getByText('Вы выбыли')).toBeVisible()
    await expect(boris.getByRole('button', { name: /карта|карты/i })).toHaveCount(0)
    await bothTongues(boris, 'gone')
    await host.ask('PUT', `/api/tables/${table}/ghosts`, { on: true })
    const all = boris.getByRole('button', { name: /^Все карты/ })
    await touch(boris).hold(all, async () => {
      await expect(boris.locator('.face li')).toHaveCount(10)
      if (process.env.OMERTA_SHOTS) await looks(boris, 'ghost')
    })
    await expect(boris.locator('.face')).toHaveCount(0)
  })

  await test.step('the end, and the next game comes by itself', async () => {
    await host.do(table, { do: 'beaten', side: 'red' })
    await expect(anna.getByText('Победа чёрных')).toBeVisible()
    await expect(anna.getByText('Вы победили')).toBeVisible()
    await expect(boris.getByText('Вы проиграли')).toBeVisible()
    await bothTongues(anna, 'over')
    const next = await host.deal({ 5: persons[1] ?? ['', ''], 7: persons[2] ?? ['', ''] })
    await expect(anna.getByText('Карты розданы')).toBeVisible()
    await expect(anna.locator('.number')).toHaveText('5')
    await expect(boris.locator('.number')).toHaveText('7')
    const mine = (await (await boris.request.get(`${server.origin}/api/my`)).json()) as Mine
    expect(mine.table).toBe(next)
    await host.until(next, (f) => f.view.turn.kind === 'speech')
    await boris.getByRole('button', { name: 'Заметки' }).tap()
    await expect(boris.getByText('слишком тихо')).toHaveCount(0)
    expect(await boris.evaluate(() => localStorage.getItem('omerta.notes'))).not.toContain('тихо')
    table = next
  })

  await test.step('whose battery died gets his next card on the phone that he was let in by', async () => {
    await boris.close()
    const { path } = await host.ask<{ path: string }>(
      'POST',
      `/api/tables/${table}/seats/7/ticket`,
    )
    const { page: second } = await phone(browser)
    await second.goto(server.origin + path)
    await expect(second.getByText('Место 7 теперь Ваше.')).toBeVisible()
    await host.do(table, { do: 'beaten', side: 'red' })
    await expect(second.getByText('Победа чёрных')).toBeVisible()
    await host.deal({ 3: persons[2] ?? ['', ''] })
    await expect(second.getByText('Карты розданы')).toBeVisible()
    await expect(second.locator('.number')).toHaveText('3')
    expect((await host.room()).guests.filter((g) => g.askSeat > 0)).toEqual([])
  })
  expect(
    errors.filter((e) => !/net::|Failed to load resource|blocked by Playwright/.test(e)),
  ).toEqual([])
})

/** The clock of a lost line stands. */
async function looksOld(page: Page): Promise<void> {
  const clock = page.getByRole('timer')
  const text = await clock.textContent()
  await page.waitForTimeout(1_500)
  expect(await clock.textContent()).toBe(text)
  if (process.env.OMERTA_SHOTS) await page.screenshot({ path: join(folder, 'phone-lost-360.png') })
}

test('a phone finds its seat by the host’s word, and another gets it by a ticket', async ({
  browser,
  server,
}) => {
  test.setTimeout(60_000)
  const host = await hostOf(browser, server)
  const room = await host.room()
  const table = await host.deal({})
  const { page } = await phone(browser)
  await page.goto(server.origin + room.join)
  await page.getByRole('textbox', { name: 'Ваше имя в игре' }).fill('Вера')
  await page.getByRole('button', { name: 'Войти' }).tap()
  await page.getByRole('button', { name: 'Я сижу за столом' }).tap()
  await page.getByRole('button', { name: 'Игрок 4, Игрок 4' }).tap()
  await bothTongues(page, 'pick')
  await page.getByRole('button', { name: 'Это моё место' }).tap()
  await expect(page.getByText('Место 4 ждёт слова ведущего')).toBeVisible()
  await bothTongues(page, 'asked')
  const guest = (await host.room()).guests[0]
  await host.ask('PUT', `/api/room/guests/${guest?.id}/seat`, { ...asSeen(guest), table, seat: 4 })
  await expect(page.locator('.number')).toHaveText('4')

  const { path } = await host.ask<{ path: string }>('POST', `/api/tables/${table}/seats/4/ticket`)
  const { page: other } = await phone(browser)
  await other.goto(server.origin + path)
  await expect(other.locator('.number')).toHaveText('4')
  expect(new URL(other.url()).pathname).toBe('/me')
  await expect(page.getByText('Вы в комнате')).toBeVisible()

  const { page: late } = await phone(browser)
  await late.goto(server.origin + path)
  await expect(late.getByRole('textbox', { name: 'Код комнаты' })).toBeVisible()
  await expect(late.locator('.wrong p')).not.toBeEmpty()

  await other.goto(server.origin + path)
  await expect(other.getByRole('alert')).not.toBeEmpty()
  await expect(other.locator('.number')).toHaveText('4')

  const now = (await host.room()).guests.find((g) => g.seat === 0)
  await host.ask('DELETE', `/api/room/guests/${now?.id}`)
  await expect(page.getByRole('heading', { name: 'Вы не в комнате' })).toBeVisible()
  await bothTongues(page, 'out')
})
