// Games of before that can be counted by hand, brought in past the page.
import { expect, type Page } from '@playwright/test'
import type { Server } from './omerta.ts'

const nicks = ['Анна', 'Борис', 'Вера', 'Глеб', 'Дина', 'Егор', 'Жанна', 'Зоя', 'Иван', 'Кира']
const roles = [...Array<string>(6).fill('civilian'), 'sheriff', 'mafia', 'mafia', 'don']

/** Three games that count. By hand: Анна 1 + 0.25 + 1 and Ci 0.4 (one game of three), Вера 2.3, Борис 1.5. */
function games(people: readonly string[]): string {
  const rows = ['game,date,season,seat,player,role,winner,first_shot,best_move,left,extra']
  const game = (no: number, date: string, season: number, winner: string) =>
    people.slice(0, 10).forEach((nick, i) => {
      const shot = no === 2 && i === 0 ? ',yes,8 9 2' : ',,'
      const left = no === 1 && i === 1 ? 'removed' : ''
      const extra = no === 3 && i === 2 ? '0.3' : ''
      rows.push(
        `${no},${date},${season},${i + 1},${nick},${roles[i]},${winner}${shot},${left},${extra}`,
      )
    })
  game(1, '2024-11-01', 1, 'red')
  game(2, '2025-02-01', 2, 'black')
  game(3, '2025-02-01', 2, 'red')
  return rows.join('\n')
}

/** Imports them, played by the scheme sport, as the host who is signed in. */
export async function bring(
  page: Page,
  server: Server,
  people: readonly string[] = nicks,
): Promise<void> {
  const answer = await page.request.post(`${server.origin}/api/club/games?scheme=sport`, {
    headers: { 'X-Omerta': '1', 'Content-Type': 'text/csv' },
    data: games(people),
  })
  expect(await answer.text()).toContain('"games":3')
}
