// What people may call themselves: nothing of it runs, nothing of it moves anything, and honest names stay as they are.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Role } from '../src/lib/api.ts'
import { boardPage, faults, Leader } from './support/board.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { misplaced, widths } from './support/layout.ts'
import { Phone, roomOf } from './support/phone.ts'
import { giveNick, newPhone } from './support/room.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(240_000)
test.use({
  viewport: { width: 1440, height: 900 },
  actionTimeout: 15_000,
  navigationTimeout: 30_000,
})

const folder = join(import.meta.dirname, '../test-results/shots')

/** As it is typed, and as it is kept. */
const hostile: [typed: string, kept: string][] = [
  ['<img src=x onerror=a()>', '<img src=x onerror=a()>'],
  ['<script>a()</script>', '<script>a()</script>'],
  ['<svg/onload=a()>', '<svg/onload=a()>'],
  ['" autofocus onfocus=a()', '" autofocus onfocus=a()'],
  ['javascript:a()', 'javascript:a()'],
  ['</title></style><b>x', '</title></style><b>x'],
  ['\u202Eсправа\u2066 налево\u2069', 'справа налево'],
  [`Z${'\u0351\u036b\u0334\u0300'.repeat(8)}a`, 'Z\u0334\u0334a'],
  ['Щ'.repeat(24), 'Щ'.repeat(24)],
  ['W W W W W W W W W W W W', 'W W W W W W W W W W W W'],
  ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧'],
  ['{n|голос|голоса} {seat}', '{n|голос|голоса} {seat}'],
  ['﷽'.repeat(12), '﷽'.repeat(12)],
]

/** Two dozen scripts. */
const honest = [
  'ნინო', 'Արամ', 'عبد الله', 'שרה־לאה', 'สมชาย', 'कृष्णा', 'রবীন্দ্র', 'கண்ணன்', 'తెలుగు', 'ગુજરાતી', 'ਗੁਰਮੁਖੀ',
  'සිංහල', 'ខ្មែរ', 'ລາວ', 'မြန်မာ', 'བོད་ཡིག', 'አማርኛ', 'Ελένη', '지민', '李小龍', 'さくら', 'カタカナ', 'ᏣᎳᎩ', 'Щука-Ёж', 'O’Hara', 'می\u200cخواهم',
] // prettier-ignore

/** Whatever a nick could run sets this flag; whatever complains is kept. */
async function wary(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('pageerror', (e) => complaints.push(e.message))
  page.on('dialog', (d) => void d.dismiss().then(() => complaints.push(d.message())))
  page.on('console', (m) => {
    // Only what the content security policy or the page itself says; a refused nick is a 400.
    if (m.type() === 'error' && !m.text().includes('Failed to load')) complaints.push(m.text())
  })
  await page.addInitScript(() => {
    const w = window as unknown as { ran: boolean; a: () => void }
    w.ran = false
    w.a = () => (w.ran = true)
  })
  return complaints
}

async function harmless(page: Page, complaints: string[]): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { ran: boolean }).ran)).toBe(false)
  expect(complaints).toEqual([])
  await expect(page.locator('bdi *, main script, body > script:not([src])')).toHaveCount(0)
}

/** Looks at a page on every width. */
async function stands(page: Page, name: string, seats: string, cut = false): Promise<void> {
  for (const size of widths) {
    await page.setViewportSize(size)
    await page.waitForTimeout(150)
    await page.screenshot({ path: join(folder, `hostile-${name}-${size.width}.png`) })
    expect.soft(await misplaced(page, seats, cut), `${name} at ${size.width}`).toEqual([])
  }
}

test('at the door of a phone: kept or refused, and never run', async ({
  page,
  browser,
  server,
}) => {
  await page.goto(server.url)
  const room = await roomOf(page.request, server)
  const phone = await newPhone(browser, '')
  const complaints = await wary(phone.page)
  await phone.page.goto(server.origin + room.join)
  const field = phone.page.getByRole('textbox', { name: 'Ваше имя в игре' })
  const enter = phone.page.getByRole('button', { name: 'Войти' })
  for (const nothing of ['', '   ', '\u3000']) {
    await field.fill(nothing)
    await expect(enter).toBeDisabled()
  }
  for (const wrong of ['\u202E\u2066', '\u3164\u2800', 'Ж'.repeat(10_000)]) {
    await field.fill(wrong)
    await enter.tap()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(await misplaced(phone.page, 'main')).toEqual([])
    // What was typed stays, but for what no nick can have.
    await expect(field).toHaveValue(wrong.slice(0, 96))
  }
  // Past the page too.
  const answer = await phone.page.request.post(`${server.origin}/api/join`, {
    headers: { 'X-Omerta': '1' },
    data: { token: room.token, code: '', nick: 'Ж'.repeat(10_000) },
  })
  expect(answer.status()).toBe(400)
  const name = phone.page.locator('h1 bdi')
  const nicks = [...hostile, ...honest.map((n): [string, string] => [n, n])]
  for (const [typed, kept] of nicks) {
    // Out and in again for each: a nick is not changed so often.
    await phone.page.request.delete(`${server.origin}/api/my`, { headers: { 'X-Omerta': '1' } })
    await phone.page.goto(server.origin + room.join)
    await giveNick(phone.page, typed)
    await expect(name).toHaveText(kept)
    expect(await name.textContent()).toBe(kept)
    expect.soft(await misplaced(phone.page, 'main'), typed).toEqual([])
  }
  await harmless(phone.page, complaints)
  await phone.close()
})

