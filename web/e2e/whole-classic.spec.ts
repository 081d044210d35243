import { expect, test, whyNoServer } from './support/omerta.ts'
import { blacks, hunt, reds, type Plan } from './support/plays.ts'
import { laptop, phone, whole } from './support/whole.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(120_000)

/**
 * First day: a red one gets his fourth foul, so there is no vote. First night: a red one is shot, and names three.
 * Second day: two black ones share the votes twice, and the table sends both away; the host removes the third.
 */
const plan: Plan = {
  ...hunt,
  events: [
    {
      name: 'four fouls',
      when: (v) => v.phase === 'circle' && v.day === 1 && v.turn.seat === 2,
      go: async (host, v) => {
        const [seat = 0] = reds(v).filter((s) => s > 2)
        for (let i = 0; i < 4; i++) await host.foul(seat)
      },
    },
    {
      name: 'removal',
      when: (v) => v.day === 2 && blacks(v).length === 1,
      go: (host, v) => host.fromMenu(blacks(v)[0] ?? 0, /^Удалить(?! без)/),
    },
  ],
}

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
      plan: { ...plan, cards: { mafia: [2, 5], don: [8], sheriff: [3] } },
    })
    expect(frame.view.outcome.winner).toBe('red')
    expect(frame.view.departed.map((d) => d.cause).sort()).toEqual(causes)
  })
})
