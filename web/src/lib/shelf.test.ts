import { afterEach, describe, expect, it, vi } from 'vitest'
import { recall, remember } from './shelf.ts'

/** A storage that holds what it is given at first, and then may begin to refuse. */
function storage(held: Record<string, string> = {}) {
  const no = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const fake = {
    full: false,
    shut: false,
    getItem: (k: string) => (fake.shut ? no() : (held[k] ?? null)),
    setItem: (k: string, v: string) => (fake.shut || fake.full ? no() : (held[k] = v)),
    removeItem: (k: string) => (fake.shut ? no() : delete held[k]),
  }
  return { fake, held }
}

afterEach(() => vi.unstubAllGlobals())

describe('what a page puts away', () => {
  it.each(['local', 'session'] as const)('comes back from the %s storage', (place) => {
    const { fake, held } = storage()
    vi.stubGlobal(`${place}Storage`, fake)
    remember('a', [1, 2], place)
    expect(held.a).toBe('[1,2]')
    expect(recall('a', [], place)).toEqual([1, 2])
  })

  it('is kept in memory where nothing may be stored', () => {
    const { fake } = storage()
    fake.shut = true
    vi.stubGlobal('sessionStorage', fake)
    expect(recall('shut', 7, 'session')).toBe(7)
    remember('shut', 8, 'session')
    expect(recall('shut', 7, 'session')).toBe(8)
  })

  it('is kept in memory where the storage itself must not be named', () => {
    vi.stubGlobal('localStorage', undefined)
    remember('none', 'x')
    expect(recall('none', '')).toBe('x')
  })

  it('is never an older value than the last, also when the storage is full', () => {
    const { fake, held } = storage({ full: '"old"' })
    vi.stubGlobal('localStorage', fake)
    fake.full = true
    remember('full', 'new')
    expect(recall('full', '')).toBe('new')
    expect(held.full).toBeUndefined()
    fake.full = false
    remember('full', 'newest')
    expect(held.full).toBe('"newest"')
    expect(recall('full', '')).toBe('newest')
  })

  it.each([
    ['broken', '{', { a: 1 }],
    ['null', 'null', { a: 1 }],
    ['of another kind', '[1]', { a: 1 }],
    ['no list', '{"length":3}', []],
  ])('is as if it were not there when it is %s', (_, text, fallback) => {
    vi.stubGlobal('localStorage', storage({ k: text }).fake)
    expect(recall('k', fallback)).toEqual(fallback)
  })

  it('is completed, and freed of fields of another kind', () => {
    vi.stubGlobal(
      'localStorage',
      storage({ k: '{"list":null,"n":"x","cast":{"don":1},"count":3}' }).fake,
    )
    expect(recall('k', { list: ['a'], n: 1, cast: null, count: null })).toEqual({
      list: ['a'],
      n: 1,
      cast: { don: 1 },
      count: 3,
    })
  })
})
