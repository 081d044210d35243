import { describe, expect, test } from 'vitest'
import { cell, toCsv } from './csv.ts'
import { left } from './cards.ts'
import { checklist, minutes } from './checklist.ts'
import { evening, sensible, splitNicks, syncOrder } from './evening.svelte.ts'
import { useLang } from '../lib/i18n.svelte.ts'
import { foreignText, parseFault } from './faults.ts'
import { candidates, newDay, newNight, numbers, pairsOf, toRecord, type Paper } from './paper.ts'
import { queue, seated, watchers } from './queue.ts'
import { conflicts, near, pairs, rotate, swap } from './seating.ts'
import { chapters, daySheet, soleLeavers, tell, type Chapter, type Fact } from '../lib/story.ts'
import type { Export } from '../lib/types.ts'
import { parse } from '../router.ts'
import { c } from './words.ts'

describe('people', () => {
  test('a pasted list comes apart at lines, commas and numbers of a list', () => {
    expect(splitNicks('1. Лис\n2) Ёж, Граф;Юг\n\n 3. Мадам Ко \t')).toEqual([
      'Лис',
      'Ёж',
      'Граф',
      'Юг',
      'Мадам Ко',
    ])
    expect(splitNicks(' ,\n; ')).toEqual([])
  })

  test('the number of people picks a rulebook that can seat them', () => {
    expect([6, 7, 9, 10, 11, 40].map(sensible)).toEqual([
      'original',
      'club',
      'club',
      'classic',
      'city',
      'city',
    ])
  })
})

describe('seats', () => {
  test('CITY-SEAT-1: near are both neighbours and the place opposite', () => {
    expect(near(0, 10).sort((a, b) => a - b)).toEqual([1, 5, 9])
  })

  test('CITY-SEAT-1: at an odd table two places are nearest to opposite', () => {
    expect(near(0, 11).sort((a, b) => a - b)).toEqual([1, 5, 6, 10])
  })

  test('friends that sit opposite are found once', () => {
    const friends = (id: string) => (id === 'a' ? ['d'] : id === 'd' ? ['a'] : [])
    expect(conflicts(['a', 'b', 'c', 'd', 'e', 'f'], friends)).toEqual([[0, 3]])
    expect(conflicts(['a', 'b', 'd', 'c', 'e', 'f'], friends)).toEqual([])
    expect(pairs(['a', 'b', 'd'], friends)).toEqual([[0, 2]])
  })

  test('exchanging and moving on keep everybody', () => {
    expect(swap(['a', 'b', 'c'], 0, 2)).toEqual(['c', 'b', 'a'])
    expect(swap(['a', 'b'], 0, 7)).toEqual(['a', 'b'])
    expect(rotate(['a', 'b', 'c'], 1)).toEqual(['c', 'a', 'b'])
    expect(rotate([], 1)).toEqual([])
  })
})

describe('the queue', () => {
  const table = [
    { id: 'w1', won: true, left: 0 },
    { id: 'l-late', won: false, left: 3 },
    { id: 'l-end', won: false, left: null },
    { id: 'l-early', won: false, left: 1 },
    { id: 'w2', won: true, left: null },
  ]

  test('CLASSIC-QUEUE-1: who watched, winners, losers as they left; equals by lot', () => {
    const lots = [0.5, 0.9, 0.1, 0.1, 0.1, 0.1, 0.2]
    expect(queue(['a', 'b'], table, () => lots.shift() ?? 0)).toEqual([
      'a',
      'b',
      'w1',
      'w2',
      'l-early',
      'l-late',
      'l-end',
    ])
    const other = [0.9, 0.1, 0.8, 0, 0, 0, 0.2]
    expect(queue(['a', 'b'], table, () => other.shift() ?? 0).slice(0, 4)).toEqual([
      'b',
      'a',
      'w2',
      'w1',
    ])
  })

  test('a substitute from among those who watched plays and does not wait as well', () => {
    const here = ['Ann', 'Bob', 'Max', 'Eve'].map((nick) => ({ id: nick[0] ?? '', nick }))
    expect(watchers(here, ['A', 'B'], ['Ann', ' max '])).toEqual(['E'])
    expect(watchers([...here, ...here], [], ['Ann', 'Bob'])).toEqual(['M', 'E'])
  })

  test('an order that was kept with somebody twice in it seats him once', () => {
    evening.here = ['a', 'b', 'c']
    evening.draft.order = ['b', 'a', 'b']
    syncOrder()
    expect(evening.draft.order).toEqual(['b', 'a', 'c'])
  })

  test('CLASSIC-QUEUE-2: who declines gives the seat to the next in the queue', () => {
    expect(seated(['a', 'b', 'c', 'd'], ['b'], 2)).toEqual(['a', 'c'])
  })
})

