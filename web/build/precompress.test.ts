// @vitest-environment node
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packFolder } from './precompress.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'omerta-pack-'))
})
afterEach(() => {
  rmSync(dir, { recursive: true })
})

test('copies unpack to the very bytes of the file', () => {
  const body = 'Город засыпает. '.repeat(200)
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'assets', 'a.js'), body)
  expect(packFolder(dir)).toEqual([join('assets', 'a.js')])
  const path = join(dir, 'assets', 'a.js')
  expect(brotliDecompressSync(readFileSync(`${path}.br`)).toString()).toBe(body)
  expect(gunzipSync(readFileSync(`${path}.gz`)).toString()).toBe(body)
})

test('small files and packed formats are left alone', () => {
  writeFileSync(join(dir, 'small.css'), 'a{}')
  writeFileSync(join(dir, 'font.woff2'), 'x'.repeat(5000))
  expect(packFolder(dir)).toEqual([])
  expect(readdirSync(dir).sort()).toEqual(['font.woff2', 'small.css'])
})
