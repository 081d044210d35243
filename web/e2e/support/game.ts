import { expect, type Page } from '@playwright/test'
import type { Command, Frame } from '../../src/game/types.ts'
import { asked } from './host.ts'
import type { Server } from './omerta.ts'

export const nicks = [
  'Лис',
  'Вечерняя',
  'Ёж',
  'Консильери',
  'Барсук',
  'Мадам Ко',
  'Тень',
  'Юг',
  'Пересмешник',
  'Граф',
]

/** What a table is made of; what is left out is the rulebook's own. */
interface Wish {
  rulebook: 'city' | 'classic' | 'club' | 'original'
  players?: number
  /** The cards by seat; by lot when absent, real cards when empty. */
  cards?: string[]
  options?: { name: string; value: string }[]
  /** Who sits there; our own ten again and again when absent. */
  nicks?: string[]
}

/** A table on the console, driven by touch or by keys and looked at through the server. */
export class Table {
  readonly page: Page
  readonly id: string
  readonly #origin: string
  readonly #touch: boolean

  private constructor(page: Page, origin: string, id: string, touch: boolean) {
    this.page = page
    this.#origin = origin
    this.id = id
    this.#touch = touch
  }

  /** Signs the host in, makes a table and opens its console. Calls at night may be as short as the test likes. */
  static async open(page: Page, server: Server, wish: Wish, touch: boolean): Promise<Table> {
    await page.addInitScript(() => {
      if (!localStorage.getItem('omerta.console')) {
        localStorage.setItem('omerta.console', JSON.stringify({ call: 0, night: 'off' }))
      }
    })
    await page.goto(server.url)
    await page.waitForURL(`${server.origin}/`)
    const n = wish.players ?? wish.cards?.length ?? 10
    const deal = wish.cards ? (wish.cards.length > 0 ? 'given' : 'real') : 'lot'
    const answer = await page.request.post(`${server.origin}/api/tables`, {
      headers: { 'X-Omerta': '1' },
      data: {
        rulebook: wish.rulebook,
        options: wish.options ?? [],
        seats: Array.from({ length: n }, (_, i) => ({
          nick: wish.nicks?.[i] ?? (nicks[i % 10] ?? '') + (i < 10 ? '' : ` ${i + 1}`),
        })),
        deal,
        given: wish.cards ?? [],
      },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    const { id } = (await answer.json()) as { id: string }
    await page.goto(`${server.origin}/game/${id}`)
    await page.locator('footer .next').waitFor()
    await page.waitForTimeout(400)
    return new Table(page, server.origin, id, touch)
  }

  async frame(): Promise<Frame> {
    const answer = await this.page.request.get(`${this.#origin}/api/tables/${this.id}`)
    return (await answer.json()) as Frame
  }

  /** Does something and waits until the server has one step more, or fewer. */
  async changes(act: () => Promise<void>): Promise<Frame> {
    const before = (await this.frame()).length
    await act()
    let now = await this.frame()
    await expect
      .poll(async () => (now = await this.frame()).length, { timeout: 5_000, intervals: [50] })
      .not.toBe(before)
    await this.shows(now)
    return now
  }

  /** Waits until the screen shows a frame's title and has settled. */
  async shows(frame: Frame): Promise<void> {
    const main = this.page.locator('footer .next')
    await expect(this.page.getByRole('status').filter({ hasText: 'сохранено' })).toBeVisible()
    await expect(main).toHaveAttribute('data-length', String(frame.length))
    // A tap right after a change is taken for the second half of a double tap.
    await this.page.waitForTimeout(360)
  }

  /** The large button. */
  next(): Promise<Frame> {
    return this.changes(async () => {
      await this.press('Enter', 'footer .next')
      if (await asked(this.page)) await this.press('Enter', 'footer .next')
    })
  }

  /** Taps a seat, or types its number. */
  async seat(n: number): Promise<void> {
    const digits = String(n === 10 && !this.#touch ? 0 : n)
    if (this.#touch) await this.page.locator(`[data-seat="${n}"]`).tap()
    else for (const d of digits) await this.page.keyboard.press(`Digit${d}`)
  }

  /** A seat that makes a step of the game. */
  choose(n: number): Promise<Frame> {
    return this.changes(() => this.seat(n))
  }

  async press(key: string, selector: string): Promise<void> {
    if (this.#touch) await this.page.locator(selector).tap()
    else await this.page.keyboard.press(key)
  }

  foul(n: number): Promise<Frame> {
    return this.changes(async () => {
      if (this.#touch) await this.page.locator(`[data-seat="${n}"] ~ .fouls`).tap()
      else await this.page.keyboard.press(`Shift+Digit${n % 10}`)
    })
  }

  undo(): Promise<Frame> {
    return this.changes(() => this.press('Backspace', 'button.undo'))
  }

  /** Puts the answer card away, if one is shown. */
  async putAway(): Promise<void> {
    const card = this.page.locator('.answer')
    if (await card.isVisible()) {
      await this.press('Enter', '.answer')
      await expect(card).toBeHidden()
    }
  }

  /** Goes on until something holds. */
  async until(done: (f: Frame) => boolean): Promise<Frame> {
    let f = await this.frame()
    for (let i = 0; i < 60 && !done(f); i++) {
      await this.putAway()
      f = await this.next()
    }
    expect(done(f), `still ${f.view.phase} ${f.view.turn.kind}`).toBe(true)
    return f
  }

  /** A command past the screen, as a second host would give it. */
  async elsewhere(command: Command): Promise<void> {
    const answer = await this.page.request.post(`${this.#origin}/api/tables/${this.id}/commands`, {
      headers: { 'X-Omerta': '1' },
      data: { key: `other-${Math.random()}`, command },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
}
