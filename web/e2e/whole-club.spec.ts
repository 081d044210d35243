import { expect, test, whyNoServer } from './support/omerta.ts'
import { foes, hunt, reds, type Plan } from './support/plays.ts'
import { laptop, phone, whole } from './support/whole.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(120_000)

/** Ten with doctor and mistress: fouls, ties, one who goes home, a removal. */
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
      name: 'somebody goes home',
      when: (v) => v.day === 1 && foes(v).length === 2,
      go: (host, v) => host.fromMenu(foes(v).at(-1) ?? 0, /^Уходит домой/),
    },
    {
      name: 'removal',
      when: (v) => v.day >= 2 && v.phase === 'circle' && foes(v).length > 0,
      go: (host, v) => host.fromMenu(foes(v)[0] ?? 0, /^Удалить(?! без)/),
    },
  ],
}

const given = { 1: 'Дон', 2: 'Мафия', 3: 'Мафия', 5: 'Шериф', 6: 'Доктор', 7: 'Любовница' }
const cards: Plan['cards'] = { mafia: [2, 3, 1], sheriff: [5], doctor: [6], mistress: [7] }

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
        plan: {
          ...plan,
          cards,
        },
      })
      expect(frame.view.outcome.winner).toBe('red')
      const causes = frame.view.departed.map((d) => d.cause)
      expect(causes).toEqual(expect.arrayContaining(['fouls', 'left', 'removed', 'voted-out']))
    })
  })
}
