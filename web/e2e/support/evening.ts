// From an empty database to a table: people, rulebook, seats, cards, all of it through the page.
import { expect, type Page } from '@playwright/test'
import type { Hands } from './hands.ts'
import type { Server } from './omerta.ts'

export type Book = 'classic' | 'city' | 'club' | 'original'

/** How the cards come to the players. */
export type Deal = 'lot' | 'real' | 'given'

export const names: Record<Book, string> = {
  classic: 'Классика',
  city: 'Городская мафия',
  club: 'Клубная мафия',
  original: 'Оригинальные правила',
}

const people = [
  'Аня', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Егор', 'Жанна', 'Захар', 'Инна', 'Кирилл', 'Лиза', 'Максим', 'Нина',
  'Олег', 'Полина', 'Роман',
] // prettier-ignore

export interface Evening {
  book: Book
  players: number
  deal: Deal
  /** The device goes round, and each looks at his card. */
  round?: boolean
  /** For a deal by the host's own list, the cards that are no civilian's, as the page names them. */
  given?: Record<number, string>
  nicks?: string[]
  /** How many have come in by their phones; the first of the nicks are theirs. */
  phones?: number
  /** Called on each screen, with its name. */
  look?: (name: string) => Promise<void>
}

/** Opens the host's link; short calls are in order, for nobody here is asleep. */
export async function open(page: Page, server: Server): Promise<void> {
  await page.addInitScript(() => {
    const set = localStorage.getItem('omerta.console')
    if (!set) localStorage.setItem('omerta.console', JSON.stringify({ call: 0 }))
  })
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Prepares a game on the page and deals; answers the id of the table whose console is shown then. */
export async function deal(page: Page, hands: Hands, e: Evening): Promise<string> {
  const look = e.look ?? (() => Promise.resolve())
  await look('home')
  await hands.press(page.getByRole('link', { name: 'Новая игра' }))
  await enter(page, hands, e.nicks ?? people.slice(0, e.players), e.phones ?? 0)
  await look('people')
  await hands.press(page.getByRole('link', { name: 'Дальше: правила' }))
  await hands.choose(page.getByRole('radio', { name: names[e.book] }))
  await look('rulebook')
  await hands.press(page.getByRole('link', { name: 'Дальше: места' }))
  await expect(page.getByRole('button', { name: /^Место 1:/ })).toBeVisible()
  await look('seats')
  await hands.press(page.getByRole('link', { name: 'Дальше: карты' }))
  const way =
    e.deal === 'real' ? 'Настоящие карты' : e.deal === 'given' ? 'Мой список' : 'По жребию'
  await hands.choose(page.getByRole('radio', { name: way }))
  await look('cards')
  const round = page.getByRole('checkbox', { name: 'Передать устройство по кругу' })
  if (e.deal !== 'real' && (await round.isChecked()) !== (e.round === true))
    await hands.press(round)
  for (const [seat, role] of Object.entries(e.given ?? {})) {
    await page.getByLabel(new RegExp(`^Карта места ${seat} `)).selectOption({ label: role })
  }
  if (e.given) await hands.press(page.getByRole('button', { name: /^Остальным/ }))
  await hands.press(
    page.getByRole('button', { name: e.deal === 'real' ? 'Начать игру' : 'Раздать карты' }),
  )
  // Who has no phone would begin without having seen his card, which is asked about.
  if (e.deal !== 'real' && e.round !== true && (e.phones ?? 0) < e.players)
    await hands.press(page.getByRole('button', { name: 'Карты покажу я', exact: true }))
  if (e.round === true) await passRound(page, hands, range(1 + (e.phones ?? 0), e.players), look)
  await page.waitForURL(/\/game\/[^/]+$/)
  return decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
}

/** Types the nicks of those without phones; the first one alone, the others as a list is pasted. */
async function enter(page: Page, hands: Hands, nicks: string[], phones: number): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Кто пришёл' })
  await expect(field).toBeVisible()
  if (phones) await expect(page.getByRole('heading', { name: `Здесь: ${phones}` })).toBeVisible()
  const [first = '', ...rest] = nicks.slice(phones)
  await field.focus()
  await page.keyboard.insertText(first)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Здесь: ${phones + 1}` })).toBeVisible()
  if (rest.length === 0) return
  await page.keyboard.insertText(rest.join(', '))
  await hands.press(page.getByRole('button', { name: 'Добавить', exact: true }))
  await expect(page.getByRole('heading', { name: `Здесь: ${nicks.length}` })).toBeVisible()
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** One device goes round the table, and each who has no phone sees his card under his finger. */
async function passRound(
  page: Page,
  hands: Hands,
  seats: number[],
  look: (name: string) => Promise<void>,
): Promise<void> {
  await page.waitForURL(/\/cards$/)
  await expect(page.getByRole('heading', { name: 'Карты по кругу' })).toBeVisible()
  await look('round')
  const [begin = 0] = seats
  await hands.press(page.getByRole('button', { name: `Показать номеру ${begin}`, exact: true }))
  for (const seat of seats) {
    if (seat === begin) await look('hand')
    await hands.press(page.getByRole('button', { name: `Я номер ${seat}`, exact: true }))
    const card = page.locator('button.card')
    await expect(card).not.toHaveClass(/shown/)
    await hands.hold(card, async () => {
      await expect(card).toHaveClass(/shown/)
      if (seat === begin) await look('card')
    })
    await expect(card).not.toHaveClass(/shown/)
    await hands.press(page.getByRole('button', { name: 'Готово, дальше' }))
  }
  await expect(page.getByText(/^(Все посмотрели свои карты|Без телефона никого)/)).toBeVisible()
  await hands.press(page.getByRole('link', { name: 'К игре' }).last())
}
