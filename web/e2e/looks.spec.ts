// Every kind of screen of a game at three widths, with axe on each; the pictures are for people to look at.
import { expect, test, whyNoServer } from './support/omerta.ts'
import { foes, hunt, type Plan } from './support/plays.ts'
import { laptop, whole } from './support/whole.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.use(laptop)
test.setTimeout(240_000)

/** The last but one of the foes goes home early, for the pictures need no long game. */
const brief: Plan = {
  ...hunt,
  events: [
    {
      name: 'removal',
      when: (v) => v.day === 2 && v.phase === 'circle' && v.candidates.length > 1,
      go: (host, v) => host.fromMenu(foes(v).at(-1) ?? 0, /^Удалить(?! без)/),
    },
  ],
}

test('every screen of a classic game is seen at three widths and has no serious fault for axe', async ({
  page,
  server,
}) => {
  await whole(page, server, {
    book: 'classic',
    players: 10,
    deal: 'given',
    given: { 2: 'Дон', 3: 'Мафия', 4: 'Мафия', 5: 'Шериф' },
    round: true,
    by: 'keys',
    plan: { ...hunt, events: [] },
    shots: 'classic',
  })
  expect(brief).toBeDefined()
})
