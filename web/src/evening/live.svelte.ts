// The club as this screen knows it: its people, its evenings that are open, and the way to tell it something.
import type { ClubAnswer, ClubCommand, ClubView, Evening } from '../lib/api.ts'
import { ApiError, newKey, post } from '../lib/client.ts'
import { errorText } from '../lib/i18n.svelte.ts'
import { recall, remember } from '../lib/shelf.ts'
import { Stream } from '../lib/stream.ts'
import { dismiss, toast } from '../ui/toast.svelte.ts'
import { e } from './words.ts'

interface Known {
  /** The club as it was told last; null before. */
  view: ClubView | null
  /** Counts what was told: whoever shows more than the view asks for it anew. */
  news: number
  /** Steps that are on their way. */
  busy: number
  /** The evening that this screen was last at. */
  at: string
}

export const live = $state<Known>({
  view: null,
  news: 0,
  busy: 0,
  at: recall('omerta.evening', ''),
})

/** A page that gives way to another that looks at the club too keeps the line. */
const linger = 1_000

let watchers = 0
let stream: Stream | undefined
let closing: ReturnType<typeof setTimeout> | undefined

/** Follows the club until the answer is called; call it from an effect. */
export function watchClub(): () => void {
  watchers++
  clearTimeout(closing)
  stream ??= new Stream('/api/club/stream', {
    frame: (data) => {
      live.view = JSON.parse(data) as ClubView
      live.news++
    },
    lost: () => undefined,
  })
  return () => {
    if (--watchers > 0) return
    closing = setTimeout(() => {
      stream?.close()
      stream = undefined
    }, linger)
  }
}

/** Notes which of several open evenings this screen is about. */
export function stayAt(id: string): void {
  if (live.at === id) return
  live.at = id
  remember('omerta.evening', id)
}

/** The evening that is on: the one that this screen was last at, or the one that was opened last. */
export const tonight = (): Evening | undefined => {
  const open = live.view?.evenings ?? []
  return open.find((x) => x.id === live.at) ?? open.at(-1)
}

/** Who is at an evening now, in the order in which they came. */
export const present = (of: Pick<Evening, 'here'> | undefined): string[] =>
  of?.here.filter((x) => x.left === 0).map((x) => x.person) ?? []

/** The nick of somebody of the club, or else what `names` calls him; "" for who was forgotten or is not known. */
export const nickOf = (id: string, names: Record<string, string> = {}): string => {
  const known = live.view?.people.find((p) => p.id === id)
  return known ? known.nick : (names[id] ?? '')
}

let before: Promise<unknown> = Promise.resolve()
/** The note that offers to take the last step back: another step makes it untrue. */
let offered: number | undefined

/**
 * Tells the club something, one thing after the other, and answers what came of it. With `told` a note says so and
 * offers to take it back. Throws the club's no.
 */
export function tell(command: ClubCommand, told = ''): Promise<ClubAnswer> {
  live.busy++
  const sent = before
    .then(() => deliver(command, null))
    .finally(() => live.busy--)
    .then((answer) => {
      if (offered !== undefined) dismiss(offered)
      offered = undefined
      if (told) offered = toast(told, { undo: back(answer) })
      return answer
    })
  before = sent.catch(() => undefined)
  return sent
}

/** The same where nobody waits for the answer: a no is shown as a note. True when it was done. */
export async function say(command: ClubCommand, told = ''): Promise<boolean> {
  try {
    await tell(command, told)
    return true
  } catch (error) {
    toast(errorText(error), { bad: true })
    return false
  }
}

/** Sends under one key until there is an answer. */
async function deliver(command: ClubCommand, seen: number | null): Promise<ClubAnswer> {
  const key = newKey()
  for (let tries = 0; ; tries++) {
    try {
      return await post<ClubAnswer>('/api/club/commands', { key, seen, command })
    } catch (error) {
      const again = error instanceof ApiError && (error.status === 0 || error.status >= 502)
      if (!again || tries >= 2) throw error
      await new Promise((done) => setTimeout(done, 500))
    }
  }
}

/** Takes back the step that was just done, and no other. */
const back = (answer: ClubAnswer) => ({
  label: e('evening.back'),
  act: () => {
    offered = undefined
    deliver({ do: 'undo', to: 0 }, answer.revision).then(
      () => toast(e('evening.backed')),
      (error: unknown) => toast(errorText(error), { bad: true }),
    )
  },
})

/** Takes the club's last step back, or does it again, if it still is the one that was seen. */
export async function step(which: 'undo' | 'redo'): Promise<void> {
  const view = live.view
  if (!view) return
  if (offered !== undefined) dismiss(offered)
  offered = undefined
  try {
    await deliver(which === 'undo' ? { do: 'undo', to: 0 } : { do: 'redo' }, view.revision)
  } catch (error) {
    toast(errorText(error), { bad: true })
  }
}
