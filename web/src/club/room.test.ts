import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { room, type RoomView } from '../lib/room.svelte.ts'
import Room from './Room.svelte'
import RoomGuests from './RoomGuests.svelte'

afterEach(() => {
  room.view = null
  vi.unstubAllGlobals()
})

test('a seated phone has the way to the QR code of its seat in its row, one that waits has none', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    const body = { path: '/s/abc', expires: Date.now() + 60_000 }
    return Promise.resolve(
      new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } }),
    )
  })
  const guest = (id: string, seat: number) => ({ id, nick: id, table: seat ? 't' : '', seat })
  room.view = { guests: [guest('a', 0), guest('b', 7)], bases: [] } as unknown as RoomView
  render(RoomGuests, { name: () => '' })
  const [way, ...others] = screen.getAllByRole('button', { name: /seat.ticket|QR/ })
  expect(others).toEqual([])
  if (way) await fireEvent.click(way)
  const picture = await screen.findByRole('img', { hidden: true })
  expect(asked).toEqual(['/api/tables/t/seats/7/ticket'])
  expect(decodeURIComponent(picture.getAttribute('src') ?? '')).toContain('/s/abc')
})

test.each([
  ['opening', 'night'],
  ['night', 'night'],
  ['dawn', 'night'],
  ['circle', 'day'],
  ['over', 'day'],
])('the page of the room is as light as the console: %s, %s', async (phase, tone) => {
  class Silent {
    addEventListener(): void {
      // Nothing comes.
    }
    close(): void {
      // Nothing is open.
    }
  }
  vi.stubGlobal('EventSource', Silent)
  const tables = [{ id: 't', title: 'x', seats: [], summary: { phase, voided: false } }]
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(tables))))
  document.body.dataset.tone = ''
  render(Room)
  await vi.waitFor(() => expect(document.body.dataset.tone).toBe(tone))
})
