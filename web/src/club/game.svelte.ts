// A game read for a page about it: what the table is now, and everything that led there.
import { get } from '../lib/client.ts'
import type { Export, Frame } from '../lib/types.ts'

interface Reading {
  frame: Frame | null
  record: Export | null
  problem: unknown
  load: () => Promise<void>
}

/** Reads a game; its parts change when the answers are there. */
export function readGame(id: string): Reading {
  const game = $state<Reading>({ frame: null, record: null, problem: null, load })
  async function load() {
    game.problem = null
    try {
      game.frame = await get<Frame>(`/api/tables/${id}`)
      game.record = await get<Export>(`/api/tables/${id}/record.json`)
    } catch (e) {
      game.problem = e
    }
  }
  void load()
  return game
}
