import { describe, expect, it } from 'vitest'
import {
  blank,
  cardFor,
  doubtOf,
  handsCommand,
  primaryCommand,
  stepOf,
  tapOf,
  tapSeat,
} from './step.ts'
import type { Offer, SeatView, View } from './types.ts'

const seat = (n: number, more: Partial<SeatView> = {}): SeatView => ({
  seat: n,
  nick: `n${n}`,
  in: true,
  fouls: 0,
  silenced: false,
  spoken: false,
  role: '?',
  immune: false,
  alibi: false,
  voted: 0,
  novice: false,
  ...more,
})

const offer = (o: Partial<Offer> & Pick<Offer, 'do'>): Offer => ({
  role: '?',
  deed: 'kill',
  by: [],
  to: [],
  none: false,
  min: 0,
  max: 1,
  not: [],
  for: 0,
  ...o,
})

/** A view of five seats in which nothing is going on, with what a test adds. */
const view = (more: object): View =>
  ({
    rulebook: 'classic@1',
    viewer: 'host',
    phase: 'circle',
    day: 1,
    night: 1,
    seats: [1, 2, 3, 4, 5].map((n) => seat(n)),
    turn: { kind: '', seat: 0, bestMove: false },
    ballot: { round: 0, current: 0 },
    call: { role: '?', cards: 0, done: false, deeds: [], awake: [], shots: false },
    calls: [],
    candidates: [],
    accused: { by: 0, to: 0, need: 0 },
    offers: [],
    ...more,
  }) as unknown as View

const none = blank('')

describe('a speech', () => {
  const speech = { turn: { kind: 'speech', seat: 2, bestMove: false } }

  it('puts up whom the host taps, and asks the referee about anybody', () => {
    const v = view({ ...speech, offers: [offer({ do: 'nominate', by: [2], to: [1, 3] })] })
    expect(tapOf(v, none)).toBe('nominate')
    expect(tapSeat(v, 'nominate', none, 3)).toEqual({ send: { do: 'nominate', by: 2, to: 3 } })
  })

  it('withdraws by a second tap where that is offered', () => {
    const own = { ...speech, candidates: [{ seat: 3, by: 2 }] }
    const v = view({ ...own, offers: [offer({ do: 'withdraw', by: [2], to: [3] })] })
    expect(tapSeat(v, 'nominate', none, 3)).toEqual({ send: { do: 'withdraw', by: 2, to: 3 } })
    expect(tapSeat(view(own), 'nominate', none, 3)).toEqual({
      send: { do: 'nominate', by: 2, to: 3 },
    })
  })
})

describe('a vote', () => {
  const v = view({
    phase: 'ballot',
    seats: [seat(1, { voted: 5 }), seat(2), seat(3), seat(4), seat(5)],
    offers: [offer({ do: 'vote', for: 4, to: [2, 3, 4, 5], max: 4 })],
  })

  it('collects hands, and sends them sorted', () => {
    let d = none
    for (const s of [3, 2, 5, 5]) {
      const move = tapSeat(v, 'vote', d, s)
      if ('draft' in move) d = move.draft
    }
    expect(d.hands).toEqual([3, 2])
    expect(handsCommand(v, 'vote', d)).toEqual({
      do: 'vote',
      for: 4,
      hands: { seats: [2, 3], count: 0, counted: false },
    })
  })

  it('takes a number instead', () => {
    expect(handsCommand(v, 'vote', { ...none, count: 3 })).toEqual({
      do: 'vote',
      for: 4,
      hands: { seats: [], count: 3, counted: true },
    })
  })

  it('says who has voted already and counts no hand twice', () => {
    expect(tapSeat(v, 'vote', none, 1)).toEqual({ voted: 1 })
  })

  it('lets a hand stand only as the host’s word', () => {
    expect(handsCommand(v, 'vote', { ...none, hands: [1] })).toMatchObject({
      do: 'overrule',
      command: { do: 'vote', for: 4 },
    })
  })
})

