import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Stream } from './stream.ts'

/** A line that a test lets speak. */
class Line {
  static all: Line[] = []
  onopen: (() => void) | undefined
  onmessage: ((e: { data: string }) => void) | undefined
  onerror: (() => void) | undefined
  closed = false
  readonly named = new Map<string, (e: { data: string }) => void>()
  constructor(readonly url: string) {
    Line.all.push(this)
  }
  addEventListener(name: string, take: (e: { data: string }) => void): void {
    this.named.set(name, take)
  }
  close(): void {
    this.closed = true
  }
}
const line = (): Line => Line.all.at(-1) ?? new Line('none')
const told: string[] = []
let stream: Stream

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('EventSource', Line)
  Line.all = []
  told.length = 0
  stream = new Stream('/s', {
    frame: (data) => told.push(data),
    lost: (heard) => told.push(`lost ${heard - 1_000_000}`),
  })
  line().onopen?.()
})
afterEach(() => {
  stream.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('holds a line that beats, however little is said', () => {
  for (let i = 0; i < 30; i++) {
    vi.advanceTimersByTime(5_000)
    line().named.get('beat')?.({ data: '' })
  }
  expect(told).toEqual([])
  expect(Line.all).toHaveLength(1)
})

it('takes all afresh when the clock of the device was set', () => {
  for (const to of [-3_600_000, 3_600_000]) {
    const lines = Line.all.length
    vi.advanceTimersByTime(5_000)
    vi.setSystemTime(Date.now() + to)
    line().named.get('beat')?.({ data: '' })
    expect(told.splice(0)).toHaveLength(1)
    vi.advanceTimersByTime(300)
    expect(Line.all).toHaveLength(lines + 1)
    line().onopen?.()
    expect(told).toEqual([])
  }
})

it('tells within twelve seconds that a line has died without an error, and since when', () => {
  vi.advanceTimersByTime(5_000)
  line().named.get('beat')?.({ data: '' })
  vi.advanceTimersByTime(11_999)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told).toEqual(['lost 5000'])
  vi.advanceTimersByTime(300)
  expect(Line.all).toHaveLength(2)
  line().onmessage?.({ data: 'frame' })
  expect(told).toEqual(['lost 5000', 'frame'])
})

it('tries at growing distances, and at once when the network is back', () => {
  line().onerror?.()
  for (const wait of [300, 1_000, 2_000, 4_000, 4_000]) {
    const before = Line.all.length
    vi.advanceTimersByTime(wait - 1)
    expect(Line.all).toHaveLength(before)
    vi.advanceTimersByTime(1)
    expect(Line.all).toHaveLength(before + 1)
    line().onerror?.()
  }
  const before = Line.all.length
  dispatchEvent(new Event('online'))
  expect(Line.all).toHaveLength(before + 1)
})

it('says that the network has gone as soon as the browser knows', () => {
  dispatchEvent(new Event('offline'))
  expect(told).toEqual(['lost 0'])
  expect(line().closed).toBe(true)
})

it('believes nothing that is old when the page is shown again, until the server is heard', () => {
  vi.advanceTimersByTime(2_000)
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual(['lost 0'])
  document.dispatchEvent(new Event('visibilitychange'))
  line().onopen?.()
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual(['lost 0'])
})
