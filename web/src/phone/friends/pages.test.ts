// What a table of friends says on its phones: why each has his points, and who may be missing.
import { render } from '@testing-library/svelte'
import { createRawSnippet, tick } from 'svelte'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Mine, Seat } from '../../lib/api.ts'
import { useWords } from '../words.svelte.ts'
import Deal from './Deal.svelte'
import Friends from './Friends.svelte'
import { pointsRule, whyPoints, type Why } from './points.ts'
import type { FriendsFrame } from './table.ts'

beforeAll(() => useWords('ru'))

type Lang = 'ru' | 'en'

const nobody = { kind: '', id: 0, about: 0, who: [], up: [], down: [], need: 0 }
const seats = (roles: string, out: number[]) =>
  [...roles].map((r, i) => ({
    seat: i + 1,
    nick: `Друг ${i + 1}`,
    in: !out.includes(i + 1),
    role: { b: 'mafia', r: 'civilian' }[r] ?? '?',
  }))

/** A round of seven that is over: seats 1 and 2 are black. */
function over(winner: string, points: number[], out: number[] = [2, 4], voided = false) {
  return {
    clock: { now: 0, limitMs: 0, running: false, deadline: 0, leftMs: 0 },
    table: { id: 't', voided, paused: false },
    view: {
      rulebook: 'original@1',
      phase: winner || voided ? 'over' : 'talk',
      day: 2,
      night: 1,
      blacks: 2,
      seats: seats(winner ? 'bbrrrrr' : '???????', out),
      outcome: { winner, rule: '' },
      points,
      departed: [],
      notes: { names: 0, read: [] },
      news: { kind: '', dead: [], tied: [], hands: 0, need: 0 },
      accused: { by: 0, to: 0 },
    },
    friends: {
      sunrise: '',
      round: 1,
      poll: { ...nobody },
      again: [],
      left: [],
      absent: [],
      moved: [],
      carried: [],
      offers: [],
    },
  } as unknown as FriendsFrame
}

