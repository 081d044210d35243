// A game that was played on paper, turned into a record that the referee then replays and checks.
import type { Book, Role } from '../lib/types.ts'
import { sideOf } from '../lib/table.ts'

export const recordable = ['votes', 'checks', 'nominations', 'shots', 'best-move', 'fouls'] as const
export type Recordable = (typeof recordable)[number]

export interface PaperNight {
  /** Who was dead at dawn. */
  dead: string
  /** Deeds by their statement: "mafia kills", "don checks", ...; classic: "shots". */
  deeds: Record<string, string>
  bestMove: string
}

export interface PaperDay {
  /** Pairs of who and whom, in order: "1 8, 2 3". */
  noms: string
  /** The host wrote down only how many hands, not whose. */
  counted: boolean
  votes: Record<string, string>
  revotes: Record<string, string>
  oust: string
  /** Who left by day, and how many fouls were given. */
  out: string
  fouls: string
  removed: string
}

export interface Paper {
  book: Book
  preset: string
  date: string
  event: string
  seats: { nick: string; role: Role }[]
  recorded: Recordable[]
  /** Night k comes after day k, but before it in `city`. */
  nights: PaperNight[]
  days: PaperDay[]
}

export const newNight = (): PaperNight => ({ dead: '', deeds: {}, bestMove: '' })
export const newDay = (): PaperDay => ({
  noms: '',
  counted: false,
  votes: {},
  revotes: {},
  oust: '',
  out: '',
  fouls: '',
  removed: '',
})

/** What roles do at night, as statements in the order of waking. */
export const deeds: Record<Book, string[]> = {
  classic: ['shots', 'don checks', 'sheriff checks'],
  club: [
    'mafia kills',
    'don checks',
    'sheriff checks',
    'mistress visits',
    'doctor heals',
    'maniac kills',
  ],
  city: [
    'mistress visits',
    'mafia kills',
    'doctor heals',
    'sheriff checks',
    'sheriff shoots',
    'maniac kills',
    'bodyguard guards',
    'reanimator heals',
    'ripper kills',
  ],
  original: ['call-night', 'notes'],
}

/** The numbers in a text, whatever stands between them. */
export const numbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)

/** Numbers two by two: who put up whom. A number left over is dropped. */
export function pairsOf(text: string): [number, number][] {
  const all = numbers(text)
  return all.flatMap((n, i): [number, number][] => {
    const to = all[i + 1]
    return i % 2 === 0 && to !== undefined ? [[n, to]] : []
  })
}

/** The candidates of a day in order. */
export const candidates = (day: PaperDay): number[] => [
  ...new Set(pairsOf(day.noms).map(([, to]) => to)),
]

