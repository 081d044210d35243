// Whether the server has newer pages than this one, and the reload that brings them.
import { recall, remember } from './shelf.ts'
import { steady } from './steady.ts'

const name = 'omerta.build'
/** How often a page that may not reload yet looks whether it may. */
const again = 1_000
/** So long nobody must have touched a page that is in sight. */
const calm = 4_000

let touched = -Infinity
let waiting: ReturnType<typeof setInterval> | undefined
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>()

const mine = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="omerta-build"]')?.content ?? ''

/** Begins to note what is typed and touched, so that no reload comes in the middle of it. */
export function watchHands(): void {
  for (const kind of ['pointerdown', 'keydown'] as const) {
    addEventListener(kind, () => (touched = steady()), { capture: true, passive: true })
  }
  addEventListener(
    'input',
    ({ target }) => {
      touched = steady()
      const text = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
      if (text) typed.add(target)
    },
    { capture: true },
  )
}

/** Whether somebody is in the middle of something that a reload would lose. */
function busy(): boolean {
  for (const field of typed) if (!field.isConnected || field.value === '') typed.delete(field)
  if (typed.size > 0 || document.querySelector('dialog[open], [aria-busy="true"]')) return true
  return document.visibilityState === 'visible' && steady() - touched < calm
}

/**
 * Asks the server which pages it has; where they are others than this one, the page loads itself anew as soon as nothing
 * typed is lost by it. It does so once for each build, so a page that comes back old does not go round in circles.
 */
export async function newer(): Promise<void> {
  const own = mine()
  if (own === '' || waiting !== undefined) return
  const theirs = await fetch('/build.txt', { cache: 'no-store' })
    .then((r) => (r.ok ? r.text() : ''))
    .catch(() => '')
  if (!/^[0-9a-f]{16}$/.test(theirs) || theirs === own || waiting !== undefined) return
  if (recall(name, '', 'session') === theirs) return
  waiting = setInterval(() => {
    if (busy()) return
    clearInterval(waiting)
    remember(name, theirs, 'session')
    location.reload()
  }, again)
}
