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
  expect(why()).toBe('Этот экран говорить не умеет')
  vi.advanceTimersByTime(10_000)
  await tick()
  expect(why()).toBe('')
})

test('a screen that nobody told to speak says nothing of it', async () => {
  render(Speaker, { session, voice, night: false })
  await tick()
  expect(why()).toBe('')
})
