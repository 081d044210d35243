import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from './support/omerta.ts'
test('pdf', async ({ page, server }) => {
  test.setTimeout(200_000)
  await page.goto(server.url)
  for (const name of (process.env.PDF ?? '').split(',')) {
    const text = readFileSync(resolve(import.meta.dirname, '../../scenarios', `${name}.mafia`), 'utf8')
    const id = await page.evaluate(async (body) => {
      const a = await fetch('/api/records?keep=1', { method: 'POST', body, headers: { 'X-Omerta': '1', 'Content-Type': 'text/plain' } })
      return ((await a.json()) as { id: string }).id
    }, text)
    await page.goto(`${server.origin}/game/${id}/protocol`)
    await expect(page.locator('article')).toBeVisible()
    await page.evaluate(() => document.fonts.ready.then(() => true))
    await page.pdf({ path: `/tmp/b5/i6pdf/${name.replace('/', '-')}.pdf`, preferCSSPageSize: true })
  }
})
