// A game read for a page about it: what the table is now, and everything that led there.
import { get } from '../lib/client.ts'
import type { Export, Frame } from '../lib/types.ts'

/** Reads a game; `data` and `problem` change when the answers are there. */
export function readGame(id: string) {
  const game = $state({
    frame: null as Frame | null,
    record: null as Export | null,
    problem: null as unknown,
    load,
  })
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
