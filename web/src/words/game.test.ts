// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import en from './game.en.json'
import ru from './game.ru.json'

const folder = join(import.meta.dirname, '../game')
const sources = readdirSync(folder)
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')
const params = (text: string) => [...text.matchAll(/\{\^?([a-z]+)/g)].map((m) => m[1]).sort()

describe('the words of the console', () => {
  it('are the same in both languages', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(ru).sort())
  })

  it.each(Object.keys(ru) as (keyof typeof ru)[])('%s has the same parameters', (key) => {
    expect([...new Set(params(en[key]))]).toEqual([...new Set(params(ru[key]))])
  })

  it('speak one language each', () => {
    for (const [key, text] of Object.entries(en)) expect(text, key).not.toMatch(/[а-яё]/i)
    for (const [key, text] of Object.entries(ru)) {
      expect(text.replace(/\{[^}]*\}|\bH\b/g, ''), key).not.toMatch(/[a-z]/i)
    }
    for (const text of Object.values(ru)) expect(text).not.toContain('!')
  })

  it('are there for every key that is written out in the console', () => {
    const used = [...sources.matchAll(/'(game\.[\w.-]+)'/g)].map((m) => m[1] ?? '')
    expect(used.length).toBeGreaterThan(100)
    expect(used.filter((key) => !Object.hasOwn(ru, key))).toEqual([])
  })

  it('are there for every family of keys that is put together', () => {
    const families = [...sources.matchAll(/`(game\.[\w.-]*)\$\{/g)].map((m) => m[1] ?? '')
    for (const family of families) {
      expect(
        Object.keys(ru).some((key) => key.startsWith(family)),
        family,
      ).toBe(true)
    }
  })

  it('hold nothing that no page says', () => {
    const families = [...sources.matchAll(/`(game\.[\w.-]*)\$\{/g)].map((m) => m[1] ?? '')
    const unused = Object.keys(ru).filter(
      (key) =>
        key.startsWith('game.') &&
        !sources.includes(`'${key}'`) &&
        !families.some((f) => key.startsWith(f)),
    )
    expect(unused).toEqual([])
  })
})
