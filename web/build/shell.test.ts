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

const worker = "const build='%BUILD%',files='%FILES%'.split(' ')"

function build(script: string, sw = worker): string {
  put('index.html', '<meta name="omerta-build" content="" />')
  put('sw.js', sw)
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

test('another worker is another build, and so is a file under another name', () => {
  const one = build('1')
  expect(build('1', `${worker};`)).not.toBe(one)
  put('assets/b.js', '2')
  const two = build('1')
  rmSync(join(dir, 'assets/b.js'))
  put('assets/c.js', '2')
  expect(build('1')).not.toBe(two)
})

test('a worker without a place for its list or its name is a fault of the build', () => {
  for (const mark of ['%FILES%', '%BUILD%'])
    expect(() => build('1', worker.replace(mark, ''))).toThrow(mark)
})

test('a player’s icon opens his phone’s page, and each app is its own', () => {
  build('1')
  const app = (name: string) =>
    JSON.parse(read(name)) as { id: string; start_url: string; scope: string }
  expect(app('phone.webmanifest')).toMatchObject({ id: '/me', start_url: '/me', scope: '/' })
  expect(app('manifest.webmanifest')).toMatchObject({ id: '/', start_url: '/', scope: '/' })
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
