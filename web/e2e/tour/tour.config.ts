// The tour: every screen of the program in both languages, both tones and three widths, for people to look at.
import { defineConfig } from '@playwright/test'
import tests from '../playwright.config.ts'

export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: '*.tour.ts',
  outputDir: '../../test-results/tour-run',
  timeout: 15 * 60_000,
  globalTimeout: 90 * 60_000,
  reporter: [['list']],
  use: { ...tests.use, actionTimeout: 20_000, navigationTimeout: 30_000 },
  expect: { timeout: 20_000 },
})
