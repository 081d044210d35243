// The time of day as all pages of the host write it.
import { speech } from './i18n.svelte.ts'

/** "21:40": twenty-four hours in both languages. */
export const hour = (ms: number): string =>
  new Intl.DateTimeFormat(speech.lang === 'en' ? 'en-GB' : 'ru', {
    hour: '2-digit',
    minute: '2-digit',
  }).format(ms)
