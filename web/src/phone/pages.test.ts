// What a player's pages say of himself.
import { fireEvent, render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Mine, View } from '../lib/api.ts'
import CodeField from './CodeField.svelte'
import Departed from './Departed.svelte'
import Leave from './Leave.svelte'
import Lobby from './Lobby.svelte'
import Over from './Over.svelte'
import Lost from './Lost.svelte'
import Me from './Me.svelte'
import NickForm from './NickForm.svelte'
import Notes from './Notes.svelte'
import Seated from './Seated.svelte'
import Seats from './Seats.svelte'
import { Phone } from './session.svelte.ts'
import { useWords } from './words.svelte.ts'

beforeAll(() => useWords('ru'))

const view = {
  rulebook: 'classic@1',
  phase: 'circle',
  seats: [1, 2].map((seat) => ({ seat, nick: `n${seat}`, in: true, fouls: seat, silenced: false })),
  turn: { kind: '', seat: 0, invited: 0, next: [] },
  candidates: [{ seat: 2, votes: 0, closed: false }],
  tally: [],
  departed: [],
} as unknown as View
const mine = { seat: 2, nick: 'n2' } as Mine
const text = (node: Element): string => (node.textContent ?? '').replaceAll(/\s+/g, ' ')

test('fouls are told with how many there can be, and what the next one costs', () => {
  const { container } = render(Me, { view, mine, stage: 'day' })
  expect(text(container)).toContain('2 замечания из 4 при трёх можно потерять речь')
})

test('who was put up reads it beside his name, where the notes do not cover it', () => {
  const { container } = render(Me, { view, mine, stage: 'day' })
  expect(text(container)).toContain('Вы 1-й кандидат')
})

test("a candidate's mark is said in words within his nick, and stands apart from the fouls", () => {
  const { container } = render(Seats, {
    view,
    me: 1,
    list: [{ seat: 2, place: 1, votes: undefined, now: false }],
  })
  expect(container.querySelector('.nick .badge')?.textContent).toBe('1-й кандидат')
  expect(container.querySelectorAll('.dots i')).toHaveLength(3)
})

test('a seat opened by its ticket, and another seat in the next game, are told for a while', async () => {
  const seated = { state: 'seated', nick: 'a', table: 't', seat: 4, open: [], askSeat: 0 }
  let hear: ((e: { data: string }) => void) | undefined
  class Line {
    static readonly CLOSED = 2
    onopen: unknown
    onerror: unknown
    onmessage: unknown
    readyState = 1
    addEventListener(name: string, f: typeof hear): void {
      if (name === 'mine') hear = f
    }
    close(): void {
      hear = undefined
    }
  }
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(seated)))
  history.replaceState(null, '', '/s/ticket')
  const phone = new Phone()
  await vi.waitFor(() => expect(phone.place).toBe('in'))
  await vi.waitFor(() => expect(phone.placed).toBe('back'))
  const { container } = render(Lost, { phone })
  expect(text(container)).toContain('Место 4 теперь Ваше.')
  hear?.({ data: JSON.stringify({ ...seated, table: 'u', seat: 6 }) })
  await tick()
  expect(text(container)).toContain('Ваше новое место: 6.')
  phone.close()
  vi.unstubAllGlobals()
})

/** A phone at a table, as its pages see it. */
const phoneAt = (view: object, over: object = {}) =>
  ({
    up: true,
    heard: 0,
    void: null,
    refused: null,
    placed: '',
    frame: {
      view,
      table: { id: 't', voided: false, paused: false },
      clock: { limitMs: 0, running: false, leftMs: 0, deadline: 0, now: 0 },
      friends: null,
    },
    now: () => 0,
    ...over,
  }) as unknown as Phone

const quiet = {
  news: { kind: '', dead: [], tied: [], alibi: [], hands: 0, need: 0 },
  notes: { names: 0, read: [] },
  accused: {},
  ballot: {},
}

test('where the cards are real, every phone says that the card is in the hand, line or no line', () => {
  const seated = { state: 'seated', seat: 2, table: 't', ghosts: false, open: [] }
  const page = (stage: 'deal' | 'day', real: boolean, up = true, over: object = {}) => {
    const mine = { ...seated, ...over, real } as unknown as Mine
    return render(Seated, {
      phone: phoneAt({ ...view, ...quiet }, { up }),
      mine,
      stage,
    }).container
  }
  const bar = (node: Element) => text(node.querySelector('.bar') ?? node)
  for (const stage of ['deal', 'day'] as const) {
    for (const up of [true, false])
      expect(bar(page(stage, true, up))).toContain('Ваша карта у Вас в руках')
    expect(bar(page(stage, false))).toContain('Моя карта: держите')
    expect(bar(page(stage, true))).not.toContain('держите')
  }
  expect(text(page('deal', true))).toContain('в телефоне её нет')
  expect(text(page('deal', false))).toContain('ночью телефон её не покажет')
})

test('a phone that waits while a host sets a game up says so', () => {
  const lobby = (over: object) => {
    const mine = {
      state: 'lobby',
      nick: 'Анна',
      askSeat: 0,
      open: [],
      deal: {},
      ...over,
    } as unknown as Mine
    return text(render(Lobby, { phone: phoneAt(view), mine }).container)
  }
  expect(lobby({ prepares: true })).toContain('Ведущий готовит игру.')
  expect(lobby({ prepares: false })).not.toContain('Ведущий готовит игру.')
})

test('at the end of a game whoever asks for a seat of the next one reads that', () => {
  const end = (askSeat: number, prepares = false) => {
    const mine = { seat: 3, askSeat, prepares } as unknown as Mine
    const over = { ...view, points: [], outcome: { winner: 'red', rule: '' } } as unknown as View
    return text(render(Over, { view: over, mine }).container)
  }
  expect(end(2)).toContain('подтвердит, что место 2 Ваше')
  expect(end(0)).toContain('Ждите следующей игры')
  expect(end(0, true)).toContain('Ведущий рассаживает следующую игру')
})

