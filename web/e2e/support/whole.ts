// A whole game: from the empty database to the page of its end, and its record through the referee once more.
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectNoSeriousAxe } from './axe.ts'
import { deal, open, type Evening } from './evening.ts'
import { keys, touch, type Hands } from './hands.ts'
import { Host } from './host.ts'
import type { Server } from './omerta.ts'
import { play, type Plan } from './plays.ts'
import { shots } from './shots.ts'
import type { Frame } from '../../src/lib/api.ts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const laptop = { viewport: { width: 1440, height: 900 } }

export interface Whole extends Evening {
  by: 'touch' | 'keys'
  plan: Plan
  /** Pictures and axe on each kind of screen, under this name. */
  shots?: string
}

/** Plays a game and checks its end; answers the last frame and the record. */
export async function whole(
  page: Page,
  server: Server,
  w: Whole,
): Promise<{ frame: Frame; record: string; host: Host }> {
  const errors = listen(page)
  const hands = w.by === 'touch' ? touch(page) : keys(page, w.players)
  const name = w.shots
  const look = name
    ? async (screen: string) => {
        await shots(page, `${name}-${screen}`)
        await expectNoSeriousAxe(page)
      }
    : undefined
  await open(page, server)
  const table = await deal(page, hands, look ? { ...w, look } : w)
  const host = new Host(page, hands, table)
  const frame = await play(host, look ? { ...w.plan, look } : w.plan)
  const record = await finish(page, hands, server, frame)
  if (look) await look('end')
  expect(errors).toEqual([])
  return { frame, record, host }
}

/** Every complaint of the page from now on. */
export function listen(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (e) => errors.push(e.message))
  page.on('console', (m) => m.type() === 'error' && errors.push(`${m.text()} ${m.location().url}`))
  return errors
}

const won: Record<string, string> = {
  red: 'Победа красных',
  black: 'Победа чёрных',
  maniac: 'Победа маньяка',
  nobody: 'Победителя нет',
}

/** Goes to the page of the end, saves the record, and has the referee play it again. */
export async function finish(
  page: Page,
  hands: Hands,
  server: Server,
  frame: Frame,
): Promise<string> {
  // The link takes no tap in the moment after the end: that one was meant for the button that stood there.
  await page.waitForTimeout(400)
  await hands.press(page.getByRole('link', { name: 'Итоги и карты' }))
  await page.waitForURL(/\/end$/)
  const { winner } = frame.view.outcome
  await expect(page.getByRole('heading', { name: won[winner] ?? winner })).toBeVisible()
  const saved = page.waitForEvent('download')
  await hands.press(page.getByRole('link', { name: 'Запись .mafia' }))
  const record = readFileSync(await (await saved).path(), 'utf8')
  expect(server.replay(record)).toContain(winner)
  return record
}
