import { render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BoardSession } from './session.svelte.ts'
import Speaker from './Speaker.svelte'
import { useWords } from './words.svelte.ts'

beforeEach(async () => {
  await useWords('ru')
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const session = {
  board: null,
  up: true,
  said: null,
  frame: null,
  lostAt: 0,
  tell: () => Promise.resolve(),
} as unknown as BoardSession
const voice = { on: true, rate: 1, volume: 1, night: '', cues: false }
const why = (): string => document.querySelector('p[role="status"]')?.textContent ?? ''

test('a screen that was told to speak and cannot says why for ten seconds', async () => {
  localStorage.setItem('omerta.board.speaks', 'true')
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
  render(Speaker, { session, voice, night: false })
  vi.unstubAllGlobals()
  await tick()
  expect(why()).toBe('Это табло говорить не умеет')
  vi.advanceTimersByTime(10_000)
  await tick()
  expect(why()).toBe('')
})

test('a screen that nobody told to speak says nothing of it', async () => {
  render(Speaker, { session, voice, night: false })
  await tick()
  expect(why()).toBe('')
})

test('the button that makes a screen speak is away from the board after ten seconds, until a mouse moves or a finger taps', async () => {
  render(Speaker, { session, voice, night: false })
  await tick()
  const near = () => document.querySelector('button')?.classList.contains('near')
  const after = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await tick()
    return near()
  }
  expect(near()).toBe(true)
  expect(await after(9_900)).toBe(true)
  expect(await after(200)).toBe(false)
  dispatchEvent(new PointerEvent('pointermove', { pointerType: 'touch' }))
  dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch' }))
  expect(await after(0), 'a finger that comes down on its place presses nothing').toBe(false)
  dispatchEvent(new MouseEvent('click'))
  expect(await after(0)).toBe(true)
  expect(await after(10_000)).toBe(false)
  dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }))
  expect(await after(9_900)).toBe(true)
  expect(await after(200)).toBe(false)
})
