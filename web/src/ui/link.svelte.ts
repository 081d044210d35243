// Whether the server answers. Asked for every few seconds while the page is in sight.
import { newer } from '../lib/build.ts'
import { get } from '../lib/client.ts'

export const link = $state({ up: true, since: 0 })

let timer = 0
/** An answer that takes longer is none. */
const patience = 5_000

/** The server was heard last then. */
let heard = Date.now()

/** Notes that the server answered, or did not: then it has not since it was heard last. */
export function noteLink(up: boolean): void {
  if (up) heard = Date.now()
  if (up && !link.up) void newer()
  if (link.up !== up) link.since = heard
  link.up = up
}

async function ask(): Promise<void> {
  clearTimeout(timer)
  if (document.visibilityState === 'visible') {
    await get('/healthz', patience).then(
      () => noteLink(true),
      (e: unknown) => noteLink(!(e instanceof Error && e.message === 'offline')),
    )
  }
  timer = window.setTimeout(() => void ask(), link.up ? 8_000 : 3_000)
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
