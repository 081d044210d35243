// A journey is taken once in each language; what was found crooked on the way is told at its end.
import type { Page } from '@playwright/test'
import { Table } from '../support/game.ts'
import { touch, type Hands } from '../support/hands.ts'
import { Host } from '../support/host.ts'
import { expect, test, whyNoServer, type Server } from '../support/omerta.ts'
import { word, type Lang } from '../support/words.ts'
import { Lens } from './lens.ts'

/** Short ones, long ones, and such as hosts hear. */
const guests: Record<Lang, string[]> = {
  ru: [
    'Лис', 'Вечерняя', 'Ёж', 'Консильери', 'Барсук', 'Мадам Ко', 'Тень', 'Юг', 'Пересмешник', 'Граф Монте-Кристо',
    'Аня', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Шестнадцатый', 'Жанна', 'Захар', 'Инна', 'Кирилл',
  ],
  en: [
    'Fox', 'Evening Star', 'Ox', 'Consigliere', 'Badger', 'Madame Ko', 'Shade', 'South', 'Mockingbird', 'Count Monte Cristo',
    'Ann', 'Bob', 'Vera', 'Glen', 'Dora', 'The Sixteenth', 'Jane', 'Zack', 'Ina', 'Cyril',
  ],
} // prettier-ignore

export interface Journey {
  page: Page
  server: Server
  lang: Lang
  hands: Hands
  look: (stop: string) => Promise<void>
  /** The text of a key in the language of the journey. */
  w: (key: string) => string
  /** Presses the button, link or mark that begins with a text. */
  press: (key: string) => Promise<void>
  guests: string[]
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export function journey(name: string, go: (j: Journey) => Promise<void>): void {
  for (const lang of ['ru', 'en'] as const) {
    test.describe(lang, () => {
      test.use({
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        locale: lang === 'ru' ? 'ru-RU' : 'en-GB',
      })
      test(`${name} in ${lang}`, async ({ page, server }) => {
        const lens = new Lens(page, name, lang)
        await page.addInitScript((to) => {
          if (!localStorage.getItem('omerta.prefs'))
            localStorage.setItem(
              'omerta.prefs',
              JSON.stringify({ lang: to, tone: 'day', size: 100 }),
            )
        }, lang)
        const hands = touch(page)
        const w = (key: string) => word(lang, key).split('{')[0]?.trim() ?? ''
        const press = (key: string) =>
          page
            .locator('button, a, summary, label')
            .filter({ hasText: new RegExp(`^\\s*${quoted(w(key))}`), visible: true })
            .first()
            .tap()
        try {
          await go({ page, server, lang, hands, look: lens.look, w, press, guests: guests[lang] })
        } finally {
          lens.report()
        }
        expect(lens.faults).toEqual([])
      })
    })
  }
}

/** Deals a table and opens its console. */
export async function sitDown(
  j: Journey,
  wish: Omit<Parameters<typeof Table.open>[2], 'nicks'>,
): Promise<Host> {
  const t = await Table.open(j.page, j.server, { ...wish, nicks: j.guests }, true)
  return new Host(j.page, j.hands, t.id)
}

test.skip(whyNoServer() !== undefined, whyNoServer() ?? '')

/** Goes to a page of the host by its address. */
export async function visit(j: Journey, path: string): Promise<void> {
  await j.page.goto(`${j.server.origin}${path}`)
  await j.page.getByRole('heading', { level: 1 }).waitFor()
  await j.page.waitForTimeout(250)
}

/** Opens every part that is folded, and those that come with it. */
export async function unfold(j: Journey): Promise<void> {
  const folded = j.page.locator('details:not([open]) > summary:visible')
  for (let i = 0; i < 40 && (await folded.count()) > 0; i++) await folded.first().tap()
}
