// The phones as the host reads them.
import { render } from '@testing-library/svelte'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { RoomView } from '../lib/api.ts'
import { guest } from '../lib/guest.fixture.ts'
import { useLang } from '../lib/i18n.svelte.ts'
import { room } from '../lib/room.svelte.ts'
import RoomGuests from './RoomGuests.svelte'

beforeAll(() => useLang('ru'))
afterEach(() => (room.view = null))

test('a dead phone whose owner sits with another one is told from one that waits', () => {
  room.view = {
    guests: [
      guest({ id: 'dead', nick: 'Боря', online: false }),
      guest({ id: 'new', nick: 'Боря', seat: 3, table: 't' }),
      guest({ id: 'other', nick: 'Вера', online: false }),
    ],
  } as RoomView
  const { container } = render(RoomGuests, { name: () => '' })
  const lines = [...container.querySelectorAll('.who small')].map((n) => n.textContent)
  expect(lines).toEqual([
    'другой телефон вместо этого · нет связи',
    'место 3 · на связи',
    'без места · нет связи',
  ])
})
