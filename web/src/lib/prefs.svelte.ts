// What this browser remembers of its user: language, tone, size of text. Nothing of any game.
import type { Lang } from './say.ts'
import { recall, remember } from './shelf.ts'

export type Tone = 'auto' | 'day' | 'night'

interface Prefs {
  /** Empty: as the browser asks for. */
  lang: Lang | ''
  tone: Tone
  /** Percent of the browser's own size. */
  size: number
}

export const sizes = [90, 100, 115, 130, 150, 200] as const
const name = 'omerta.prefs'
const standard: Prefs = { lang: '', tone: 'auto', size: 100 }

function read(): Prefs {
  const p = recall(name, standard)
  return {
    lang: p.lang === 'ru' || p.lang === 'en' ? p.lang : '',
    tone: p.tone === 'day' || p.tone === 'night' ? p.tone : 'auto',
    size: sizes.some((s) => s === p.size) ? p.size : 100,
  }
}

export const prefs = $state(read())

/** The language to speak: the chosen one, else the browser's, else Russian. */
export function wanted(): Lang {
  if (prefs.lang) return prefs.lang
  for (const tag of navigator.languages) {
    if (/^(ru|be|uk|kk)\b/.test(tag)) return 'ru'
    if (/^en\b/.test(tag)) return 'en'
  }
  return 'ru'
}

/** It is night in the game that is shown: the page is dark, whatever tone its host likes. */
let dark = false

/** Says whether it is night in the game that is shown; the page stays dark until it is said otherwise. */
export function beDark(night: boolean): void {
  dark = night
  applyPrefs()
}

/** Puts tone and size onto the page, and remembers all of it. A night stays dark whatever is changed. */
export function applyPrefs(): void {
  remember(name, $state.snapshot(prefs))
  const liked = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day'
  const chosen = prefs.tone === 'auto' ? liked : prefs.tone
  document.body.dataset.tone = dark ? 'night' : chosen
  document.documentElement.style.fontSize = prefs.size === 100 ? '' : `${prefs.size}%`
}
