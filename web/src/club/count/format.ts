// Numbers and days as people read them in the language that is spoken.
import { speech } from '../../lib/i18n.svelte.ts'

const locale = () => (speech.lang === 'en' ? 'en-GB' : 'ru')

/** An amount of points with as many decimals as it has, four at most: "0,25", "−0.5". */
export const amount = (n: number): string => plain(n, 4)

/** A number with at most so many decimals and a true minus. */
export function plain(n: number, decimals = 2): string {
  const form = { maximumFractionDigits: decimals, useGrouping: Math.abs(n) >= 10_000 }
  const text = new Intl.NumberFormat(locale(), form).format(n)
  return (text === '-0' ? '0' : text).replace('-', '−')
}

/** A number with two decimals, as it stands in a column. */
export const fixed = (n: number): string =>
  new Intl.NumberFormat(locale(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: Math.abs(n) >= 10_000,
  })
    .format(n)
    .replace(/^-(?=0[.,]00$)/, '')
    .replace('-', '−')

/** With a sign, for what is added: "+0,3". */
export const signed = (n: number): string => (n > 0 ? `+${amount(n)}` : amount(n))

/** A share as whole per cent; a dash where there is nothing to take it of. */
export const percent = (part: number, all: number): string =>
  all > 0 ? `${Math.round((100 * part) / all)}\u00a0%` : '—'

/** A rating is kept in thousandths and read as a whole number. */
export const rating = (milli: number): string => String(Math.round(milli / 1000))

/** "3 февраля 2020"; whatever is no day stays as it is. */
export function day(date: string): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T12:00`) : NaN
  if (Number.isNaN(at)) return date
  const form = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat(locale(), form).format(at)
}

/** Reads an amount as people type it: a comma or a point, any minus, four decimals at most. NaN for anything else. */
export function readAmount(text: string): number {
  const bare = text.trim().replace(/[−–]/, '-').replace(',', '.')
  return /^[-+]?(\d{1,4}(\.\d{0,4})?|\.\d{1,4})$/.test(bare) ? Number(bare) : NaN
}

/** A sum of amounts without what binary fractions leave over. */
export const exact = (n: number): number => Math.round(n * 10_000) / 10_000

/** A nick, or other words where somebody was forgotten. */
export const nickOr = (nick: string | undefined, words: string): string =>
  nick === undefined || nick === '' ? words : nick
