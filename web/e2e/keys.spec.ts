import { expectNoSeriousAxe } from './support/axe.ts'
import { deal, open } from './support/evening.ts'
import { keys, tabTo } from './support/hands.ts'
import { Host } from './support/host.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { hunt, until } from './support/plays.ts'
import { shots } from './support/shots.ts'
import { laptop } from './support/whole.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(240_000)
test.use(laptop)

test('Tab reaches all that can be pressed, the question mark lists the keys, and every panel is sound', async ({
  page,
  server,
}) => {
  const hands = keys(page, 10)
  const given = { 2: 'Дон', 3: 'Мафия', 4: 'Мафия', 5: 'Шериф' }
  await open(page, server)
  const table = await deal(page, hands, { book: 'classic', players: 10, deal: 'given', given })
  const host = new Host(page, hands, table)
  await until(host, hunt, (v) => v.phase === 'circle' && v.turn.seat === 3)

  for (const button of await page.locator('main button:enabled:visible').all()) {
    await tabTo(page, button)
  }

  const dialog = page.getByRole('dialog')
  const panel = async (name: string) => {
    await expect(dialog).toBeVisible()
    await shots(page, `panel-${name}`)
    await expectNoSeriousAxe(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Slash')
  await expect(dialog).toContainText('Номер игрока; что это значит, зависит от шага')
  await panel('keys')
  await page.keyboard.press('KeyL')
  await panel('log')
  await page.keyboard.press('Alt+Shift+Digit4')
  await expect(dialog).toContainText('Глеб')
  await panel('seat')
  for (const [name, item] of [
    ['insert', /^Забытое действие/],
    ['settings', /^Настройки/],
    ['void', /^Игра не состоялась/],
  ] as const) {
    await hands.press(page.getByRole('button', { name: 'Меню', exact: true }))
    if (name === 'insert') {
      await panel('menu')
      await hands.press(page.getByRole('button', { name: 'Меню', exact: true }))
    }
    await hands.press(dialog.getByRole('button', { name: item }))
    await panel(name)
  }
  await page.keyboard.press('Escape')
  const before = await host.length()
  await page.keyboard.press('KeyH')
  await expect(page.getByText('Экран скрыт')).toBeVisible()
  const over = await page.locator('button[data-seat="4"]').evaluate((el) => {
    const at = el.getBoundingClientRect()
    const top = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)
    return top !== el && !el.contains(top)
  })
  expect(over).toBe(true)
  await page.keyboard.press('KeyH')
  expect(await host.length()).toBe(before)
})
