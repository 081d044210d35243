// What a host can make ready before guests come.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useLang } from '../lib/i18n.svelte.ts'
import { settings } from '../game/settings.svelte.ts'
import Settings from './Settings.svelte'

beforeAll(() => useLang('ru'))
afterEach(() => vi.unstubAllGlobals())

test('voice, sounds, the least call and the way of showing cards are set without a running game', async () => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener = vi.fn()
      close = vi.fn()
    },
  )
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"version":"1"}')))
  render(Settings)
  for (const name of ['Карты видны', 'Кто говорит за ведущего', 'Звук ночи', 'Громкость ночи'])
    expect(screen.getByLabelText(name), name).toBeTruthy()
  expect(screen.getByLabelText('Вызов роли не короче')).toBeTruthy()
  expect(settings.cues).toBe(true)
  await fireEvent.click(screen.getByLabelText('Сигналы часов'))
  expect(settings.cues).toBe(false)
  expect(localStorage.getItem('omerta.console')).toContain('"cues":false')
})
