// What a table without a host says: of no host, and of no player by a case that a nick does not have.
import { expect, test } from 'vitest'
import { fewest } from './table.ts'
import en from './words/en.json'
import ru from './words/ru.json'

test('nobody is sent to a host, and no nick follows a word that bends it', () => {
  for (const [key, text] of Object.entries(ru)) {
    if (!key.startsWith('deal.')) expect(text, key).not.toMatch(/ведущ/i)
    expect(text, key).not.toMatch(/игрока? \{(about|who|nick)\}/i)
  }
  for (const [key, text] of Object.entries(en)) {
    if (!key.startsWith('deal.')) expect(text, key).not.toMatch(/\bhost/i)
  }
  expect(ru['hand.raise']).not.toBe(ru['hand.up'])
  expect(fewest).toBe(6)
})
