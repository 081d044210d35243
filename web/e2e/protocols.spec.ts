// Protocols on paper: a sheet of A4 each, and all of an evening in one print.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expectFine } from './support/club.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)

/** Sends something to the program as the page does, and answers its answer. */
const send = <T>(page: Page, path: string, body: string, type = 'application/json'): Promise<T> =>
  page.evaluate(
    async ([path, body, type]) => {
      const headers = { 'X-Omerta': '1', 'Content-Type': type }
      const answer = await fetch(path, { method: 'POST', body, headers })
      return (await answer.json()) as T
    },
    [path, body, type] as const,
  )

const command = (page: Page, key: string, cmd: object) =>
  send<{ evening: string }>(
    page,
    '/api/club/commands',
    JSON.stringify({ key, seen: null, command: cmd }),
  )

/** How many sheets a PDF has. */
const sheets = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

const games = [
  'real/mr-4871',
  'city/game-twenty-maniac-and-ripper',
  'club/game/red-wins',
  'original/game-sixteen',
]

test('a game of each rulebook fits on a sheet, and the evening is one print', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000)
  await page.goto(server.url)
  const { evening } = await command(page, 'k1', {
    do: 'open-evening',
    date: '2026-11-27',
    title: '',
    place: '',
    season: '',
    rulebook: '',
    preset: '',
    scheme: '',
    tables: 1,
  })
  for (const name of games) {
    const file = resolve(import.meta.dirname, '../../scenarios', `${name}.mafia`)
    const record = readFileSync(file, 'utf8')
    const made = await send<{ id: string }>(page, '/api/records?keep=1', record, 'text/plain')
    const last = made.id
    await command(page, `a${last}`, { do: 'attach-game', evening, game: last, spot: 1 })
    await page.goto(`${server.origin}/game/${last}/protocol`)
    await expect(page.locator('article')).toBeVisible()
    expect(sheets(await page.pdf({ preferCSSPageSize: true })), name).toBe(1)
  }
  // `original` has no fouls.
  await expect(page.getByRole('columnheader', { name: 'Фолы' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Все протоколы вечера' }).click()
  await expect(page.locator('article')).toHaveCount(games.length)
  await expectFine(page)
  expect(sheets(await page.pdf({ preferCSSPageSize: true }))).toBe(games.length)
})
