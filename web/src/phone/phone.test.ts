// The logic of a player's phone.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Frame, Mine, Phase, View } from '../lib/api.ts'
import { recall } from '../lib/shelf.ts'
import { around } from './around.ts'
import { codeOf, nickCount, nickFault, strange, wayOf } from './door.ts'
import { closePad, keepPad, noted, noteOf, openPad } from './notes.ts'
import { dark, whyOf } from '../lib/table.ts'
import { headline, lastWord, nextFoul, resultOf, runners, wordsDue } from './day.ts'
import { speaks, stageOf, TurnAlert } from './stage.ts'
import { Top } from './top.ts'
import en from './words/en.json'
import ru from './words/ru.json'

const quiet = {
  kind: '',
  seat: 0,
  seconds: 0,
  silenced: false,
  invited: 0,
  next: [],
  bestMove: false,
}
const seat = (n: number, over: object = {}) => ({
  seat: n,
  nick: `n${n}`,
  in: true,
  role: '?',
  ...over,
})

function view(over: object = {}): View {
  return {
    rulebook: 'classic@1',
    phase: 'circle',
    day: 1,
    night: 0,
    hold: false,
    seats: [1, 2, 3].map((n) => seat(n)),
    turn: quiet,
    candidates: [],
    tally: [],
    ballot: { round: 0, current: 0 },
    outcome: { winner: '', rule: '' },
    ...over,
  } as unknown as View
}

const frame = (v: View, table: object = {}) =>
  ({ view: v, table: { id: 't', voided: false, ...table } }) as unknown as Frame
const mine = (over: object = {}) => ({ state: 'seated', table: 't', seat: 2, ...over }) as Mine

describe('the night', () => {
  const nights: Phase[] = ['opening', 'night', 'dawn', 'notes']
  const days: Phase[] = [
    'introductions',
    'circle',
    'vote-call',
    'ballot',
    'defences',
    'question',
    'dusk',
    'talk',
    'accusation',
  ]

  it.each(nights)('covers %s', (phase) => {
    expect(dark(view({ phase, day: 2, night: 2 }))).toBe(true)
    expect(stageOf(mine(), frame(view({ phase, day: 2, night: 2, hold: true })))).toBe('night')
  })

  it.each(days)('does not cover %s', (phase) => {
    expect(dark(view({ phase }))).toBe(false)
  })

  it('waits until the cards have been looked at, before the first night alone', () => {
    expect(stageOf(mine(), frame(view({ phase: 'opening', day: 0, hold: true })))).toBe('deal')
    expect(stageOf(mine(), frame(view({ phase: 'night', day: 0, night: 1, hold: true })))).toBe(
      'deal',
    )
    expect(stageOf(mine(), frame(view({ phase: 'opening', day: 0 })))).toBe('night')
    expect(stageOf(mine(), frame(view({ phase: 'dawn', day: 0, hold: true })))).toBe('night')
    expect(stageOf(mine(), frame(view({ phase: 'night', day: 1, night: 2, hold: true })))).toBe(
      'night',
    )
  })

  it('is the same for who is out', () => {
    const v = view({ phase: 'night', seats: [seat(1), seat(2, { in: false }), seat(3)] })
    expect(stageOf(mine(), frame(v))).toBe(stageOf(mine({ seat: 1 }), frame(v)))
  })

  it('holds nothing that could differ: the component is given no view, no seat and no card', () => {
    const source = readFileSync(join(import.meta.dirname, 'Night.svelte'), 'utf8')
    expect(/interface Props \{([^}]*)\}/.exec(source)?.[1]?.match(/\w+(?=:)/g)).toEqual([
      'up',
      'heard',
    ])
  })
})

describe('where a phone is', () => {
  it('shows no frame of another table', () => {
    expect(stageOf(mine({ table: 'other' }), frame(view()))).toBe('wait')
    expect(stageOf(mine(), null)).toBe('wait')
    expect(stageOf(mine({ state: 'lobby', table: '', seat: 0 }), null)).toBe('lobby')
    expect(stageOf(mine(), frame(view(), { voided: true }))).toBe('void')
    expect(stageOf(mine(), frame(view({ phase: 'over' })))).toBe('over')
  })
})

