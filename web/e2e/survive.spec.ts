import { expect, test, whyNoServer } from './support/omerta.ts'
import { deal, open } from './support/evening.ts'
import { keys } from './support/hands.ts'
import { Host } from './support/host.ts'
import { hunt, until } from './support/plays.ts'
import { laptop } from './support/whole.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(240_000)
test.use(laptop)

const given = { 2: 'Дон', 3: 'Мафия', 4: 'Мафия', 5: 'Шериф' }

test('a reload and a power cut in a night and in a vote lose nothing', async ({ page, server }) => {
  const hands = keys(page, 10)
  await open(page, server)
  const table = await deal(page, hands, { book: 'classic', players: 10, deal: 'given', given })
  const host = new Host(page, hands, table)

  const survives = async () => {
    // After a power cut clocks stand at what was left; here they stand already.
    const running = page.getByRole('button', { name: /Остановить часы$/ }).first()
    if (await running.isVisible()) await host.step(() => page.keyboard.press('Space'), 0)
    await expect(running).toBeHidden()
    const before = await page.locator('main.game').ariaSnapshot()
    const { length } = await host.frame()
    await page.reload()
    await expect(page.locator('footer .next')).toHaveAttribute('data-length', String(length))
    await server.kill()
    await expect(page.getByText(/^нет связи с \d\d:\d\d$/)).toBeVisible()
    await expect(page.getByText(/Нет связи с .* Соединение восстанавливается само/)).toBeVisible()
    await server.restart()
    await expect(page.getByText('сохранено', { exact: true })).toBeVisible({ timeout: 10_000 })
    await expect(page.locator('footer .next')).toHaveAttribute('data-length', String(length))
    return { before, after: await page.locator('main.game').ariaSnapshot() }
  }

  await until(host, hunt, (v) => v.phase === 'night' && v.call.role === 'sheriff')
  const night = await survives()
  expect(night.after).toBe(night.before)

  await until(host, hunt, (v) => v.phase === 'ballot' && v.day === 2)
  await hands.seat(7)
  await hands.seat(6)
  const vote = await survives()
  await expect(page.locator('button[data-seat="7"]')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('button[data-seat="6"]')).toHaveAttribute('aria-pressed', 'true')
  expect(vote.after).toBe(vote.before)
})

test('what is done while the line is down goes out by itself, once', async ({ page, server }) => {
  const hands = keys(page, 10)
  await open(page, server)
  const table = await deal(page, hands, { book: 'classic', players: 10, deal: 'given', given })
  const host = new Host(page, hands, table)
  await until(host, hunt, (v) => v.phase === 'circle')
  const before = await host.length()
  await server.kill()
  await expect(page.getByText(/^нет связи с/)).toBeVisible()
  await hands.foul(7)
  await server.restart()
  await expect(page.getByText('сохранено', { exact: true })).toBeVisible({ timeout: 10_000 })
  await expect(page.locator('footer .next')).toHaveAttribute('data-length', String(before + 1))
  expect((await host.view()).seats[6]?.fouls).toBe(1)
})
