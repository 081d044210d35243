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
  // Of two questions that may follow each other none has the other's button.
  const raised = Object.entries(ru).filter(
    ([key]) => key.startsWith('hand.raise.') || key === 'hand.up',
  )
  expect(new Set(raised.map(([, text]) => text)).size).toBe(8)
  expect(fewest).toBe(6)
})
