// Addresses that lead nowhere, browsers that store nothing, screens that are too small.
import { deal, open } from './support/evening.ts'
import { Table } from './support/game.ts'
import { touch } from './support/hands.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { phone } from './support/whole.ts'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.use(phone)
test.setTimeout(60_000)

const shot = (page: Page, name: string) =>
  page.screenshot({
    path: join(import.meta.dirname, `../test-results/shots/odd-${name}.png`),
  })

test('an address that leads nowhere says so, and leads home', async ({ page, server }) => {
  await page.goto(`${server.origin}/game/nothing`)
  await expect(page.getByRole('heading', { name: /Откройте ссылку ведущего/ })).toBeVisible()
  await open(page, server)
  await page.goto(`${server.origin}/game/nothing`)
  await expect(page.getByRole('heading', { name: 'Такого стола нет.' })).toBeVisible()
  await shot(page, 'no-table')
  await page.getByRole('link', { name: 'На главную' }).tap()
  await expect(page.getByRole('heading', { name: 'Omerta' })).toBeVisible()
  for (const address of ['/rules/x', '/options/x']) {
    await page.goto(server.origin + address)
    await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
  }
  await page.goto(`${server.origin}/rule/CLASSIC-NONE-1`)
  await expect(page.getByText('Правила с таким номером нет.')).toBeVisible()
})

test('a browser that stores nothing plays on', async ({ page, server }) => {
  const errors: Error[] = []
  page.on('pageerror', (e) => errors.push(e))
  await page.addInitScript(() => {
    const no = () => {
      throw new DOMException('no', 'QuotaExceededError')
    }
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) Storage.prototype[name] = no
  })
  await page.goto(server.url)
  await expect(page.getByRole('heading', { name: 'Omerta' })).toBeVisible()
  const hands = touch(page)
  await deal(page, hands, { book: 'classic', players: 10, deal: 'lot', round: true })
  await expect(page.locator('footer .next')).toBeVisible()
  await page.getByRole('button', { name: 'Меню', exact: true }).tap()
  await page.getByRole('button', { name: 'Настройки' }).tap()
  await page.getByRole('checkbox').first().tap()
  await page.goto(`${server.origin}/settings`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${server.origin}/paper`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(errors).toEqual([])
})

test('on a watch-sized screen every seat and the large button can be reached', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 240, height: 320 })
  const t = await Table.open(page, server, { rulebook: 'classic' }, true)
  await t.until((f) => f.view.turn.seat === 1)
  await shot(page, 'tiny')
  for (const seat of [1, 5, 10]) {
    const button = page.locator(`button[data-seat="${seat}"]`)
    await button.scrollIntoViewIfNeeded()
    await button.click({ trial: true })
    const box = await button.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
  await shot(page, 'tiny-seats')
  await expect(page.locator('footer .next')).toBeInViewport({ ratio: 0.9 })
  await t.choose(5)
  expect((await t.frame()).view.candidates.map((c) => c.seat)).toEqual([5])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(240)
})

test('the protocol of a game that runs warns before it shows the cards', async ({
  page,
  server,
}) => {
  const t = await Table.open(page, server, { rulebook: 'classic' }, true)
  await page.goto(`${server.origin}/game/${t.id}/protocol`)
  await expect(page.getByText('на протоколе видны карты')).toBeVisible()
  await expect(page.getByText('Шериф')).toHaveCount(0)
  await shot(page, 'protocol')
  await page.getByRole('button', { name: 'Всё равно показать' }).tap()
  await expect(page.getByRole('button', { name: 'Печатать' })).toBeVisible()
})
