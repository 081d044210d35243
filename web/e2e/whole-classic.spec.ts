import { expect, test, whyNoServer } from './support/omerta.ts'
import { classic as plan } from './support/plans.ts'
import { laptop, phone, whole } from './support/whole.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(240_000)

const causes = ['fouls', 'killed', 'removed', 'voted-out', 'voted-out']

test.describe('by touch', () => {
  test.use(phone)
  test('ten play the classic, and the phone goes round with the cards', async ({
    page,
    server,
  }) => {
    const { frame, record } = await whole(page, server, {
      book: 'classic',
      players: 10,
      deal: 'lot',
      round: true,
      by: 'touch',
      plan,
    })
    expect(frame.view.outcome.winner).toBe('red')
    expect(frame.view.departed.map((d) => d.cause).sort()).toEqual(causes)
    expect(record).toContain('best')
  })
})

test.describe('by keys', () => {
  test.use(laptop)
  test('ten play the classic with real cards, learned at night', async ({ page, server }) => {
    const { frame } = await whole(page, server, {
      book: 'classic',
      players: 10,
      deal: 'real',
      by: 'keys',
      plan,
    })
    expect(frame.view.outcome.winner).toBe('red')
    expect(frame.view.departed.map((d) => d.cause).sort()).toEqual(causes)
  })
})
