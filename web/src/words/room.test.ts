// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import ru from './room.ru.json'

const src = join(import.meta.dirname, '..')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((n) => /\.(svelte|ts)$/.test(n) && !n.endsWith('.test.ts'))
  .map((n) => readFileSync(join(src, n), 'utf8'))
  .join('\n')

it('no word about the room lies idle', () => {
  expect(Object.keys(ru).filter((key) => !sources.includes(`'${key}'`))).toEqual([])
})