const quote = (nick: string): string =>
  nick && (/[=#"\\]|^x\d/.test(nick) || nick !== nick.trim())
    ? `"${nick.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    : nick

/** Writes the record of a game on paper. What was not written down is left to the referee's neutral moves. */
export function toRecord(p: Paper): string {
  const out = new Set<number>()
  const lines = head(p)
  const last = Math.max(p.days.length, p.nights.length)
  for (let i = 0; i < last; i++) {
    const night = p.nights[i]
    const day = p.days[i]
    if (p.book === 'city') {
      if (night) lines.push(...nightLines(p, night, i + 1, out))
      if (day) lines.push(...dayLines(p, day, i + 1, night, out))
    } else {
      if (day) lines.push(...dayLines(p, day, i + 1, p.nights[i - 1], out))
      if (night) lines.push(...nightLines(p, night, i + 1, out))
    }
  }
  // Without a day of its own, the last night's dead are told under the heading of that day.
  const after = p.nights[last - 1]
  if (p.book !== 'city' && after && last === p.days.length && after.dead) {
    lines.push('', `day ${last + 1}`, ...morning(after))
  }
  lines.push('', 'end')
  return lines.join('\n') + '\n'
}

function head(p: Paper): string[] {
  const lines = ['omerta 1', `rulebook: ${p.book}`]
  if (p.preset) lines.push(`preset: ${p.preset}`)
  if (p.date) lines.push(`date: ${p.date}`)
  if (p.event.trim()) lines.push(`event: ${p.event.trim()}`)
  if (p.recorded.length < recordable.length) lines.push(`recorded: ${p.recorded.join(' ')}`)
  p.seats.forEach((s, i) => {
    const nick = quote(s.nick.trim())
    lines.push(`seat ${i + 1}${nick ? `: ${nick}` : ''} = ${s.role}`)
  })
  return lines
}

function nightLines(p: Paper, night: PaperNight, n: number, out: Set<number>): string[] {
  const lines = ['', `night ${n}`]
  const dead = numbers(night.dead)
  for (const deed of deeds[p.book]) {
    const text = (night.deeds[deed] ?? '').trim()
    if (deed === 'shots') lines.push(...shots(p, text, dead, out))
    else if (deed === 'notes') {
      if (text)
        lines.push(
          `notes: ${pairsOf(text)
            .map(([by, to]) => `${by}>${to}`)
            .join(' ')}`,
        )
    } else if (deed === 'call-night') {
      if (text) lines.push(`call-night: ${numbers(text).join(' ')}`)
    } else if (text) lines.push(`${deed} ${numbers(text)[0] ?? ''}`.trim())
    else if (deed === 'mafia kills' && dead.length === 1) lines.push(`mafia kills ${dead[0]}`)
  }
  for (const seat of dead) out.add(seat)
  return lines
}

/** Shots with closed eyes: as written, or all black players at the one who died. */
function shots(p: Paper, text: string, dead: number[], out: Set<number>): string[] {
  if (text.includes('>')) return [`shots: ${text.replaceAll(/\s*>\s*/g, '>')}`]
  const at = numbers(text)[0] ?? dead[0]
  if (at === undefined) return []
  const black = p.seats.flatMap((s, i) =>
    sideOf(s.role) === 'black' && !out.has(i + 1) ? [i + 1] : [],
  )
  return [`shots: ${black.map((by) => `${by}>${at}`).join(' ')}`]
}

/** What opens a day: the night's dead, and the best move. */
function morning(night: PaperNight | undefined): string[] {
  if (!night) return []
  const dead = numbers(night.dead)
  const lines = [`expect departed ${dead.join(' ') || 'nobody'}`]
  const best = numbers(night.bestMove)
  if (best.length > 0 && dead.length > 0) lines.push(`best-move ${dead[0]}: ${best.join(' ')}`)
  return lines
}

function dayLines(
  p: Paper,
  day: PaperDay,
  n: number,
  night: PaperNight | undefined,
  out: Set<number>,
): string[] {
  const lines = ['', `day ${n}`, ...morning(night)]
  const left = numbers(day.out)
  if (p.book === 'original') lines.push(...accusations(day.noms))
  else {
    for (const seat of numbers(day.fouls)) lines.push(`foul ${seat}`)
    lines.push(...(day.noms.trim() ? voting(p, day, out) : standIn(p, left, out)))
    for (const seat of numbers(day.removed)) lines.push(`remove ${seat}`)
  }
  const gone = [...numbers(night?.dead ?? ''), ...left, ...numbers(day.removed)]
  lines.push('end', `expect departed ${[...new Set(gone)].join(' ') || 'nobody'}`)
  for (const seat of gone) out.add(seat)
  return lines
}

/** Accusations of `original`, one a line: who, whom, and whose hands. */
function accusations(text: string): string[] {
  return text
    .split('\n')
    .map(numbers)
    .filter((all) => all.length >= 2)
    .map(([by, to, ...hands]) => `${by} accuses ${to}: ${hands.join(' ')}`.trim())
}

function voting(p: Paper, day: PaperDay, out: Set<number>): string[] {
  const lines = pairsOf(day.noms).map(([by, to]) => `${by} nominates ${to}`)
  if (!p.recorded.includes('votes')) return [...lines, ...standInVotes(p, day, out)]
  const vote = (word: string, list: Record<string, string>) => {
    for (const seat of candidates(day)) {
      const text = (list[seat] ?? '').trim()
      if (text) {
        lines.push(
          `${word} ${seat}: ${day.counted ? `${numbers(text)[0] ?? 0} hands` : numbers(text).join(' ')}`,
        )
      }
    }
  }
  vote('vote', day.votes)
  vote('revote', day.revotes)
  const oust = day.oust.trim()
  if (oust)
    lines.push(
      `oust-all: ${day.counted ? `${numbers(oust)[0] ?? 0} hands` : numbers(oust).join(' ')}`,
    )
  return lines
}

/** Candidates are known and votes are not: he who left has every hand. */
function standInVotes(p: Paper, day: PaperDay, out: Set<number>): string[] {
  const list = candidates(day)
  const left = numbers(day.out)[0]
  if (left === undefined || list.length < 2) return []
  const living = p.seats.length - out.size
  return list.map((seat) => `vote ${seat}: ${seat === left ? living : 0} hands`)
}

/** Neither candidates nor votes are known: the one who left is put up beside another, and has all hands. */
function standIn(p: Paper, left: number[], out: Set<number>): string[] {
  const seat = left[0]
  if (seat === undefined) return []
  const living = p.seats.map((_, i) => i + 1).filter((s) => !out.has(s))
  const [a, b] = living.filter((s) => s !== seat)
  if (a === undefined || b === undefined) return []
  return [
    `${a} nominates ${seat}`,
    `${b} nominates ${a}`,
    `vote ${seat}: ${living.length} hands`,
    `vote ${a}: 0 hands`,
  ]
}
