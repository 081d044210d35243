import { afterEach, expect, it } from 'vitest'
import { applyPrefs, beDark, prefs } from './prefs.svelte.ts'

afterEach(() => {
  prefs.tone = 'auto'
  prefs.size = 100
  beDark(false)
})

it('keeps the night dark while text size and tone are changed, and gives the tone back by day', () => {
  prefs.tone = 'day'
  beDark(true)
  prefs.size = 150
  applyPrefs()
  expect(document.body.dataset.tone).toBe('night')
  beDark(false)
  expect(document.body.dataset.tone).toBe('day')
  expect(document.documentElement.style.fontSize).toBe('150%')
})
