import { expect, type Page } from '@playwright/test'
import { expectNoSeriousAxe } from './axe.ts'

export const ten = 'Лис, Вечерняя, Ёж, Консильери, Барсук, Мадам Ко, Тень, Юг, Пересмешник, Граф'

/** Widths on which every page must fit without scrolling sideways: small and large phone, tablet, laptop, lying phone. */
const sizes = [
  [360, 740],
  [390, 844],
  [820, 1180],
  [1440, 900],
  [740, 360],
] as const

/** Wants the page to fit at every size, and axe to find nothing serious. */
export async function expectFine(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(over, `${page.url()} at ${width} px is wider than the screen`).toBeLessThanOrEqual(0)
  }
  if (before) await page.setViewportSize(before)
  await expectNoSeriousAxe(page)
}

/** Writes people down on the first step of a new game. */
export async function arrive(page: Page, nicks: string): Promise<void> {
  const field = page.getByLabel('Кто пришёл')
  await field.fill(nicks)
  await field.press('Enter')
  await expect(field).toHaveValue('')
  // The field is free at once, while the names are still on their way.
  for (const nick of nicks.split(/[,\n]/).map((n) => n.trim()))
    await expect(page.getByRole('button', { name: `Изменить: ${nick}` }).first()).toBeAttached()
}
