import { join } from 'node:path'
import type { Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../../test-results/shots')

/** A phone, a tablet held upright, a laptop. */
const sizes = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]

/**
 * Takes a picture of what the screen shows at each of three widths, as `<name>-<width>.png`, and sets the
 * window back to the size it had.
 */
export async function shots(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.evaluate(() => document.fonts.ready.then(() => true))
    await page.screenshot({
      path: join(folder, `${name}-${size.width}.png`),
      fullPage: Boolean(process.env.OMERTA_FULL),
    })
  }
  if (before) await page.setViewportSize(before)
}

/** The same where pictures are wanted (`OMERTA_SHOTS=1`): a test that runs every day needs none. */
export async function look(page: Page, name: string): Promise<void> {
  if (process.env.OMERTA_SHOTS) await shots(page, name)
}
