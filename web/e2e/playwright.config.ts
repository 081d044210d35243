import { defineConfig } from '@playwright/test'

/** Chromium without sandbox (it runs as root in containers), without graphics card, and without calls home. */
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** What `.ci/run` counts from; unset when somebody runs the tests by hand. */
const report = process.env.OMERTA_E2E_REPORT

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results/e2e',
  workers: 2,
  retries: 0,
  timeout: 60_000,
  globalTimeout: 17 * 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    browserName: 'chromium',
    locale: 'ru-RU',
    // As most phones have it, which come by plain HTTP; shell.spec.ts lets the worker work.
    serviceWorkers: 'block',
    video: 'off',
    trace: 'off',
    screenshot: 'off',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args },
  },
})
