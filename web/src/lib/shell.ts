// The page as an app: its files are kept by a service worker, where the browser lets it. Browsers do so on safe origins
// only, https and the machine itself; over plain HTTP in a club's network all else works without it.
import { newer, watchHands } from './build.ts'

/** Whether the browser lets this page be installed and keep the screen awake by a lock. */
export const safe = (): boolean => isSecureContext

/** Keeps the page's files and notes what is typed. Called once, by each entry, before anything is shown. */
export function keepShell(): void {
  watchHands()
  const workers = helpers()
  if (!safe() || !workers || !import.meta.env.PROD) return
  // A page that came out of the worker's store may be older than the server.
  if (workers.controller) void newer()
  // After the page itself, so that keeping files never delays the first picture.
  const keep = () => void workers.register('/sw.js').catch(() => undefined)
  if (document.readyState === 'complete') keep()
  else addEventListener('load', keep, { once: true })
}

/** Where storage is forbidden, some browsers throw at the mere name. */
function helpers(): ServiceWorkerContainer | undefined {
  try {
    return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  } catch {
    return undefined
  }
}
