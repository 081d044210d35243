import { expectNoSeriousAxe } from './support/axe.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { shots } from './support/shots.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)

test('the first page opens, calls nobody else and breaks no rule of its own policy', async ({
  page,
  server,
}) => {
  const foreign: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.origin) foreign.push(request.url())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })

  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await shots(page, 'smoke')
  await expectNoSeriousAxe(page)

  expect(foreign).toEqual([])
  expect(errors).toEqual([])
})
