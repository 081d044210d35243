// What the pages say to the club, and what they offer to take back.
import { beforeAll, beforeEach, afterEach, expect, test, vi } from 'vitest'
import type { ClubCommand, ClubView } from '../lib/api.ts'
import { useLang } from '../lib/i18n.svelte.ts'
import { notes } from '../ui/toast.svelte.ts'
import { live, present, say, step, tell, tonight } from './live.svelte.ts'

interface Sent {
  key: string
  seen: number | null
  command: { do: string }
}
let sent: Sent[] = []
let answers: Response[] = []
let revision = 0

beforeAll(() => useLang('ru'))
beforeEach(() => {
  sent = []
  answers = []
  revision = 10
  notes.splice(0)
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    sent.push(JSON.parse(init.body as string) as Sent)
    const body = { revision: ++revision, people: [], evening: '', warnings: [], import: null }
    return Promise.resolve(answers.shift() ?? new Response(JSON.stringify(body)))
  })
})
afterEach(() => vi.unstubAllGlobals())

const leave = (person: string): ClubCommand => ({
  do: 'leave',
  evening: 'e1',
  people: [person],
})
const undo = () => notes.at(-1)?.undo

test('a note takes back the step that it tells of, and none that came after', async () => {
  await tell(leave('a'), 'Ушёл А')
  undo()?.act()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ seen: 11, command: { do: 'undo', to: 0 } })
})

test('another step puts the note about the one before away', async () => {
  await tell(leave('a'), 'Ушёл А')
  await tell(leave('b'), 'Ушёл Б')
  expect(notes.map((n) => n.text)).toEqual(['Ушёл Б'])
})

test('steps go one after the other, each under a key of its own', async () => {
  await Promise.all([tell(leave('a')), tell(leave('b'))])
  expect(sent.map((s) => s.command)).toEqual([leave('a'), leave('b')])
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

test('what got no answer is sent again under the same key', async () => {
  answers = [new Response('', { status: 503 })]
  await tell(leave('a'))
  expect(sent).toHaveLength(2)
  expect(sent[0]?.key).toBe(sent[1]?.key)
})

test('a no is a note, and the next step goes out all the same', async () => {
  answers = [new Response(JSON.stringify({ error: 'club-closed' }), { status: 409 })]
  expect(await say(leave('a'), 'Ушёл А')).toBe(false)
  expect(notes.map((n) => n.bad)).toEqual([true])
  expect(await say(leave('b'))).toBe(true)
})

test('the button of the page takes back only what its words name', async () => {
  live.view = {
    revision: 7,
    undo: 'leave',
    redo: '',
    people: [],
    evenings: [],
  } as unknown as ClubView
  await step('undo')
  expect(sent[0]).toMatchObject({ seen: 7, command: { do: 'undo' } })
})

test('of several evenings the one that this screen was at is on; who has left is not here', () => {
  const night = (id: string) => ({
    id,
    here: [
      { person: 'a', came: 1, left: 0 },
      { person: 'b', came: 1, left: 2 },
    ],
  })
  live.view = { evenings: [night('e1'), night('e2')] } as unknown as ClubView
  expect(tonight()?.id).toBe('e2')
  live.at = 'e1'
  expect(tonight()?.id).toBe('e1')
  expect(present(tonight())).toEqual(['a'])
})
