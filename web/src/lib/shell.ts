// The page as an app: its files are kept by a service worker, where the browser lets it. Browsers do so on safe origins
// only, https and the machine itself; over plain HTTP in a club's network all else works without it.
import { newer, watchHands } from './build.ts'

/** Whether the browser lets this page be installed and keep the screen awake by a lock. */
export const safe = (): boolean => isSecureContext

/** Keeps the page's files and notes what is typed. Called once, by each entry, before anything is shown. */
export function keepShell(): void {
  watchHands()
  if (!safe() || !('serviceWorker' in navigator) || !import.meta.env.PROD) return
  // A page that came out of the worker's store may be older than the server.
  if (navigator.serviceWorker.controller) void newer()
  // After the page itself, so that keeping files never delays the first picture.
  const keep = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (document.readyState === 'complete') keep()
  else addEventListener('load', keep, { once: true })
}
