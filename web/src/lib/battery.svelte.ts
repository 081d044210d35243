// A warning before the battery is empty, where the browser tells of it: on safe origins, and not in every browser.

/** From this share on, and not charging, the host should find a socket. */
export const low = 0.15

interface Battery extends EventTarget {
  /** 0..1 */
  level: number
  charging: boolean
}

/** The charge in percent while it is low and falling; null as long as there is nothing to warn of. */
export const battery = $state<{ low: number | null }>({ low: null })

const events = ['levelchange', 'chargingchange'] as const

/** Watches the battery; the answer ends it. A browser that tells nothing is a battery that is never low. */
export function watchBattery(): () => void {
  let ended = false
  let found: Battery | undefined
  const read = () => {
    if (!found) return
    battery.low =
      found.level <= low && !found.charging ? Math.max(1, Math.round(found.level * 100)) : null
  }
  const ask = (navigator as { getBattery?: () => Promise<Battery> }).getBattery
  if (typeof ask === 'function') {
    // Some browsers have it and refuse it.
    Promise.resolve()
      .then(() => ask.call(navigator))
      .then(
        (b) => {
          if (ended) return
          found = b
          events.forEach((e) => b.addEventListener(e, read))
          read()
        },
        () => undefined,
      )
  }
  return () => {
    ended = true
    battery.low = null
    events.forEach((e) => found?.removeEventListener(e, read))
  }
}
