import { expect, test } from 'vitest'
import { aloud, counted, points, two, type FriendsFrame } from './table.ts'
import en from './words/en.json'
import ru from './words/ru.json'

const frame = (over: object): FriendsFrame => over as FriendsFrame

// ORIGINAL-SUN-2
test('the twenty are counted by the server’s clock: aloud to five, silent to fifteen, aloud to twenty', () => {
  const f = frame({
    clock: { limitMs: 26_000, running: true, deadline: 126_000, leftMs: 26_000 },
    friends: { leadMs: 6_000, beatMs: 1_000 },
  })
  const at = (s: number) => counted(f, 100_000 + s * 1_000)
  expect([0, 5.9, 6, 7, 10.5, 11, 25.9, 26, 40].map(at)).toEqual([0, 0, 1, 2, 5, 6, 20, 20, 20])
  expect(Array.from({ length: 21 }, (_, n) => n).filter(aloud)).toEqual([
    1, 2, 3, 4, 5, 16, 17, 18, 19, 20,
  ])
})

// ORIGINAL-END-3
test('points add up over rounds', () => {
  const f = frame({
    view: { seats: [{ seat: 1 }, { seat: 2 }], points: [0, 5] },
    friends: { carried: [3, 4] },
  })
  expect(points(f)).toEqual([
    { seat: 1, now: 0, sum: 3 },
    { seat: 2, now: 5, sum: 9 },
  ])
})

test('every note is as long as another', () => {
  expect([0, 7, 16].map(two)).toEqual(['00', '07', '16'])
})

test('both languages have all words', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(ru).sort())
  for (const [key, text] of Object.entries(en)) {
    expect(text, key).not.toMatch(/[А-яЁё]/)
    const names = (s: string) => [...s.matchAll(/\{\^?([A-Za-z][\w-]*)/g)].map((m) => m[1]).sort()
    expect(names(text), key).toEqual(names(ru[key as keyof typeof ru]))
  }
})
