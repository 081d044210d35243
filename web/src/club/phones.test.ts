import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { GuestView, RoomView } from '../lib/api.ts'
import { remember } from '../lib/shelf.ts'
import { evening } from './evening.svelte.ts'
import { guest as phone } from './guest.fixture.ts'
import { claims, takeIn } from './phones.svelte.ts'

const hour = 3600_000
const now = 100 * hour
let sent: [string, string][] = []
let people = [{ id: 'p1', nick: 'Анна', novice: false, friends: [] }]

const guest = (of: Partial<GuestView>) => phone({ since: now, ...of })
const view = (...guests: GuestView[]) => ({ guests }) as RoomView

beforeEach(() => {
  sent = []
  remember('omerta.phones', {})
  people = [{ id: 'p1', nick: 'Анна', novice: false, friends: [] }]
  evening.people = [...people]
  evening.here = []
  evening.loaded = true
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'POST') sent.push([path, init.body as string])
    const body = path === '/api/people' ? people : view()
    return Promise.resolve(new Response(JSON.stringify(body), { status: 200 }))
  })
})

describe('who comes in with a phone', () => {
  it('is settled by itself under a new nick, once', async () => {
    const g = guest({ id: 'new', nick: 'Новенький' })
    await takeIn(view(g), now)
    await takeIn(view(g), now)
    expect(sent).toEqual([
      ['/api/room/guests/new/person', '{"yes":true,"nick":"Новенький","claims":""}'],
    ])
  })

  it('is among those who are here as soon as it is known who he is', async () => {
    await takeIn(view(guest({ person: 'p1' })), now)
    expect(evening.here).toEqual(['p1'])
    people.push({ id: 'p2', nick: 'Борис', novice: false, friends: [] })
    await takeIn(view(guest({ person: 'p1' }), guest({ id: 'g2', person: 'p2' })), now)
    expect(evening.here).toEqual(['p1', 'p2'])
  })

  it.each([
    ['has the nick of somebody who is remembered', { claims: 'p1' }],
    ['was told to be somebody else', { other: true }],
    ['sits already', { table: 't', seat: 4 }],
    ['asks for a seat', { askTable: 't', askSeat: 4 }],
    ['came days ago and is not here', { since: 0, online: false }],
  ])('waits for the host when he %s', async (_, of) => {
    await takeIn(view(guest({ id: 'w', ...of })), now)
    expect(sent).toEqual([])
    expect(evening.here).toEqual([])
  })

  it('is asked about once', () => {
    expect(claims(view(guest({ claims: 'p1' }), guest({ id: 'x' }))).map((g) => g.id)).toEqual([
      'g1',
    ])
  })

  it('stays away when the host has sent him home, until another evening', async () => {
    await takeIn(view(guest({ person: 'p1' })), now)
    evening.here = []
    await takeIn(view(guest({ person: 'p1' })), now + hour)
    expect(evening.here).toEqual([])
    await takeIn(view(guest({ person: 'p1' })), now + 20 * hour)
    expect(evening.here).toEqual(['p1'])
  })

  it('takes the place of himself when he has typed another nick', async () => {
    people.push({ id: 'p2', nick: 'Аня', novice: false, friends: [] })
    await takeIn(view(guest({ person: 'p1' })), now)
    await takeIn(view(guest({ person: 'p2' })), now)
    expect(evening.here).toEqual(['p2'])
  })
})