describe('before the game', () => {
  test('CITY-TIME-1: 45 minutes for ten, 90 for twenty', () => {
    expect(minutes(10)).toBe(45)
    expect(minutes(20)).toBe(90)
    expect(minutes(15)).toBeGreaterThan(60)
  })

  test('CITY-PREP-1 and CITY-PREP-2 are on the list of city, a third of the players may sit apart', () => {
    const list = checklist('city', 20)
    expect(list.map((i) => i.rule)).toContain('CITY-PREP-1')
    expect(list.map((i) => i.rule)).toContain('CITY-PREP-2')
    expect(list.find((i) => i.key === 'prep.room')?.args).toEqual({ n: 7 })
  })

  test('what is left of the cards goes below zero when one was given too often', () => {
    expect(left({ mafia: 2, don: 1 }, ['mafia', '?', 'don', 'don'])).toEqual({ mafia: 1, don: -1 })
  })
})

describe('files', () => {
  test('a cell is quoted where it must be, and never runs as a formula', () => {
    expect(cell('a;b')).toBe('"a;b"')
    expect(cell('say "x"')).toBe('"say ""x"""')
    expect(cell('=1+1')).toBe("'=1+1")
    expect(cell(-3)).toBe('-3')
    expect(toCsv([['a', 1]])).toBe('\uFEFFa;1\r\n')
  })

  test('a fault is read with its line and its rule', () => {
    expect(parseFault('7: 4 has nominated already [CLASSIC-NOM-1]')).toEqual({
      line: 7,
      text: '4 has nominated already',
      rule: 'CLASSIC-NOM-1',
    })
    expect(parseFault('3: no such statement [NOTATION]').rule).toBe('')
    expect(parseFault('not UTF-8')).toEqual({ line: 0, text: 'not UTF-8', rule: '' })
  })
})

describe('a game on paper', () => {
  const paper = (): Paper => ({
    book: 'classic',
    preset: 'sport',
    date: '2026-11-30',
    event: '',
    recorded: ['votes', 'checks', 'nominations', 'shots', 'best-move', 'fouls'],
    seats: [
      ...Array.from({ length: 6 }, () => ({ nick: '', role: 'civilian' as const })),
      { nick: 'A "B"', role: 'sheriff' },
      { nick: '', role: 'mafia' },
      { nick: '', role: 'mafia' },
      { nick: '', role: 'don' },
    ],
    days: [{ ...newDay(), noms: '1 8, 2 3', votes: { 8: '1 2 3 4 5 6' }, out: '8' }],
    nights: [{ ...newNight(), dead: '1', deeds: { 'don checks': '2' }, bestMove: '8 9 10' }],
  })

  test('numbers are read whatever stands between them', () => {
    expect(numbers('1, 2 и 10')).toEqual([1, 2, 10])
    expect(pairsOf('1-8; 2-3 4')).toEqual([
      [1, 8],
      [2, 3],
    ])
    expect(candidates(paper().days[0] ?? newDay())).toEqual([8, 3])
  })

  test('it becomes a record in which only the living black players shoot', () => {
    const text = toRecord(paper())
    expect(text).toContain('seat 7: "A \\"B\\"" = sheriff\n')
    expect(text).toContain('1 nominates 8\n2 nominates 3\nvote 8: 1 2 3 4 5 6\n')
    expect(text).toContain('night 1\nshots: 9>1 10>1\ndon checks 2\n')
    expect(text).toContain('day 2\nexpect departed 1\nbest-move 1: 8 9 10\n')
    expect(text).not.toContain('recorded:')
  })

  test('votes that nobody wrote down are marked as such', () => {
    const p = paper()
    p.recorded = ['checks', 'nominations']
    const text = toRecord(p)
    expect(text).toContain('recorded: checks nominations\n')
    expect(text).toContain('vote 8: 10 hands\nvote 3: 0 hands\n')
  })
})

test('a day of facts becomes a sheet of candidates, votes and revotes', () => {
  const events = [
    { is: 'broke', day: 1, dead: [] },
    { is: 'nominated', by: 1, to: 4 },
    { is: 'nominated', by: 2, to: 5 },
    { is: 'nominated', by: 3, to: 6 },
    { is: 'withdrawn', by: 3, to: 6 },
    { is: 'opened', round: 1, run: [4, 5] },
    { is: 'counted', for: 4, hands: { seats: [1, 2], count: 0, counted: false }, votes: 2 },
    { is: 'counted', for: 5, hands: { seats: [3], count: 0, counted: false }, votes: 1 },
    { is: 'fallen', to: 5, votes: 1 },
    { is: 'opened', round: 2, run: [4, 5] },
    { is: 'counted', for: 5, hands: { seats: [], count: 3, counted: true }, votes: 3 },
    { is: 'departed', seat: 5, cause: 'voted-out', dark: false },
  ]
  const game = { steps: [{ events }] } as unknown as Export
  const day = chapters(game).find((ch) => ch.kind === 'day')
  if (!day) throw new Error('no day')
  expect(daySheet(day)).toEqual({
    day: 1,
    rows: [
      { seat: 4, by: 1, votes: [2, null], voters: [[1, 2], []] },
      { seat: 5, by: 2, votes: [2, 3], voters: [[3], []] },
    ],
    question: null,
    left: [5],
  })
})

