// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from './router.ts'

describe('an address', () => {
  it.each([
    ['/evenings', { at: 'evenings' }],
    ['/evening/e1', { at: 'evening', id: 'e1', step: 'here' }],
    ['/evening/e1/next', { at: 'evening', id: 'e1', step: 'next' }],
    ['/evening/e1/sum', { at: 'evening', id: 'e1', step: 'sum' }],
  ])('%s leads to its page', (path, route) => expect(parse(path)).toEqual(route))

  it.each(['/evening', '/evening/e1/other', '/evening/e1/next/more', '/evenings/e1'])(
    '%s leads nowhere',
    (path) => expect(parse(path).at).toBe('lost'),
  )
})

it('the server knows every place that the router knows, so that a reload finds it', () => {
  const here = import.meta.dirname
  const router = readFileSync(join(here, 'router.ts'), 'utf8')
  const served = readFileSync(join(here, '../embed.go'), 'utf8')
  const places = [...router.matchAll(/^ {4}case '([a-z]+)':/gm)].map((m) => m[1] ?? '')
  expect(places).toContain('evening')
  expect(places.filter((p) => !served.includes(`"${p}": console`))).toEqual([])
})
