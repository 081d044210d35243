// What games are worth, by clicks alone: the table of a period, a person's page, ratings, a scheme of the house.
import type { Page } from '@playwright/test'
import { expectFine } from './support/club.ts'
import { bring } from './support/games.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.use({ viewport: { width: 360, height: 740 } })

/** The rows of the table as "nick points". */
const rows = (page: Page) =>
  page
    .locator('tbody tr:not(.more)')
    .evaluateAll((all) =>
      all.map((tr) =>
        ['th', 'td.decides'].map((q) => tr.querySelector(q)?.textContent.trim() ?? '').join(' '),
      ),
    )

test('a table of any period, and what a person has played', async ({ page, server }) => {
  test.setTimeout(90_000)
  await page.goto(server.url)
  await page.getByRole('link', { name: 'Таблицы' }).click()
  await expect(page.getByRole('heading', { name: 'Игр для таблицы пока нет' })).toBeVisible()
  await expectFine(page)
  await bring(page, server)
  await page.reload()

  await expect(page.getByRole('link', { name: 'Анна', exact: true })).toBeVisible()
  expect((await rows(page)).slice(0, 3)).toEqual(['Анна 2,65', 'Вера 2,30', 'Глеб 2,00'])
  await expect(page.getByText('При равенстве решают: победы')).toBeVisible()
  await expectFine(page)

  await page.getByRole('button', { name: 'Сумма баллов' }).click()
  await page.getByRole('button', { name: 'Сумма баллов' }).click()
  expect((await rows(page))[0]).toMatch(/ 1,00$/)
  await page.getByRole('button', { name: 'Подробно: Анна' }).click()
  await expect(page.locator('.more').getByText('Баллы за лучшие ходы')).toBeVisible()
  await expect(page.locator('.more dd').filter({ hasText: /^0,4$/ })).toBeVisible()
  await expectFine(page)

  await page.getByRole('radio', { name: 'Сезон' }).check({ force: true })
  await expect(page.getByRole('heading', { name: 'Сезон 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Сезон раньше' }).click()
  await expect(page.getByRole('heading', { name: 'Сезон 1' })).toBeVisible()
  await expect.poll(() => rows(page)).toContain('Борис 0,50')
  await page.getByRole('radio', { name: 'Вечер' }).check({ force: true })
  await expect(page.getByRole('heading', { name: '1 февраля 2025' })).toBeVisible()
  await expectFine(page)

  await page.getByText('Скачать и напечатать').click()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Таблица, XLSX' }).click()
  expect((await saved).suggestedFilename()).toBe('standings.xlsx')

  await page.getByRole('link', { name: 'Анна', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Анна' })).toBeVisible()
  await expect(page.getByRole('img', { name: /Красные: рейтинг 15\d\d/ })).toBeVisible()
  await page.getByText('Рейтинги по годам таблицей').click()
  await expect(page.getByRole('row', { name: /2025 1\d{3} 2 игры/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Красные 2\/3/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /2 из 3/ })).toBeVisible()
  await expect(page.getByText('· застрелен первым')).toBeVisible()
  await expectFine(page)
  await page.getByRole('radio', { name: 'Год' }).check({ force: true })
  await page.getByRole('button', { name: 'Год раньше' }).click()
  await expect(page.getByRole('row', { name: /Красные 1\/1/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: '1 февраля 2025' })).toBeVisible()
})

test('ratings move as the club wants them to', async ({ page, server }) => {
  await page.goto(server.url)
  await bring(page, server)
  await page.goto(`${server.origin}/standings`)
  await page.getByRole('radio', { name: 'Рейтинги' }).check({ force: true })
  await page.getByRole('radio', { name: 'Чёрные' }).check({ force: true })
  const kira = page.getByRole('row', { name: /Кира/ })
  await expect(kira).toContainText('1492')
  await expectFine(page)
  await page.getByText('Как считается рейтинг: K = 16').click()
  await page.getByRole('radio', { name: '48' }).check({ force: true })
  await page.getByRole('button', { name: 'Считать с K = 48' }).click()
  await expect(kira).not.toContainText('1492')
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(kira).toContainText('1492')
})

test('a scheme of the house is made, changed, taken off and put back', async ({ page, server }) => {
  test.setTimeout(90_000)
  await page.goto(server.url)
  await bring(page, server)
  await page.goto(`${server.origin}/schemes`)
  await expectFine(page)
  const sport = page.getByRole('article').filter({ hasText: 'Спортивные баллы' })
  await expect(sport).toContainText('Сыграно игр: 3')
  await sport.getByRole('link', { name: 'Сделать свою' }).click()
  await page.locator('summary', { hasText: 'Что это даёт' }).click()
  await expect(page.getByRole('row', { name: /^1 Мирный.* 1,25$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Больше: Победа' }).click()
  await expect(page.getByRole('row', { name: /^1 Мирный.* 1,5$/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Последняя игра клуба' }).check({ force: true })
  await expect(page.getByRole('row', { name: /Вера.* 1,55$/ })).toBeVisible()
  await page.getByRole('button', { name: '+ Шериф' }).click()
  await page.getByRole('button', { name: 'Больше: За победу' }).click()
  await expect(page.getByRole('row', { name: /Жанна.* 1,35$/ })).toBeVisible()
  await expectFine(page)
  await page.getByLabel('По-русски').fill('')
  await page.getByLabel('По-английски').fill('')
  await expect(page.getByText('Нужно название').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Сохранить схему' })).toBeDisabled()
  await page.getByLabel('По-русски').fill('Зимние')
  await page.getByRole('button', { name: 'Сохранить схему' }).click()

  const own = page.getByRole('article').filter({ hasText: 'Зимние' })
  await expect(own).toContainText('Победа 1,25')
  await expect(own).toContainText('Шериф: победа +0,1')
  await own.getByRole('link', { name: 'Изменить' }).click()
  await page.getByRole('button', { name: 'Меньше: Победа' }).click()
  await page.getByRole('button', { name: 'Сохранить схему' }).click()
  await expect(own).toContainText('Версия 2')
  await own.getByText('Прежние версии: 1').click()
  await expect(own).toContainText('Победа 1,25')
  await expectFine(page)
  await own.getByRole('button', { name: 'Убрать из выбора' }).click()
  await expect(page.getByText('Убранные схемы: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Отменить' }).last().click()
  await expect(own.getByRole('link', { name: 'Изменить' })).toBeVisible()
  // The table is counted as it was played.
  await page.goto(`${server.origin}/standings`)
  await expect.poll(() => rows(page)).toContain('Анна 2,65')
})

test('the same in English', async ({ page, server }) => {
  test.setTimeout(90_000)
  await page.addInitScript(() => localStorage.setItem('omerta.prefs', '{"lang":"en"}'))
  await page.goto(server.url)
  await bring(page, server)
  for (const [path, words] of [
    ['/standings', 'Ties are broken by wins'],
    ['/person/p1', 'Wins by side'],
    ['/schemes', 'Best move: two 0.25, three 0.4'],
    ['/scheme/sport@1', 'Keep the scheme'],
    ['/scheme/none@1', 'There is no such scheme.'],
  ] as const) {
    await page.goto(server.origin + path)
    await expect(page.getByText(words).first()).toBeVisible()
    await expectFine(page)
  }
})
