import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Session } from './store.svelte.ts'

/** A stream that a test lets through, or breaks. */
class Line {
  static now: Line
  onopen: (() => void) | undefined
  onmessage: ((e: { data: string }) => void) | undefined
  onerror: (() => void) | undefined
  constructor(readonly url: string) {
    Line.now = this
  }
  addEventListener(): void {
    // A test sends no event that has a name.
  }
  close(): void {
    this.onopen = this.onmessage = this.onerror = undefined
  }
  frame(length: number, stamp?: number): void {
    this.onmessage?.({ data: JSON.stringify({ length, stamp, clock: { now: Date.now() } }) })
  }
}

interface Sent {
  key: string
  seen: number
  stamp: number | null
  command: { do: string }
}

/** What the server answers next; a null is no answer at all. */
let answers: ([number, object] | null)[] = []
let sent: Sent[] = []
let asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  ;[answers, sent, asked] = [[], [], []]
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(JSON.parse(init.body as string) as Sent)
    else asked.push(path)
    const next = answers.shift()
    if (!next) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(new Response(JSON.stringify(next[1]), { status: next[0] }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const soon = () => vi.advanceTimersByTimeAsync(50)

function opened(length: number): Session {
  const session = new Session('t 1')
  Line.now.onopen?.()
  Line.now.frame(length)
  return session
}

describe('a table that cannot be shown', () => {
  it.each([
    [404, 'no-table'],
    [401, 'no-session'],
  ])('says so when the first connection fails with %i', async (status, error) => {
    const session = new Session('t 1')
    answers = [[status, { error }]]
    Line.now.onerror?.()
    await soon()
    expect(asked).toEqual(['/api/tables/t%201'])
    expect(session.gone?.message).toBe(error)
    session.close()
  })

  it('is asked for until there is an answer, and comes back by itself', async () => {
    const session = new Session('t 1')
    answers = [null, [404, { error: 'no-table' }]]
    Line.now.onerror?.()
    await soon()
    expect(session.gone).toBeNull()
    expect(session.lostAt).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(400)
    Line.now.onerror?.()
    await soon()
    expect(session.gone?.message).toBe('no-table')
    await vi.advanceTimersByTimeAsync(1_100)
    Line.now.onopen?.()
    Line.now.frame(3)
    expect(session.gone).toBeNull()
    expect(session.lostAt).toBe(0)
    session.close()
  })
})

describe('a command', () => {
  it('carries how long the history was that the host had before his eyes', async () => {
    const session = opened(7)
    answers = [[200, { length: 8 }]]
    session.send({ do: 'proceed' })
    await soon()
    expect(sent).toMatchObject([{ seen: 7, command: { do: 'proceed' } }])
    session.close()
  })

  it('that follows another of his own carries what the first has made of it', async () => {
    const session = opened(7)
    answers = [
      [200, { length: 8 }],
      [200, { length: 9 }],
    ]
    session.send({ do: 'foul', to: 2, n: 1, reason: '' })
    session.send({ do: 'foul', to: 3, n: 1, reason: '' })
    await soon()
    expect(sent.map((s) => s.seen)).toEqual([7, 8])
    expect(new Set(sent.map((s) => s.key)).size).toBe(2)
    session.close()
  })

  it('carries the stamp of what he saw, and that of his own command before it', async () => {
    const session = opened(7)
    Line.now.frame(7, 20)
    answers = [
      [200, { length: 8, stamp: 21 }],
      [200, { length: 8, stamp: 0 }],
      [200, { length: 9, stamp: 23 }],
    ]
    session.send({ do: 'foul', to: 2, n: 1, reason: '' })
    session.send({ do: 'pause' })
    session.send({ do: 'foul', to: 3, n: 1, reason: '' })
    await soon()
    expect(sent.map((s) => s.stamp)).toEqual([20, 21, 21])
    session.close()
  })

  it('is repeated under the same key with the same history until there is an answer', async () => {
    const session = opened(7)
    answers = [
      [503, {}],
      [429, {}],
      [200, { length: 8 }],
    ]
    session.send({ do: 'foul', to: 2, n: 1, reason: '' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map((s) => s.key)).size).toBe(1)
    expect(sent.map((s) => s.seen)).toEqual([7, 7, 7])
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(session.sending).toBe(0)
    session.close()
  })

  it('that steps on is not taken while another is unanswered', async () => {
    const session = opened(7)
    answers = [[200, { length: 8 }]]
    session.send({ do: 'proceed' })
    session.send({ do: 'proceed' })
    await soon()
    expect(sent).toHaveLength(1)
    session.close()
  })

  it('that was refused takes with it what was meant to follow', async () => {
    const session = opened(7)
    answers = [[409, { error: 'stale' }]]
    session.send({ do: 'foul', to: 2, n: 1, reason: '' })
    session.send({ do: 'foul', to: 3, n: 1, reason: '' })
    await soon()
    expect(sent).toHaveLength(1)
    expect(session.refused?.error.message).toBe('stale')
    expect(session.sending).toBe(0)
    session.close()
  })
})
