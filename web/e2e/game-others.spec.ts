import type { Frame, Offer, SeatView } from '../src/game/types.ts'
import { expectNoSeriousAxe } from './support/axe.ts'
import { Table } from './support/game.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(240_000)
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

/** No key of a message may ever be seen in place of its words. */
async function reads(t: Table): Promise<void> {
  const text = await t.page.locator('main').innerText()
  expect(text).not.toMatch(/\b(game|say|aloud|hint|undo|do|title|command)\.[a-z]/)
  expect(text).not.toMatch(/\{[a-z]+/)
}

const offer = (f: Frame, what: string): Offer | undefined =>
  f.view.offers.find((o) => o.do === what)

/** Somebody who can be chosen, 0 where nobody is asked for. */
function target(f: Frame): number {
  const to = offer(f, 'act')?.to.at(-1)
  const living: SeatView[] = f.view.seats.filter((s) => s.in)
  return to ?? (offer(f, 'shoot') ? (living.at(-1)?.seat ?? 0) : 0)
}

/** One step as any host might make it: whoever can be chosen first is chosen, and all hands are raised. */
async function step(t: Table, f: Frame): Promise<Frame> {
  await t.putAway()
  if (f.view.turn.kind === 'speech' && f.view.candidates.length > 1) {
    await t.elsewhere({ do: 'pass', by: f.view.turn.seat })
    const now = await t.frame()
    await t.shows(now)
    return now
  }
  if (f.view.turn.kind === 'speech') {
    const to = offer(f, 'nominate')?.to.find(
      (s) => !f.view.candidates.some((c) => c.by === f.view.turn.seat) && s,
    )
    if (to) return t.choose(to)
  }
  const chosen = target(f)
  if (chosen) return t.choose(chosen)
  const voting = ['ballot', 'question', 'accusation'].includes(f.view.phase) && !f.view.hold
  if (voting) {
    await t.press('KeyA', '[data-tool="all"]')
  }
  return t.next()
}

for (const rulebook of ['city', 'club'] as const) {
  test(`a game of ${rulebook} is led to its end`, async ({ page, server }) => {
    const t = await Table.open(page, server, { rulebook, players: 10 }, true)
    let f = await t.frame()
    const seen = new Set<string>()
    for (let i = 0; i < 250 && f.view.phase !== 'over'; i++) {
      const state = `${f.view.phase} ${f.view.turn.kind} ${f.view.call.role}`
      if (!seen.has(state)) await reads(t)
      seen.add(state)
      f = await step(t, f)
    }
    expect(f.view.phase).toBe('over')
    expect([...seen].filter((s) => s.startsWith('night')).length).toBeGreaterThanOrEqual(3)
    await expect(page.getByRole('link', { name: 'Итоги и карты' })).toBeVisible()
    await expectNoSeriousAxe(page)
  })
}

test('a game of original goes from hand to hand', async ({ page, server }) => {
  const t = await Table.open(page, server, { rulebook: 'original', players: 6 }, true)
  let f = await t.until((x) => x.view.phase === 'talk')
  await reads(t)
  expect(f.view.seats.every((s) => s.role === '?')).toBe(true)
  await t.seat(1)
  f = await t.choose(2)
  expect(f.view.accused).toMatchObject({ by: 1, to: 2 })
  for (const s of [1, 3]) await t.seat(s)
  f = await t.next()
  expect(f.view.departed).toEqual([])
  await page.locator('[data-tool="call-night"]').tap()
  await page.locator('[data-tool="all"]').tap()
  f = await t.next()
  expect(f.view.phase).toBe('notes')
  await reads(t)
  await expectNoSeriousAxe(page)
  for (let i = 0; i < 6; i++) {
    const before = await page.locator('.pass').innerText()
    expect(before).toContain(`Передайте устройство номеру ${i + 1}`)
    await page.getByRole('button', { name: `Я номер ${i + 1}` }).tap()
    await page.getByRole('button', { name: 'Я честный' }).tap()
    const answered = page.waitForResponse('**/commands')
    await page.getByRole('button', { name: 'Готово, передаю дальше' }).tap()
    if ((await answered).ok()) continue
    // A black player cannot be honest: he is told so, on his own screen, and names somebody.
    await page.getByRole('button', { name: 'Понятно' }).tap()
    const mine = page.getByRole('button', { name: `Я номер ${i + 1}` })
    if (await mine.isVisible()) await mine.tap()
    await page.getByRole('button', { name: 'Номер 4' }).tap()
    const again = page.waitForResponse('**/commands')
    await page.getByRole('button', { name: 'Готово, передаю дальше' }).tap()
    expect((await again).ok()).toBe(true)
  }
  await expect.poll(async () => (await t.frame()).view.phase).not.toBe('notes')
})

test('real cards are learned from who wakes', async ({ page, server }) => {
  const t = await Table.open(page, server, { rulebook: 'classic', cards: [], players: 10 }, true)
  let f = await t.until((x) => x.view.call.cards > 0)
  for (let i = 0; i < 12 && f.view.phase === 'opening'; i++) {
    const free = f.view.seats.find((s) => s.role === '?')?.seat ?? 0
    f = f.view.call.cards > 0 ? await t.choose(free) : await t.next()
  }
  const roles = f.view.seats.map((s) => s.role)
  expect(roles.filter((r) => r === 'don')).toHaveLength(1)
  expect(roles.filter((r) => r === 'mafia')).toHaveLength(2)
  expect(roles.filter((r) => r === 'sheriff')).toHaveLength(1)
  expect(roles.filter((r) => r === 'civilian')).toHaveLength(6)
})
