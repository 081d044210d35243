// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'app.css'), 'utf8')

/** The colour tokens of one tone. */
function tone(name: string): Map<string, string> {
  const block = new RegExp(String.raw`\[data-tone='${name}'\] \{([^}]*)\}`).exec(css)?.[1] ?? ''
  return new Map(
    [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1] ?? '', m[2] ?? '']),
  )
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** Pairs of ink and ground, with the least contrast that WCAG AA allows for what they carry. */
const pairs: [ink: string, ground: string, least: number][] = [
  ['ink', 'paper', 4.5],
  ['ink', 'card', 4.5],
  ['dim', 'paper', 4.5],
  ['dim', 'card', 4.5],
  ['accent-ink', 'accent', 4.5],
  ['red', 'paper', 4.5],
  ['red', 'card', 4.5],
  ['red', 'red-soft', 4.5],
  ['red-ink', 'red', 4.5],
  ['black-ink', 'black', 4.5],
  ['solo', 'card', 4.5],
  ['warn', 'card', 4.5],
  ['warn', 'warn-soft', 4.5],
  ['ink', 'accent-soft', 4.5],
  ['edge', 'card', 3],
  ['focus', 'paper', 3],
  ['tick', 'card', 3],
]

describe.each(['day', 'night'])('%s', (name) => {
  const tokens = tone(name)

  test.each(pairs)('%s on %s reads at %d to 1', (ink, ground, least) => {
    const a = tokens.get(ink)
    const b = tokens.get(ground)
    if (!a || !b) throw new Error(`no token ${ink} or ${ground}`)
    expect(contrast(a, b)).toBeGreaterThanOrEqual(least)
  })
})

test('what is read across a room has seven times the light of its ground', () => {
  const day = tone('day')
  for (const ink of ['ink', 'far', 'far-red']) {
    for (const ground of ['paper', 'card']) {
      expect(
        contrast(day.get(ink) ?? '', day.get(ground) ?? ''),
        `${ink} on ${ground}`,
      ).toBeGreaterThanOrEqual(7)
    }
  }
})

test('a phone at night lights no face: its ground is black and no ink is bright', () => {
  const night = tone('night')
  expect(night.get('paper')).toBe('#000000')
  expect(night.size).toBeGreaterThan(15)
  for (const [name, hex] of night) {
    const limit = name === 'accent-ink' ? 0.7 : 0.4
    expect(luminance(hex), `${name} ${hex}`).toBeLessThan(limit)
  }
})

test('both tones define the same tokens', () => {
  expect([...tone('night').keys()].sort()).toEqual([...tone('day').keys()].sort())
})

test('the slider is drawn in our colours, for browsers would make its track white by night', () => {
  const track = /input\[type='range'\]::-webkit-slider-runnable-track \{([^}]*)\}/.exec(css)?.[1]
  expect(track).toContain('background: var(--line)')
  expect(css).toMatch(/input\[type='range'\] \{[^}]*appearance: none/)
})
