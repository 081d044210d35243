import type { Page } from '@playwright/test'
import { expectFine } from './support/club.ts'
import { expect, test, whyNoServer, type Server } from './support/omerta.ts'
import { look } from './support/shots.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.setTimeout(180_000)

const twelve =
  'Лис, Вечерняя, Ёж, Консильери, Барсук, Мадам Ко, Тень, Юг, Пересмешник, Граф, Аня, Борис'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const link = (page: Page, name: string | RegExp) =>
  page.getByRole('link', typeof name === 'string' ? { name, exact: true } : { name })

/** From the proposal that stands to the console of its game; answers the id of the table. */
async function deal(page: Page): Promise<string> {
  await button(page, 'Дальше: карты').tap()
  const round = page.getByRole('checkbox', { name: /Передать устройство по кругу/ })
  if (await round.isChecked()) await round.tap()
  await button(page, 'Раздать карты').tap()
  await button(page, 'Карты покажу я').tap()
  await page.waitForURL(/\/game\/\w+$/)
  return new URL(page.url()).pathname.split('/')[2] ?? ''
}

/** The quickest end of a game: the host's word that a side is beaten. */
async function end(page: Page, server: Server, table: string, side: string): Promise<void> {
  const command = { do: 'overrule', command: { do: 'beaten', side } }
  const answer = await page.request.post(`${server.origin}/api/tables/${table}/commands`, {
    data: { key: `end-${table}`, seen: null, stamp: null, sure: true, command },
    headers: { 'X-Omerta': '1' },
  })
  expect(await answer.text()).not.toContain('error')
  await link(page, /^Итоги и карты/).tap()
  await page.waitForURL(/\/end$/)
}

const seats = (page: Page) => page.getByRole('button', { name: /^Место \d/ })

test('an evening from who is here to its closing page, with three games', async ({
  page,
  server,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(server.url)
  await button(page, 'Открыть вечер').tap()
  await expect(page.getByRole('heading', { level: 1, name: /^Вечер / })).toBeVisible()

  // Who is here.
  const field = page.getByLabel('Кто пришёл')
  await field.fill(twelve)
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Здесь: 12' })).toBeVisible()
  await button(page, /Борис$/).tap()
  await expect(page.getByRole('heading', { name: 'Здесь: 11' })).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: 'Отменить' }).tap()
  await expect(page.getByRole('heading', { name: 'Здесь: 12' })).toBeVisible()
  await expectFine(page)
  await look(page, 'evening-here')

  // The first game: lots, two who change places, one who passes his seat on.
  await link(page, 'Дальше: следующая игра').tap()
  await expect(page.getByRole('region', { name: 'Очередь' }).getByRole('listitem')).toHaveCount(12)
  await expectFine(page)
  await look(page, 'evening-next-before')
  await button(page, 'Бросить жребий').tap()
  await expect(seats(page)).toHaveCount(10)
  const [, two = ''] = await seats(page).locator('bdi').allTextContents()
  await seats(page).nth(0).tap()
  await seats(page).nth(1).tap()
  await expect(seats(page).nth(0)).toContainText(two)
  await look(page, 'evening-next')
  await expectFine(page)
  await page.getByRole('region', { name: 'Очередь' }).getByRole('button').first().tap()
  await expectFine(page)
  await look(page, 'evening-turn')
  await button(page, 'Уступает место').tap()
  await expect(page.getByText('уступает', { exact: true })).toBeVisible()
  const first = await deal(page)
  await expect(page.locator('footer .next')).toBeVisible()

  // The game's end leads back to the evening.
  await end(page, server, first, 'black')
  await expect(page.getByText('Игра 1 этого вечера окончена.')).toBeVisible()
  await expectFine(page)
  await link(page, 'Следующая игра').tap()
  await button(page, 'Бросить жребий').tap()
  await expect(page.getByText(/^Жребий \d+/)).toBeVisible()
  await end(page, server, await deal(page), 'red')

  // The third one by another rulebook.
  await link(page, 'Следующая игра').tap()
  await page.locator('summary').filter({ hasText: 'Классика' }).tap()
  await page.locator('label').filter({ hasText: 'Клубная мафия' }).tap()
  await button(page, 'Бросить жребий').tap()
  await expect(page.getByRole('heading', { name: 'Иммунитеты' })).toBeVisible()
  await look(page, 'evening-next-club')
  await expectFine(page)
  await page.goto(server.origin)
  await expect(link(page, 'Следующая игра')).toBeVisible()
  await look(page, 'evening-home')
  await link(page, 'Следующая игра').tap()
  const third = await deal(page)
  await page.goto(`${server.origin}/evening/e1/games`)
  await expect(page.getByText('Классика, 10 игроков')).toHaveCount(2)
  await expect(link(page, 'Продолжить игру').first()).toBeVisible()
  await link(page, 'Продолжить игру').first().tap()
  await end(page, server, third, 'black')

  // A bonus, with its reason, and the summary.
  await link(page, 'Бонусы и места').tap()
  await page.locator('summary').first().tap()
  await page.locator('details li button').first().tap()
  await button(page, 'Больше: Бонус').tap()
  await button(page, 'Хорошая игра').tap()
  await look(page, 'evening-seat')
  await button(page, 'Сохранить').tap()
  await expect(page.getByText('+0,05 Хорошая игра')).toBeVisible()
  await expectFine(page)
  await look(page, 'evening-games')
  await link(page, 'К итогам').tap()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(13)
  await button(page, 'Закрыть вечер').tap()
  await expect(page.getByText('Вечер закрыт', { exact: true })).toBeVisible()
  await expect(button(page, 'Печать итогов')).toBeVisible()
  await expectFine(page)
  await look(page, 'evening-closed')

  // Closed by mistake: one tap opens it again.
  await button(page, 'Отменить: вечер закрыт').tap()
  await expect(button(page, 'Закрыть вечер')).toBeVisible()
  await button(page, 'Закрыть вечер').tap()
  await expect(page.getByText('Вечер закрыт', { exact: true })).toBeVisible()
  await page.goto(server.origin)
  await expect(button(page, 'Открыть вечер')).toBeVisible()
  expect(errors).toEqual([])
})
