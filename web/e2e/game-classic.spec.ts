import { expectNoSeriousAxe } from './support/axe.ts'
import { Table } from './support/game.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { shots } from './support/shots.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(240_000)

const cards = [
  'civilian',
  'mafia',
  'civilian',
  'sheriff',
  'don',
  'civilian',
  'mafia',
  'civilian',
  'civilian',
  'civilian',
]

/** A whole game: red finds all three. Every step is the host's own tap or key. */
async function play(t: Table): Promise<void> {
  const speech = (seat: number) =>
    t.until((f) => f.view.turn.kind === 'speech' && f.view.turn.seat === seat)
  await speech(1)
  await t.choose(2)
  await t.foul(3)
  let f = await t.foul(3)
  expect(f.view.seats[2]?.fouls).toBe(2)
  f = await t.undo()
  expect(f.view.seats[2]?.fouls).toBe(1)
  await speech(2)
  f = await t.choose(1)
  expect(f.view.candidates.map((c) => c.seat)).toEqual([2, 1])

  f = await t.until((x) => x.view.phase === 'ballot')
  expect(f.view.ballot.current).toBe(2)
  for (const s of [1, 3, 4, 6, 8, 9]) await t.seat(s)
  await t.seat(9)
  f = await t.next()
  expect(f.view.seats.filter((s) => s.voted === 2).map((s) => s.seat)).toEqual([1, 3, 4, 6, 8])
  f = await t.next()
  // Five to five, for what nobody has voted falls on the last: they defend themselves.
  expect(f.view.tied).toEqual([2, 1])
  f = await t.until((x) => x.view.phase === 'ballot' && x.view.ballot.round === 2 && !x.view.hold)
  for (const s of [1, 3, 4, 6, 8, 9, 10]) await t.seat(s)
  f = await t.until((x) => x.view.phase !== 'ballot')
  expect(f.view.departed.map((d) => d.seat)).toEqual([2])

  await t.until((x) => x.view.phase === 'night' && x.view.call.shots)
  f = await t.choose(3)
  expect(f.view.call.shot.map((s) => s.at)).toEqual([[3], [3]])
  await t.until((x) => x.view.call.role === 'don')
  await t.choose(4)
  await expect(t.page.locator('.answer .glyph')).toHaveText('ДА')
  await t.putAway()
  await t.until((x) => x.view.call.role === 'sheriff')
  await t.choose(7)
  await expect(t.page.locator('.answer .glyph')).toHaveText('Ч')
  await t.putAway()

  f = await t.until((x) => x.view.turn.kind === 'last-word')
  expect(f.view.turn).toMatchObject({ seat: 3, bestMove: true })
  await t.seat(2)
  await t.seat(5)
  await t.seat(7)
  await t.next()
  for (const [found, other] of [
    [5, 1],
    [7, 6],
  ] as const) {
    f = await t.until((x) => x.view.turn.kind === 'speech')
    await t.choose(found)
    await t.until((x) => x.view.turn.kind === 'speech' && x.view.turn.seat !== f.view.turn.seat)
    await t.choose(other)
    f = await t.until((x) => x.view.phase === 'ballot')
    await t.press('KeyA', '[data-tool="all"]')
    f = await t.until((x) => x.view.phase !== 'ballot')
    expect(f.view.departed.at(-1)?.seat).toBe(found)
    if (f.view.outcome.winner) break
    f = await t.until((x) => x.view.phase === 'night' && x.view.call.shots)
    await t.changes(() => t.press('KeyN', '[data-tool="miss"]'))
  }
  f = await t.until((x) => x.view.phase === 'over')
  expect(f.view.outcome.winner).toBe('red')
  await expect(t.page.getByRole('link', { name: 'Итоги и карты' })).toBeVisible()
}

test.describe('a classic game by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('is led to its end', async ({ page, server }) => {
    await play(await Table.open(page, server, { rulebook: 'classic', cards }, true))
  })
})

