// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Frame, View } from '../lib/api.ts'
import { parse } from './address.ts'
import { dark, won } from '../lib/table.ts'
import { runners, scene, why } from './scene.ts'
import { pages } from './story.ts'
import en from './words/en.json'
import ru from './words/ru.json'

vi.mock('../lib/prefs.svelte.ts', () => ({ wanted: () => 'ru' }))

describe('words', () => {
  const both: [Record<string, string>, Record<string, string>] = [ru, en]

  test('both languages have the same keys with the same parameters', () => {
    const holes = (text = '') =>
      [...new Set([...text.matchAll(/\{\^?([A-Za-z]\w*)/g)].map((m) => m[1]))].sort()
    expect(Object.keys(en)).toEqual(Object.keys(ru))
    for (const key of Object.keys(ru)) {
      expect(holes(both[1][key]), key).toEqual(holes(both[0][key]))
      expect(both[0][key], key).not.toMatch(/!|^$/)
      expect(both[1][key], key).not.toMatch(/[А-яЁё!]|^$/)
    }
  })

  test('none lies idle', () => {
    const sources = readdirSync(import.meta.dirname, { encoding: 'utf8' })
      .filter((n) => /\.(svelte|ts)$/.test(n) && !n.endsWith('.test.ts'))
      .map((n) => readFileSync(join(import.meta.dirname, n), 'utf8'))
      .join('\n')
    const idle = Object.keys(ru).filter(
      (key) =>
        !sources.includes(`'${key}'`) &&
        !['gone.', 'letter.', 'outcome.', 'turn.', 'voice.'].some((stem) => key.startsWith(stem)),
    )
    expect(idle).toEqual([])
  })
})

describe('an address', () => {
  const plain = { key: 'abc', table: '', overlay: false, lang: 'ru' }
  test.each([
    ['/board/abc', '', plain],
    ['/board/abc/t1', '', { ...plain, table: 't1' }],
    ['/board/abc', '?overlay', { ...plain, overlay: true }],
    ['/board/abc', '?overlay=0&lang=en', { ...plain, lang: 'en' }],
    ['/board/abc', '?lang=fr', plain],
    ['/board', '', { ...plain, key: '' }],
    ['/board/%E0%A4%A/x', '', { ...plain, key: '%E0%A4%A', table: 'x' }],
  ])('%s%s', (path, query, want) => expect(parse(path, query)).toEqual(want))
})

const nobody = {
  kind: '',
  seat: 0,
  seconds: 0,
  silenced: false,
  invited: 0,
  next: [],
  bestMove: false,
}
const seat = (n: number, role = '?', isIn = true) => ({
  seat: n,
  nick: `н${n}`,
  in: isIn,
  fouls: 0,
  silenced: false,
  spoken: false,
  role,
  immune: false,
  alibi: false,
  voted: 0,
  novice: false,
})

function frame(view: Partial<View>, table: Partial<Frame['table']> = {}): Frame {
  const base = {
    rulebook: 'city@1',
    viewer: 'board',
    me: 0,
    phase: 'circle',
    day: 2,
    night: 1,
    hold: false,
    seats: [1, 2, 3].map((n) => seat(n)),
    turn: nobody,
    opener: 0,
    closer: 0,
    candidates: [],
    ballot: { round: 0, current: 0, voters: [], left: 0, toLast: 0, need: 0 },
    tied: [],
    noVote: '',
    leaves: 0,
    tally: [],
    accused: { by: 0, to: 0, need: 0 },
    notes: { written: [], left: 0, read: [], names: 0 },
    news: { kind: '', dead: [], tied: [], alibi: [], hands: 0, need: 0, rule: '' },
    departed: [],
    outcome: { winner: '', rule: '' },
    offers: [],
    blacks: 0,
    points: [],
    ...view,
  }
  const clock = {
    kind: 'speech',
    seat: 1,
    limitMs: 60_000,
    leftMs: 60_000,
    running: true,
    now: 0,
    deadline: 0,
  }
  return {
    n: 1,
    clock,
    view: base,
    table: { id: 't', frozen: false, paused: false, ...table },
  } as unknown as Frame
}

const news = (kind: string, more: object = {}) =>
  ({ kind, dead: [], tied: [], alibi: [], hands: 0, need: 0, rule: '', ...more }) as View['news']
const candidate = (n: number, votes = 0, closed = false) => ({
  seat: n,
  by: 1,
  hands: { seats: [], count: 0, counted: false },
  votes,
  closed,
})

describe('what the room is told', () => {
  test('who speaks, who is next, and that the time runs', () => {
    const s = scene(
      frame({ turn: { ...nobody, kind: 'speech', seat: 2, seconds: 60, next: [3, 1] } }),
    )
    expect(s).toMatchObject({
      kind: { key: 'turn.speech' },
      who: 2,
      next: 3,
      clock: true,
      night: false,
    })
  })

  test('who was given the floor stands in the middle, with who gave it', () => {
    const s = scene(frame({ turn: { ...nobody, kind: 'speech', seat: 2, invited: 3 } }))
    expect(s.who).toBe(3)
    expect(s.lines).toContainEqual({ key: 'turn.invited', args: { by: 2 } })
  })

  test.each([
    [news('dawn', { dead: [3] }), 'news.killed', [3]],
    [news('dawn'), 'news.none', []],
  ])('the dawn: %o', (what, key, named) => {
    expect(scene(frame({ hold: true, news: what }))).toMatchObject({ text: { key }, named })
  })

  test('before the first night that kills, nobody is said to have lived through it', () => {
    const s = scene(frame({ day: 1, night: 0, hold: true, news: news('dawn') }))
    expect(s.text).toEqual({ key: 'text.first-day' })
  })

  test('hands are told when the vote on a candidate is closed, not before', () => {
    const v = frame({
      phase: 'ballot',
      candidates: [candidate(1, 2, true), candidate(2, 1), candidate(3)],
      ballot: { round: 1, current: 2, voters: [], left: 1, toLast: 3, need: 0 },
    }).view
    expect(runners(v).map((r) => [r.seat, r.votes, r.now])).toEqual([
      [1, 2, false],
      [2, undefined, true],
      [3, undefined, false],
    ])
  })

  test('a tie, the question and its answer', () => {
    const tied = {
      tied: [1, 2],
      tally: [
        { seat: 1, votes: 1 },
        { seat: 2, votes: 1 },
      ],
    }
    expect(scene(frame({ ...tied, phase: 'defences', hold: true })).text?.key).toBe('text.tie')
    const ballot = { round: 2, current: 0, voters: [], left: 3, toLast: 0, need: 2 }
    const asked = scene(frame({ ...tied, phase: 'question', ballot }))
    expect(asked.text).toEqual({ key: 'text.question', args: { seats: [1, 2] } })
    expect(asked.lines).toEqual([{ key: 'need', args: { n: 2 } }])
    const answer = news('question', { dead: [1, 2], hands: 3, need: 2 })
    expect(scene(frame({ phase: 'dusk', news: answer }))).toMatchObject({
      text: { key: 'news.leave' },
      named: [1, 2],
      lines: [{ key: 'hands.need', args: { hands: 3, need: 2 } }],
    })
    expect(scene(frame({ phase: 'dusk', news: news('vote') })).text?.key).toBe('news.stay')
  })

  test('accusations and notes of the game without a host', () => {
    const rulebook = 'original@1'
    const accused = { by: 1, to: 3, need: 2 }
    expect(scene(frame({ rulebook, phase: 'accusation', accused }))).toMatchObject({ who: 3 })
    const judged = news('accusation', { tied: [3], hands: 1, need: 2 })
    expect(scene(frame({ rulebook, phase: 'talk', news: judged })).text?.key).toBe('news.acquitted')
    const notes = { written: [], left: 0, read: [3, 0], names: 2 }
    const read = scene(
      frame({ rulebook, phase: 'dawn', notes, news: news('notes', { dead: [3] }) }),
    )
    expect(read.text).toEqual({ key: 'notes.read', args: { names: [3, '—'] } })
    const dawn = news('dawn', { dead: [3] })
    const morning = scene(frame({ rulebook, phase: 'talk', night: 1, notes, news: dawn }))
    expect([morning.text, ...morning.lines].map((l) => l?.key)).toEqual([
      'news.killed',
      'notes.read',
    ])
  })

  describe('friends without a host', () => {
    const none = {
      id: 0,
      kind: '',
      by: 0,
      about: 0,
      who: [],
      up: [],
      down: [],
      need: 0,
      nick: '',
      owned: false,
    }
    const among = (friends: object, view: Partial<View> = {}): Frame => ({
      ...frame({ rulebook: 'original@1', phase: 'talk', ...view }),
      friends: { sunrise: '', ready: [], hushed: false, poll: none, ...friends } as never,
    })

    test('the room sees who asks what, whose hands are up, and the time', () => {
      const poll = { ...none, kind: 'move', about: 2, up: [3], down: [1], need: 2, nick: 'Ада 2' }
      const s = scene(among({ poll }))
      expect(s.text).toEqual({ key: 'poll.move', args: { seat: 2, by: 0, nick: 'Ада 2' } })
      expect(s.lines.map((l) => l.key)).toEqual(['hands.need', 'poll.up', 'poll.down'])
      expect(s.clock).toBe(true)
      const owned = scene(among({ poll: { ...poll, nick: '', owned: true } }))
      expect([owned.text, owned.lines[0]].map((l) => l?.key)).toEqual([
        'poll.move.new',
        'poll.ticket',
      ])
      for (const kind of ['judge', 'night', 'gone', 'stop', 'done']) {
        const told = scene(among({ poll: { ...poll, kind, by: 1 } }))
        expect(told.text?.key).toBe(`poll.${kind}`)
        expect(told.lines[0]).toEqual({ key: 'poll.by', args: { seat: 1 } })
      }
      // Nothing moves at night.
      expect(scene(among({ poll }, { phase: 'notes' })).clock).toBe(false)
    })

    test('whose accusation is to be dropped, and that it stands', () => {
      const phase = 'accusation'
      const accused = { by: 1, to: 3, need: 2 }
      const poll = { ...none, kind: 'done', by: 2, about: 3 }
      const asked = scene(among({ poll }, { phase, accused }))
      expect(asked.text).toEqual({ key: 'poll.done', args: { seat: 3, by: 1, nick: '' } })
      const lines = (stands: boolean) => scene(among({ stands }, { phase, accused })).lines
      expect(lines(true).at(-1)?.key).toBe('poll.stands')
      expect(lines(false).map((l) => l.key)).not.toContain('poll.stands')
    })

    test('the sunrise: whose card is not looked at yet, then the count', () => {
      const opening: Partial<View> = { phase: 'opening', day: 0, hold: true }
      const cards = scene(among({ sunrise: 'cards', ready: [1, 3] }, opening))
      expect(cards.lines.at(-1)).toEqual({ key: 'cards.wait', args: { seats: [2] } })
      const count = scene(
        among({ sunrise: 'count', ready: [1, 2, 3] }, { ...opening, hold: false }),
      )
      expect(count).toMatchObject({ text: { key: 'text.count' }, clock: false, night: true })
    })

    test('of a night in which the program wrote a note only the number of names is told', () => {
      const notes = { written: [], left: 0, read: [], names: 2 }
      const s = scene(among({ hushed: true }, { notes, news: news('dawn') }))
      expect(s.lines).toEqual([{ key: 'notes.hushed', args: { n: 2 } }])
    })
  })

  test('a night is dark and tells nothing but that it is night', () => {
    const night = frame({ phase: 'night', night: 2, candidates: [] })
    expect(scene(night)).toMatchObject({ night: true, clock: false, who: 0, lines: [], next: 0 })
    expect(dark(frame({ phase: 'opening', day: 0, hold: true }).view)).toBe(false)
    expect(dark(frame({ phase: 'opening', day: 0 }).view)).toBe(true)
  })

  test('a pause and a removal are told', () => {
    const gone = { seat: 2, cause: 'fouls' as const, day: 2, night: 1, dark: false }
    const s = scene(frame({ departed: [gone] }, { paused: true }))
    expect(s.lines.map((l) => l.key)).toEqual(['table.paused', 'left.removed'])
  })

  test('why a game was won', () => {
    const outcome = { winner: 'red' as const, rule: 'CLUB-WIN-1' }
    expect(why(frame({ outcome }).view)?.key).toBe('why.no-black')
    const seats = [seat(1, 'mafia')] as View['seats']
    expect(why(frame({ outcome, seats }).view)?.key).toBe('why.quiet')
    expect(why(frame({ outcome: { ...outcome, rule: 'X-1' } }).view)).toBeNull()
    expect([won('black', 'don'), won('red', 'don'), won('maniac and ripper', 'ripper')]).toEqual([
      true,
      false,
      true,
    ])
  })
})

test('a story is cut into pages that lose nothing', () => {
  const story = [1, 2, 3].map((n) => ({
    name: `День ${n}`,
    night: false,
    lines: Array.from({ length: 9 }, (_, i) => `${n}.${i} ` + 'слово '.repeat(i)),
  }))
  const cut = pages(story, 14, 34)
  expect(cut.length).toBeGreaterThan(2)
  expect(cut.flat().flatMap((p) => p.lines)).toEqual(story.flatMap((p) => p.lines))
  for (const page of cut) {
    for (const part of page) expect(part.lines.length).toBeGreaterThan(0)
    const rows = page.flatMap((p) => p.lines).reduce((n, l) => n + Math.ceil(l.length / 34), 0)
    expect(rows + page.length * 1.6).toBeLessThanOrEqual(14)
  }
  expect(pages([], 14, 34)).toEqual([])
})
