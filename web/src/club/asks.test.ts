// What phones ask, over every page of the club.
import { render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RoomView } from '../lib/api.ts'
import { useLang } from '../lib/i18n.svelte.ts'
import { room } from '../lib/room.svelte.ts'
import Asks from './Asks.svelte'
import { guest } from './guest.fixture.ts'

class Silent {
  addEventListener(): void {
    // Nothing comes.
  }
  close(): void {
    // Nothing is open.
  }
}

beforeAll(() => useLang('ru'))
beforeEach(() => {
  vi.stubGlobal('EventSource', Silent)
  const seats = [{ nick: 'Лис' }, { nick: 'Граф' }]
  const tables = [{ id: 't', title: '', seats, summary: { phase: 'circle', voided: false } }]
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(tables))))
})
afterEach(() => {
  room.view = null
  vi.unstubAllGlobals()
})

const asked = () => document.body.textContent?.replace(/\s+/g, ' ') ?? ''

test('one question at a time, those about seats of a game first, and how many more there are', async () => {
  render(Asks)
  expect(document.querySelector('.asks')?.classList).toContain('none')
  const claims = guest({ id: 'c', claims: 'p1' })
  const other = guest({ id: 'o', nick: 'Ёж', other: true })
  room.view = {
    guests: [claims, other, guest({ id: 's', nick: 'Юг', askTable: 't', askSeat: 2 })],
  } as RoomView
  expect(await screen.findByText('Юг просит место 2')).toBeTruthy()
  expect(asked()).toContain('Там сидит Граф.')
  expect(asked()).not.toContain('из Вашего списка')
  expect(screen.getByRole('link', { name: 'и ещё 2' }).getAttribute('href')).toBe('/room')

  room.view = { guests: [claims, other] } as RoomView
  await tick()
  expect(asked()).toContain('из Вашего списка')

  // What is typed for a phone without a name of its own outlives a question that comes in between.
  room.view = { guests: [other] } as RoomView
  await tick()
  const field = screen.getByRole<HTMLInputElement>('textbox')
  field.value = 'Ёжик'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  room.view = { guests: [claims, other] } as RoomView
  await tick()
  expect(document.querySelector('.other')?.classList).toContain('later')
  room.view = { guests: [other] } as RoomView
  await tick()
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Ёжик')
  expect(document.querySelector('.other')?.classList).not.toContain('later')
})
