// Everybody's screens at once: phones of players, the board, the strips of a stream, the host's page of the room.
import type { Browser, Locator, Page } from '@playwright/test'
import type { Frame } from '../../src/lib/api.ts'
import { Leader, shows } from '../support/board.ts'
import { expect, test, type Server } from '../support/omerta.ts'
import { roomWord, type Lang } from '../support/words.ts'
import { Lens, type Way } from './lens.ts'

const held: Way = {
  sizes: [
    { width: 360, height: 640 },
    { width: 390, height: 844 },
    { width: 820, height: 1180 },
    { width: 1440, height: 900 },
  ],
  own: true,
  // What a small phone shows without a thumb's help is worth a picture of its own.
  whole: ({ width }) => width !== 360,
}

const hung: Way = {
  sizes: [
    { width: 1920, height: 1080 },
    { width: 1440, height: 900 },
    { width: 820, height: 1180 },
    { width: 360, height: 640 },
  ],
  own: true,
  whole: () => true,
}

/** The longest nick that may be, a long one that does not break, and what people are called. */
export const guests: Record<Lang, string[]> = {
  ru: [
    'Александра Константинова', 'Лис', 'Вечерняя', 'Ёж', 'Консильери', 'Барсук', 'Мадам Ко', 'Тень', 'Пересмешник',
    'Верноподданнический-Юрий', 'Граф Монте-Кристо', 'Аня', 'Борис', 'Вера', 'Глеб',
  ],
  en: [
    'Bartholomew Featherstone', 'Fox', 'Evening Star', 'Ox', 'Consigliere', 'Badger', 'Madame Ko', 'Shade', 'Mockingbird',
    'Counterrevolutionary-Jim', 'Count Monte Cristo', 'Ann', 'Bob', 'Vera', 'Glen',
  ],
} // prettier-ignore

/** Nicks for so many seats, a long one at the first and at the last. */
export function named(lang: Lang, n: number): string[] {
  const all = guests[lang]
  return [...all.filter((_, i) => i !== 9).slice(0, n - 1), all[9] ?? '']
}

/** A screen with the lens in front of it. */
export interface Screen {
  page: Page
  look: (stop: string) => Promise<void>
}

export class Gathering {
  readonly lang: Lang
  readonly server: Server
  readonly leader: Leader
  readonly host: Screen
  readonly #browser: Browser
  readonly #name: string
  readonly #lenses: Lens[] = []
  board!: Screen
  overlay!: Screen
  #stops = 0

  constructor(
    browser: Browser,
    name: string,
    lang: Lang,
    server: Server,
    leader: Leader,
    host: Page,
  ) {
    this.#browser = browser
    this.#name = name
    this.lang = lang
    this.server = server
    this.leader = leader
    this.host = this.#screen(host, 'host', undefined)
  }

  #screen(page: Page, who: string, way: Way | undefined): Screen {
    const lens = new Lens(page, `${this.#name}-${who}`, this.lang, way)
    this.#lenses.push(lens)
    const look = (stop: string) => lens.look(`${String(this.#stops).padStart(2, '0')}-${stop}`)
    return { page, look }
  }

  async #open(who: string, way: Way, mobile: boolean): Promise<Screen> {
    const context = await this.#browser.newContext({
      viewport: way.sizes[0] ?? null,
      hasTouch: mobile,
      isMobile: mobile,
      locale: this.lang === 'ru' ? 'ru-RU' : 'en-GB',
    })
    return this.#screen(await context.newPage(), who, way)
  }

  /** Hangs the board up, and lays the strips over something like a camera's picture. */
  async hang(): Promise<void> {
    const { board } = await this.leader.room()
    this.board = await this.#open('board', hung, false)
    this.overlay = await this.#open('overlay', hung, false)
    await this.board.page.goto(`${this.server.origin}${board}?lang=${this.lang}`)
    await this.overlay.page.goto(`${this.server.origin}${board}?overlay&lang=${this.lang}`)
    await this.overlay.page.evaluate(() => {
      document.documentElement.style.background =
        'radial-gradient(circle at 20% 80%, #fff6d8, transparent 40%), linear-gradient(120deg, #234, #9ab 50%, #eee)'
    })
  }

  phone(who: string): Promise<Screen> {
    return this.#open(who, held, true)
  }

  /** The words of a key, up to the first value in it. */
  w = (of: Parameters<typeof roomWord>[0], key: string): string =>
    roomWord(of, this.lang, key).split('{')[0]?.trim() ?? ''

  button = (screen: Screen, of: Parameters<typeof roomWord>[0], key: string): Locator =>
    screen.page.getByRole('button', { name: this.w(of, key) }).first()

  /** Takes a phone into the room by its link. */
  async come(screen: Screen, nick: string): Promise<void> {
    const { page } = screen
    await page.goto(this.server.origin + (await this.leader.room()).join)
    await page.getByRole('textbox').fill(nick)
    await this.button(screen, 'phone', 'nick.go').click()
    await expect(page.getByRole('heading', { name: nick })).toBeVisible()
  }

  /** The next stop of all, or of some: everything is looked at once it shows the table as it is. */
  async look(stop: string, screens: Screen[]): Promise<void> {
    this.#stops++
    await test.step(stop, async () => {
      for (const screen of screens) {
        await screen.page.bringToFront()
        await screen.page.waitForTimeout(200)
        await screen.look(stop)
      }
    })
  }

  /** Waits until the board shows the present, and with it the phones. */
  shown(): Promise<Frame> {
    return shows(this.board.page, this.leader)
  }

  /** Leaves what was crooked beside the pictures. */
  report(): void {
    for (const lens of this.#lenses) lens.report()
  }

  get faults(): string[] {
    return this.#lenses.flatMap((lens) => lens.faults)
  }
}

/** A tour of everybody's screens, once in each language. */
export function gathering(name: string, go: (g: Gathering) => Promise<void>): void {
  for (const lang of ['ru', 'en'] as const) {
    test.describe(lang, () => {
      test.use({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        locale: lang === 'ru' ? 'ru-RU' : 'en-GB',
      })
      test(`${name} in ${lang}`, async ({ page, server, browser }) => {
        await page.addInitScript((to) => {
          const as = JSON.stringify({ lang: to, tone: 'day', size: 100 })
          if (!localStorage.getItem('omerta.prefs')) localStorage.setItem('omerta.prefs', as)
        }, lang)
        const leader = await Leader.open(page, server)
        const g = new Gathering(browser, name, lang, server, leader, page)
        await g.hang()
        try {
          await go(g)
        } finally {
          g.report()
        }
        expect(g.faults).toEqual([])
      })
    })
  }
}
