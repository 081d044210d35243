// What the tour does at each stop: it takes pictures, and looks for what a machine can see to be crooked.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { seriousAxe } from '../support/axe.ts'
import { allKeys, type Lang } from '../support/words.ts'
import { crooked } from './crooked.ts'

const folder = join(import.meta.dirname, '../../test-results/tour')

interface Size {
  width: number
  height: number
}

/** How a page is looked at, where it is not the console. */
export interface Way {
  sizes: Size[]
  /**
   * Whether it has a tone of its own, which is not to be changed. Its night is dimmer than any rule of contrast has it,
   * for nobody reads there.
   */
  own: boolean
  /** Whether a picture holds what lies below the screen's edge too. */
  whole: (size: Size) => boolean
}

/** A phone in one hand, a tablet held upright, a laptop. */
const console: Way = {
  sizes: [
    { width: 360, height: 740 },
    { width: 820, height: 1180 },
    { width: 1440, height: 900 },
  ],
  own: false,
  whole: () => true,
}

/** Shown everywhere as they are, whatever the language. */
const names =
  /omerta|mafia|addr|enter|tab|space|esc|shift|alt|ctrl|backspace|json|csv|http|linux|amd64|theglobe|com$|english|русский/i

/** Pictures of one journey, and what was found on the way. */
export class Lens {
  readonly faults: string[] = []
  readonly #page: Page
  readonly #name: string
  readonly #lang: Lang
  readonly #way: Way

  constructor(page: Page, name: string, lang: Lang, way: Way = console) {
    this.#page = page
    this.#way = way
    this.#name = name
    this.#lang = lang
    mkdirSync(folder, { recursive: true })
  }

  /** Looks at the screen as it stands, at every width and in both tones; a whole page, however long it is. */
  readonly look = async (stop: string): Promise<void> => {
    const page = this.#page
    const before = page.viewportSize()
    const tone = await page.evaluate(() => document.body.dataset.tone ?? 'day')
    for (const size of this.#way.sizes) {
      await page.setViewportSize(size)
      await page.evaluate(() => document.fonts.ready.then(() => true))
      // What measures its room draws itself anew after a moment.
      if (this.#way.own) await page.waitForTimeout(150)
      await this.#measure(`${stop} at ${size.width}`)
      // The tone changes colours alone, so that one width is enough for the other tone.
      const small = size.width === 360
      const tones = this.#way.own
        ? [tone]
        : tone === 'night'
          ? ['night']
          : small
            ? ['night', 'day']
            : ['day']
      for (const t of tones) {
        if (!this.#way.own) await page.evaluate((to) => void (document.body.dataset.tone = to), t)
        const file = [this.#name, stop, this.#lang, size.width, t].join('.')
        await page.screenshot({
          path: join(folder, `${file}.png`),
          fullPage: this.#way.whole(size),
          animations: 'disabled',
        })
        if (small && !(this.#way.own && t === 'night')) await this.#axe(`${stop}, ${t}`)
      }
    }
    if (before) await page.setViewportSize(before)
  }

  /** Leaves what was found beside the pictures. */
  report(): void {
    const text = this.faults.map((f) => `${f}\n`).join('')
    writeFileSync(join(folder, `${this.#name}.${this.#lang}.txt`), text)
  }

  async #measure(where: string): Promise<void> {
    const found = await this.#page.evaluate(crooked, {
      keys: [...allKeys],
      foreign: this.#lang === 'en' ? '[А-Яа-яЁё]{2,}' : '[A-Za-z]{3,}',
      names: names.source,
      lang: this.#lang,
    })
    for (const fault of found) this.#note(`${where}: ${fault}`)
  }

  async #axe(where: string): Promise<void> {
    for (const fault of await seriousAxe(this.#page)) this.#note(`${where}: axe ${fault}`)
  }

  #note(fault: string): void {
    if (!this.faults.includes(fault)) this.faults.push(fault)
  }
}
