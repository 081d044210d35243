import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Keys, patience, type Action, type Press } from './keys.ts'

const key = (code: string, mods: Partial<Press> = {}): Press => ({
  key: '',
  code,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...mods,
})

function make(seats: number) {
  const done: Action[] = []
  const keys = new Keys(
    () => seats,
    (a) => done.push(a),
  )
  return { keys, done }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('at ten seats', () => {
  it('takes a digit at once, 0 as ten, on the row and on the pad', () => {
    const { keys, done } = make(10)
    for (const code of ['Digit3', 'Digit0', 'Numpad7']) expect(keys.press(key(code))).toBe(true)
    expect(done).toEqual([
      { is: 'seat', seat: 3 },
      { is: 'seat', seat: 10 },
      { is: 'seat', seat: 7 },
    ])
  })

  it('asks where Shift and a digit is the question mark, and gives the foul when it is pressed again', () => {
    const { keys, done } = make(10)
    const both = key('Digit7', { shiftKey: true, key: '?' })
    keys.press(both)
    expect(done).toEqual([{ is: 'ask', seat: 7 }])
    keys.press(both)
    expect(done.at(-1)).toEqual({ is: 'foul', seat: 7 })
    vi.advanceTimersByTime(4_000)
    keys.press(key('Digit7', { shiftKey: true, key: '&' }))
    expect(done.at(-1)).toEqual({ is: 'foul', seat: 7 })
  })

  it('gives fouls with Shift and opens menus with Alt and Shift', () => {
    const { keys, done } = make(10)
    keys.press(key('Digit4', { shiftKey: true }))
    keys.press(key('Digit4', { shiftKey: true, altKey: true }))
    expect(done).toEqual([
      { is: 'foul', seat: 4 },
      { is: 'menu', seat: 4 },
    ])
  })

  it('leaves Ctrl with a digit to the browser', () => {
    const { keys, done } = make(10)
    expect(keys.press(key('Digit4', { ctrlKey: true }))).toBe(false)
    expect(done).toEqual([])
  })

  it('knows no seat beyond the table', () => {
    const { keys, done } = make(8)
    keys.press(key('Digit9'))
    expect(done).toEqual([])
  })
})

describe('at twenty seats', () => {
  it('reads two quick digits as one number', () => {
    const { keys, done } = make(20)
    keys.press(key('Digit1'))
    expect(done).toEqual([])
    keys.press(key('Digit7'))
    expect(done).toEqual([{ is: 'seat', seat: 17 }])
    vi.advanceTimersByTime(patience * 2)
    expect(done).toHaveLength(1)
  })

  it('takes a lone digit after a while, and one that begins no number at once', () => {
    const { keys, done } = make(20)
    keys.press(key('Digit1'))
    vi.advanceTimersByTime(patience)
    keys.press(key('Digit5'))
    expect(done).toEqual([
      { is: 'seat', seat: 1 },
      { is: 'seat', seat: 5 },
    ])
  })

  it('lets Enter end a waiting digit without stepping on', () => {
    const { keys, done } = make(20)
    keys.press(key('Digit2'))
    keys.press(key('Enter'))
    expect(done).toEqual([{ is: 'seat', seat: 2 }])
  })

  it('takes two digits as two seats when together they are none', () => {
    const { keys, done } = make(14)
    keys.press(key('Digit1'))
    keys.press(key('Digit9'))
    expect(done).toEqual([
      { is: 'seat', seat: 1 },
      { is: 'seat', seat: 9 },
    ])
  })
})

it.each<[string, Partial<Press>, Action]>([
  ['Enter', {}, { is: 'next' }],
  ['ArrowRight', {}, { is: 'next' }],
  ['Space', {}, { is: 'clock' }],
  ['ArrowUp', {}, { is: 'time', seconds: 5 }],
  ['ArrowDown', {}, { is: 'time', seconds: -5 }],
  ['Backspace', {}, { is: 'undo' }],
  ['KeyZ', { ctrlKey: true }, { is: 'undo' }],
  ['KeyZ', { metaKey: true, shiftKey: true }, { is: 'redo' }],
  ['KeyU', {}, { is: 'undo' }],
  ['KeyA', {}, { is: 'all' }],
  ['KeyN', {}, { is: 'none' }],
  ['KeyH', {}, { is: 'hide' }],
  ['Slash', { shiftKey: true }, { is: 'help' }],
])('%s %o', (code, mods, action) => {
  const { keys, done } = make(10)
  expect(keys.press(key(code, mods))).toBe(true)
  expect(done).toEqual([action])
})

it('leaves other keys alone', () => {
  const { keys } = make(10)
  expect(keys.press(key('Tab'))).toBe(false)
  expect(keys.press(key('KeyR', { ctrlKey: true }))).toBe(false)
})