describe('the turn', () => {
  const speech = (n: number, over: object = {}) =>
    view({ turn: { ...quiet, kind: 'speech', seat: n, ...over } })

  it('is told once for each turn, and again when it comes again', () => {
    const a = new TurnAlert()
    expect(a.note(speech(1), 2)).toBe(false)
    expect(a.note(speech(2), 2)).toBe(true)
    expect(a.note(speech(2), 2)).toBe(false)
    expect(a.note(speech(3), 2)).toBe(false)
    expect(a.note(speech(2), 2)).toBe(true)
  })

  it('is told when the word comes from another, and not while it is lent', () => {
    const a = new TurnAlert()
    expect(a.note(speech(1, { invited: 2 }), 2)).toBe(true)
    expect(speaks(speech(2, { invited: 3 }).turn, 2)).toBe(false)
    expect(a.note(speech(2, { invited: 3 }), 2)).toBe(false)
    expect(a.note(speech(2), 2)).toBe(true)
  })

  it('never wakes by night, nor whoever has no seat', () => {
    const a = new TurnAlert()
    const night = view({ phase: 'night', turn: { ...quiet, kind: 'last-word', seat: 2 } })
    expect(a.note(night, 2)).toBe(false)
    expect(a.note(speech(0), 0)).toBe(false)
  })
})

describe('who is out', () => {
  const word = (over: object, v: object = {}) =>
    view({
      phase: 'dusk',
      turn: { ...quiet, kind: 'last-word', seat: 1, next: [3], ...over },
      ...v,
    })

  it('is told of his last word, and of one that is due', () => {
    expect([1, 2, 3].map((n) => lastWord(word({}), n))).toEqual(['now', '', 'soon'])
    expect(lastWord(word({ kind: 'defence' }), 1)).toBe('')
  })

  it('is told of it between the verdict or the morning and the word', () => {
    const due = (over: object) =>
      view({ phase: 'dusk', hold: true, news: { kind: 'vote', dead: [2] }, ...over })
    expect([1, 2].map((n) => lastWord(due({}), n))).toEqual(['', 'soon'])
    expect(lastWord(due({ phase: 'circle', news: { kind: 'dawn', dead: [2] } }), 2)).toBe('soon')
    expect(lastWord(due({ hold: false }), 2)).toBe('')
    expect(wordsDue(due({ phase: 'night', news: { kind: 'dawn', dead: [2] } }))).toEqual([])
  })

  it('is told nothing by night', () => {
    expect(lastWord(word({}, { phase: 'night' }), 1)).toBe('')
  })
})

describe('the page goes back to its top', () => {
  const day = (over: object) =>
    headline(
      view({
        turn: { ...quiet, kind: 'speech', seat: 1 },
        departed: [],
        accused: {},
        news: {},
        ...over,
      }),
      2,
    )
  const speech = (n: number) => day({ turn: { ...quiet, kind: 'speech', seat: n } })

  it('for his own word, a vote and a departure, and not for the speeches of others', () => {
    expect(speech(1)).toBe(speech(3))
    const news = [
      speech(2),
      day({ phase: 'ballot', ballot: { round: 1, current: 3 } }),
      day({ phase: 'ballot', ballot: { round: 1, current: 1 } }),
      day({ phase: 'question' }),
      day({ departed: [{ seat: 2 }] }),
      speech(1),
    ]
    expect(new Set(news).size).toBe(news.length)
  })

  it('unless he types', () => {
    const calls = vi.fn()
    vi.stubGlobal('scrollTo', calls)
    const field = document.body.appendChild(document.createElement('input'))
    const top = new Top()
    top.note('a')
    top.note('a')
    expect(calls).not.toHaveBeenCalled()
    top.note('b')
    expect(calls).toHaveBeenCalledOnce()
    field.focus()
    top.note('c')
    expect(calls).toHaveBeenCalledOnce()
    field.remove()
    vi.unstubAllGlobals()
  })
})

