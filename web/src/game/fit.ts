// How what is said fits its card: smaller type and fewer hints, until all of the words to say are before the reader.

/** The steps of squeezing, in the order in which they are tried: smaller type, no hints, and then both. */
export const squeezes = [0, 1, 2, 3, 4, 5] as const
export type Squeeze = (typeof squeezes)[number]

/**
 * How many hints are shown: on a small screen the first one, on a large one three, and fewer where the words to
 * say need the room. The others are on demand.
 */
export function hintsShown(all: number, folds: boolean, squeeze: Squeeze): number {
  if (squeeze >= 3 || (squeeze === 2 && folds)) return 0
  if (squeeze === 2) return Math.min(all, 1)
  return Math.min(all, folds ? 1 : 3)
}

/** The most words of a nick on so many lines, broken only between them, need this many characters on a line. */
export function longestLine(nick: string, lines: number): number {
  const words = nick.match(/[^\s-]+-?/g) ?? []
  const longest = Math.max(0, ...words.map((w) => w.length))
  for (let width = longest; ; width++) if (rows(words, nick, width) <= lines) return width
}

/** How many lines words take at a width in characters. */
function rows(words: readonly string[], nick: string, width: number): number {
  if (nick.length <= width) return 1
  let count = 1
  let used = 0
  for (const word of words) {
    const gap = used > 0 && !nick.includes(`-${word}`) ? 1 : 0
    if (used > 0 && used + gap + word.length > width) {
      count++
      used = word.length
    } else used += gap + word.length
  }
  return count
}

/** The most lines of a nick in a seat: of one whose words stay whole, and of one whose words are broken. */
const [most, mostBroken] = [3, 4]
/** Of how many px a letter is wide at a size of 1 px: as letters are, and as the widest of them. */
const [usual, widest] = [0.64, 0.95]
/** How high a line is at a size of 1 px. */
const leading = 1.15
/** The least sizes, in px: that of a nick whose words stay whole, and that of one whose words are broken. */
const [whole, broken] = [11, 8]

export interface NickFit {
  /** In px at the usual size of text. */
  size: number
  lines: number
}

/**
 * The size of a nick in a seat's box of so many px, the largest of those with one line to three. Words stay whole where
 * that can be read; a nick of the longest that are allowed (names.Nick) is broken and made smaller rather than cut.
 */
export function fitSeat(nick: string, width: number, height: number, largest: number): NickFit {
  const best = (size: (lines: number) => number, to = most): NickFit => {
    let found: NickFit = { size: 0, lines: 1 }
    for (let lines = 1; lines <= to; lines++) {
      const fits = Math.min(largest, size(lines), height / (lines * leading))
      if (fits > found.size) found = { size: fits, lines }
    }
    return found
  }
  const sound = best((lines) => width / (Math.max(3, longestLine(nick, lines)) * usual))
  if (sound.size >= whole) return sound
  const letters = [...nick].length
  const torn = best(
    (lines) => Math.min(whole, width / (Math.ceil(letters / lines) * widest)),
    mostBroken,
  )
  return { size: Math.max(broken, torn.size), lines: torn.lines }
}
