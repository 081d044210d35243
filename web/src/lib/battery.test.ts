import { afterEach, describe, expect, it, vi } from 'vitest'
import { battery, watchBattery } from './battery.svelte.ts'

class Fake extends EventTarget {
  constructor(
    public level: number,
    public charging: boolean,
  ) {
    super()
  }
  to(level: number, charging: boolean): void {
    ;[this.level, this.charging] = [level, charging]
    this.dispatchEvent(new Event('levelchange'))
    this.dispatchEvent(new Event('chargingchange'))
  }
}

const has = (getBattery: unknown) => vi.stubGlobal('navigator', { getBattery })
const soon = () => new Promise((done) => setTimeout(done))
afterEach(() => vi.unstubAllGlobals())

describe('the battery', () => {
  it.each([
    [0.16, false, null],
    [0.15, false, 15],
    [0.15, true, null],
    [0.001, false, 1],
  ])('at %f, charging %s, warns of %s', async (level, charging, warned) => {
    has(() => Promise.resolve(new Fake(level, charging)))
    const end = watchBattery()
    await soon()
    expect(battery.low).toBe(warned)
    end()
  })

  it('is followed until the end', async () => {
    const fake = new Fake(0.5, false)
    has(() => Promise.resolve(fake))
    const end = watchBattery()
    await soon()
    fake.to(0.14, false)
    expect(battery.low).toBe(14)
    fake.to(0.14, true)
    expect(battery.low).toBeNull()
    fake.to(0.1, false)
    expect(battery.low).toBe(10)
    end()
    expect(battery.low).toBeNull()
    fake.to(0.05, false)
    expect(battery.low).toBeNull()
  })

  it.each([
    ['a browser without it', undefined],
    ['a refusal', () => Promise.reject(new Error('no'))],
    [
      'a fault',
      () => {
        throw new Error('no')
      },
    ],
  ])('is never low with %s', async (_, ask) => {
    has(ask)
    const end = watchBattery()
    await soon()
    expect(battery.low).toBeNull()
    end()
  })
})