test('accusations of a day are rows, each with its hands', () => {
  const facts = [
    { is: 'accusing', by: 1, to: 4 },
    { is: 'judged', hands: { seats: [1, 2], count: 0, counted: false }, need: 4, condemned: false },
    { is: 'accusing', by: 2, to: 4 },
    { is: 'judged', hands: { seats: [], count: 5, counted: true }, need: 4, condemned: true },
    { is: 'departed', seat: 4, cause: 'voted-out', dark: false },
  ] as Fact[]
  expect(daySheet({ kind: 'day', n: 1, facts })).toEqual({
    day: 1,
    rows: [
      { seat: 4, by: 1, votes: [2], voters: [[1, 2]] },
      { seat: 4, by: 2, votes: [5], voters: [[]] },
    ],
    question: null,
    left: [4],
  })
})

test('a single candidate is told to have left without a vote, and that once', async () => {
  // Without words every sentence is its key, and the two ways of leaving are alike.
  await useLang('ru')
  const facts = [
    { is: 'vote-off', rule: 'CITY-FOUL-8', later: false },
    { is: 'vote-off', rule: 'CLUB-VOTE-5', later: false },
    { is: 'departed', seat: 4, cause: 'voted-out', dark: false },
  ] as Fact[]
  expect(tell(c, 'club', { kind: 'day', n: 2, facts })).toEqual([
    'Голосования нет.',
    'Номер 4: уход без голосования, единственная кандидатура.',
  ])
})

test('a night in which nobody chose anybody is told all the same, the acquaintance is not', async () => {
  await useLang('ru')
  const night = (n: number): Chapter => ({ kind: 'night', n, facts: [] })
  expect(tell(c, 'classic', night(2))).toEqual(['Ни выстрела, ни выбора.'])
  expect(tell(c, 'classic', night(0))).toEqual([])
})

test('of all who left by the vote those are known who left without one', () => {
  const out = (seat: number) => ({ is: 'departed', seat, cause: 'voted-out', dark: false })
  const broke = (day: number) => ({ is: 'broke', day, dead: [] })
  const off = { is: 'vote-off', rule: 'CLASSIC-VOTE-8', later: false }
  const voted = { is: 'opened', round: 1, run: [2, 3] }
  const events = [broke(1), voted, out(3), broke(2), off, out(1)]
  expect(soleLeavers({ steps: [{ events }] } as unknown as Export)).toEqual([1])
})

describe('addresses', () => {
  test.each([
    ['/', { at: 'home' }],
    ['/new', { at: 'new', step: 'people' }],
    ['/new/seats', { at: 'new', step: 'seats' }],
    ['/game/ab', { at: 'game', id: 'ab' }],
    ['/game/ab/end', { at: 'end', id: 'ab' }],
    ['/protocol', { at: 'protocol', id: '' }],
    ['/protocols/e1', { at: 'protocols', id: 'e1' }],
    ['/protocols', { at: 'lost' }],
    ['/rule/city-win-1', { at: 'rule', id: 'CITY-WIN-1' }],
    ['/rules', { at: 'rules', book: 'classic' }],
    ['/rules/city', { at: 'rules', book: 'city' }],
    ['/options/original', { at: 'options', book: 'original' }],
    ['/rules/x', { at: 'lost' }],
    ['/rules/city/x', { at: 'lost' }],
    ['/options/x', { at: 'lost' }],
    ['/new/nothing', { at: 'lost' }],
    ['/game', { at: 'lost' }],
    ['/game/a/b/c', { at: 'lost' }],
    ['/game/%E0%A4%A', { at: 'lost' }],
    ['/api/tables', { at: 'lost' }],
  ])('%s', (path, route) => {
    expect(parse(path)).toEqual(route)
  })
})

describe('a text that is no record', () => {
  test.each([
    ['\uFEFFместо;имя;карта;итог\r\n1;Лис;дон;1', 'csv'],
    ['omerta 2\nrulebook: classic', 'newer'],
    ['omerta 1\nrulebook: classic', ''],
    ['nonsense', ''],
  ])('is told for what it is: %j', (text, what) => {
    expect(foreignText(text)).toBe(what)
  })
})
