// What axe finds in a room: phone, board and strips in each phase of a game, the nights too.
import { boardPage, Leader, shows } from './support/board.ts'
import { seriousAxe } from './support/axe.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { giveNick, newPhone, asSeen } from './support/room.ts'
import type { Frame, Role } from '../src/lib/api.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(240_000)
test.use({ actionTimeout: 15_000, navigationTimeout: 30_000 })

const cards: Role[] = ['don', 'mafia', 'sheriff', 'doctor', 'mistress', 'maniac']
const town: Role[] = [...cards, ...Array.from({ length: 7 }, (): Role => 'civilian')]

const kindOf = ({ view: v }: Frame) =>
  [v.phase, v.turn.kind, v.day === 0 && v.hold ? 'dealt' : '', v.departed.length ? 'gone' : '']
    .filter(Boolean)
    .join(' ')

test('no page of a room has a serious fault, in any phase', async ({ page, browser, server }) => {
  const leader = await Leader.open(page, server)
  const { board, join } = await leader.room()
  const phone = await newPhone(browser, 'Вера')
  const wall = await boardPage(browser, { width: 1920, height: 1080 })
  const strips = await boardPage(browser, { width: 1920, height: 1080 })
  const all = { phone: phone.page, wall: wall.page, strips: strips.page, host: page }
  const look = async (name: string, ...which: (keyof typeof all)[]) => {
    for (const w of which) expect.soft(await seriousAxe(all[w]), `${w}: ${name}`).toEqual([])
  }
  await phone.page.goto(server.origin)
  await expect(phone.page.getByRole('textbox', { name: 'Код комнаты' })).toBeVisible()
  await look('code', 'phone')
  await phone.page.goto(server.origin + join)
  await expect(phone.page.getByRole('textbox', { name: 'Ваше имя в игре' })).toBeVisible()
  await look('nick', 'phone')
  await giveNick(phone.page, 'Вера')
  await wall.page.goto(server.origin + board)
  await strips.page.goto(`${server.origin}${board}?overlay`)
  await page.goto(`${server.origin}/room`)
  await expect(phone.page.getByText('Вы в комнате')).toBeVisible()
  await expect(wall.page.getByText('Пришли: 1')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Телефоны: 1' })).toBeVisible()
  await look('lobby', 'phone', 'wall', 'strips', 'host')

  const table = await leader.deal({ rulebook: 'city', cards: town })
  const guest = (await leader.room()).guests[0]
  await leader.ask('PUT', `/api/room/guests/${guest?.id}/seat`, {
    ...asSeen(guest),
    table,
    seat: 13,
  })
  await expect(phone.page.locator('.number')).toHaveText('13')
  await leader.ask('PUT', `/api/tables/${table}/ghosts`, { on: true })
  const seen = new Set<string>()
  // Who is shot first is the phone's owner, so that the page of one who is out is seen in each phase too.
  const choices = {
    nominate: (f: Frame) => {
      const put = f.view.candidates.map((c) => c.seat)
      const free = f.view.seats.filter((s) => s.in && !put.includes(s.seat))
      return put.length < 3 ? (free.at(-1)?.seat ?? 0) : 0
    },
    act: (f: Frame) =>
      f.view.seats[12]?.in ? 13 : (f.view.seats.filter((s) => s.in).at(-1)?.seat ?? 0),
    vote: () => [],
  }
  for (let i = 0; i < 200; i++) {
    const f = await leader.frame()
    if (f.view.phase === 'over' || f.view.night > 2) break
    const kind = kindOf(f)
    if (!seen.has(kind)) {
      seen.add(kind)
      await shows(wall.page, leader)
      await look(kind, 'phone', 'wall', 'strips')
    }
    await leader.step(choices)
  }
  expect(seen.size).toBeGreaterThan(6)
  await leader.send({ do: 'beaten', side: 'red' })
  await expect(phone.page.getByText('Победа чёрных')).toBeVisible()
  await expect(wall.page.getByText('Как это было')).toBeVisible()
  await look('over', 'phone', 'wall', 'strips')
  await phone.close()
  for (const { page: p } of [wall, strips]) await p.context().close()
})
