import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds serious or critical on the page as it stands, a line for each. */
export async function seriousAxe(page: Page): Promise<string[]> {
  // The script goes in by the debugger, not by a tag, so the page's content security policy stays as it is.
  await page.evaluate(source)
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<AxeResults> } }
    return axe.run()
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((n) => n.html).join('\n  ')}`)
}

/** Fails when axe finds anything serious or critical on the page as it stands. */
export async function expectNoSeriousAxe(page: Page): Promise<void> {
  expect(await seriousAxe(page)).toEqual([])
}