test('between the verdict and the last word every phone says who is to speak, and not that night is near', () => {
  const dusk = {
    ...view,
    ...quiet,
    phase: 'dusk',
    hold: true,
    news: { ...quiet.news, kind: 'vote', dead: [2] },
    seats: view.seats.map((s) => ({ ...s, in: s.seat !== 2 })),
    departed: [{ seat: 2, cause: 'voted-out', day: 1, night: 0, dark: false }],
  }
  const seen = (seat: number) => {
    const mine = { state: 'seated', seat, table: 't', ghosts: false, open: [] } as unknown as Mine
    return text(render(Seated, { phone: phoneAt(dusk), mine, stage: 'day' }).container)
  }
  for (const seat of [1, 2]) {
    expect(seen(seat)).toContain('Последнее слово: номер 2')
    expect(seen(seat)).not.toContain('Уходит номер 2')
    expect(seen(seat)).not.toContain('Скоро ночь')
  }
  expect(seen(2)).toContain('Скоро Ваше последнее слово.')
})

test('once it is settled who leaves, nobody is a candidate any more', () => {
  const dusk = { ...view, ...quiet, phase: 'dusk', hold: false, tally: [{ seat: 2, votes: 3 }] }
  const mine = { state: 'seated', seat: 2, table: 't', ghosts: false, open: [] } as unknown as Mine
  const page = (v: object) =>
    text(render(Seated, { phone: phoneAt(v), mine, stage: 'day' }).container)
  expect(page(dusk)).not.toContain('1-й кандидат')
  expect(page({ ...dusk, phase: 'circle', tally: [] })).toContain('Вы 1-й кандидат')
})

test('a surrender is told of the side that gave up, whoever reads it', () => {
  const end = (winner: string) => {
    const outcome = { winner, rule: 'CLUB-FOUL-5' } as View['outcome']
    return text(render(Over, { view: { ...view, points: [], outcome }, mine }).container)
  }
  expect(end('red')).toContain('Чёрные сдались')
  expect(end('black')).toContain('Красные сдались')
})

test('who is asked whether to leave the room may stay, and is asked anew later', async () => {
  vi.useFakeTimers()
  const leave = vi.fn()
  const phone: Partial<Phone> = { leave }
  const { container } = render(Leave, { phone: phone as Phone })
  const buttons = () => [...container.querySelectorAll('button')]
  buttons()[0]?.click()
  await tick()
  expect(buttons().map(text)).toEqual(['Остаться', 'Да, выйти'])
  vi.advanceTimersByTime(11_000)
  await tick()
  expect(buttons().map(text)).toEqual(['Выйти из комнаты'])
  buttons()[0]?.click()
  await tick()
  buttons()[1]?.click()
  expect(leave).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('a symbol that is in no code stays told until the code is whole', async () => {
  const { container } = render(CodeField, {
    code: '',
    wrong: '',
    oncode: () => undefined,
    onfull: () => undefined,
  })
  const input = container.querySelector('input')
  const type = async (value: string) => {
    if (input) await fireEvent.input(input, { target: { value } })
    return text(container)
  }
  expect(await type('6и')).toContain('Такого знака в коде нет: И')
  expect(await type('66')).toContain('Такого знака в коде нет: И')
  expect(await type('666222')).not.toContain('Такого знака')
})

test('who has left is no candidate on the table, and a murder is not told to be of the night twice', () => {
  const left = { ...view, seats: view.seats.map((s) => ({ ...s, in: s.seat !== 2 })) }
  const list = [{ seat: 2, place: 1, votes: 3, now: false }]
  expect(text(render(Seats, { view: left, me: 1, list }).container)).not.toContain('кандидат')
  const departed = [{ seat: 2, cause: 'killed', day: 1, night: 1, dark: true }]
  const page = render(Departed, { view: { ...left, departed } as View }).container
  expect(text(page)).toContain('убийство в ночь 1')
  expect(text(page)).not.toMatch(/ноч.*ноч/)
})

test('who waits where nobody leads is told who may deal', () => {
  const lobby = (open: boolean) => {
    const deal = { open, phones: 3, agreed: 0, mine: false, min: 6, max: 16, nicks: [] }
    const mine = { state: 'lobby', nick: 'a', askSeat: 0, open: [], deal } as unknown as Mine
    return text(render(Lobby, { phone: phoneAt(view), mine }).container)
  }
  expect(lobby(true)).toContain('или сами игроки')
  expect(lobby(false)).toContain('Подождите:')
})

test('a change of name may be given up, and the old one stays', async () => {
  const join = vi.fn()
  const page = render(NickForm, { phone: phoneAt(view, { join }), mine }).container
  const press = async (name: string) => {
    const button = [...page.querySelectorAll('button')].find((b) => text(b) === name)
    if (button) await fireEvent.click(button)
    return button
  }
  await press('Сменить имя')
  expect(page.querySelector('input')).not.toBeNull()
  expect(await press('Оставить прежнее')).toBeDefined()
  expect(page.querySelector('input')).toBeNull()
  expect(join).not.toHaveBeenCalled()
})

test('a note that opens at the edge of the screen is brought into it', async () => {
  const shown = vi.fn()
  Element.prototype.scrollIntoView = shown
  const page = render(Notes, { view, table: 't' }).container
  const seat = page.querySelector('button')
  if (seat) await fireEvent.click(seat)
  expect(shown).toHaveBeenCalledWith({ block: 'nearest' })
})
