// The one door to what a browser stores. Where it stores nothing (private windows, blocked sites, a full disk), what was
// put away is kept in memory instead: the page works, and forgets with a reload.

/** `local` outlives the browser, `session` a reload of this one tab. */
type Place = 'local' | 'session'

const spare: Record<Place, Map<string, string>> = { local: new Map(), session: new Map() }

/** Even to name a storage may throw. */
const storage = (place: Place): Storage => (place === 'local' ? localStorage : sessionStorage)

function read(place: Place, key: string): string | null {
  const kept = spare[place].get(key)
  if (kept !== undefined) return kept
  try {
    return storage(place).getItem(key)
  } catch {
    return null
  }
}

function write(place: Place, key: string, text: string): void {
  try {
    storage(place).setItem(key, text)
    spare[place].delete(key)
  } catch {
    spare[place].set(key, text)
    forget(place, key)
  }
}

/** What could not be replaced must not come back after a reload as if it were the newest. */
function forget(place: Place, key: string): void {
  try {
    storage(place).removeItem(key)
  } catch {
    // A storage that takes nothing out had nothing put in.
  }
}

/** Whether a value is of the kind of its fallback; a null stands for what is not there yet. */
function alike(value: unknown, fallback: unknown): boolean {
  if (fallback === null) return true
  if (value === null) return false
  return typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback)
}

const plain = (x: unknown): x is Record<string, unknown> =>
  typeof x === 'object' && x !== null && !Array.isArray(x)

/**
 * Reads a value that was put away; the fallback where there is none or it is of another kind. A record with fields is
 * completed by the fallback's, field by field. Never throws.
 */
export function recall<T>(key: string, fallback: T, place: Place = 'local'): T {
  let value: unknown
  try {
    value = JSON.parse(read(place, key) ?? 'null')
  } catch {
    return fallback
  }
  if (value === null || !alike(value, fallback)) return fallback
  if (!plain(value) || !plain(fallback)) return value as T
  const sound = Object.entries(value).filter(
    ([name, x]) => !Object.hasOwn(fallback, name) || alike(x, fallback[name]),
  )
  return { ...fallback, ...Object.fromEntries(sound) }
}

/** Puts a value away. Never throws. */
export function remember(key: string, value: unknown, place: Place = 'local'): void {
  write(place, key, JSON.stringify(value))
}
