import { describe, expect, it } from 'vitest'
import fixture from '../../../say/testdata/templates.json'
import {
  fouls,
  has,
  line,
  noun,
  phrase,
  render,
  speak,
  t,
  type Args,
  type Key,
  type Lang,
} from './say'

describe('the catalogue', () => {
  it('answers with keys until a language is loaded', () => {
    expect(t('say.night.falls')).toBe('say.night.falls')
  })

  it('speaks Russian', async () => {
    await speak('ru')
    expect(t('say.morning.victims', { seats: [3, 7] })).toBe(
      'Этой ночью нас покинули номера 3 и 7.',
    )
    expect(noun('city', 'role.sheriff', 'acc')).toBe('комиссара')
    expect(noun('club', 'role.sheriff', 'acc')).toBe('шерифа')
    expect(phrase('phase.vote')).toBe('Голосование')
  })

  it('speaks English', async () => {
    await speak('en')
    expect(t('say.night.sleeps', { role: noun('classic', 'role.don') })).toBe('Go to sleep, don.')
    expect(noun('city', 'role.doctor', 'few')).toBe('doctors')
    expect(noun('city', 'role.doctor', 'acc')).toBe('doctor')
  })

  it('gives back what it does not know', () => {
    expect(has('no.such.key')).toBe(false)
    expect(t('no.such.key' as Key)).toBe('no.such.key')
    expect(noun('city', 'no such noun')).toBe('no such noun')
    expect(phrase('no such phrase')).toBe('no such phrase')
  })
})

describe('render', () => {
  it.each(fixture)('$lang $template is $want', async (c) => {
    await speak(c.lang as Lang) // nouns and lines within lines come from the catalogue
    expect(render(c.lang as Lang, c.template, c.args as Args)).toBe(c.want)
  })

  it('counts fouls given at once', async () => {
    await speak('ru')
    expect([1, 2, 4].map((n) => fouls('city', n))).toEqual([
      'штраф',
      '2\u00a0штрафа',
      '4\u00a0штрафа',
    ])
    await speak('en')
    expect([1, 3].map((n) => fouls('city', n))).toEqual(['foul', '3\u00a0fouls'])
  })

  it('reads a line of the server', async () => {
    await speak('ru')
    const what = { key: 'undo.foul.classic', args: { book: 'classic', n: 2, seat: 4 } }
    expect(line({ key: 'undo', args: { what } })).toBe('Отменить: 2 замечания номеру 4')
  })
})
