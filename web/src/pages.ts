// The pages by the place they are shown at; each is loaded when somebody goes there.
import type { Component } from 'svelte'
import Lost from './club/Lost.svelte'
import type { Route } from './router.ts'

/** What of an address a page may read; it takes what it needs. */
type Page = Component<{ id: string; book: string; step: string }>

const pages: Partial<Record<Route['at'], () => Promise<{ default: unknown }>>> = {
  people: () => import('./people/People.svelte'),
  'people-import': () => import('./people/Import.svelte'),
  new: () => import('./club/NewGame.svelte'),
  cards: () => import('./club/Cards.svelte'),
  end: () => import('./club/End.svelte'),
  protocol: () => import('./club/Protocol.svelte'),
  protocols: () => import('./club/Protocols.svelte'),
  import: () => import('./club/Import.svelte'),
  paper: () => import('./club/Paper.svelte'),
  rules: () => import('./club/Rules.svelte'),
  rule: () => import('./club/OneRule.svelte'),
  options: () => import('./club/Options.svelte'),
  settings: () => import('./club/Settings.svelte'),
  room: () => import('./club/Room.svelte'),
  evenings: () => import('./evening/Evenings.svelte'),
  evening: () => import('./evening/Evening.svelte'),
  standings: () => import('./club/count/Standings.svelte'),
  person: () => import('./club/count/PersonPage.svelte'),
  schemes: () => import('./club/count/Schemes.svelte'),
  scheme: () => import('./club/count/SchemeEdit.svelte'),
  keep: () => import('./keep/Keep.svelte'),
}

/** What phones ask, over the pages of the club. */
export const loadAsks = async (): Promise<Component> =>
  (await import('./club/Asks.svelte')).default as Component

export async function loadPage(at: Route['at']): Promise<Page> {
  const page = await pages[at]?.()
  return (page?.default ?? Lost) as Page
}

/** The console of a running game. */
export async function loadGame(): Promise<Component<{ tableId: string }>> {
  const page = (await import('./game/GameScreen.svelte')) as { default: unknown }
  return page.default as Component<{ tableId: string }>
}
