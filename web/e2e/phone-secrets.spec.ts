// Where a browser could keep or show a card when its owner is not looking at it: nowhere.
import type { Page } from '@playwright/test'
import { Leader } from './support/board.ts'
import { touch } from './support/hands.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { cardWords, giveNick, newPhone, asSeen, stored, type RoomPhone } from './support/room.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(240_000)
test.use({ actionTimeout: 15_000, navigationTimeout: 30_000 })

const cards = [
  'don',
  'mafia',
  'mafia',
  'sheriff',
  ...Array<'civilian'>(6).fill('civilian'),
] as const

/** Says that the page is out of sight, as a browser does when another app comes to the front. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

const show = (page: Page) =>
  page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    Reflect.deleteProperty(document, 'hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  })

async function tellsNothing({ page }: RoomPhone): Promise<void> {
  await expect(page.locator('.face')).toHaveCount(0)
  expect(await page.content()).not.toMatch(cardWords)
  expect(await stored(page)).not.toMatch(cardWords)
}

test('a held card goes with sight, focus and page, and nothing of it is kept', async ({
  page,
  browser,
  server,
}) => {
  const leader = await Leader.open(page, server)
  const { join } = await leader.room()
  const table = await leader.deal({ rulebook: 'classic', cards: [...cards] })
  const phone = await newPhone(browser, 'Вера')
  await phone.page.goto(server.origin + join)
  await giveNick(phone.page, 'Вера')
  await expect(phone.page.getByText('Вы в комнате')).toBeVisible()
  const [guest] = (await leader.room()).guests
  await leader.ask('PUT', `/api/room/guests/${guest?.id}/seat`, {
    ...asSeen(guest),
    table,
    seat: 1,
  })
  await expect(phone.page.locator('.number')).toHaveText('1')
  const button = phone.page.getByRole('button', { name: /^Моя карта/ })
  const role = phone.page.locator('.role')

  for (const [how, away] of [
    ['out of sight', hide],
    ['focus', (p: Page) => p.evaluate(() => void dispatchEvent(new Event('blur')))],
    [
      'leaving',
      (p: Page) => p.evaluate(() => void dispatchEvent(new PageTransitionEvent('pagehide'))),
    ],
    [
      'a call',
      (p: Page) => p.evaluate(() => void dispatchEvent(new PointerEvent('pointercancel'))),
    ],
  ] as const) {
    await test.step(how, async () => {
      await touch(phone.page).hold(button, async () => {
        await expect(role).toContainText('Дон')
        await away(phone.page)
        await tellsNothing(phone)
      })
      await show(phone.page)
    })
  }

  await test.step('back and forth', async () => {
    await touch(phone.page).hold(button, async () => {
      await expect(role).toContainText('Дон')
      await phone.page.goto(`${server.origin}/icon.svg`)
    })
    await phone.page.goBack()
    await expect(button).toBeVisible()
    await tellsNothing(phone)
    // An answer with a card is nothing that a browser may keep.
    const answer = phone.page.waitForResponse('**/api/my/card')
    await phone.card()
    expect((await answer).headers()['cache-control']).toBe('no-store')
  })

  await test.step('the storage is empty of the game when it is over, notes included', async () => {
    await leader.until((f) => f.view.turn.kind === 'speech')
    await phone.page.getByRole('button', { name: 'Заметки' }).tap()
    await phone.page.getByRole('button', { name: /^2 / }).tap()
    await phone.page.getByRole('button', { name: 'шериф' }).tap()
    await phone.page.getByRole('textbox', { name: 'Пара слов' }).fill('мафия')
    expect(await stored(phone.page)).toMatch(/мафия.*|sheriff/)
    await leader.send({ do: 'beaten', side: 'red' })
    await expect(phone.page.getByText('Победа чёрных')).toBeVisible()
    expect(await stored(phone.page)).not.toMatch(cardWords)
    const note = phone.page.getByRole('button', { name: /^2 .*мафия/ })
    const { length } = await leader.frame()
    await leader.send({ do: 'undo', to: length - 1 })
    await expect(note).toBeVisible()
    await leader.send({ do: 'beaten', side: 'red' })
    await expect(phone.page.getByText('Победа чёрных')).toBeVisible()
    await phone.page.reload()
    await expect(phone.page.getByText('Победа чёрных')).toBeVisible()
    expect(await stored(phone.page)).not.toMatch(cardWords)
  })
  await phone.close()
})