test('the third foul may cost the speech, the fourth the game', () => {
  expect([0, 1, 2, 3].map(nextFoul)).toEqual(['', '', 'speech', 'out'])
})

describe('the candidates', () => {
  it('have votes once the vote on them is closed', () => {
    const v = view({
      phase: 'ballot',
      candidates: [
        { seat: 3, votes: 4, closed: true },
        { seat: 1, votes: 0, closed: false },
      ],
      ballot: { round: 1, current: 1 },
    })
    expect(runners(v)).toEqual([
      { seat: 3, place: 1, votes: 4, now: false },
      { seat: 1, place: 2, votes: undefined, now: true },
    ])
  })

  it('of the next day are not mixed with the count of the last', () => {
    const tally = [{ seat: 3, votes: 4 }]
    expect(runners(view({ tally }))).toEqual([])
    expect(runners(view({ phase: 'dusk', tally }))).toHaveLength(1)
  })
})

describe('the end', () => {
  it.each([
    ['red', 'sheriff', 'won'],
    ['red', 'don', 'lost'],
    ['red', 'maniac', 'lost'],
    ['maniac', 'maniac', 'won'],
    ['maniac', 'ripper', 'lost'],
    ['maniac and ripper', 'ripper', 'won'],
    ['nobody', 'mafia', ''],
    ['black', '?', ''],
  ])('%s is for a %s: %s', (winner, role, result) => {
    expect(resultOf(winner, role)).toBe(result)
  })

  it('says why, also where one rule has two reasons', () => {
    const won = { outcome: { winner: 'red', rule: 'CITY-WIN-3' } }
    expect(whyOf(view(won))).toBe('no-black')
    expect(whyOf(view({ ...won, seats: [seat(1, { role: 'don' })] }))).toBe('quiet')
    expect(whyOf(view({ ...won, seats: [seat(1, { role: 'don', in: false })] }))).toBe('no-black')
  })
})

describe('notes', () => {
  beforeEach(() => localStorage.clear())

  it('come back at the same table, and the next table wipes them', () => {
    keepPad('a', noted(noted(openPad('a'), 3, { mark: 'black' }), 3, { text: 'тихо' }))
    expect(noteOf(openPad('a'), 3)).toEqual({ mark: 'black', text: 'тихо' })
    expect(openPad('b').size).toBe(0)
    expect(localStorage.getItem('omerta.notes')).not.toContain('тихо')
    expect(openPad('a').size).toBe(0)
  })

  it('leave the storage with the end of the game, and are there for an undo of it', () => {
    keepPad('a', noted(openPad('a'), 3, { mark: 'black', text: 'тихо' }))
    expect(noteOf(closePad('a'), 3).text).toBe('тихо')
    expect(localStorage.getItem('omerta.notes')).not.toContain('тихо')
    expect(openPad('a').size).toBe(0)
  })

  it('leave nothing of a seat without any, and take nothing that is no note', () => {
    keepPad('a', noted(noted(openPad('a'), 1, { mark: 'red' }), 1, { mark: '' }))
    expect(recall('omerta.notes', { seats: { x: 1 } }).seats).toEqual({})
    localStorage.setItem(
      'omerta.notes',
      '{"table":"a","seats":{"1":{"mark":"don","text":""},"2":5}}',
    )
    expect(openPad('a').size).toBe(0)
  })
})

