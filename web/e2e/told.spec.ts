// What the host is told stands beside what he works with: never over the words to say, the clock, the large button.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Role } from '../src/lib/api.ts'
import { Leader } from './support/board.ts'
import { misplaced } from './support/layout.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { Phone, roomOf } from './support/phone.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(240_000)
test.use({ viewport: { width: 360, height: 640 } })

const folder = join(import.meta.dirname, '../test-results/shots')
const cards: Role[] = [
  ...(['don', 'mafia', 'mafia', 'sheriff'] as const),
  ...Array.from({ length: 6 }, () => 'civilian' as const),
]
const city: Role[] = [
  ...(['don', 'mafia', 'mafia', 'sheriff', 'doctor', 'mistress', 'maniac'] as const),
  ...cards.slice(4),
]
const sizes = [
  { width: 360, height: 640 },
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 740, height: 360 },
]

/** What of the notices lies over what the host needs, or beside the screen; "nothing is told" where there is none. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const told = [...document.querySelectorAll('.over > *:not(.flashes), .flashes > *')]
      .filter((e) => e.checkVisibility())
      .map((e) => e.getBoundingClientRect())
    if (told.length === 0) return ['nothing is told']
    const out: string[] = []
    for (const needed of ['.words > .say > *', '.clock', 'footer .next', 'footer .undo']) {
      const box = document.querySelector(needed)?.getBoundingClientRect()
      for (const a of told) {
        if (a.bottom > innerHeight || a.right > innerWidth || a.top < 0) out.push('off the screen')
        if (!box) continue
        const w = Math.min(a.right, box.right) - Math.max(a.left, box.left)
        const h = Math.min(a.bottom, box.bottom) - Math.max(a.top, box.top)
        if (w > 1 && h > 1) out.push(`${needed} by ${w.toFixed()} x ${h.toFixed()}`)
        if (box.height < 24 || box.bottom > innerHeight + 1) out.push(`${needed} has no room`)
      }
    }
    return [...new Set(out)]
  })

async function free(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.evaluate(() => document.fonts.ready.then(() => true))
    await page.waitForTimeout(100)
    await page.screenshot({ path: join(folder, `told-${name}-${size.width}x${size.height}.png`) })
    expect.soft(await covered(page), `${name} at ${size.width} x ${size.height}`).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 640 })
}

test('penalties, refusals and hints lie beside the words, the clock and the large button', async ({
  page,
  server,
}) => {
  const leader = await Leader.open(page, server)
  const table = await leader.deal({ rulebook: 'classic', cards })
  await leader.until((f) => f.view.turn.kind === 'speech')
  await page.goto(`${server.origin}/game/${table}`)
  const foul = (seat: number) =>
    page.getByRole('button', { name: new RegExp(`^Игрок ${seat}: `) }).click()
  await foul(3)
  await expect(page.locator('.flash')).toBeVisible()
  await free(page, 'foul')
  await foul(5)
  await expect(page.locator('.flash .old')).toBeVisible()
  await free(page, 'fouls')
  await page.getByRole('button', { name: 'Понятно' }).click()
  await expect(page.getByRole('button', { name: 'Меню' })).toBeVisible()
  await page.getByRole('button', { name: 'Игрок…' }).click()
  await free(page, 'armed')
  await page.getByRole('button', { name: 'Отмена' }).click()
  for (const seat of [2, 3]) await page.locator(`button[data-seat="${seat}"]`).click()
  await expect(page.locator('.refusal')).toBeVisible()
  await free(page, 'refusal')
})

test('by night too, where the large button shows that a call is still short', async ({
  page,
  server,
}) => {
  const leader = await Leader.open(page, server)
  const table = await leader.deal({ rulebook: 'classic', cards })
  await leader.until((f) => f.view.phase === 'night' && f.view.call.role === 'don')
  await page.goto(`${server.origin}/game/${table}`)
  const next = page.locator('footer .next')
  await expect(next).toHaveClass(/waiting/)
  await page.screenshot({ path: join(folder, 'told-wait-360.png') })
  await expect(next).toBeEnabled()
  await page.waitForTimeout(400)
  await next.click()
  await expect(next).not.toHaveClass(/waiting/)
  await expect(page.locator('.over .box')).toBeVisible()
  await free(page, 'night')
})

test('what a phone asks stays in sight on the pages of the club, wherever the host has scrolled', async ({
  page,
  server,
}) => {
  const leader = await Leader.open(page, server)
  const table = await leader.deal({ rulebook: 'classic', cards })
  const { token } = await roomOf(page.request, server)
  const late = await Phone.join(server, 'Маркиз де Карабас Второй', { token })
  await late.ask(table, 5)
  const ask = page.getByRole('group', { name: /^Маркиз .* просит место 5/ })
  for (const path of ['/', '/new/people', '/new/game', '/new/seats', '/rules', '/settings']) {
    await page.goto(server.origin + path)
    await expect(ask, path).toBeVisible()
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(ask, `${path} at ${size.width}`).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize({ width: 360, height: 640 })
    await page.screenshot({ path: join(folder, `told-ask${path.replaceAll('/', '-')}-360.png`) })
  }
  await page.goto(`${server.origin}/game/${table}/cards`)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(ask).toHaveCount(0)
  await page.goto(server.origin)
  await ask.getByRole('button', { name: 'Посадить' }).click()
  await expect.poll(async () => (await late.mine()).seat).toBe(5)
  await expect(ask).toHaveCount(0)
})

test('long nicks push nothing out of the end of a game', async ({ page, server }) => {
  const leader = await Leader.open(page, server)
  const long = [
    'Щ'.repeat(24),
    'Ослепительный Жан Второй',
    'W'.repeat(24),
    'Мы все из одного дома ну',
  ]
  const nicks = city.map((_, i) => (long[i % 4] ?? '').slice(0, 22) + i)
  const table = await leader.deal({ rulebook: 'city', cards: city, nicks })
  await page.goto(`${server.origin}/game/${table}`)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.waitForTimeout(100)
    await page.screenshot({
      path: join(folder, `told-nicks-console-${size.width}x${size.height}.png`),
    })
    // Thirteen seats on a phone that lies on its side: the widest of nicks may end in dots there.
    const cut = size.height < 400
    expect
      .soft(await misplaced(page, 'li:has(button[data-seat])', cut), `${size.width}`)
      .toEqual([])
  }
  await leader.send({ do: 'beaten', side: 'black' })
  await page.goto(`${server.origin}/game/${table}/end`)
  await expect(page.getByRole('heading', { name: 'Победа красных' })).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.waitForTimeout(100)
    await page.screenshot({
      path: join(folder, `told-nicks-end-${size.width}x${size.height}.png`),
      fullPage: true,
    })
    expect.soft(await misplaced(page, 'ol > li:has(bdi)'), `end ${size.width}`).toEqual([])
    // A column is wide enough for its words.
    const narrow = await page.evaluate(() =>
      [...document.querySelectorAll('ol > li:has(bdi) > *')].some(
        (e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline',
      ),
    )
    expect.soft(narrow, `end ${size.width}`).toBe(false)
  }
})
