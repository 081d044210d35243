import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expectFine } from './support/club.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.use({ viewport: { width: 390, height: 844 } })

const real = readFileSync(
  resolve(import.meta.dirname, '../../scenarios/real/mr-4871.mafia'),
  'utf8',
)

test('a record comes in, its end is told, printed and played on', async ({ page, server }) => {
  test.setTimeout(60_000)
  await page.goto(server.url)
  await page.goto(`${server.origin}/import`)
  await page.getByLabel('Или вставьте текст записи').fill(real)
  await expectFine(page)
  await page.getByRole('button', { name: 'Проверить и сохранить' }).click()
  await expect(page.getByRole('heading', { name: 'Победа красных' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'CLASSIC-WIN-1' })).toBeVisible()
  await expect(page.getByText('Дон проверяет 9. Не шериф.')).toBeVisible()
  await expect(page.getByText('Лучший ход номера 3: 2, 4 и 9').first()).toBeVisible()
  await expectFine(page)

  const csv = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Таблица CSV' }).click()
  const table = readFileSync(await (await csv).path(), 'utf8')
  expect(table.split('\r\n')).toHaveLength(12)
  expect(table).toContain('5;')
  const text = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Запись .mafia' }).click()
  expect(readFileSync(await (await text).path(), 'utf8')).toMatch(/^omerta 1\n/)

  await page.getByRole('link', { name: 'Протокол для печати' }).click()
  await expect(page.getByRole('row', { name: /^5 .*Дон/ })).toBeVisible()
  await expectFine(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Играть ещё раз' }).click()
  await expect(page).toHaveURL(/\/new\/seats$/)
  await expectFine(page)
})

test('a faulty record is told line by line, and stays in the field', async ({ page, server }) => {
  await page.goto(server.url)
  await page.goto(`${server.origin}/import`)
  const area = page.getByLabel('Или вставьте текст записи')
  await area.fill(
    'omerta 1\nrulebook: classic\ndeal: civilian*6 sheriff mafia*2 don\nday 1\n1 nominates 3\n1 nominates 4\nnonsense\n',
  )
  await page.getByRole('button', { name: 'Проверить и сохранить' }).click()
  await expect(page.getByRole('heading', { name: 'Судья нашёл 2 ошибки' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'CLASSIC-NOM-1' })).toBeVisible()
  await page.getByRole('button', { name: 'Строка 6' }).click()
  const picked = await area.evaluate((a: HTMLTextAreaElement) =>
    a.value.slice(a.selectionStart, a.selectionEnd),
  )
  expect(picked).toBe('1 nominates 4')
  await expectFine(page)
})

test('a game on paper becomes a record that the referee accepts', async ({ page, server }) => {
  await page.goto(server.url)
  await page.goto(`${server.origin}/paper`)
  for (const [seat, role] of [
    [7, 'sheriff'],
    [8, 'mafia'],
    [9, 'mafia'],
    [10, 'don'],
  ] as const) {
    await page.getByLabel(`Карта места ${seat}`).selectOption(role)
  }
  await page.getByLabel('Кто кого выставил').fill('1 8, 2 3')
  await page.getByLabel('За 8', { exact: true }).fill('1 2 3 4 5 6')
  await page.getByLabel('Ушли днём').fill('3')
  await page.getByLabel('Дон: проверка').fill('2')
  await page.getByLabel('Кого убили к утру').fill('1')
  await page.getByRole('button', { name: 'Проверить и сохранить' }).click()
  await expect(page.getByRole('heading', { name: /Судья нашёл/ })).toBeVisible()

  await page.getByLabel('Ушли днём').fill('8')
  await expectFine(page)
  await page.getByRole('button', { name: 'Проверить и сохранить' }).click()
  await expect(page).toHaveURL(/\/game\/\w+\/end$/)
  await expect(page.getByRole('heading', { name: /Игра идёт/ })).toBeVisible()
})
