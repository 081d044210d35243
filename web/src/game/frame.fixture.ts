// A picture of a table as the console gets it, for tests: an open day of three, with nothing to say and nothing on offer.
import type { Frame } from './types.ts'

/** The picture, but for what is said otherwise of its view and of the rest. */
export const frameOf = (view: object, more: object = {}): Frame =>
  ({
    length: 1,
    clock: { now: Date.now(), limitMs: 0 },
    table: { paused: false, voided: false, frozen: false },
    script: { primary: null, tone: 'day', tap: '', aloud: [], hints: [] },
    log: [],
    undo: null,
    redo: null,
    view: {
      rulebook: 'classic@1',
      viewer: 'host',
      phase: 'circle',
      day: 1,
      night: 0,
      turn: { kind: '', seat: 0, bestMove: false },
      ballot: { round: 0, current: 0 },
      call: { role: '?', cards: 0, done: false, deeds: [], awake: [], shot: [], shots: false },
      calls: [],
      candidates: [],
      departed: [],
      accused: { by: 0, to: 0, need: 0 },
      notes: { left: 3, read: [] },
      offers: [],
      ...view,
    },
    ...more,
  }) as unknown as Frame