function page(
  frame: FriendsFrame,
  lang: Lang = 'ru',
  away: Seat[] = [],
  leave = () => Promise.resolve(),
): HTMLElement {
  const mine = { seat: 1, table: 't', away } as unknown as Mine
  const { container } = render(Friends, {
    frame,
    mine,
    lang,
    now: () => 0,
    up: true,
    send: () => Promise.resolve(),
    leave,
    card: createRawSnippet(() => ({ render: () => '<i></i>' })),
  })
  return container
}
const text = (node: Element | null): string =>
  (node?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
const reasons = (frame: FriendsFrame, lang?: Lang): string[] =>
  [...page(frame, lang).querySelectorAll('tbody small')].map(text)

// ORIGINAL-POINTS-1, ORIGINAL-POINTS-2
test('why a seat has its points hangs on who won, its card, and whether it is in the game', () => {
  const why = (winner: string): Why[] => [1, 2, 3, 4].map((s) => whyPoints(over(winner, []), s))
  expect(why('black')).toEqual(['black', 'black.out', 'lost', 'lost'])
  expect(why('red')).toEqual(['lost', 'lost', 'red', 'red'])
  expect(why('nobody')).toEqual(['', '', '', ''])
  expect(['black', 'red', 'nobody', ''].map((w) => pointsRule(over(w, [])))).toEqual([
    'black',
    'red',
    '',
    '',
  ])
  expect(pointsRule(over('black', [], [], true))).toBe('')
})

test('after a round each reads why he got his points, and by which rule', () => {
  const black = over('black', [5, 0, 0, 0, 0, 0, 0])
  expect(reasons(black).slice(0, 3)).toEqual([
    'красных в начале: 5',
    'не до конца в игре',
    'сторона проиграла',
  ])
  expect(text(page(black).querySelector('.rule'))).toBe(
    'Каждый чёрный, кто до конца в игре, получает по очку за каждого красного в начале. Правило ORIGINAL-POINTS-1',
  )
  const red = over('red', [0, 0, 4, 4, 4, 4, 4], [1, 2, 4])
  expect(reasons(red, 'en')).toEqual([
    'this side lost',
    'this side lost',
    ...Array<string>(5).fill('red at the end: 4'),
  ])
  expect(text(page(red, 'en').querySelector('.rule'))).toContain('ORIGINAL-POINTS-2')
  expect(reasons(over('nobody', []))).toEqual([])
  expect(page(over('nobody', [])).querySelector('.rule')).toBeNull()
  expect(page(over('', [], [], true)).querySelector('.rule')).toBeNull()
})

// ORIGINAL-ABSENT-1
test('who is chosen as missing is marked where his phone has no line, and the button says what it does', () => {
  const frame = over('', [])
  frame.friends.offers = [{ do: 'gone', by: [1, 3, 5], to: [1, 3, 5] }] as never
  const node = page(frame, 'ru', [5, 4])
  expect(text(node.querySelector('summary'))).toBe('Кого-то нет или прервать игру')
  const cells = [...node.querySelectorAll('details .cells button')].map(text)
  expect(cells).toEqual(['Друг 3', 'Друг 5нет связи'])
  expect([...node.querySelectorAll('details button')].map(text)).toContain('Предложить не ждать')
})

// ORIGINAL-SUN-2: nothing is counted unless somebody volunteers, so nobody is to scroll for that.
test('before the sunrise the offer to count aloud stands at the thumb, ready or not, taken or not', () => {
  const frame = over('', [])
  const f = frame.friends as unknown as Record<string, unknown>
  Object.assign(f, { sunrise: 'cards', ready: [], voice: 0, offers: [{ do: 'ready', by: [1] }] })
  const bar = () => [...page(frame).querySelectorAll('.bar :is(p, button)')].map(text)
  const aloud = 'Считать будет мой телефон'
  expect(bar()).toEqual(['Вслух считать некому: нужен телефон со звуком.', 'Готово', aloud])
  f.ready = [1]
  expect(bar()).toContain(aloud)
  expect(bar()).toContain('Готово. Ждём остальных.')
  f.voice = 3
  expect(bar()).toEqual(['Вслух считает: Друг 3', 'Готово. Ждём остальных.', aloud])
  f.voice = 1
  expect(bar()).toEqual([expect.stringContaining('нет голоса'), 'Готово. Ждём остальных.'])
  f.voice = 0
  f.offers = ['ready', 'silent'].map((verb) => ({ do: verb, by: [1] }))
  expect(bar()).toEqual([
    expect.stringContaining('вслух никто не считает'),
    aloud,
    'Без телефона: считает человек',
  ])
})

// ORIGINAL-SUN-2
test('a sunrise that nobody has heard can be repeated', () => {
  const frame = over('', [])
  frame.friends.offers = [{ do: 'repeat', by: [1], to: [] }] as never
  expect([...page(frame).querySelectorAll('main button')].map(text)).toContain(
    'Не слышали счёт? Повторить восход',
  )
  Object.assign(frame.friends.poll, { kind: 'sun', by: 3, who: [1, 2, 3], up: [3], down: [] })
  expect(text(page(frame).querySelector('main'))).toContain(
    'Считать вслух будет телефон «Друг 3». Если',
  )
})

test('the lobby says how many must agree, once enough have come to play', () => {
  const state = (phones: number) => {
    const deal = { open: true, min: 6, max: 16, phones, agreed: 1, mine: true, nicks: [] }
    const props = {
      mine: { deal } as unknown as Mine,
      lang: 'ru' as const,
      want: () => Promise.resolve(),
    }
    return text(render(Deal, props).container)
  }
  expect(state(7)).toContain('Согласны: 1 из 7, нужно 4')
  expect(state(8)).toContain('Согласны: 1 из 8, нужно 5')
  expect(state(3)).not.toContain('нужно 2')
})

test('in talk both buttons stand at the thumb, and another round after the end', () => {
  const frame = over('', [])
  frame.friends.offers = [
    { do: 'accuse', by: [1], to: [3] },
    { do: 'night', by: [1], to: [] },
  ] as never
  const bar = (f: FriendsFrame) => [...page(f).querySelectorAll('.bar button')].map(text)
  expect(bar(frame)).toEqual(['Обвинить', 'Позвать ночь'])
  const end = over('red', [0, 0, 4, 4, 4, 4, 4])
  end.friends.offers = [{ do: 'again', by: [1], to: [] }] as never
  expect(bar(end)).toEqual(['Ещё раунд'])
})

test('the other language is a tap away, in no fold', () => {
  expect([...page(over('', [])).querySelectorAll('footer button')].map(text)).toEqual(['English'])
})

test('the answers to a question stand at the thumb and say what they do, by night below the question', () => {
  const frame = over('', [])
  frame.friends.offers = [
    { do: 'hand', by: [1], to: [] },
    { do: 'night', by: [1], to: [] },
  ] as never
  Object.assign(frame.friends.poll, {
    kind: 'done',
    by: 3,
    about: 2,
    who: [1, 3],
    up: [3],
    down: [],
  })
  const buttons = (where: string) => [...page(frame).querySelectorAll(`${where} button`)].map(text)
  expect(buttons('.bar')).toEqual(['За: снять', 'Против'])
  frame.friends.poll.kind = 'judge'
  expect(buttons('.bar')).toEqual(['За: осудить', 'Против'])
  frame.view.phase = 'notes'
  expect(buttons('.bar')).toEqual([])
  expect(buttons('main')).toContain('За: осудить')
})

test('who accuses is told so, and who has no line is told to all', () => {
  const frame = over('', [])
  frame.view.phase = 'accusation'
  Object.assign(frame.view.accused, { by: 1, to: 3 })
  const shown = (away: Seat[] = []) => text(page(frame, 'ru', away).querySelector('main'))
  expect(shown()).toContain('Вы обвиняете: Друг 3')
  frame.view.accused.by = 2
  expect(shown([5])).toContain('Друг 2 обвиняет: Друг 3')
  expect(shown([5])).toContain('Нет связи: Друг 5')
  expect(shown()).toContain('Вы: Друг 1')
})

test('of two different names it is told why nobody died, but not where somebody was absent', () => {
  const frame = over('', [])
  Object.assign(frame.view, { night: 1, notes: { names: 2, read: [3, 4], written: [] } })
  const shown = () => text(page(frame).querySelector('main'))
  expect(shown()).toContain('имя названо в 2 записках')
  expect(shown()).toContain('имена не совпали')
  frame.friends.hushed = true
  expect(shown()).not.toContain('имена не совпали')
})

test('to leave after the end is asked about, for there is no way back', async () => {
  const frame = over('red', [0, 0, 4, 4, 4, 4, 4])
  const leave = vi.fn(() => Promise.resolve())
  const node = page(frame, 'ru', [], leave)
  const press = async (name: string) => {
    ;[...node.querySelectorAll('button')].find((b) => text(b) === name)?.click()
    await tick()
  }
  await press('Выйти в общую комнату')
  expect(leave).not.toHaveBeenCalled()
  await press('Остаться')
  await press('Да, выйти')
  expect(leave).not.toHaveBeenCalled()
  await press('Выйти в общую комнату')
  await press('Да, выйти')
  expect(leave).toHaveBeenCalledOnce()
})
