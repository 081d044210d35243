import { expect, test, whyNoServer } from './support/omerta.ts'
import { callNight } from './support/plans.ts'
import { alive, type Plan } from './support/plays.ts'
import type { Seat, View } from '../src/lib/api.ts'
import { laptop, phone, whole } from './support/whole.ts'
import { either } from './support/words.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(240_000)

/**
 * A red one is accused, and half of the hands are too few (a tie condemns nobody); a black one is condemned. The table
 * calls the night, and the last black one names a red one. By day he is condemned too, and the last notes are the end.
 * There are no fouls and no removals here (ORIGINAL-END-4); somebody goes home instead.
 */
function plan(): Plan {
  let charges = 0
  // The one device knows no card, so the two black ones are known to the test alone.
  const blacks = (v: View): Seat[] => alive(v).filter((s) => s === 2 || s === 5)
  const reds = (v: View): Seat[] => alive(v).filter((s) => s !== 2 && s !== 5)
  return {
    accuse: (v) => {
      if (v.day === 1 && v.departed.length > 0) return undefined
      const [a = 0, b = 0] = reds(v)
      return [a, charges++ === 0 ? b : (blacks(v)[0] ?? 0)]
    },
    judge: (_, voters) => (charges === 1 ? voters.slice(0, Math.floor(voters.length / 2)) : voters),
    note: (v, seat) => (blacks(v).includes(seat) ? (reds(v).at(-1) ?? 0) : 0),
    events: [
      {
        name: 'the night is called',
        when: (v) => v.phase === 'talk' && v.day === 1 && v.departed.length === 1,
        go: callNight,
      },
      {
        name: 'the last night is called',
        when: (v) => v.phase === 'talk' && blacks(v).length === 0,
        go: callNight,
      },
      {
        name: 'somebody goes home',
        when: (v) => v.phase === 'talk' && v.day === 2,
        go: (host, v) => host.fromMenu(reds(v)[0] ?? 0, either('game.menu.leave')),
      },
    ],
  }
}

for (const by of ['touch', 'keys'] as const) {
  test.describe(`by ${by}`, () => {
    test.use(by === 'touch' ? phone : laptop)
    test(`seven play the original rules by ${by}`, async ({ page, server }) => {
      const { frame, record } = await whole(page, server, {
        book: 'original',
        players: 7,
        deal: 'given',
        given: { 2: 'Мафия', 5: 'Мафия' },
        round: by === 'touch',
        by,
        plan: plan(),
      })
      expect(frame.view.outcome.winner).toBe('red')
      expect(record).toContain('notes')
    })
  })
}
