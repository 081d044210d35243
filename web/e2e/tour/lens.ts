// What the tour does at each stop: it takes pictures, and looks for what a machine can see to be crooked.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { seriousAxe } from '../support/axe.ts'
import { allKeys, type Lang } from '../support/words.ts'
import { crooked } from './crooked.ts'

const folder = join(import.meta.dirname, '../../test-results/tour')

/** A phone in one hand, a tablet held upright, a laptop. */
const sizes = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]

/** Shown everywhere as they are, whatever the language. */
const names =
  /omerta|mafia|enter|tab|space|esc|shift|alt|ctrl|backspace|json|csv|http|linux|amd64|theglobe|com$|english|русский/i

/** Pictures of one journey, and what was found on the way. */
export class Lens {
  readonly faults: string[] = []
  readonly #page: Page
  readonly #name: string
  readonly #lang: Lang

  constructor(page: Page, name: string, lang: Lang) {
    this.#page = page
    this.#name = name
    this.#lang = lang
    mkdirSync(folder, { recursive: true })
  }

  /** Looks at the screen as it stands, at every width and in both tones; a whole page, however long it is. */
  readonly look = async (stop: string): Promise<void> => {
    const page = this.#page
    const before = page.viewportSize()
    const tone = await page.evaluate(() => document.body.dataset.tone ?? 'day')
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.evaluate(() => document.fonts.ready.then(() => true))
      await this.#measure(`${stop} at ${size.width}`)
      // The tone changes colours alone, so that one width is enough for the other tone.
      const tones = tone === 'night' ? ['night'] : size.width === 360 ? ['night', 'day'] : ['day']
      for (const t of tones) {
        await page.evaluate((to) => void (document.body.dataset.tone = to), t)
        const file = [this.#name, stop, this.#lang, size.width, t].join('.')
        await page.screenshot({
          path: join(folder, `${file}.png`),
          fullPage: true,
          animations: 'disabled',
        })
        if (size.width === 360) await this.#axe(`${stop}, ${t}`)
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
