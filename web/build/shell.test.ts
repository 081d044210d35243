// @vitest-environment node
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { icon } from './icons.ts'
import { makeShell } from './shell.ts'

let dir = ''
const put = (name: string, text: string) => writeFileSync(join(dir, name), text)
const read = (name: string) => readFileSync(join(dir, name), 'utf8')

function build(script: string): string {
  put('index.html', '<meta name="omerta-build" content="" />')
  put('sw.js', "const build='%BUILD%',files='%FILES%'.split(' ')")
  put('assets/a.js', script)
  put('assets/a.js.br', 'packed')
  put('.keep', '')
  return makeShell(dir)
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'omerta-shell-'))
  mkdirSync(join(dir, 'assets'))
})
afterEach(() => rmSync(dir, { recursive: true }))

test('pages, worker and note carry one name, which is another when a file is', () => {
  const one = build('1')
  expect(one).toMatch(/^[0-9a-f]{16}$/)
  expect(read('build.txt')).toBe(one)
  expect(read('index.html')).toContain(`content="${one}"`)
  expect(read('sw.js')).toContain(`build='${one}'`)
  expect(build('1')).toBe(one)
  expect(build('2')).not.toBe(one)
})

test('the worker keeps each file once, and neither itself nor packed copies', () => {
  build('1')
  expect(/files='([^']*)'/.exec(read('sw.js'))?.[1]?.split(' ')).toEqual([
    '/assets/a.js',
    '/icon-192.png',
    '/icon-512.png',
    '/icon-apple.png',
    '/icon-mask.png',
    '/index.html',
    '/manifest.webmanifest',
    '/phone.webmanifest',
  ])
})

test('a page without a place for the name is a fault of the build', () => {
  put('board.html', '<html></html>')
  expect(() => build('1')).toThrow('board.html')
})

test('every icon of a manifest is there', () => {
  build('1')
  for (const name of ['manifest.webmanifest', 'phone.webmanifest']) {
    const { icons } = JSON.parse(read(name)) as { icons: { src: string; type: string }[] }
    for (const { src, type } of icons) {
      if (type === 'image/png') expect(read(src.slice(1)).slice(1, 4)).toBe('PNG')
    }
  }
})

test('an icon has corners that can be seen through, and a maskable one has none', () => {
  const first = (png: Buffer) => {
    const at = png.indexOf('IDAT')
    const body = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
    expect(body).toHaveLength(32 * (32 * 4 + 1))
    return [...body.subarray(1, 5)]
  }
  expect(first(icon(32))[3]).toBeLessThan(255)
  expect(first(icon(32, true))).toEqual([0x1c, 0x18, 0x14, 255])
})
