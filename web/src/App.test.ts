import { render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from './App.svelte'

class Silent {
  addEventListener(): void {
    // Nothing comes.
  }
  close(): void {
    // Nothing is open.
  }
}

beforeEach(() => {
  vi.stubGlobal('EventSource', Silent)
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
