import { arrive, expectFine, ten } from './support/club.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.use({ viewport: { width: 390, height: 844 } })

test('an evening begins: people, rules, seats, cards, and each sees his own only while he holds it', async ({
  page,
  server,
}) => {
  test.setTimeout(60_000)
  const foreign: string[] = []
  const answers: string[] = []
  page.on('request', (r) => new URL(r.url()).origin !== server.origin && foreign.push(r.url()))
  page.on('response', (r) => r.url().includes('/cards/') && answers.push(r.url()))

  await page.goto(server.url)
  await expect(page.getByRole('heading', { name: 'Вечер ещё не начался' })).toBeVisible()
  await expectFine(page)
  await page.getByRole('link', { name: 'Новая игра' }).click()

  await arrive(page, ten)
  await expect(page.getByRole('heading', { name: 'Здесь: 10' })).toBeVisible()
  await page.getByRole('button', { name: /^Изменить: Лис/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Барсук' }).click()
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('врозь: Барсук')).toBeVisible()
  await expect(page.getByText('врозь: Лис')).toBeVisible()
  await expectFine(page)

  await page.getByRole('link', { name: 'Дальше: правила' }).click()
  await expect(page.getByRole('radio', { name: /Классика/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Спортивная мафия' })).toBeChecked()
  await expect(page.getByText('Карт 10, игроков 10')).toBeVisible()
  await expectFine(page)

  await page.getByRole('link', { name: 'Дальше: места' }).click()
  await page.getByRole('button', { name: 'Жребий мест' }).click()
  await expect(page.getByText('Пары и друзья сидят врозь')).toBeAttached()
  await expect(page.getByText('Сидят слишком близко')).toHaveCount(0)
  await expectFine(page)

  await page.getByRole('link', { name: 'Дальше: карты' }).click()
  await expectFine(page)
  await page.getByRole('button', { name: 'Раздать карты' }).click()
  await expect(page).toHaveURL(/\/game\/\w+\/cards$/)
  await expectFine(page)
  await page.getByRole('button', { name: 'Показать номеру 1' }).click()
  await expectFine(page)
  await page.getByRole('button', { name: 'Я номер 1' }).click()
  expect(answers).toEqual([])

  const next = page.getByRole('button', { name: 'Готово, дальше' })
  await expect(next).toBeDisabled()
  const card = page.locator('.card')
  const box = await card.boundingBox()
  if (!box) throw new Error('the card has no place on the screen')
  const shown = page.locator('.card.shown')
  await page.mouse.move(box.x + 60, box.y + 60)
  await page.mouse.down()
  await expect(shown).toBeVisible()
  await page.mouse.up()
  await expect(shown).toHaveCount(0)
  await expect(next).toBeEnabled()

  await page.mouse.down()
  await expect(shown).toBeVisible()
  await page.mouse.move(box.x - 200, box.y - 200)
  await expect(shown).toHaveCount(0)
  await page.mouse.up()

  await card.focus()
  await page.keyboard.down('Space')
  await expect(shown).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect(shown).toHaveCount(0)
  await page.keyboard.up('Space')

  await page.keyboard.down('Space')
  await expect(shown).toBeVisible()
  await expect(shown).toHaveCount(0, { timeout: 4500 })
  await page.keyboard.up('Space')

  await next.click()
  await expect(page.getByRole('button', { name: 'Я номер 2' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Показать номеру 2' })).toBeVisible()
  expect(foreign).toEqual([])

  await page.goto(server.origin)
  await expect(page.getByRole('link', { name: /Продолжить игру/ })).toBeVisible()
  await expectFine(page)
})

test('what was typed is kept when the server says no, and through a reload', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  await page.goto(`${server.origin}/new/people`)
  const field = page.getByLabel('Кто пришёл')
  const long = 'Граф Монте-Кристо Младший Второй'
  await field.fill(`Лис, ${long}`)
  await field.press('Enter')
  await expect(field).toHaveValue(long)
  await expect(page.getByText(`«${long}»: Имя пустое, невидимое или слишком длинное`)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Здесь: 1' })).toBeVisible()
})

test('a composition that cannot be played is refused by its rule, and the way on is closed', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  await page.goto(`${server.origin}/new/people`)
  await page.getByLabel('Играть без имён').check()
  await page.goto(`${server.origin}/new/game`)
  await page.getByRole('radio', { name: /Городская/ }).check()
  await expect(page.getByText('Карт 10, игроков 10')).toBeVisible()
  await page.getByRole('button', { name: 'Больше: Дон' }).click()
  await expect(page.getByRole('alert')).toContainText('CITY-SETUP-9')
  await expect(page.getByText('С таким составом играть нельзя')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Дальше: места' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Вернуть состав свода' }).click()
  await expect(page.getByRole('link', { name: 'Дальше: места' })).toBeVisible()

  await page.goto(`${server.origin}/new/people`)
  for (let i = 0; i < 7; i++) await page.getByRole('button', { name: /Больше/ }).click()
  await page.goto(`${server.origin}/new/game`)
  await expect(
    page.getByRole('alert').or(page.locator('.warn')).getByRole('link', { name: 'CITY-SETUP-5' }),
  ).toBeVisible()
  await page
    .getByRole('alert')
    .or(page.locator('.warn'))
    .getByRole('link', { name: 'CITY-SETUP-5' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CITY-SETUP-5')
  await expectFine(page)
})

test('CLUB-IMM-1: the host gives an immunity between games, and the cards of real decks stay unknown', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  await page.goto(`${server.origin}/new/people`)
  await arrive(page, 'А1, Б2, В3, Г4, Д5, Е6, Ж7, И8')
  await page.goto(`${server.origin}/new/game`)
  await expect(page.getByRole('radio', { name: /Клубная/ })).toBeChecked()
  await page.getByText('Иммунитеты, название, место').click()
  await expect(page.getByRole('link', { name: 'CLUB-IMM-1' })).toBeVisible()
  await page.getByRole('button', { name: 'В3' }).click()
  await page.goto(`${server.origin}/new/cards`)
  await expect(page.getByText('иммунитетов: 1')).toBeVisible()
  await page.getByRole('radio', { name: /Настоящие карты/ }).check()
  await page.getByRole('button', { name: 'Начать игру' }).click()
  await expect(page).toHaveURL(/\/game\/\w+$/)
  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  const answer = await page.request.get(`${server.origin}/api/tables/${id}`)
  const frame = (await answer.json()) as {
    view: { seats: { nick: string; role: string; immune: boolean }[] }
  }
  expect(frame.view.seats.filter((s) => s.immune).map((s) => s.nick)).toEqual(['В3'])
  expect(new Set(frame.view.seats.map((s) => s.role))).toEqual(new Set(['?']))
})

test('two seats change places by taps, by keys and by dragging', async ({ page, server }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(server.url)
  await page.goto(`${server.origin}/new/people`)
  await arrive(page, 'А1, Б2, В3, Г4, Д5, Е6, Ж7')
  await page.goto(`${server.origin}/new/seats`)
  const seat = (n: number) => page.getByRole('button', { name: new RegExp(`^Место ${n}:`) })
  await seat(1).click()
  await seat(3).click()
  await expect(seat(1)).toHaveAccessibleName('Место 1: В3')
  await seat(1).press('Alt+ArrowRight')
  await expect(seat(2)).toHaveAccessibleName('Место 2: В3')
  await seat(2).dragTo(seat(7))
  await expect(seat(7)).toHaveAccessibleName('Место 7: В3')
  await expect(seat(2)).toHaveAccessibleName('Место 2: Ж7')
})

test('the page speaks English when it is asked to, and remembers that', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  await page.goto(`${server.origin}/settings`)
  await page.getByRole('radio', { name: 'English' }).check()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await page.getByRole('radio', { name: 'dark' }).check()
  await expectFine(page)
  for (const path of [
    '',
    'people',
    'new/people',
    'new/game',
    'rules/city',
    'options/classic',
    'import',
    'paper',
  ]) {
    await page.goto(`${server.origin}/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main')).not.toContainText(/[А-яЁё]{2}/)
    await expectFine(page)
  }
})