test.describe('a classic game by keyboard', () => {
  test.use({ viewport: { width: 1440, height: 900 } })
  test('is led to its end', async ({ page, server }) => {
    await play(await Table.open(page, server, { rulebook: 'classic', cards }, false))
  })
})

test('what is entered outlives a reload, and a second host never makes a double step', async ({
  page,
  server,
}) => {
  const t = await Table.open(page, server, { rulebook: 'classic', cards }, false)
  await t.until((f) => f.view.turn.seat === 1)
  await t.choose(2)
  await t.until((f) => f.view.turn.seat === 2)
  await t.choose(1)
  await t.until((x) => x.view.phase === 'ballot')
  await t.seat(3)
  await t.seat(10)
  await page.reload()
  await expect(page.locator('[data-seat="3"]')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('[data-seat="10"]')).toHaveAttribute('aria-pressed', 'true')
  await page.waitForTimeout(400)
  // The page sends what it had seen; the other host was faster by the time it arrives.
  await page.route(
    '**/commands',
    async (route) => {
      await t.elsewhere({ do: 'foul', to: 8, n: 1, reason: '' })
      await route.continue()
    },
    { times: 1 },
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  const f = await t.frame()
  expect(f.view.ballot.current).toBe(2)
  expect(f.view.seats[7]?.fouls).toBe(1)
  await expect(page.locator('[data-seat="3"]')).toHaveAttribute('aria-pressed', 'true')
})

test('a lost answer is asked for again under the same key', async ({ page, server }) => {
  const t = await Table.open(page, server, { rulebook: 'classic', cards }, false)
  await t.until((f) => f.view.turn.seat === 1)
  const keys: string[] = []
  await page.route('**/commands', async (route) => {
    keys.push((route.request().postDataJSON() as { key: string }).key)
    // The first answer is lost on its way back.
    if (keys.length === 1) {
      await route.fetch()
      await route.abort()
    } else await route.continue()
  })
  await page.keyboard.press('Shift+Digit5')
  await expect.poll(() => keys.length).toBe(2)
  expect(keys[0]).toBe(keys[1])
  await expect(page.getByRole('status').filter({ hasText: 'сохранено' })).toBeVisible()
  expect((await t.frame()).view.seats[4]?.fouls).toBe(1)
})

test('a call that is too short is held up, and a second press ends it at once', async ({
  page,
  server,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem('omerta.console', JSON.stringify({ call: 30, night: 'off' })),
  )
  const t = await Table.open(page, server, { rulebook: 'classic', cards }, false)
  let f = await t.next()
  expect(f.view.call.role).not.toBe('?')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Дальше через \d+ с/)).toBeVisible()
  expect((await t.frame()).length).toBe(f.length)
  await page.waitForTimeout(400)
  f = await t.changes(() => page.keyboard.press('Enter'))
  expect(f.length).toBe((await t.frame()).length)
})

test('every state of the console is drawn and reads well', async ({ page, server }) => {
  const t = await Table.open(page, server, { rulebook: 'classic', cards }, false)
  await shots(page, 'game-opening')
  await t.until((f) => f.view.turn.seat === 1)
  await t.choose(2)
  await shots(page, 'game-speech')
  await expectNoSeriousAxe(page)
  await page.keyboard.press('Alt+Shift+Digit4')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoSeriousAxe(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('KeyL')
  await expectNoSeriousAxe(page)
  await page.keyboard.press('Escape')
  await t.until((f) => f.view.turn.seat === 2)
  await t.choose(1)
  await t.until((f) => f.view.phase === 'ballot')
  await t.seat(3)
  await shots(page, 'game-ballot')
  await expectNoSeriousAxe(page)
  await t.until((f) => f.view.phase === 'night' && f.view.call.shots)
  await shots(page, 'game-night')
  await expectNoSeriousAxe(page)
  await page.keyboard.press('KeyH')
  await expect(page.getByText('Экран скрыт')).toBeVisible()
})
