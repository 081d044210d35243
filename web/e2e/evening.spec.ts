import type { Page } from '@playwright/test'
import { expectFine } from './support/club.ts'
import { expect, test, whyNoServer, type Server } from './support/omerta.ts'
import { look } from './support/shots.ts'
import type { ClubAnswer, ClubCommand, NextView } from '../src/lib/api.ts'

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

/** Tells the club something past the page. */
async function tell(page: Page, server: Server, command: ClubCommand): Promise<ClubAnswer> {
  const answer = await page.request.post(`${server.origin}/api/club/commands`, {
    data: { key: '', seen: null, command },
    headers: { 'X-Omerta': '1' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as ClubAnswer
}

/** An evening of the city with so many people, who stand in the order of their numbers. */
async function gather(page: Page, server: Server, n: number, tables: number): Promise<string[]> {
  const text = Array.from({ length: n }, (_, i) => `Guest ${i + 1}`).join('\n')
  const { people } = await tell(page, server, { do: 'import-people', text })
  const terms = { date: '2026-11-30', title: '<b>Cup</b>', place: '', season: '', preset: '' }
  const { evening } = await tell(page, server, {
    ...terms,
    do: 'open-evening',
    rulebook: 'city',
    scheme: '',
    tables,
  })
  await tell(page, server, { do: 'arrive', evening, people })
  return people
}

async function english(page: Page, server: Server): Promise<void> {
  await page.goto(server.url)
  await page.goto(`${server.origin}/settings`)
  await page.locator('label').filter({ hasText: 'English' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
}

test('CITY-SEAT-1: two tables are drawn, a couple sits apart, and each table begins by itself', async ({
  page,
  server,
}) => {
  await english(page, server)
  const people = await gather(page, server, 22, 2)
  const [a = '', b = ''] = people
  await tell(page, server, { do: 'bond', a, b, bond: 'couple' })
  await page.goto(`${server.origin}/evening/e1/next`)
  await expect(page.locator('main')).not.toContainText(/[А-яЁё]{2}/)
  await button(page, 'Draw lots').tap()
  await expect(page.getByRole('button', { name: /^Seat \d/ })).toHaveCount(22)
  await expectFine(page)
  const answer = await page.request.get(`${server.origin}/api/evenings/e1/next`)
  const view = (await answer.json()) as NextView
  expect(view.tables.flatMap((t) => t.near)).toEqual([])

  // A reload brings the same proposal, an undo the queue before it.
  await page.reload()
  await expect(page.getByText(`Draw ${view.seed}`)).toBeVisible()
  await button(page, /Undo: draw$/).tap()
  await expect(button(page, 'Draw lots')).toBeVisible()
  await button(page, /Redo: draw$/).tap()
  await expect(page.getByText(`Draw ${view.seed}`)).toBeVisible()

  for (const n of [1, 2]) {
    await button(page, `Cards of table ${n}`).tap()
    await page.locator('label').filter({ hasText: 'Real cards' }).tap()
    await button(page, 'Begin the game').tap()
    await page.waitForURL(/\/game\/\w+$/)
    await page.goto(`${server.origin}/evening/e1/next`)
  }
  await expect(page.getByText('at a table', { exact: true })).toHaveCount(22)
  await expect(link(page, 'Continue the game').first()).toBeVisible()
})

test('a game of before comes into the evening, moves in its order, and goes out again', async ({
  page,
  server,
}) => {
  await english(page, server)
  await gather(page, server, 12, 1)
  for (const seats of [10, 11]) {
    const sitters = Array.from({ length: seats }, (_, i) => ({
      nick: `S${i + 1}`,
      personId: '',
      novice: false,
    }))
    const made = await page.request.post(`${server.origin}/api/tables`, {
      data: {
        ...{ key: '', kind: '', rulebook: 'city', preset: '', options: [], seats: sitters },
        ...{ deal: 'lot', given: [], with: [], cast: {}, immune: [], tournament: false },
        ...{ title: '', event: '', site: '' },
      },
      headers: { 'X-Omerta': '1' },
    })
    expect(made.ok(), await made.text()).toBe(true)
  }
  await page.goto(`${server.origin}/evening/e1/games`)
  for (const seats of [10, 11]) {
    await button(page, 'Add an earlier game').tap()
    await expectFine(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `${seats} players` })
      .tap()
  }
  const rows = page.locator('main ol > li').filter({ hasText: 'City Mafia' })
  await expect(rows).toHaveCount(2)
  await button(page, 'Order of games').tap()
  await button(page, 'Game 2 further up').tap()
  await expect(rows.first()).toContainText('11 players')
  await expectFine(page)

  // A game that goes on keeps the evening open, and the refusal says which one.
  await page.goto(`${server.origin}/evening/e1/sum`)
  await button(page, 'Close the evening').tap()
  await expect(page.getByText('Game 1 has not ended').first()).toBeVisible()
  await link(page, /^Games/).tap()
  await button(page, 'Order of games').tap()
  await button(page, 'Take out of the evening').first().tap()
  await expect(rows).toHaveCount(1)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).tap()
  await expect(rows).toHaveCount(2)
})
