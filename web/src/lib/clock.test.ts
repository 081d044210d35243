import { describe, expect, it } from 'vitest'
import { cue, face, left, Offset } from './clock.ts'

describe('left', () => {
  it('counts to the deadline while it runs, and stands otherwise', () => {
    const c = { limitMs: 60_000, leftMs: 30_000, running: true, deadline: 100_000 }
    expect(left(c, 90_000)).toBe(10_000)
    expect(left(c, 103_000)).toBe(-3_000)
    expect(left({ ...c, running: false }, 103_000)).toBe(30_000)
  })
})

describe('face', () => {
  it.each([
    [60_000, '1:00', false],
    [59_999, '1:00', false],
    [59_000, '0:59', false],
    [1, '0:01', false],
    [0, '0:00', false],
    [-999, '0:00', false],
    [-1_000, '0:01', true],
    [-75_400, '1:15', true],
  ])('%i ms is %s', (ms, text, over) => {
    expect(face(ms)).toEqual({ text, over })
  })
})

describe('cue', () => {
  it('sounds at ten seconds and at the end, once', () => {
    expect(cue(60_000, 10_010, 9_995)).toBe('soon')
    expect(cue(60_000, 9_995, 9_980)).toBeNull()
    expect(cue(60_000, 5, -10)).toBe('end')
    expect(cue(60_000, -10, -25)).toBeNull()
  })

  it('warns of no short turn, and is silent when the time has jumped', () => {
    expect(cue(15_000, 10_010, 9_995)).toBeNull()
    expect(cue(60_000, 40_000, -3_000)).toBeNull()
    expect(cue(60_000, 9_000, 19_000)).toBeNull()
  })
})

describe('Offset', () => {
  it('takes the frame that travelled least', () => {
    const o = new Offset()
    o.note(1_000_000, 900_400)
    o.note(1_001_000, 901_010)
    o.note(1_002_000, 902_300)
    expect(o.at(950_000)).toBe(950_000 + 99_990)
    o.reset()
    expect(o.at(950_000)).toBe(950_000)
  })
})