describe('a night', () => {
  it('sends the deed that is chosen, and shoots for all who shoot', () => {
    const call = { role: 'sheriff', cards: 0, done: false, deeds: ['check', 'shoot'], awake: [2] }
    const v = view({
      phase: 'night',
      call,
      offers: [
        offer({ do: 'act', role: 'sheriff', deed: 'check', to: [1] }),
        offer({ do: 'act', role: 'sheriff', deed: 'shoot', to: [1] }),
      ],
    })
    expect(tapSeat(v, 'act', none, 1)).toEqual({
      send: { do: 'act', role: 'sheriff', deed: 'check', to: 1 },
    })
    expect(tapSeat(v, 'act', { ...none, deed: 'shoot' }, 1)).toMatchObject({
      send: { deed: 'shoot' },
    })
    const shots = view({ phase: 'night', offers: [offer({ do: 'shoot', by: [2, 5], to: [1, 3] })] })
    expect(tapSeat(shots, 'shoot', none, 3)).toEqual({
      send: {
        do: 'shoot',
        shots: [
          { by: 2, at: [3], twice: false },
          { by: 5, at: [3], twice: false },
        ],
      },
    })
  })

  it('enters real cards: mafia, then don, then nothing', () => {
    const at = (role: string) =>
      view({
        call: { role: 'mafia', cards: 2, don: true },
        calls: [{ role: 'mafia' }, { role: 'don' }],
        seats: [seat(1, { role: role as SeatView['role'] })],
      })
    expect(cardFor(at('?'), 1)).toBe('mafia')
    expect(cardFor(at('mafia'), 1)).toBe('don')
    expect(cardFor(at('don'), 1)).toBe('?')
    expect(tapOf(at('?'), none)).toBe('cards')
  })

  it('takes a card back after the last one was entered, and gives no card too many', () => {
    const v = view({
      call: { role: 'mafia', cards: 0, awake: [1], deeds: [] },
      seats: [seat(1, { role: 'mafia' })],
    })
    expect(tapOf(v, none)).toBe('')
    expect(tapOf(v, none, true)).toBe('cards')
    expect(tapSeat(v, 'cards', none, 1)).toEqual({ send: { do: 'card', to: 1, role: '?' } })
    expect(tapSeat(v, 'cards', none, 2)).toEqual({ full: 0 })
  })
})

it('accuses with two taps, and forgets the first by a second on the same', () => {
  const v = view({ phase: 'talk', offers: [offer({ do: 'accuse', by: [1, 2], to: [1, 2] })] })
  const first = tapSeat(v, 'accuse', none, 2)
  if (!('draft' in first)) throw new Error('sent too early')
  expect(tapSeat(v, 'accuse', first.draft, 1)).toEqual({ send: { do: 'accuse', by: 2, to: 1 } })
  expect(tapSeat(v, 'accuse', first.draft, 2)).toMatchObject({ draft: { picks: [] } })
})

it('enters a best move by the large button, and never the victim himself', () => {
  const v = view({ turn: { kind: 'last-word', seat: 1, bestMove: true } })
  expect(tapSeat(v, 'best-move', none, 1)).toEqual({ barred: 1 })
  const three = { ...none, picks: [5, 3, 2] }
  expect(tapSeat(v, 'best-move', { ...none, picks: [5, 3] }, 2)).toEqual({ draft: three })
  expect(tapSeat(v, 'best-move', three, 4)).toEqual({ full: 3 })
  expect(tapSeat(v, 'best-move', three, 3)).toEqual({ draft: { ...none, picks: [5, 2] } })
  expect(primaryCommand(v, null, 'best-move', three)).toEqual({
    do: 'best-move',
    by: 1,
    seats: [2, 3, 5],
  })
  expect(doubtOf(v, 'best-move', { ...none, picks: [5] })).toBe('picks')
  expect(doubtOf(v, 'best-move', none)).toBe('picks')
  expect(doubtOf(v, 'best-move', three)).toBe('')
})

describe('what may not be meant is asked about', () => {
  it('a revote that begins with no hands, and not the candidates after it', () => {
    const vote = (round: number, closed: boolean) =>
      view({
        phase: 'ballot',
        ballot: { round, current: 3 },
        candidates: [
          { seat: 2, closed },
          { seat: 3, closed: false },
        ],
        offers: [offer({ do: 'vote', to: [1, 2, 4], for: 3 })],
      })
    expect(doubtOf(vote(2, false), 'vote', none)).toBe('hands')
    expect(doubtOf(vote(2, false), 'vote', { ...none, hands: [1] })).toBe('')
    expect(doubtOf(vote(2, true), 'vote', none)).toBe('')
    expect(doubtOf(vote(1, false), 'vote', none)).toBe('')
  })

  it('a miss before anybody was marked, and cards that nobody has entered', () => {
    const call = { role: 'mafia', cards: 0, done: false, awake: [2], deeds: [] }
    const v = view({ phase: 'night', call, offers: [offer({ do: 'shoot', by: [2], to: [1] })] })
    expect(doubtOf(v, 'shoot', none)).toBe('miss')
    expect(doubtOf(view({ call: { ...call, cards: 1 } }), 'cards', none)).toBe('cards')
  })
})

it('the large button sends what is offered, and nothing otherwise', () => {
  expect(primaryCommand(view({}), null, '', none)).toBeNull()
  const v = view({ turn: { kind: 'speech', seat: 3 }, offers: [offer({ do: 'pass', by: [3] })] })
  expect(primaryCommand(v, null, 'nominate', none)).toEqual({ do: 'pass', by: 3 })
})

it('a step is another one for each candidate and each call', () => {
  const a = view({ phase: 'ballot', ballot: { round: 1, current: 3 } })
  const b = view({ phase: 'ballot', ballot: { round: 1, current: 4 } })
  expect(stepOf(a)).not.toBe(stepOf(b))
})
