import { deal, open } from './support/evening.ts'
import { touch } from './support/hands.ts'
import { Host } from './support/host.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { hunt, until } from './support/plays.ts'
import { shots } from './support/shots.ts'
import { listen, phone } from './support/whole.ts'
import type { Page } from '@playwright/test'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(120_000)
test.use({ ...phone, viewport: { width: 360, height: 740 } })

const nicks = [
  '<img src=x onerror=a()>',
  '{seat} {n|рука|руки}',
  'Ж'.repeat(24),
  '\u202Eсправа налево',
  '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧',
  `"'&lt b&gt <i>`,
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙a͌̊l',
  '١٢٣ عربي',
  'A',
  '</script><b>x',
]

async function fits(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(over, page.url()).toBeLessThanOrEqual(0)
}

test('hostile nicks are text and break nothing at 360 px, in both languages', async ({
  page,
  server,
}) => {
  const errors = listen(page)
  const hands = touch(page)
  await open(page, server)
  const table = await deal(page, hands, {
    book: 'classic',
    players: 10,
    deal: 'given',
    given: { 2: 'Дон', 3: 'Мафия', 4: 'Мафия', 5: 'Шериф' },
    nicks,
    look: () => fits(page),
  })
  const host = new Host(page, hands, table)
  await until(host, hunt, (v) => v.phase === 'circle' && v.turn.seat === 4)
  await fits(page)
  for (const [i, nick] of nicks.entries()) {
    const shown = await page.locator(`button[data-seat="${i + 1}"] .nick`).textContent()
    expect(shown?.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')).toContain(
      nick.replace(/[\u202A-\u202E]/g, '').slice(0, 3),
    )
    // No seat is wider than its place.
    const [seat, place] = await Promise.all([
      page.locator(`button[data-seat="${i + 1}"]`).boundingBox(),
      page.locator(`li:has(button[data-seat="${i + 1}"])`).boundingBox(),
    ])
    expect(seat?.width ?? 0).toBeLessThanOrEqual((place?.width ?? 0) + 1)
  }
  await expect(page.locator('main img, main script, main b:text-is("x")')).toHaveCount(0)
  await shots(page, 'nicks-console')
  await hands.menu(1)
  await expect(page.getByRole('dialog')).toContainText('<img src=x onerror=a()>')
  await fits(page)
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }))

  // The language changes in the middle of the game, and the game stays where it is.
  const { length } = await host.frame()
  await hands.press(page.getByRole('button', { name: 'Меню', exact: true }))
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Настройки' }))
  await hands.press(
    page.getByRole('button', { name: 'English' }).or(page.getByText('English', { exact: true })),
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Day 1')
  expect(await host.length()).toBe(length)
  // The settings stay open; there each language is called by its own name.
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }))
  const words = await page.evaluate(() => {
    const copy = document.querySelector('main')?.cloneNode(true) as HTMLElement
    for (const nick of copy.querySelectorAll('bdi')) nick.remove()
    return copy.textContent
  })
  expect(words).not.toMatch(/[А-яЁё]{2}/)
  await fits(page)
  await shots(page, 'nicks-console-en')
  expect(errors).toEqual([])
})
