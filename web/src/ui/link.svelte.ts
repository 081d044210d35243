// Whether the server answers. Asked for every few seconds while the page is in sight.
import { get } from '../lib/client.ts'

export const link = $state({ up: true, since: 0 })

let timer = 0

/** Notes that the server answered, or did not. */
export function noteLink(up: boolean): void {
  if (link.up !== up) link.since = Date.now()
  link.up = up
}

async function ask(): Promise<void> {
  clearTimeout(timer)
  if (document.visibilityState === 'visible') {
    await get('/healthz').then(
      () => noteLink(true),
      (e: unknown) => noteLink(!(e instanceof Error && e.message === 'offline')),
    )
  }
  timer = window.setTimeout(() => void ask(), link.up ? 15_000 : 3000)
}

/** Begins to watch; the answer ends it. */
export function watchLink(): () => void {
  const now = () => void ask()
  const events = ['online', 'offline', 'pageshow'] as const
  events.forEach((e) => addEventListener(e, now))
  document.addEventListener('visibilitychange', now)
  now()
  return () => {
    clearTimeout(timer)
    events.forEach((e) => removeEventListener(e, now))
    document.removeEventListener('visibilitychange', now)
  }
}
