// Many games brought in at once: checked, taken, told, taken back.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arrive, expectFine } from './support/club.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { shots } from './support/shots.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.use({ viewport: { width: 390, height: 844 } })

const cards = 'civilian civilian civilian civilian civilian civilian sheriff mafia mafia don'.split(
  ' ',
)

/** A record of a game that has ended, of a day of November. */
const finished = (day: number): string =>
  [
    `omerta 1\nrulebook: classic@1\ndate: 2026-11-${String(day).padStart(2, '0')}`,
    ...cards.map((role, i) => `seat ${i + 1}: Игрок${((i + day) % 10) + 1} = ${role}`),
    '\nday 1\nbeaten black\n',
  ].join('\n')

const table = (games: number): string =>
  [
    'game,seat,player,role,winner',
    ...Array.from({ length: games }, (_, g) =>
      cards.map((role, i) => `${g + 1},${i + 1},Игрок${i + 1},${role},red`).join('\n'),
    ),
    '9,1,Лис,civilian,green',
  ].join('\n')

test('records are checked, taken once, and taken back', async ({ page, server }) => {
  test.setTimeout(90_000)
  const dir = mkdtempSync(join(tmpdir(), 'omerta-import-'))
  const files = [1, 2, 3].map((day) => {
    const name = join(dir, `${day}.mafia`)
    writeFileSync(name, finished(day))
    return name
  })
  writeFileSync(join(dir, 'bad.mafia'), 'omerta 1\nrulebook: classic@1\nnonsense\n')
  await page.goto(server.url)
  await page.getByRole('link', { name: 'Новая игра' }).click()
  await arrive(page, 'Игpок1') // with a Latin letter
  await page.goto(`${server.origin}/import`)
  await expectFine(page)
  await shots(page, 'import-empty')

  const choose = page.locator('input[type=file]:not([webkitdirectory])')
  await choose.setInputFiles([...files, join(dir, 'bad.mafia')])
  await expect(page.getByRole('heading', { name: 'Проверено' })).toBeVisible()
  await expect(page.getByText('bad.mafia, строка 3')).toBeVisible()
  await expect(page.getByText('Похожие ники: 1')).toBeVisible()
  await page.getByRole('radio', { name: 'Это Игpок1' }).check()
  await expectFine(page)
  await shots(page, 'import-checked')
  const wait = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Отчёт CSV' }).click()
  expect(readFileSync(await (await wait).path(), 'utf8')).toContain('bad.mafia;3;')

  await page.getByRole('button', { name: 'Взять 3 игры' }).click()
  await expect(page.getByRole('heading', { name: 'Импорт окончен' })).toBeVisible()
  await expectFine(page)
  await shots(page, 'import-done')
  await page.getByRole('link', { name: 'На главную' }).first().click()
  await page.getByRole('link', { name: 'Загрузить игры' }).click()
  await expect(page.getByRole('heading', { name: 'Импорт окончен' })).toBeVisible()
  await page.getByRole('button', { name: 'Готово' }).click()

  await choose.setInputFiles(files)
  await expect(page.getByText('Взять нечего')).toBeVisible()
  await page.getByRole('button', { name: 'Отмена' }).click()

  const before = join(dir, 'before')
  mkdirSync(before)
  writeFileSync(join(before, 'games.csv'), table(2))
  writeFileSync(join(before, 'readme.doc'), 'no games')
  await page.locator('input[webkitdirectory]').setInputFiles(before)
  await expect(page.getByLabel('Откуда игры')).toHaveValue('games')
  await expectFine(page)
  await shots(page, 'import-table')
  await page.getByRole('button', { name: 'Взять 2 игры' }).click()
  await page.getByRole('button', { name: 'Вернуть, как было' }).click()
  await expect(page.getByText('Импорт убран')).toBeVisible()
  const left = await page.evaluate(async () => {
    const answer = await fetch('/api/club/standings', { headers: { 'X-Omerta': '1' } })
    return ((await answer.json()) as { games: number }).games
  })
  expect(left).toBe(3)
  rmSync(dir, { recursive: true })
})

test('what stops the check is told, in English too', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('omerta.prefs', '{"lang":"en"}'))
  await page.goto(server.url)
  await page.goto(`${server.origin}/import`)
  const choose = page.locator('input[type=file]:not([webkitdirectory])')
  await page.route('**/api/club/games?*', () => undefined) // it never answers
  await choose.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(table(1)) })
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Stopped, and nothing was taken')).toBeVisible()
  await page.unroute('**/api/club/games?*')
  await choose.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(table(1)) })
  await expect(page.getByRole('button', { name: 'Take 1 game' })).toBeVisible()
  await expect(page.getByText('game 9, line 12')).toBeVisible()
  await expectFine(page)
  await shots(page, 'import-english')
})

// The games of a real club, where OMERTA_GAMES names their file.
test('thousands of games are taken through the page', async ({ page, server }) => {
  const file = process.env.OMERTA_GAMES ?? ''
  test.skip(file === '', 'OMERTA_GAMES names no file')
  test.setTimeout(180_000)
  await page.goto(server.url)
  await page.goto(`${server.origin}/import`)
  await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(file)
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.getByRole('button', { name: /^Взять \d+/ }).click({ timeout: 80_000 })
  await expect(page.getByRole('heading', { name: 'Импорт окончен' })).toBeVisible({
    timeout: 80_000,
  })
  await shots(page, 'import-thousands')
  const got = await page.evaluate(async () => {
    const from = performance.now()
    const answer = await fetch('/api/club/standings', { headers: { 'X-Omerta': '1' } })
    const all = (await answer.json()) as { games: number; unrated: number }
    return { games: all.games, unrated: all.unrated, took: performance.now() - from }
  })
  expect(got).toMatchObject({ games: 4911, unrated: 342 })
  expect(got.took).toBeLessThan(2000)
})
