import { describe, expect, test } from 'vitest'
import { hear, nothing, paced, repeated, type Memory } from './heard.ts'
import type { Frame } from './types.ts'

const line = (key: string, args: Record<string, string | number> = {}) => ({ key, args })

interface Of {
  length: number
  phase?: string
  role?: string
  shots?: boolean
  hold?: boolean
  turn?: [string, number]
  aloud?: string[]
  spoken?: string[]
  voided?: boolean
}

/** A frame of the host's, secrets and all. */
function frame(of: Of): Frame {
  const { role = '?', hold = false, turn = ['', 0] } = of
  return {
    length: of.length,
    table: { voided: of.voided ?? false, frozen: false },
    view: {
      phase: of.phase ?? 'night',
      day: 1,
      night: 1,
      hold,
      turn: { kind: turn[0], seat: turn[1], invited: 0 },
      ballot: { round: 0, current: 0 },
      call: { role, shots: of.shots ?? false, awake: [3], to: 5, answer: 'yes' },
      accused: { to: 0 },
    },
    script: {
      title: line('title.secret'),
      aloud: (of.aloud ?? []).map((key) => line(key, { book: 'city', role })),
      hints: [line('hint.awake', { role, seats: 3 })],
      answer: { glyph: 'yes', line: line('answer.yes', { seat: 5 }) },
      primary: { label: line('do.sleeps-idle'), do: 'proceed', command: null },
    },
    spoken: (of.spoken ?? []).map((key) => line(key)),
    log: [{ line: line('log.act') }],
    undo: line('undo.act'),
  } as unknown as Frame
}

/** All that is heard of frames one after the other, keys only; "|" begins another step, "×" is silence. */
function heardOf(frames: Of[], from: Memory = { step: 'x', length: 1, parting: null }): string[] {
  let memory = from
  const out: string[] = []
  for (const f of frames) {
    const next = hear(memory, frame(f))
    memory = next.memory
    if (next.heard?.undone) out.push('×')
    out.push(
      ...(next.heard?.parting ?? []).map(
        (l) => `${l.key}(${JSON.stringify(l.args?.role ?? null)})`,
      ),
    )
    out.push(...(next.heard?.lines ?? []).map((l) => l.key))
  }
  return out
}

const falls = { length: 2, hold: true, aloud: ['say.night.falls'] }
const wakes = (length: number, role: string): Of => ({
  length,
  role,
  aloud: [`aloud.call.${role}`],
})
const done = (length: number, role: string): Of => ({ length, role, aloud: ['say.night.sleeps'] })
const absent = (length: number, role: string): Of => ({
  length,
  role,
  aloud: [`aloud.call.${role}`, 'say.night.sleeps'],
})
const dawn = (length: number): Of => ({ length, phase: 'dawn', aloud: ['aloud.dawn'] })

describe('a night', () => {
  const whole = [
    'say.night.falls',
    'aloud.call.mafia',
    'say.night.sleeps("mafia")',
    'aloud.call.doctor',
    'say.night.sleeps("doctor")',
    'aloud.dawn',
  ]

  test('sounds the same whether a role chooses, chooses nobody, or nobody holds it', () => {
    const chose = [
      falls,
      wakes(3, 'mafia'),
      done(4, 'mafia'),
      wakes(5, 'doctor'),
      done(6, 'doctor'),
      dawn(7),
    ]
    const idle = [falls, wakes(3, 'mafia'), wakes(4, 'doctor'), dawn(5)]
    const gone = [falls, wakes(3, 'mafia'), done(4, 'mafia'), absent(5, 'doctor'), dawn(6)]
    expect(heardOf(chose)).toEqual(whole)
    expect(heardOf(idle)).toEqual(whole)
    expect(heardOf(gone)).toEqual(whole)
  })

  test('says nothing in the moment of a choice', () => {
    const before = hear({ step: 'x', length: 2, parting: null }, frame(wakes(3, 'sheriff')))
    expect(hear(before.memory, frame(done(4, 'sheriff'))).heard).toBeNull()
  })

  test('ends shots with their own words', () => {
    const shots: Of = { length: 3, role: 'mafia', shots: true, aloud: ['aloud.call.mafia.classic'] }
    expect(heardOf([shots, { ...shots, length: 4, aloud: ['aloud.shots-end'] }, dawn(5)])).toEqual([
      'aloud.call.mafia.classic',
      'aloud.shots-end(null)',
      'aloud.dawn',
    ])
  })
})

