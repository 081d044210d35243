import { render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from './App.svelte'
import { go } from './router.ts'
import { notes, toast } from './ui/toast.svelte.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('[]', { status: 200 })))
})
afterEach(() => vi.unstubAllGlobals())

test('the first page names the program and opens on a friendly empty club', async () => {
  render(App)
  const heading = await screen.findByRole('heading', { level: 1 })
  expect(heading.textContent).toBe('Omerta')
  const links = await screen.findAllByRole('link')
  expect(links.map((a) => a.getAttribute('href'))).toContain('/new')
})

test('a note that takes something back does not go along to another page; what merely tells does', () => {
  render(App)
  toast('The seats were drawn.', { undo: { label: 'Undo', act: () => undefined } })
  toast('Copied.')
  go('/settings')
  expect(notes.map((n) => n.text)).toEqual(['Copied.'])
  notes.splice(0)
  go('/')
})
