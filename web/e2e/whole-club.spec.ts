import { expect, test, whyNoServer } from './support/omerta.ts'
import { club as plan } from './support/plans.ts'
import { laptop, phone, whole } from './support/whole.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(240_000)

const given = { 1: 'Дон', 2: 'Мафия', 3: 'Мафия', 5: 'Шериф', 6: 'Доктор', 7: 'Любовница' }

for (const by of ['touch', 'keys'] as const) {
  test.describe(`by ${by}`, () => {
    test.use(by === 'touch' ? phone : laptop)
    test(`ten play the club rules by ${by}`, async ({ page, server }) => {
      const { frame } = await whole(page, server, {
        book: 'club',
        players: 10,
        deal: by === 'touch' ? 'given' : 'real',
        ...(by === 'touch' ? { given } : {}),
        by,
        plan,
      })
      expect(frame.view.outcome.winner).toBe('red')
      const causes = frame.view.departed.map((d) => d.cause)
      expect(causes).toEqual(expect.arrayContaining(['fouls', 'left', 'removed', 'voted-out']))
    })
  })
}
