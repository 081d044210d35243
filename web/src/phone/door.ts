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

/** What was typed that is in no code, to be named; empty where there is nothing of the kind. */
export const strange = (typed: string): string =>
  [...typed.toUpperCase()].find((c) => !/[\s\-–—._]/.test(c) && codeOf(c) === '') ?? ''

/** The longest nick, as people count letters. */
export const nickLength = 24

/** What a field for a nick takes, as browsers count: a letter of many scripts, or an emoji, is several of theirs. */
export const nickUnits = 96

/** How many letters of a nick are told to be near its end. */
export const nickNear = 20

/** How long a nick is, as people count letters. */
export const nickCount = (nick: string): number =>
  'Segmenter' in Intl
    ? [...new Intl.Segmenter().segment(nick.trim())].length
    : [...nick.trim()].length

/** Letters by name that nobody sees: the fillers of Korean, and the empty cell of Braille. */
const unseen = /[\u115f\u1160\u3164\uffa0\u2800]/g

/** What a nick lacks. The server has the last word: it knows more of what nobody sees. */
export function nickFault(nick: string): '' | 'empty' | 'unseen' | 'long' {
  if (nick.trim() === '') return 'empty'
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(nick.replace(unseen, ''))) return 'unseen'
  return nickCount(nick) > nickLength ? 'long' : ''
}

const name = 'omerta.nick'

/** The nick that was used on this phone before. */
export const lastNick = (): string => recall<{ nick: string }>(name, { nick: '' }).nick

export const keepNick = (nick: string): void => remember(name, { nick })
