// @vitest-environment node
// What a page loads before it can show anything, as the server sends it: packed by Brotli.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const dist = join(import.meta.dirname, '../dist')

/** The scripts that a page's file names: its own and all that it cannot begin without. */
function scripts(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '')
}

/** Of a file that is too small for a packed copy its own size counts. */
function weight(path: string): number {
  const packed = join(dist, `${path}.br`)
  return statSync(existsSync(packed) ? packed : join(dist, path)).size
}
const page = (name: string): number =>
  scripts(readFileSync(join(dist, name), 'utf8')).reduce((sum, path) => sum + weight(path), 0)

const built = existsSync(join(dist, 'sw.js'))

/** In kilobytes of 1,000. Two fifths and more of each is the library that all pages share. */
const most: [string, number][] = [
  ['index.html', 37], // with the evening that is on
  ['phone.html', 37],
  ['board.html', 35],
]

test.skipIf(!built).each(most)('the scripts of %s weigh no more than %i KB', (name, kb) => {
  expect(page(name)).toBeGreaterThan(0)
  expect(page(name)).toBeLessThanOrEqual(kb * 1000)
})

test('a page that names no script has no weight, and each script counts', () => {
  expect(scripts('<p></p>')).toEqual([])
  expect(
    scripts(
      '<script src="/assets/a-1.js"></script><link href="/assets/b-2.js"><link href="/assets/c.css">',
    ),
  ).toEqual(['/assets/a-1.js', '/assets/b-2.js'])
})
