// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import type { ListReport, Member } from '../lib/api.ts'
import { parse } from '../router.ts'
import { leftOver, textOf } from './list.ts'
import { byEnd, byNick, ended, isBanned, lastDay, latinAmong, likes, part, search } from './roll.ts'

const member = (id: string, nick: string, more: Partial<Member> = {}): Member => ({
  id,
  nick,
  novice: false,
  notes: '',
  former: [],
  friends: [],
  couples: [],
  bans: [],
  barred: null,
  removed: false,
  forgotten: false,
  ...more,
})
const nicks = (list: Member[]) => list.map((m) => m.nick)
const today = '2026-11-30'

describe('a ban', () => {
  it('holds on its last day and is over on the next', () => {
    expect(ended({ until: today }, today)).toBe(false)
    expect(ended({ until: '2026-11-29' }, today)).toBe(true)
    expect(ended({ until: '' }, today)).toBe(false)
  })
  it('is not told to be over before the day is known', () => {
    expect(ended({ until: '2001-01-01' }, '')).toBe(false)
  })
  it('counts from a table and from the club, while it holds', () => {
    const ban = (until: string) => [{ with: 'p2', reason: '', until }]
    expect(isBanned(member('p1', 'А', { bans: ban('') }), today)).toBe(true)
    expect(isBanned(member('p1', 'А', { bans: ban('2026-01-01') }), today)).toBe(false)
    expect(isBanned(member('p1', 'А', { barred: { reason: '', until: today } }), today)).toBe(true)
  })
  it('that is over stands last', () => {
    const bans = ['2026-01-01', '2027-01-01', ''].map((until) => ({
      with: until,
      reason: '',
      until,
    }))
    expect(byEnd(bans, today).map((b) => b.until)).toEqual(['', '2027-01-01', '2026-01-01'])
  })
  it('ends on a day that there is', () => {
    expect(lastDay('ever', today)).toBe('')
    expect(lastDay('month', today)).toBe('2026-12-30')
    expect(lastDay('month', '2027-01-31')).toBe('2027-02-28')
    expect(lastDay('half', '2026-08-31')).toBe('2027-02-28')
    expect(lastDay('half', '2026-06-15')).toBe('2026-12-15')
    expect(lastDay('month', '2026-12-31')).toBe('2027-01-31')
    expect(lastDay('year', today)).toBe('2026-12-31')
  })
})

describe('the list', () => {
  const people = [
    member('p1', 'Ёж'),
    member('p2', 'Анна', { novice: true }),
    member('p3', 'Aннa', { former: ['Ежевика'] }),
    member('p4', 'Барсук', { notes: 'брат Ёжика' }),
  ]
  it('is searched by nick, former nick and note, the beginning of a nick first', () => {
    expect(nicks(search(people, ' ЕЖ'))).toEqual(['Ёж', 'Aннa', 'Барсук'])
    expect(nicks(search(people, ''))).toHaveLength(4)
    expect(search(people, 'нет такого')).toEqual([])
  })
  it('stands by nick as one looks for it', () => {
    const some = [member('p9', 'Ящер'), member('p10', 'ёж'), member('p11', 'Ель'), member('p1', 'Игрок 10'), member('p2', 'Игрок 9')] // prettier-ignore
    expect(nicks(byNick(some, 'ru'))).toEqual(['ёж', 'Ель', 'Игрок 9', 'Игрок 10', 'Ящер'])
  })
  it('shows its parts', () => {
    const of = { people, off: [member('p9', 'Граф')], alike: [['p2', 'p3']], today }
    expect(nicks(part(of, 'novices'))).toEqual(['Анна'])
    expect(nicks(part(of, 'alike'))).toEqual(['Анна', 'Aннa'])
    expect(nicks(part(of, 'off'))).toEqual(['Граф'])
    expect(part(of, 'banned')).toEqual([])
    expect(likes(of.alike, 'p3')).toEqual(['p2'])
  })
  it('tells what makes a nick only look like another', () => {
    expect(latinAmong('Aннa')).toEqual(['A', 'a'])
    expect(latinAmong('Анна')).toEqual([])
    expect(latinAmong('Anna')).toEqual([])
  })
  it('of 5000 is searched within a frame or two', () => {
    const many = Array.from({ length: 5000 }, (_, i) => member(`p${i}`, `Игрок ${i}`))
    const sorted = byNick(many, 'ru')
    const begun = performance.now()
    expect(search(sorted, '499')).toHaveLength(15)
    expect(performance.now() - begun).toBeLessThan(250)
  })
})

describe('a file', () => {
  const bytes = (...b: number[]) => Uint8Array.from(b)
  it('is read in the letters that it has', () => {
    expect(textOf(new TextEncoder().encode('Ёж'))).toBe('Ёж')
    expect(textOf(bytes(0xc0, 0xed, 0xed, 0xe0))).toBe('Анна')
    expect(textOf(bytes(0xff, 0xfe, 0x10, 0x04))).toBe('А')
    expect(textOf(bytes(0xfe, 0xff, 0x04, 0x10))).toBe('А')
  })
  it('that is no text is none', () => {
    expect(textOf(bytes(0x50, 0x4b, 3, 4, 0, 0))).toBeNull()
  })
})

describe('what is left of a list', () => {
  const report = (lines: number, ...texts: string[]): ListReport => ({
    lines,
    added: [],
    known: [],
    faults: texts.map((text, i) => ({ line: i + 1, text, why: { ru: '', en: '' } })),
    strange: [],
  })
  it('keeps the headings', () => {
    expect(leftOver('\uFEFFНик;Новичок\r\n;;\nАнна;да\r\nБорис;?\r\n', report(2, 'Борис;?'))).toBe(
      'Ник;Новичок\nБорис;?',
    )
  })
  it('is only the lines where there are none', () => {
    expect(leftOver('Анна\n\u200b\n', report(2, '\u200b'))).toBe('\u200b')
    expect(leftOver('Анна', report(1))).toBe('')
  })
})

test('the list, a person and lists to paste have addresses', () => {
  expect(parse('/people')).toEqual({ at: 'people', id: '' })
  expect(parse('/people/p12')).toEqual({ at: 'people', id: 'p12' })
  expect(parse('/people/import')).toEqual({ at: 'people-import' })
  expect(parse('/people/p12/x').at).toBe('lost')
})

const src = join(import.meta.dirname, '..')
test('no word about people lies idle', () => {
  const words = JSON.parse(readFileSync(join(src, 'words/people.ru.json'), 'utf8')) as Record<
    string,
    string
  >
  const all = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((n) => /\.(svelte|ts)$/.test(n) && !n.endsWith('.test.ts'))
    .map((n) => readFileSync(join(src, n), 'utf8'))
    .join('\n')
  const stems = [...all.matchAll(/`(roll\.[\w.]*)\$\{/g)].map((m) => m[1] ?? '')
  const idle = Object.keys(words).filter(
    (key) => !all.includes(`'${key}'`) && !stems.some((stem) => key.startsWith(stem)),
  )
  expect(idle).toEqual([])
})
