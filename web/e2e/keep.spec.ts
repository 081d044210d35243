// Copies of the database and moving house, as a host sees them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expectNoSeriousAxe } from './support/axe.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { shots } from './support/shots.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)

test.describe('with a folder', () => {
  test.use({ copies: true })

  test('a copy is made, downloaded and restored; a folder that is gone is told', async ({
    page,
    server,
  }) => {
    const dir = mkdtempSync(join(tmpdir(), 'omerta-keep-'))
    await page.goto(server.url)
    await page.getByRole('link', { name: 'Хранение' }).click()
    await expect(page.getByText('Копии делаются сами')).toBeVisible()
    await page.getByRole('button', { name: 'Сделать копию сейчас' }).click()
    await expect(page.getByText('Копия сделана.')).toBeVisible()
    await expect(page.getByText(/^Последняя копия: /)).toBeVisible()
    const wait = page.waitForEvent('download')
    await page
      .getByRole('link', { name: /^Скачать копию от / })
      .first()
      .click()
    const copy = join(dir, 'copy.db')
    await (await wait).saveAs(copy)
    expect(server.run(['restore', copy, '--db', join(dir, 'new.db')])).toContain('new.db')
    await expectNoSeriousAxe(page)
    await shots(page, 'keep')

    rmSync(join(dirname(server.db), 'copies'), { recursive: true })
    await page.getByRole('button', { name: 'Сделать копию сейчас' }).click()
    await expect(page.getByText('Последняя копия не получилась')).toBeVisible()
    await expectNoSeriousAxe(page)
    await shots(page, 'keep-failed')
    rmSync(dir, { recursive: true })
  })
})

test('without a folder the page says how to have one; the club moves house as one file', async ({
  page,
  server,
}) => {
  const dir = mkdtempSync(join(tmpdir(), 'omerta-keep-'))
  await page.addInitScript(() => localStorage.setItem('omerta.prefs', '{"lang":"en"}'))
  await page.goto(server.url)
  await page.goto(`${server.origin}/people`)
  await page.goto(`${server.origin}/keep`)
  await expect(page.getByText('serve --backup')).toBeVisible()
  await expectNoSeriousAxe(page)
  await shots(page, 'keep-none')
  const wait = page.waitForEvent('download')
  await page.getByRole('link', { name: /archive|архив клуба/ }).click()
  const zip = join(dir, 'club.zip')
  await (await wait).saveAs(zip)
  const there = join(dir, 'there.db')
  const hash = (text: string) => /[0-9a-f]{64}/.exec(text)?.[0]
  const moved = hash(server.run(['unpack', zip, '--db', there]))
  const packed = hash(server.run(['pack', join(dir, 'again.zip'), '--db', there]))
  expect(moved).toBeDefined()
  expect(packed).toBe(moved)
  rmSync(dir, { recursive: true })
})
