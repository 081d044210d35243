import { deal, open } from './support/evening.ts'
import { touch, type Hands } from './support/hands.ts'
import { Host } from './support/host.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { alive, until, type Plan } from './support/plays.ts'
import { phone } from './support/whole.ts'
import type { Page } from '@playwright/test'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.use(phone)
test.setTimeout(90_000)

const given = { 2: 'Дон', 3: 'Мафия', 4: 'Мафия', 5: 'Шериф' }
/** Nobody is put up; number 1 is shot in the first night. */
const quiet: Plan = { shoot: () => 1, act: (_v, _role, to) => to[0] ?? 0 }

const item = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('button', { name })

async function menu(page: Page, hands: Hands, name: RegExp): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'Меню', exact: true }))
  await hands.press(item(page, name))
}

test('what went wrong is put right: undo across a dawn, a forgotten move, a ruling, a substitute, one who leaves', async ({
  page,
  server,
}) => {
  const hands = touch(page)
  await open(page, server)
  const table = await deal(page, hands, { book: 'classic', players: 10, deal: 'given', given })
  const host = new Host(page, hands, table)

  let v = await until(host, quiet, (x) => x.day === 2 && x.phase === 'circle')
  const far = await host.length()
  expect(alive(v)).not.toContain(1)
  while (v.phase !== 'night') {
    await host.step(() => hands.undo(), -1)
    v = await host.view()
  }
  expect(alive(v)).toContain(1)
  await expect(page.locator('button[data-seat="1"]')).toHaveAccessibleName(/за столом/)
  while ((await host.length()) < far) {
    await host.step(() => menu(page, hands, /^Повторить отменённое/))
  }
  v = await host.view()
  expect([v.day, v.phase, alive(v).length]).toEqual([2, 'circle', 9])

  // Number 2 has put somebody up, and it was missed: it is written in where it was.
  await until(host, quiet, (x) => x.day === 2 && x.turn.seat === 3)
  await menu(page, hands, /^Журнал/)
  const log = page.getByRole('dialog').locator('ol button')
  await expect(log.first()).toBeVisible()
  await hands.press(log.filter({ hasText: 'Слово: 2' }).first())
  await hands.press(item(page, /^Вписать забытое после этой строки/))
  await hands.press(item(page, /^Выставил кандидатуру/))
  const pick = (label: string, seat: number) =>
    hands.press(
      page
        .getByRole('group', { name: label })
        .getByRole('button', { name: `Номер ${seat}`, exact: true }),
    )
  await pick('Кто', 2)
  await pick('Кого', 4)
  await host.step(() => hands.press(item(page, /^Вписать$/)))
  v = await host.view()
  expect(v.candidates.map((c) => [c.by, c.seat])).toEqual([[2, 4]])

  // The rules refuse a second candidate of one speaker; the host's word stands above them.
  const by = v.turn.seat
  await host.seat(6)
  await hands.seat(7)
  const refusal = page.getByRole('alert')
  await expect(refusal.getByRole('link', { name: /^CLASSIC-/ })).toBeVisible()
  await host.step(() =>
    hands.press(page.getByRole('button', { name: 'Пусть стоит по слову ведущего' })),
  )
  v = await host.view()
  expect(v.candidates.filter((c) => c.by === by).map((c) => c.seat)).toEqual([6, 7])

  await hands.menu(8)
  await hands.press(item(page, /^Заменить человека/))
  await page.getByLabel('Имя нового игрока на месте 8').fill('Сменщик')
  await host.step(() => hands.press(item(page, /^Заменить$/)))
  await expect(page.locator('button[data-seat="8"]')).toContainText('Сменщик')

  await host.fromMenu(9, /^Уходит домой/)
  expect((await host.view()).departed.at(-1)).toMatchObject({ seat: 9, cause: 'left' })
})

test('a game that was no game is void, and the same people get cards anew', async ({
  page,
  server,
}) => {
  const hands = touch(page)
  await open(page, server)
  const table = await deal(page, hands, { book: 'classic', players: 10, deal: 'given', given })
  const host = new Host(page, hands, table)
  await until(host, quiet, (v) => v.phase === 'circle')
  await menu(page, hands, /^Игра не состоялась/)
  await hands.press(item(page, /^Признать несостоявшейся/))
  await expect(page.getByText('Игра признана несостоявшейся.').first()).toBeVisible()
  const before = (await host.view()).seats.map((s) => s.nick)
  await hands.press(page.getByRole('button', { name: 'Сдать заново' }))
  await page.waitForURL((url) => url.pathname.endsWith('/cards') && !url.pathname.includes(table))
  await hands.press(page.getByRole('link', { name: /без показа|к игре/i }))
  await expect(page.locator('main.game')).toBeVisible()
  const next = new Host(page, hands, new URL(page.url()).pathname.split('/')[2] ?? '')
  expect((await next.view()).seats.map((s) => s.nick)).toEqual(before)
  await page.goto(server.origin)
  await expect(page.getByRole('link', { name: /^Продолжить игру/ })).toBeVisible()
  await expect(page.getByText('Игра не состоялась').first()).toBeVisible()
})
