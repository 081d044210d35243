// Addresses of the page, without a library: a path, what it shows, and links that do not reload.
import type { Book } from './lib/types.ts'

export type Route =
  | { at: 'home' }
  | { at: 'people'; id: string }
  | { at: 'people-import' }
  | { at: 'new'; step: NewStep }
  | { at: 'game'; id: string }
  | { at: 'cards'; id: string }
  | { at: 'end'; id: string }
  | { at: 'protocol'; id: string }
  | { at: 'protocols'; id: string }
  | { at: 'import' }
  | { at: 'paper' }
  | { at: 'rules'; book: string }
  | { at: 'rule'; id: string }
  | { at: 'options'; book: string }
  | { at: 'settings' }
  | { at: 'room' }
  | { at: 'evenings' }
  | { at: 'evening'; id: string; step: EveningStep }
  | { at: 'standings' }
  | { at: 'person'; id: string }
  | { at: 'schemes' }
  | { at: 'scheme'; id: string }
  | { at: 'keep' }
  | { at: 'lost' }

export const newSteps = ['people', 'game', 'seats', 'cards'] as const
export type NewStep = (typeof newSteps)[number]

export const eveningSteps = ['here', 'next', 'games', 'sum'] as const
export type EveningStep = (typeof eveningSteps)[number]

/** The rulebooks that have pages. */
export const books: readonly Book[] = ['classic', 'city', 'club', 'original']
const known = (name: string) => books.some((b) => b === name)

const ofGame: Record<string, 'cards' | 'end' | 'protocol'> = {
  cards: 'cards',
  end: 'end',
  protocol: 'protocol',
}

function part(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '')
  } catch {
    return ''
  }
}

/** Reads an address; one that means nothing is `lost`. */
export function parse(path: string): Route {
  const [first = '', second, third, more] = path.split('/').filter(Boolean)
  const a = part(second)
  const b = part(third)
  if (more !== undefined) return { at: 'lost' }
  switch (first) {
    case '':
      return { at: 'home' }
    case 'people':
      if (b) return { at: 'lost' }
      return a === 'import' ? { at: 'people-import' } : { at: 'people', id: a }
    case 'import':
    case 'paper':
    case 'settings':
    case 'room':
    case 'evenings':
    case 'standings':
    case 'schemes':
    case 'keep':
      return a ? { at: 'lost' } : { at: first }
    case 'new':
      if (!a) return { at: 'new', step: 'people' }
      return newSteps.some((s) => s === a) ? { at: 'new', step: a as NewStep } : { at: 'lost' }
    case 'game': {
      if (!a) return { at: 'lost' }
      if (!b) return { at: 'game', id: a }
      const page = ofGame[b]
      return page ? { at: page, id: a } : { at: 'lost' }
    }
    case 'evening': {
      const step = eveningSteps.find((x) => x === (b || 'here'))
      return a && step ? { at: 'evening', id: a, step } : { at: 'lost' }
    }
    case 'protocol':
      return a ? { at: 'lost' } : { at: 'protocol', id: '' }
    case 'protocols':
      return a && !b ? { at: 'protocols', id: a } : { at: 'lost' }
    case 'rules':
    case 'options':
      return known(a || 'classic') && !b ? { at: first, book: a || 'classic' } : { at: 'lost' }
    case 'person':
    case 'scheme':
      return a && !b ? { at: first, id: a } : { at: 'lost' }
    case 'rule':
      return a ? { at: 'rule', id: a.toUpperCase() } : { at: 'lost' }
    default:
      return { at: 'lost' }
  }
}

/** Goes to an address of the page. With `replace` the present one is forgotten, as after a deal. */
export function go(path: string, replace = false): void {
  if (path !== location.pathname) history[replace ? 'replaceState' : 'pushState'](null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Lets a plain click on a link of ours change the page without loading it anew. */
export function catchLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download')) return
  const url = new URL(link.href)
  if (url.origin !== location.origin || parse(url.pathname).at === 'lost' || url.hash) return
  event.preventDefault()
  go(url.pathname)
}
