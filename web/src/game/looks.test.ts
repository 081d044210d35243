// What the seats show at night.
import { expect, test } from 'vitest'
import { looks } from './looks.ts'
import { blank } from './step.ts'
import type { Frame } from './types.ts'

const call = (shots: boolean, to: number) =>
  ({
    view: {
      phase: 'night',
      seats: [1, 2, 3].map((seat) => ({ seat, nick: `n${seat}`, in: true, role: '?', fouls: 0 })),
      turn: { kind: '', seat: 0 },
      ballot: { current: 0 },
      accused: { by: 0, to: 0 },
      candidates: [],
      offers: [],
      call: { shots, shot: [{ by: 1, at: [2], twice: false }], to, before: 0, awake: [] },
    },
  }) as unknown as Frame

const marked = (f: Frame) =>
  looks(f, '', blank(''), false)
    .filter((l) => l.target)
    .map((l) => l.seat)

test('whom the mafia shot is marked in its own call, and not while the don chooses', () => {
  expect(marked(call(true, 0))).toEqual([2])
  expect(marked(call(false, 3))).toEqual([3])
})