test('by the host: kept as typed, look-alikes told, ten thousand letters refused', async ({
  page,
  server,
}) => {
  const complaints = await wary(page)
  await page.goto(server.url)
  await page.goto(`${server.origin}/new/people`)
  const field = page.getByRole('textbox', { name: 'Кто пришёл' })
  const nicks = [...hostile, ...honest.map((n): [string, string] => [n, n])]
  for (const [i, [typed]] of nicks.entries()) {
    await field.fill(typed)
    await field.press('Enter')
    await expect(page.getByRole('heading', { name: `Здесь: ${i + 1}` })).toBeVisible()
  }
  const shown = await page.locator('main bdi').allTextContents()
  for (const [, kept] of nicks) expect(shown).toContain(kept)
  await field.fill('Ж'.repeat(10_000))
  await field.press('Enter')
  await expect(page.getByText(/^«Ж{40}…»: /)).toBeVisible()
  await expect(field).toHaveValue('Ж'.repeat(10_000))
  await stands(page, 'people-refused', 'main li')
  await field.fill('Щукa-Ёж')
  await field.press('Enter')
  await expect(page.getByText(/^Имя «Щукa-Ёж» похоже на другое: Щука-Ёж/)).toBeVisible()
  await harmless(page, complaints)
})

const civilians = (n: number): Role[] => Array.from({ length: n }, () => 'civilian')
const town: Role[] = ['don', 'mafia', 'mafia', 'sheriff', 'doctor', 'mistress', 'maniac']

for (const [name, nicks] of [
  ['hostile', hostile.map(([typed]) => typed)],
  ['honest', honest.slice(0, 13)],
  ['honest-too', honest.slice(13)],
] as const) {
  test(`${name} nicks at a table: phone, board, strips and console stand as they should`, async ({
    page: host,
    browser,
    server,
  }) => {
    const complaints = await wary(host)
    await host.addInitScript(() => {
      if (!localStorage.getItem('omerta.console'))
        localStorage.setItem('omerta.console', JSON.stringify({ call: 0, night: 'off' }))
    })
    const leader = await Leader.open(host, server)
    const { board, join: link } = await leader.room()
    const table = await leader.deal({
      rulebook: 'city',
      cards: [...town, ...civilians(6)],
      nicks: [...nicks],
    })
    const phone = await newPhone(browser, '')
    const phoneSays = await wary(phone.page)
    await phone.page.goto(server.origin + link)
    await giveNick(phone.page, nicks[2] ?? '')
    await phone.page.getByRole('button', { name: 'Я сижу за столом' }).tap()
    await stands(phone.page, `${name}-pick`, '.ring .seat', true)
    await phone.page.locator('.ring .seat').nth(2).tap()
    await phone.page.getByRole('button', { name: 'Это моё место' }).tap()
    await expect(phone.page.getByText('Место 3 ждёт слова ведущего')).toBeVisible()
    const other = await Phone.join(server, nicks[0] ?? '', { token: link.replace('/j/', '') })
    await other.ask(table, 1)

    await host.goto(`${server.origin}/game/${table}`)
    await expect(host.getByRole('button', { name: 'Посадить' })).toBeVisible()
    await stands(host, `${name}-console-asked`, 'li:has(button[data-seat])')
    for (let left = 2; left > 0; left--)
      await host.getByRole('button', { name: 'Посадить' }).click({ timeout: 15_000 })
    await expect(phone.page.locator('.number')).toHaveText('3')

    await leader.until((f) => f.view.turn.kind === 'speech' && f.view.candidates.length >= 2, {
      nominate: (f) => (f.view.candidates.length ? 3 : 9),
    })
    await leader.send({ do: 'foul', to: 4, n: 2, reason: '' })
    await stands(host, `${name}-console`, 'li:has(button[data-seat])')
    await stands(phone.page, `${name}-phone`, 'ul > li:has(.seat)')
    await phone.page.getByRole('button', { name: 'Заметки' }).tap()
    await stands(phone.page, `${name}-notes`, 'section ul > li')
    const wall = await boardPage(browser, { width: 1920, height: 1080 })
    const wallSays = await wary(wall.page)
    for (const how of ['', '?overlay']) {
      await wall.page.goto(server.origin + board + how)
      await expect(wall.page.getByRole('timer')).toBeVisible()
      await stands(wall.page, `${name}-board${how.slice(1)}`, how ? '.seats li' : '.seat')
      if (!how) expect.soft(await faults(wall.page, 0)).toEqual([])
    }
    await harmless(wall.page, wallSays)

    await leader.send({ do: 'beaten', side: 'black' })
    await expect(phone.page.getByText('Победа красных')).toBeVisible()
    await stands(phone.page, `${name}-phone-over`, 'section ul > li')
    await wall.page.goto(server.origin + board)
    await expect(wall.page.getByText('Как это было')).toBeVisible()
    await stands(wall.page, `${name}-board-end`, 'li[data-seat]')
    await host.goto(`${server.origin}/game/${table}/end`)
    await expect(host.getByRole('heading', { name: 'Победа красных' })).toBeVisible()
    await stands(host, `${name}-end`, 'main li')
    await harmless(host, complaints)
    await harmless(phone.page, phoneSays)
    await harmless(wall.page, wallSays)
    await phone.close()
    await wall.page.context().close()
  })
}
