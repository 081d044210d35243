// A host at the console: looks at the table, does the next thing, and waits until the page shows what came of it.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Frame, View } from '../../src/lib/api.ts'
import type { Hands } from './hands.ts'

/** Whether the large button only asked if that is meant; then it may be pressed again. */
export async function asked(page: Page, about = ''): Promise<boolean> {
  // Looked up at once: the button goes away with the game.
  const word = await page
    .locator('footer button.next')
    .evaluateAll((all) => all[0]?.getAttribute('data-asked') ?? '')
  if (!word || (about && word !== about)) return false
  await page.waitForTimeout(settle)
  return true
}

/** The console takes no tap within this time of a new step: a double tap is one tap. */
const settle = 380

export class Host {
  readonly page: Page
  readonly hands: Hands
  readonly table: string
  #length = -1
  #since = 0

  constructor(page: Page, hands: Hands, table: string) {
    this.page = page
    this.hands = hands
    this.table = table
  }

  /** The present frame, once the page shows it. */
  async frame(): Promise<Frame> {
    const answer = await this.page.request.get(
      `${new URL(this.page.url()).origin}/api/tables/${this.table}`,
    )
    const frame = (await answer.json()) as Frame
    await this.#shown(frame.length)
    return frame
  }

  async view(): Promise<View> {
    return (await this.frame()).view
  }

  /** How many steps the game has, as the page shows it. */
  async length(): Promise<number> {
    const text = await this.page.locator('footer .next').getAttribute('data-length')
    return Number(text ?? -1)
  }

  async #shown(length: number): Promise<void> {
    await expect(this.page.locator('footer .next')).toHaveAttribute('data-length', String(length))
    if (length !== this.#length) {
      this.#length = length
      this.#since = Date.now()
    }
  }

  /** Does something that becomes one step of the game, or several, and waits until the page shows it. */
  async step(act: () => Promise<void>, by = 1): Promise<void> {
    const before = await this.length()
    await act()
    await this.#shown(before + by)
  }

  /** Until the console takes taps again. */
  async #calm(): Promise<void> {
    const wait = this.#since + settle - Date.now()
    if (wait > 0) await this.page.waitForTimeout(wait)
  }

  async next(): Promise<void> {
    await this.#calm()
    const before = await this.length()
    await this.step(async () => {
      await this.hands.next()
      // A press that came too early for a call may have gone on by itself meanwhile.
      if ((await asked(this.page)) && (await this.length()) === before) await this.hands.next()
    })
  }

  async seat(n: number): Promise<void> {
    await this.#calm()
    await this.step(async () => {
      await this.hands.seat(n)
      // A check of oneself is asked about.
      if (await asked(this.page, `self.${n}`)) await this.hands.seat(n)
    })
  }

  /** Raises hands, and closes the counting. */
  async raise(seats: readonly number[]): Promise<void> {
    for (const n of seats) {
      await this.hands.seat(n)
      await expect(this.page.locator(`button[data-seat="${n}"]`)).toHaveAttribute(
        'aria-pressed',
        'true',
      )
    }
    await this.next()
  }

  foul(n: number): Promise<void> {
    return this.step(() => this.hands.foul(n))
  }

  /** Holds a button that takes no tap. */
  async hold(what: Locator): Promise<void> {
    await what.click({ trial: true }) // the sheet slides in: it has come to rest
    await this.hands.hold(what, () => expect(what).toBeHidden())
  }

  /** Chooses something in the menu of a seat. */
  async fromMenu(n: number, item: RegExp): Promise<void> {
    await this.step(async () => {
      await this.hands.menu(n)
      await this.hands.press(this.page.getByRole('dialog').getByRole('button', { name: item }))
    })
  }
}
