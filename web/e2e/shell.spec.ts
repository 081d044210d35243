// The page as an app: what is kept, what never is, what is seen without a connection, and that the present comes back.
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Made, RoomView } from '../src/lib/api.ts'
import { luminance } from './support/board.ts'
import { expect, test, whyNoServer, type Server } from './support/omerta.ts'
import { asSeen } from './support/room.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(90_000)

const folder = join(import.meta.dirname, '../test-results/shots')

async function fresh(browser: Browser, width = 390): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    serviceWorkers: 'allow',
  })
  return context.newPage()
}

async function hostPage(browser: Browser, server: Server, width?: number): Promise<Page> {
  const page = await fresh(browser, width)
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

async function ask<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const answer = await page.request.fetch(new URL(path, page.url()).href, {
    method,
    headers: { 'X-Omerta': '1' },
    ...(data ? { data } : {}),
  })
  expect(answer.ok(), `${method} ${path}`).toBe(true)
  return (await answer.json()) as T
}

/** Waits until the worker looks after the page, and answers the addresses of all that is kept. */
async function kept(page: Page): Promise<string[]> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (n) => (await caches.open(n)).keys()))
    return all.flat().map((r) => new URL(r.url).pathname)
  })
}

async function comesIn(browser: Browser, server: Server, join: string, nick: string) {
  const page = await fresh(browser)
  await page.goto(server.origin + join)
  await page.getByRole('textbox', { name: 'Ваше имя в игре' }).fill(nick)
  await page.getByRole('button', { name: 'Войти' }).click()
  await expect(page.getByText('Вы в комнате')).toBeVisible()
  return page
}

async function shot(page: Page, name: string): Promise<void> {
  if (!process.env.OMERTA_SHOTS) return
  const before = page.viewportSize()
  for (const width of [360, 820, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.screenshot({ path: join(folder, `shell-${name}-${width}.png`) })
  }
  if (before) await page.setViewportSize(before)
}

/** All that a page leaves in its browser. */
const stored = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    caches: await Promise.all(
      (await caches.keys()).map(async (n) => [
        n,
        (await (await caches.open(n)).keys()).map((r) => new URL(r.url).pathname),
      ]),
    ),
  }))

const offline = (page: Page, off: boolean): Promise<void> =>
  (page.context() satisfies BrowserContext).setOffline(off)

test('the built files are kept and nothing else; without a connection the page opens and says so', async ({
  browser,
  server,
}) => {
  const host = await hostPage(browser, server)
  const room = await ask<RoomView>(host, 'GET', '/api/room')
  const secrets = [server.url, room.join, room.board, room.code].map((s) => s.replace(/^.*\//, ''))
  const files = await kept(host)
  expect(files).toContain('/index.html')
  expect(files).toContain('/phone.html')
  expect(files.filter((f) => /^\/(api|host|healthz|j\/|s\/|board\/)/.test(f))).toEqual([])
  for (const secret of secrets) expect(files.join()).not.toContain(secret)
  const controlled = await host.evaluate(() =>
    navigator.serviceWorker.getRegistration().then((r) => new URL(r?.scope ?? '').pathname),
  )
  expect(controlled).toBe('/')

  const phone = await comesIn(browser, server, room.join, 'Анна')
  await kept(phone)
  await server.kill()
  await expect(phone.getByText(/^Нет связи с \d\d:\d\d/)).toBeVisible()
  await shot(phone, 'lobby-lost')
  await phone.reload()
  await expect(phone.getByText('Программа ведущего не отвечает')).toBeVisible()
  await shot(phone, 'phone-cold')
  await host.reload()
  await expect(host.getByText(/нет связи с \d\d:\d\d/).first()).toBeVisible()
  await shot(host, 'host-cold')

  await server.restart()
  await expect(phone.getByText('Вы в комнате')).toBeVisible({ timeout: 15_000 })
  await expect(phone.getByRole('heading', { name: 'Анна' })).toBeVisible()
  await expect(host.getByText(/нет связи с/)).toHaveCount(0, { timeout: 15_000 })
  const after = await kept(phone)
  expect(after.filter((f) => f.startsWith('/api'))).toEqual([])
  for (const secret of secrets) expect(after.join()).not.toContain(secret)
})

test('the board without a connection is pale and says since when', async ({ browser, server }) => {
  const host = await hostPage(browser, server)
  const room = await ask<RoomView>(host, 'GET', '/api/room')
  const board = await fresh(browser, 1440)
  await board.goto(server.origin + room.board)
  await expect(board.locator('main[data-shown="lobby"]')).toBeVisible()
  const files = await kept(board)
  expect(files.join()).not.toContain(room.board.replace('/board/', ''))
  await offline(board, true)
  await expect(board.getByRole('alert')).toContainText(/Нет связи с \d\d:\d\d/)
  await expect(board.locator('main.stale')).toBeVisible()
  await shot(board, 'board-lost')
  await board.reload()
  await expect(board.getByRole('alert')).toContainText(/Нет связи с \d\d:\d\d/)
  await offline(board, false)
  await expect(board.getByRole('alert')).toHaveCount(0, { timeout: 15_000 })
})

test('phones of both sides leave the same behind, and a phone without a seat is as black as theirs', async ({
  browser,
  server,
}) => {
  const host = await hostPage(browser, server)
  const { join: way } = await ask<RoomView>(host, 'GET', '/api/room')
  const phones: Page[] = []
  for (const i of [1, 2]) phones.push(await comesIn(browser, server, way, `Игрок ${i}`))
  const waits = await comesIn(browser, server, way, 'Гость')
  const cards = [
    'mafia',
    'civilian',
    'don',
    'sheriff',
    'mafia',
    ...Array<string>(5).fill('civilian'),
  ]
  const { id } = await ask<Made>(host, 'POST', '/api/tables', {
    rulebook: 'classic',
    deal: 'given',
    given: cards,
    seats: cards.map((_, i) => ({ nick: `Игрок ${i + 1}`, personId: '', novice: false })),
  })
  for (const [i, page] of phones.entries()) {
    const { guests } = await ask<RoomView>(host, 'GET', '/api/room')
    const guest = guests.find((g) => g.nick === `Игрок ${i + 1}`)
    await ask(host, 'PUT', `/api/room/guests/${guest?.id}/seat`, {
      ...asSeen(guest),
      table: id,
      seat: i + 1,
    })
    await expect(page.locator('.number')).toHaveText(String(i + 1))
    await kept(page)
  }
  await ask(host, 'POST', `/api/tables/${id}/commands`, { key: 'n1', command: { do: 'proceed' } })
  for (const page of [...phones, waits]) await expect(page.locator('main.night')).toHaveText('ночь')
  const [a, b] = await Promise.all(phones.map(stored))
  const plain = (x: unknown) =>
    JSON.stringify(x).replaceAll('Игрок 1', '').replaceAll('Игрок 2', '')
  expect(plain(a)).toBe(plain(b))
  // The phone without a seat says so in one dim line.
  await expect(waits.getByText('места нет')).toBeVisible()
  expect(await luminance(waits)).toBeLessThan(0.03)

  await waits.mouse.click(200, 400)
  await expect(waits.getByText('Вы в комнате')).toBeVisible()
  expect(await waits.evaluate(() => document.body.dataset.tone)).toBe('night')
  await shot(waits, 'lobby-night')
})
