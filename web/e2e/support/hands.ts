// The two ways in which a host leads a game: with a thumb on a phone, and with the keys of a laptop.
import { expect, type Locator, type Page } from '@playwright/test'

/** What a host's hands do on the console; each says one thing, however it is done. */
export interface Hands {
  /** A seat, in the sense that the step gives it. */
  seat: (n: number) => Promise<void>
  foul: (n: number) => Promise<void>
  /** Opens the menu of a seat. */
  menu: (n: number) => Promise<void>
  next: () => Promise<void>
  undo: () => Promise<void>
  /** All hands up. */
  all: () => Promise<void>
  /** No target, or a miss. */
  none: () => Promise<void>
  /** Puts an answer of the night away. */
  away: () => Promise<void>
  /** Presses whatever is pressed elsewhere: a button, a link, a mark. */
  press: (what: Locator) => Promise<void>
  /** Chooses one of a few: a radio button, by its words. */
  choose: (what: Locator) => Promise<void>
  /** Keeps something pressed while `during` runs. */
  hold: (what: Locator, during: () => Promise<void>) => Promise<void>
}

/** Thumbs on a phone. */
export function touch(page: Page): Hands {
  const seat = async (n: number) => page.locator(`button[data-seat="${n}"]`).tap()
  return {
    seat,
    foul: async (n) => {
      const strip = page.locator(`li:has(button[data-seat="${n}"]) button.fouls`)
      if (await strip.isVisible()) return strip.tap()
      // Narrow seats have no strip: a small button arms the foul, and the seat takes it.
      await page.locator('[data-tool=foul]').tap()
      await seat(n)
    },
    menu: async (n) => {
      await page.getByRole('button', { name: /^(Игрок…|Player…)$/ }).tap()
      await seat(n)
    },
    next: () => page.locator('footer .next').tap(),
    undo: () => page.locator('footer .undo').tap(),
    all: () => page.locator('[data-tool=all]').tap(),
    none: () => page.locator('[data-tool=miss], [data-tool=nobody]').first().tap(),
    away: () => page.locator('button.answer').tap(),
    press: (what) => what.tap(),
    choose: (what) => page.locator('label').filter({ has: what }).tap(),
    hold: async (what, during) => {
      await what.scrollIntoViewIfNeeded()
      const box = await what.boundingBox()
      if (!box) throw new Error('nothing to hold')
      const at = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at })
      await during()
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await devtools.detach()
    },
  }
}

const isFocused = (what: Locator) =>
  what.evaluate((el) => el === document.activeElement, undefined, { timeout: 3_000 })

/** Walks by Tab until something has the focus; what Tab does not reach, a keyboard does not reach. */
export async function tabTo(page: Page, what: Locator): Promise<void> {
  await expect(what).toBeVisible()
  for (let i = 0; i < 120; i++) {
    if (await isFocused(what)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never comes to ${what.toString()}`)
}

/** Keys of a laptop, and nothing else. */
export function keys(page: Page, seats: number): Hands {
  const board = page.keyboard
  /** Escape gives the keys back to the console when Tab has put them on a button. */
  const free = async () => {
    if (await page.evaluate(() => document.activeElement !== document.body))
      await board.press('Escape')
  }
  const digits = async (n: number, mod = '') => {
    await free()
    if (seats <= 10) return board.press(`${mod}Digit${n % 10}`)
    for (const d of String(n)) await board.press(`${mod}Digit${d}`)
    // One digit alone may yet become two; Enter says that it does not.
    if (n * 10 <= seats) await board.press('Enter')
  }
  const press = async (code: string) => {
    await free()
    await board.press(code)
  }
  return {
    seat: (n) => digits(n),
    foul: (n) => digits(n, 'Shift+'),
    menu: (n) => digits(n, 'Alt+Shift+'),
    next: () => press('Enter'),
    undo: () => press('Backspace'),
    all: () => press('KeyA'),
    none: () => press('KeyN'),
    away: () => board.press('Enter'),
    press: async (what) => {
      await tabTo(page, what)
      const box = await what.evaluate((el) => el instanceof HTMLInputElement)
      await board.press(box ? 'Space' : 'Enter')
    },
    choose: async (what) => {
      const group = page.locator('fieldset').filter({ has: what }).last()
      await tabTo(page, group.locator('input:checked'))
      for (let i = 0; i < 12 && !(await what.isChecked()); i++) await board.press('ArrowDown')
      await expect(what).toBeChecked()
    },
    hold: async (what, during) => {
      await tabTo(page, what)
      await board.down('Space')
      await during()
      await board.up('Space')
    },
  }
}