test('only what is said aloud is ever heard: no hint, no answer, no log, no title', () => {
  const frames = [falls, wakes(3, 'sheriff'), done(4, 'sheriff'), wakes(5, 'mafia'), dawn(6)]
  let memory: Memory = { step: 'x', length: 1, parting: null }
  for (const f of frames) {
    const next = hear(memory, frame(f))
    memory = next.memory
    const keys = [...(next.heard?.parting ?? []), ...(next.heard?.lines ?? [])].map((l) => l.key)
    for (const key of keys) expect(key).toMatch(/^(aloud|say)\./)
    expect(JSON.stringify(next)).not.toMatch(/hint|answer|secret|log\.|"seats"|undo\./)
  }
})

test('a turn is named once; what is announced in the midst of it is added', () => {
  const turn = {
    phase: 'circle',
    turn: ['speech', 4] as [string, number],
    aloud: ['aloud.speech'],
  }
  expect(
    heardOf([
      { ...turn, length: 2 },
      { ...turn, length: 3, spoken: ['aloud.foul'], aloud: ['aloud.muted'] },
      { ...turn, length: 3, spoken: ['aloud.foul'] },
      { ...turn, length: 4, turn: ['speech', 5] },
    ]),
  ).toEqual(['aloud.speech', 'aloud.foul', 'aloud.speech'])
})

test('an undo is silence, and the game goes on from there', () => {
  const turn = (length: number, seat: number): Of => ({
    length,
    phase: 'circle',
    turn: ['speech', seat],
    aloud: ['aloud.speech'],
  })
  expect(heardOf([turn(2, 1), turn(3, 2), turn(2, 1), turn(3, 2)])).toEqual([
    'aloud.speech',
    'aloud.speech',
    '×',
    'aloud.speech',
  ])
})

test('a page that opens in the midst of a game is silent, one that opens on a new deal speaks', () => {
  expect(heardOf([wakes(9, 'mafia'), wakes(10, 'doctor')], nothing)).toEqual([
    'say.night.sleeps("mafia")',
    'aloud.call.doctor',
  ])
  expect(heardOf([{ ...falls, length: 1 }], nothing)).toEqual(['say.night.falls'])
})

test('a void game is silent', () => {
  expect(heardOf([{ ...falls, voided: true }])).toEqual([])
})

test('asked for once more, a call says only what wakes, and then what puts to sleep', () => {
  expect(repeated(frame(absent(3, 'don'))).map((l) => l.key)).toEqual(['aloud.call.don'])
  expect(repeated(frame(done(3, 'don'))).map((l) => l.key)).toEqual(['say.night.sleeps'])
})

test('numbers are counted slowly, and the silent part of the sunrise is silent', () => {
  const shots = paced(line('aloud.call.mafia.classic'), 'Считаю номера: один, два, три, четыре.')
  expect(shots.map((s) => s.text)).toEqual(['Считаю номера:', 'один', 'два', 'три', 'четыре.'])
  expect(shots.slice(1).every((s) => s.rest >= 700)).toBe(true)
  const sun = paced(
    line('aloud.meet.mafia.original'),
    'Один, два, три, четыре. Дальше про себя. Пять, шесть, семь, восемь.',
  )
  expect(sun.find((s) => s.text === 'Дальше про себя.')?.rest).toBe(10_000)
  expect(paced(line('aloud.vote'), 'Раз, два, три, четыре.')).toHaveLength(1)
})
