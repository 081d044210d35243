// Phones of players as they lie on the table: a small screen under a thumb, a browser of its own each.
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import type { GuestView } from '../../src/lib/api.ts'
import { touch } from './hands.ts'
import { listen } from './whole.ts'

/** Words that would tell a card: in a page, in what it stores, as a value (not as the name of a field) on the way to it. */
export const cardWords =
  /мафи|шериф|комиссар|мирн|(?<![а-яё])дон[аоу]?(?![а-яё])|маньяк|доктор|любовниц|\\?"(don|mafia|maniac|sheriff|doctor|mistress|civilian)\\?"(?!:)/i

export interface RoomPhone {
  page: Page
  context: BrowserContext
  nick: string
  /** Frames of the table as they came down the line, for as long as the phone lives. */
  frames: string[]
  errors: string[]
  /** Holds its own card and answers what the face says. */
  card: () => Promise<string>
  close: () => Promise<void>
}

/** What the line brings to a page: each frame as it is sent. */
export async function overhear(page: Page): Promise<string[]> {
  const frames: string[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Network.eventSourceMessageReceived', (m) => {
    if (m.eventName === 'message') frames.push(m.data)
  })
  await devtools.send('Network.enable')
  return frames
}

/** A small browser with touch that counts how often it has shaken. */
export async function handset(browser: Browser, height: number): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height },
    hasTouch: true,
    isMobile: true,
    locale: 'ru-RU',
  })
  await context.addInitScript(() => {
    const w = window as unknown as { shaken: number }
    w.shaken = 0
    navigator.vibrate = () => ((w.shaken += 1), true)
  })
  return await context.newPage()
}

/** A phone of a player: small, with touch, and counting how often it has shaken. */
export async function newPhone(browser: Browser, nick: string): Promise<RoomPhone> {
  const page = await handset(browser, 640)
  const context = page.context()
  const face = page.locator('.face')
  return {
    page,
    context,
    nick,
    frames: await overhear(page),
    errors: listen(page),
    card: async () => {
      let told = ''
      await touch(page).hold(page.getByRole('button', { name: /^Моя карта/ }), async () => {
        await expect(face.locator('.role')).toBeVisible()
        told = (await face.locator('.role').textContent()) ?? ''
      })
      await expect(face).toHaveCount(0)
      return told
    },
    close: () => context.close(),
  }
}

/** Types a nick at the door, which a link, a code or a ticket has opened. */
export async function giveNick(page: Page, nick: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Ваше имя в игре' }).fill(nick)
  await page.getByRole('button', { name: 'Войти' }).tap()
}

export const shaken = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shaken: number }).shaken)

/** All that is seen or found by somebody who takes the phone away. */
export const traces = (page: Page) =>
  page.evaluate(() => ({
    body: document.body.innerHTML,
    tone: document.body.dataset.tone,
    theme: document.querySelector('meta[name="theme-color"]')?.getAttribute('content'),
    title: document.title,
    place: location.pathname,
    buttons: document.querySelectorAll('button, a, input').length,
  }))

/** All that a browser keeps for the page, as text. */
export const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const shelves = [localStorage, sessionStorage].map((s) => ({ ...s }))
    const kept: string[] = []
    // Caches are there in safe contexts only, of which the loopback is one.
    for (const name of 'caches' in window ? await caches.keys() : []) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (!new URL(request.url).pathname.startsWith('/assets/')) {
          kept.push(request.url, (await (await cache.match(request))?.text()) ?? '')
        }
      }
    }
    const bases = 'databases' in indexedDB ? await indexedDB.databases() : []
    return JSON.stringify([shelves, kept, bases, document.cookie])
  })

/** What the host has before him of a phone when he gives it a seat. */
export const asSeen = (g: Pick<GuestView, 'nick' | 'askTable' | 'askSeat'> | undefined) => ({
  nick: g?.nick ?? '',
  askTable: g?.askTable ?? '',
  askSeat: g?.askSeat ?? 0,
})
