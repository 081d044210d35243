// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = import.meta.dirname
const src = join(folder, '..')
const areas = readdirSync(folder).flatMap((n) => /^(.+)\.ru\.json$/.exec(n)?.[1] ?? [])

const read = (area: string, lang: string) =>
  JSON.parse(readFileSync(join(folder, `${area}.${lang}.json`), 'utf8')) as Record<string, string>

/** The parameters of a template, each once. */
const params = (template: string) =>
  [...new Set([...template.matchAll(/\{\^?([A-Za-z][\w-]*)/g)].map((m) => m[1]))].sort()

describe.each(areas)('words of %s', (area) => {
  const ru = read(area, 'ru')
  const en = read(area, 'en')

  test('both languages have the same keys', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(ru).sort())
  })

  test.each(Object.keys(ru))('%s has the same parameters in both, and words in each', (key) => {
    expect(params(en[key] ?? '')).toEqual(params(ru[key] ?? ''))
    expect((ru[key] ?? '').trim()).not.toBe('')
    expect(en[key] ?? '').not.toMatch(/[А-яЁё]/)
    expect(ru[key] ?? '').not.toMatch(/!/)
  })
})

/** Every source of the pages but tests. */
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((n) => /\.(svelte|ts)$/.test(n) && !n.endsWith('.test.ts') && n !== 'lib/api.ts')
  .map((n) => ({ name: n, text: readFileSync(join(src, n), 'utf8') }))

test('no page holds a sentence of its own', () => {
  const own = sources
    .filter(({ name }) => name.endsWith('.svelte') && name !== 'App.svelte')
    .flatMap(({ name, text }) => {
      const bare = text.replace(/<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      return [...bare.matchAll(/.*[А-яЁё]{3,}.*/g)].map((m) => `${name}: ${m[0].trim()}`)
    })
    // A language's name stands in that language, and a pattern that knows names is no sentence.
    .filter((s) => !/text: 'Русский'|>Русский<|\.test\(/.test(s))
  expect(own).toEqual([])
})

test('no word of the club lies idle', () => {
  const all = sources.map((s) => s.text).join('\n')
  const whole = new Set([...all.matchAll(/['"`]([a-z?][\w?.-]*)['"`]/g)].map((m) => m[1] ?? ''))
  const stems = [...all.matchAll(/`([a-z][\w.-]*\.)\$\{/g)].map((m) => m[1] ?? '')
  const idle = Object.keys(read('club', 'ru')).filter(
    (key) => !whole.has(key) && !stems.some((stem) => key.startsWith(stem)),
  )
  expect(idle).toEqual([])
})

test('the cards are told in about the same number of letters', () => {
  for (const lang of ['ru', 'en']) {
    const sizes = Object.entries(read('club', lang))
      .filter(([key]) => key.startsWith('does.'))
      .map(([, text]) => text.length)
    expect(Math.max(...sizes) - Math.min(...sizes), lang).toBeLessThan(14)
  }
})
