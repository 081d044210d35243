// What the room hears of a game when a device speaks for the host: the lines that he is to say aloud, each at its time.
// Hints, answers and the log are never looked at.
import type { Line } from '../lib/types.ts'
import { breath, type Spoken } from '../lib/voice.ts'
import { stepOf } from './step.ts'
import type { Frame } from './types.ts'

/** What is to be spoken now. */
export interface Heard {
  /** Names the moment: a page that shows the same one gives the same name. */
  step: string
  /** What ends the moment before: a role falls asleep. A rest comes after it, for eyes to close. */
  parting: Line[]
  lines: Line[]
  /** What was spoken before holds no more. */
  fresh: boolean
  /** The history was cut: silence, and nothing new until the game goes on. */
  undone: boolean
}

/** What must be remembered from frame to frame, and over a reload. */
export interface Memory {
  step: string
  length: number
  /** What puts the role that was called to sleep, until it has been said. */
  parting: Line | null
}

export const nothing: Memory = { step: '', length: 0, parting: null }

/** How long the history is when the cards have just been dealt. */
const dealt = 1
const wakes = 'aloud.call.'
const sleeps = 'say.night.sleeps'
const shot = 'aloud.shots-end'

const called = (f: Frame): boolean =>
  f.view.phase === 'night' && !f.view.hold && f.view.call.role !== '?'

/**
 * The lines of a page. In a call at night only those that wake: whether the role has chosen, or nobody is there to
 * choose, changes the page, and must not be heard. To sleep it is sent when the host goes on, always.
 */
function lines(f: Frame): Line[] {
  const all = f.script?.aloud ?? []
  return called(f) ? all.filter((l) => l.key.startsWith(wakes)) : all
}

/** What will send the called role to sleep; the same words whether somebody holds it or not. */
function partingOf(f: Frame): Line | null {
  if (!called(f)) return null
  const { role, shots } = f.view.call
  const args = f.script?.aloud.find((l) => l.key.startsWith(wakes) || l.key === sleeps)?.args
  return shots ? { key: shot, args: {} } : { key: sleeps, args: { ...args, role } }
}

/** A turn is named once, whatever happens in it; elsewhere another text is another moment. */
function nameOf(f: Frame): string {
  const v = f.view
  const step = stepOf(v)
  if (called(f)) return step
  return v.turn.kind
    ? `${step}.${v.turn.invited}`
    : `${step}.${v.hold}.${JSON.stringify(lines(f).map((l) => [l.key, l.args]))}`
}

/**
 * What is to be spoken when a frame comes, and what to remember of it; null where nothing is. What is announced in
 * passing comes first. Frames that were missed are not made up for, and a page that opens in the midst of a game is
 * silent until the game goes on.
 */
export function hear(m: Memory, f: Frame): { heard: Heard | null; memory: Memory } {
  if (!f.script || f.table.voided || f.table.frozen) return { heard: null, memory: m }
  const step = nameOf(f)
  if (f.length < m.length) {
    const heard = { step, parting: [], lines: [], fresh: true, undone: true }
    return { heard, memory: { step, length: f.length, parting: partingOf(f) } }
  }
  const fresh = step !== m.step
  if (!m.step && f.length > dealt)
    return { heard: null, memory: { step, length: f.length, parting: partingOf(f) } }
  const passing = f.length > m.length ? (f.spoken ?? []) : []
  const parting = fresh && m.parting && ['night', 'dawn'].includes(f.view.phase) ? [m.parting] : []
  const memory = { step, length: f.length, parting: partingOf(f) }
  const now = [...passing, ...(fresh ? lines(f) : [])]
  if (!fresh && now.length === 0) return { heard: null, memory }
  return { heard: { step, parting, lines: now, fresh, undone: false }, memory }
}

/** What a page says when the host asks for it once more. */
export function repeated(f: Frame): Line[] {
  const now = lines(f)
  return now.length > 0 ? now : (f.script?.aloud ?? [])
}

/** So long eyes take to close. */
const closing = 1_500
/** Between two numbers that are counted (CLASSIC-NIGHT-1). */
const beat = 700
/** The silent part of the count (ORIGINAL-SUN-2). */
const silent = 10_000
const counts: readonly string[] = ['aloud.call.mafia.classic', 'aloud.meet.mafia.original']

/** A line in words with its silences; numbers are counted slowly, for they are shot at, or looked around in. */
export function paced(l: Line, text: string): Spoken[] {
  if (l.key === sleeps || l.key === shot) return [{ text, rest: closing }]
  if (!counts.includes(l.key)) return [{ text, rest: breath }]
  let counted = false
  return text.split(/(?<=[.:])\s+/).flatMap((part) => {
    const numbers = part.split(/,\s*/)
    if (numbers.length < 4) return [{ text: part, rest: counted ? silent : breath }]
    counted = true
    return numbers.map((n) => ({ text: n, rest: beat }))
  })
}
