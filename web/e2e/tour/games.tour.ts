// The four rulebooks from the first night to the last sheet.
import { expect } from '@playwright/test'
import type { Seat, View } from '../../src/lib/api.ts'
import type { Host } from '../support/host.ts'
import { callNight, city, classic, club, fourFouls } from '../support/plans.ts'
import { alive, hunt, play, reds, until, type Plan } from '../support/plays.ts'
import { either } from '../support/words.ts'
import { journey, sitDown, type Journey } from './journey.ts'

/** The pages after a game. */
async function after(j: Journey, host: Host): Promise<void> {
  const { page, server, look } = j
  await page.goto(`${server.origin}/game/${host.table}/end`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.locator('h2').first().waitFor()
  for (const fold of await page.locator('summary').all()) await fold.tap()
  await look('z1-end')
  await page.goto(`${server.origin}/game/${host.table}/protocol`)
  await page.locator('table').first().waitFor()
  await look('z2-protocol')
  await page.goto(server.origin)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look('z3-home')
}

/** Numbers the stops in the order in which they come. */
function counted(look: Journey['look']): Journey['look'] {
  let n = 0
  return (stop) => look(`${String(++n).padStart(2, '0')}-${stop}`)
}

const deal = {
  classic: ['civilian', 'don', 'mafia', 'mafia', 'sheriff', 'civilian', 'civilian', 'civilian', 'civilian', 'civilian'],
  city: [
    'don', 'mafia', 'mafia', 'maniac', 'sheriff', 'doctor', 'mistress', 'civilian', 'civilian', 'civilian', 'civilian',
    'civilian', 'civilian', 'civilian', 'civilian',
  ],
  club: ['don', 'mafia', 'mafia', 'civilian', 'sheriff', 'doctor', 'mistress', 'civilian', 'civilian', 'civilian'],
  original: ['civilian', 'mafia', 'civilian', 'civilian', 'mafia', 'civilian', 'civilian'],
} // prettier-ignore

/** A vote that is torn twice, so that the table is asked whether all shall go. */
const torn: Plan = { ...hunt, oust: (_, voters) => voters.slice(0, 2) }

journey('classic', async (j) => {
  const host = await sitDown(j, { rulebook: 'classic', cards: deal.classic })
  const look = counted(j.look)
  await play(host, {
    ...torn,
    look,
    events: [
      {
        name: 'three fouls',
        when: (v) => v.phase === 'circle' && v.day === 1 && v.turn.seat === 4,
        go: async (h) => {
          await h.foul(7)
          await look('foul-1')
          await h.foul(7)
          await h.foul(7)
          await look('foul-3')
        },
      },
      {
        name: 'removal',
        when: (v) => v.phase === 'circle' && v.day === 3,
        go: async (h, v) => {
          await h.fromMenu(reds(v).at(-1) ?? 0, /^(Удалить(?! без)|Remove(?! without))/)
          await look('removed')
        },
      },
      {
        name: 'beaten',
        when: (v) => v.day === 4 || alive(v).length < 6,
        go: async (h) => {
          await j.press('game.refusal.ok').catch(() => undefined)
          await j.page.locator('button.menu').tap()
          await h.hands.press(
            j.page.getByRole('dialog').getByRole('button', { name: either('game.menu.beaten') }),
          )
          await look('beaten')
          await h.step(() =>
            h.hold(j.page.getByRole('button', { name: either('game.beaten.black') })),
          )
        },
      },
    ],
  })
  await after(j, host)
})

journey('classic-real', async (j) => {
  const host = await sitDown(j, { rulebook: 'classic', players: 10, cards: [] })
  const look = counted(j.look)
  await play(host, { ...classic, look, events: [fourFouls, ...(classic.events ?? []).slice(1)] })
})

journey('city', async (j) => {
  const host = await sitDown(j, { rulebook: 'city', cards: deal.city })
  await play(host, { ...city, look: counted(j.look) })
  await after(j, host)
})

journey('club', async (j) => {
  const host = await sitDown(j, { rulebook: 'club', cards: deal.club })
  await play(host, { ...club, look: counted(j.look), oust: (_, all) => all.slice(0, 2) })
  await after(j, host)
})

journey('original', async (j) => {
  const host = await sitDown(j, { rulebook: 'original', cards: deal.original })
  const look = counted(j.look)
  let charges = 0
  const blacks = (v: View): Seat[] => alive(v).filter((s) => s === 2 || s === 5)
  const honest = (v: View): Seat[] => alive(v).filter((s) => s !== 2 && s !== 5)
  await play(host, {
    look,
    accuse: (v) => {
      if (v.day === 1 && v.departed.length > 0) return undefined
      const [a = 0, b = 0] = honest(v)
      return [a, charges++ === 0 ? b : (blacks(v)[0] ?? 0)]
    },
    judge: (_, voters) => (charges === 1 ? voters.slice(0, 3) : voters),
    note: (v, seat) => (blacks(v).includes(seat) ? (honest(v).at(-1) ?? 0) : 0),
    events: [
      {
        name: 'an accuser is chosen',
        when: (v) => v.phase === 'talk',
        go: async (h) => {
          await h.hands.seat(1)
          await look('accuser')
          await h.hands.seat(1)
        },
      },
      {
        name: 'the night is called',
        when: (v) => v.phase === 'talk' && v.day === 1 && v.departed.length === 1,
        go: async (h, v) => {
          await h.hands.press(j.page.locator('[data-tool=call-night]'))
          await look('call-night')
          await h.hands.press(j.page.locator('[data-tool=call-night]'))
          await callNight(h, v)
        },
      },
      {
        name: 'the last night is called',
        when: (v) => v.phase === 'talk' && blacks(v).length === 0,
        go: callNight,
      },
    ],
  })
  await after(j, host)
})

journey('panels', async (j) => {
  const { page, hands, w, press } = j
  const look = counted(j.look)
  const host = await sitDown(j, { rulebook: 'classic', cards: deal.classic })
  await until(host, hunt, (v) => v.phase === 'circle' && v.turn.seat === 4)
  const dialog = page.getByRole('dialog')
  const item = (key: string) => hands.press(dialog.getByRole('button', { name: either(key) }))
  const menu = async (key?: string) => {
    await page.locator('button.menu').tap()
    if (key) await item(key)
  }
  const shut = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await hands.press(page.getByRole('button', { name: /^(Игрок…|Player…)$/ }))
  await look('armed-menu')
  await hands.seat(9)
  await look('seat-menu')
  for (const fold of await dialog.locator('summary').all()) await fold.tap()
  await look('seat-menu-open')
  await item('game.menu.substitute')
  await look('substitute')
  await shut()
  await hands.menu(9)
  await item('game.menu.card')
  await look('card-fix')
  await shut()
  await host.seat(5)
  await look('nominated')
  await hands.seat(6)
  await page.getByRole('alert').waitFor()
  await look('refusal')
  await press('game.refusal.earlier')
  await look('forgotten-refused')
  await shut()
  await menu()
  await look('menu')
  await shut()
  for (const name of ['log', 'insert', 'settings', 'keys', 'void'] as const) {
    await menu(`game.menu.${name}`)
    await dialog.waitFor()
    await page.waitForTimeout(200)
    await look(`panel-${name}`)
    if (name === 'log') {
      await dialog.locator('ol button').nth(1).tap()
      await look('log-line')
    }
    if (name === 'insert') {
      await dialog.locator('ol button').nth(1).tap()
      await look('insert-kinds')
      await item('game.insert.nominate')
      await look('insert-seats')
    }
    await shut()
  }
  const cards = page.getByRole('button', { name: w('game.tool.cards'), exact: true })
  const box = await cards.boundingBox()
  if (!box) throw new Error('no button for the cards')
  await cards.dispatchEvent('pointerdown')
  await look('cards-open')
  await cards.dispatchEvent('pointerup')
  await host.hands.foul(8)
  await page.waitForTimeout(500)
  await look('foul-flash')
  await menu('game.menu.freeze')
  await page.waitForTimeout(400)
  await look('paused')
  await press('game.paused.go')
  await menu('game.menu.hide')
  await look('cover')
  await page.mouse.click(180, 300)
  await j.server.kill()
  await page.waitForTimeout(1500)
  await look('offline')
  await j.server.restart()
  await page.reload()
  await page.locator('footer .next').waitFor()
  await host.fromMenu(8, either('game.menu.leave'))
  await look('left-home')
  await until(host, hunt, (v) => v.phase === 'ballot')
  await page.waitForTimeout(450)
  await hands.seat(1)
  await hands.seat(5)
  await look('ballot-hands')
  await page.locator('[data-tool=number]').tap()
  await look('ballot-number')
  await page.locator('[data-tool=number]').tap()
  await hands.seat(1)
  await hands.seat(5)
  await until(host, hunt, (v) => v.phase === 'night' && v.call.shots)
  await page.locator('[data-tool=each]').tap()
  await look('shots')
  await shut()
  await menu('game.menu.void')
  await item('game.void.do')
  await page.waitForTimeout(400)
  await look('voided')
})

journey('crowd', async (j) => {
  const host = await sitDown(j, { rulebook: 'city', players: 20 })
  const look = counted(j.look)
  await until(host, hunt, (v) => v.phase === 'circle' && v.turn.seat === 4)
  await look('speech-20')
  const night = await until(host, hunt, (v) => v.phase === 'night')
  expect(night.seats).toHaveLength(20)
  await look('night-20')
})
