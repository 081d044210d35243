// How a phone comes in: what its address says, and the code as it is typed.
import { recall, remember } from '../lib/shelf.ts'

/** What an address asks for: a room's link, a seat's ticket, or nothing. */
export type Way = { by: 'link'; token: string } | { by: 'ticket'; ticket: string } | { by: 'none' }

export function wayOf(path: string): Way {
  const [, first = '', second = ''] = path.split('/')
  let rest = second
  try {
    rest = decodeURIComponent(second)
  } catch {
    // A broken escape opens nothing, and is told so by the server.
  }
  if (first === 'j' && rest) return { by: 'link', token: rest }
  if (first === 's' && rest) return { by: 'ticket', ticket: rest }
  return { by: 'none' }
}

/** How long a code is. */
export const codeLength = 6

/** The symbols of a code (room/code.go), and the Russian letters that look like some of them. */
const symbols = 'ABEKMHPCTYX245679'
const russian = 'АВЕЁКМНРСТУХ'
const latin = 'ABEEKMHPCTYX'

/** What was typed or pasted, as it is shown: one alphabet, no spaces; what cannot be in a code is left out. */
export function codeOf(typed: string): string {
  let out = ''
  for (const c of typed.toUpperCase()) {
    const at = russian.indexOf(c)
    const symbol = at < 0 ? c : latin.charAt(at)
    if (symbols.includes(symbol)) out += symbol
  }
  return out.slice(0, codeLength)
}

/** Whether something was typed that is in no code, to be told so. */
export const strange = (typed: string): boolean =>
  [...typed.toUpperCase()].some((c) => !/[\s\-–—._]/.test(c) && codeOf(c) === '')

/** The longest nick, as people count letters. */
export const nickLength = 24

/** What a field for a nick takes, as browsers count: a letter of many scripts, or an emoji, is several of theirs. */
export const nickUnits = 96

const name = 'omerta.nick'

/** The nick that was used on this phone before. */
export const lastNick = (): string => recall<{ nick: string }>(name, { nick: '' }).nick

export const keepNick = (nick: string): void => remember(name, { nick })
