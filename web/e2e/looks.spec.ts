// Every kind of screen of a game at three widths, with axe on each; the pictures are for people to look at.
import { test, whyNoServer } from './support/omerta.ts'
import { hunt } from './support/plays.ts'
import { laptop, whole } from './support/whole.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.use(laptop)
test.setTimeout(240_000)

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
    plan: hunt,
    shots: 'classic',
  })
})