describe('the door', () => {
  it.each([
    ['авекмн', 'ABEKMH'],
    [' рст-ух5 ', 'PCTYX5'],
    ['AB2 456', 'AB2456'],
    ['ABEKMHXX', 'ABEKMH'],
    ['ЖЩ1', ''],
  ])('reads %j as %j', (typed, code) => {
    expect(codeOf(typed)).toBe(code)
  })

  it('names a symbol that is in no code, and knows it from a space', () => {
    expect([strange('АВ-2 4'), strange('ABж'), strange('AB0')]).toEqual(['', 'Ж', '0'])
  })

  it.each([
    ['', 'empty'],
    [' \u3000', 'empty'],
    ['\u202e\u2066', 'unseen'],
    ['\u3164\u2800', 'unseen'],
    ['Ж'.repeat(24), ''],
    ['Ж'.repeat(25), 'long'],
    ['🂡', ''],
  ])('says of the nick %j: %j', (nick, fault) => {
    expect(nickFault(nick)).toBe(fault)
  })

  it('counts letters of a nick as people do', () => {
    expect(nickCount(' 👨‍👩‍👧е́ ')).toBe(2)
  })

  it.each([
    ['/j/abc-_1', { by: 'link', token: 'abc-_1' }],
    ['/s/xyz', { by: 'ticket', ticket: 'xyz' }],
    ['/j', { by: 'none' }],
    ['/', { by: 'none' }],
    ['/me', { by: 'none' }],
    ['/j/%E0%A4', { by: 'link', token: '%E0%A4' }],
  ])('knows what %s asks for', (path, way) => {
    expect(wayOf(path)).toEqual(way)
  })
})

test('every table from 6 to 40 has a place of its own for each seat, at the edge', () => {
  for (let n = 6; n <= 40; n++) {
    const { at, columns, rows } = around(n)
    expect(new Set(at.map((c) => `${c.column} ${c.row}`)).size, String(n)).toBe(n)
    for (const c of at) {
      expect(c.column === 1 || c.column === columns || c.row === 1 || c.row === rows).toBe(true)
    }
  }
})

describe('the words', () => {
  const params = (text: string) =>
    [...new Set([...text.matchAll(/\{\^?([A-Za-z]\w*)/g)].map((m) => m[1]))].sort()
  const both = Object.keys(ru) as (keyof typeof ru)[]

  it('are there in both languages', () => {
    expect(Object.keys(en)).toEqual(both)
  })

  it.each(both)('%s', (key) => {
    expect(params(en[key])).toEqual(params(ru[key]))
    if (key !== 'lang.other') expect(en[key]).not.toMatch(/[А-яЁё]/)
    expect(ru[key] + en[key]).not.toMatch(/!/)
    expect(ru[key] && en[key]).not.toBe('')
  })

  it('tell every card in about the same number of letters', () => {
    for (const words of [ru, en]) {
      const sizes = Object.entries(words).flatMap(([k, t]) =>
        k.startsWith('does.') ? [t.length] : [],
      )
      expect(sizes.length).toBeGreaterThan(15)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(12)
    }
  })

  it('name cards as the catalogue does', () => {
    const path = join(import.meta.dirname, '../../../say/catalogue/words.json')
    const { nouns } = JSON.parse(readFileSync(path, 'utf8')) as {
      nouns: Record<string, Record<string, Record<'ru' | 'en', { nom: string }>>>
    }
    for (const [id, books] of Object.entries(nouns)) {
      if (!/^(role|side)\./.test(id) || id === 'side.') continue
      for (const [book, noun] of Object.entries(books)) {
        const key = (book ? `${id}.${book}` : id) as keyof typeof ru
        expect([ru[key], en[key]], key).toEqual([noun.ru.nom, noun.en.nom])
      }
    }
  })

  it('are all said, and none is missing', () => {
    const source = readdirSync(import.meta.dirname)
      .filter((n) => /\.(svelte|ts)$/.test(n) && !n.endsWith('.test.ts'))
      .map((n) => readFileSync(join(import.meta.dirname, n), 'utf8'))
      .join('\n')
    const stems = [...source.matchAll(/`([a-z]+\.(?:[a-z]+\.)?)\$\{/g)].map((m) => m[1] ?? '')
    const idle = both.filter(
      (k) => !source.includes(`'${k}'`) && !stems.some((s) => k.startsWith(s)),
    )
    expect(idle).toEqual(['fouls.city', 'fouls.classic'])
    const said = [...source.matchAll(/\bw\(\s*'([a-z][\w.-]*)'/g)].map((m) => m[1] ?? '')
    expect(said.filter((k) => !Object.hasOwn(ru, k))).toEqual([])
  })
})
