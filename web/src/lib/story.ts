// A finished game told from its facts: by days and nights for people, and as a sheet for the protocol.
import type { Departure, Export, Role } from './api.ts'
import { fouls, has, noun, phrase, t, type Args } from './say.ts'
import type ru from '../words/story.ru.json'

export type StoryKey = keyof typeof ru

/** How a page says the story's own words; the names of roles and the like come from the catalogue (`speak`). */
export type Say = (key: StoryKey, args?: Args) => string

/** A rulebook's name without its version. */
const bare = (rulebook: string): string => rulebook.replace(/@.*$/, '')

const roleName = (rulebook: string, role: string): string => noun(bare(rulebook), `role.${role}`)

const causes: Record<Departure['cause'], string> = {
  killed: 'killed',
  'voted-out': 'voted-out',
  fouls: 'fouled-out',
  removed: 'removed',
  forfeited: 'forfeited',
  left: 'went-home',
}

/** How somebody left; `sole` tells that it was as the single candidate, without a vote. */
export const causeName = (cause: Departure['cause'], sole = false): string =>
  phrase(`departure.${sole ? 'sole-candidate' : causes[cause]}`)

interface Hands {
  seats: number[]
  count: number
  counted: boolean
}

/** The facts that a story tells, as package mafia writes them; of the others only the name is read. */
export type Fact =
  | { is: 'fell'; night: number; acquaintance: boolean }
  | { is: 'broke'; day: number; dead: number[] }
  | { is: 'acted'; role: Role; deed: string; to: number; blocked: boolean; answer: string }
  | { is: 'fired'; shots: { by: number; at: number[] }[] }
  | { is: 'nominated' | 'withdrawn' | 'accusing'; by: number; to: number }
  | { is: 'opened'; round: number; run: number[] }
  | { is: 'counted'; for: number; hands: Hands; votes: number }
  | { is: 'fallen'; to: number; votes: number }
  | { is: 'tied'; seats: number[] }
  | { is: 'answered'; hands: Hands; need: number; passed: boolean }
  | { is: 'excused'; seat: number }
  | { is: 'settled'; stayed: boolean; rule: string }
  | { is: 'vote-off'; rule: string; later: boolean }
  | {
      is: 'departed'
      seat: number
      cause: 'killed' | 'voted-out' | 'fouls' | 'removed' | 'forfeited' | 'left'
      dark: boolean
    }
  | { is: 'foul-given'; to: number; n: number; total: number; reason: string }
  | { is: 'best-moved'; by: number; seats: number[]; hits: number }
  | { is: 'revealed'; by: number; role: Role }
  | { is: 'judged'; hands: Hands; need: number; condemned: boolean }
  | { is: 'night-called'; hands: Hands; need: number; agreed: boolean }
  | { is: 'notes-read'; names: number[] }
  | { is: 'carded'; seat: number; role: Role }
  | { is: 'replaced'; seat: number; nick: string }
  | { is: 'overruled'; rule: string }
  | { is: 'declared-beaten'; side: 'red' | 'black' }

export interface Chapter {
  kind: 'start' | 'night' | 'day'
  n: number
  facts: Fact[]
}

/** Cuts a game into its days and nights. What comes before the first of them is the start. */
export function chapters(game: Export): Chapter[] {
  const out: Chapter[] = [{ kind: 'start', n: 0, facts: [] }]
  for (const step of game.steps) {
    for (const fact of step.events as Fact[]) {
      if (fact.is === 'fell') out.push({ kind: 'night', n: fact.night, facts: [] })
      if (fact.is === 'broke') out.push({ kind: 'day', n: fact.day, facts: [] })
      out.at(-1)?.facts.push(fact)
    }
  }
  return out
}

export const chapterName = (say: Say, ch: Chapter): string =>
  ch.kind === 'start'
    ? say('story.start')
    : ch.kind === 'night'
      ? ch.n === 0
        ? say('story.meet')
        : say('story.night', { n: ch.n })
      : say('story.day', { n: ch.n })

const hands = (h: Hands): number => (h.counted ? h.count : h.seats.length)

/** A foul's reason: one of the list, or what the host typed. */
const reason = (text: string): string => {
  const key = `foul-for.${text}`
  return has(key) ? t(key) : text
}

/** One fact as a sentence; an empty text for what needs none. */
export function sentence(say: Say, rulebook: string, f: Fact): string {
  switch (f.is) {
    case 'broke':
      if (f.dead.length > 0) return say('story.dead', { seats: f.dead })
      // Before the first day nobody could die, but in `city`, which opens with a night that kills.
      return f.day === 1 && bare(rulebook) !== 'city' ? '' : say('story.dead.none')
    case 'acted':
      return acted(say, rulebook, f)
    case 'fired':
      return f.shots.length === 0
        ? say('story.shots.none')
        : say('story.shots', { shots: f.shots.map((s) => `${s.by} → ${s.at.join(', ') || '—'}`) })
    case 'nominated':
      return say('story.nominated', { by: f.by, to: f.to })
    case 'withdrawn':
      return say('story.withdrawn', { by: f.by, to: f.to })
    case 'accusing':
      return say('story.accusing', { by: f.by, to: f.to })
    case 'opened':
      return f.round > 1 ? say('story.revote', { seats: f.run }) : ''
    case 'counted':
      return f.hands.counted || f.hands.seats.length === 0
        ? say('story.counted', { seat: f.for, votes: hands(f.hands) })
        : say('story.counted.by', { seat: f.for, votes: hands(f.hands), seats: f.hands.seats })
    case 'fallen':
      return say('story.fallen', { seat: f.to, votes: f.votes })
    case 'tied':
      return say('story.tied', { seats: f.seats })
    case 'answered':
      return say(f.passed ? 'story.question.yes' : 'story.question.no', {
        hands: hands(f.hands),
        need: f.need,
      })
    case 'excused':
      return say('story.alibi', { seat: f.seat })
    case 'settled':
      return f.stayed ? say('story.stayed') : ''
    case 'vote-off':
      return say(f.later ? 'story.off.later' : 'story.off')
    case 'departed':
      return f.dark && f.cause === 'killed'
        ? ''
        : say('story.departed', { seat: f.seat, how: causeName(f.cause) })
    case 'foul-given':
      return say(f.reason ? 'story.foul.for' : 'story.foul', {
        seat: f.to,
        n: f.n,
        total: f.total,
        reason: reason(f.reason),
        foul: fouls(bare(rulebook), f.n),
      })
    case 'best-moved':
      return say('story.best', { seat: f.by, seats: f.seats, hits: f.hits })
    case 'revealed':
      return say('story.revealed', { seat: f.by, role: roleName(rulebook, f.role) })
    case 'judged':
      return say(f.condemned ? 'story.condemned' : 'story.acquitted', {
        hands: hands(f.hands),
        need: f.need,
      })
    case 'night-called':
      return say(f.agreed ? 'story.night.yes' : 'story.night.no', {
        hands: hands(f.hands),
        need: f.need,
      })
    case 'notes-read':
      return f.names.length === 0
        ? say('story.notes.none')
        : say('story.notes', { names: f.names.map((n) => (n === 0 ? '—' : n)) })
    case 'carded':
      return say('story.card', { seat: f.seat, role: roleName(rulebook, f.role) })
    case 'replaced':
      return say('story.replaced', { seat: f.seat, nick: f.nick })
    case 'overruled':
      return say('story.overruled', { rule: f.rule })
    case 'declared-beaten':
      return say(f.side === 'red' ? 'story.beaten.red' : 'story.beaten.black')
    case 'fell':
      return ''
    default:
      // Facts that a story need not tell are not in the type, but they are in the record.
      return ''
  }
}

/** A deed of the night: who did what to whom, and what he learned. */
function acted(say: Say, rulebook: string, f: Extract<Fact, { is: 'acted' }>): string {
  const role = roleName(rulebook, f.role)
  if (f.to === 0) return say('story.act.none', { role })
  const key = `story.act.${f.deed}` as StoryKey
  const did = say(key, { role, seat: f.to })
  if (f.blocked) return `${did} ${say('story.act.blocked')}`
  const told =
    f.answer === '' || f.answer === 'none' ? '' : say(`story.answer.${f.answer}` as StoryKey)
  return told ? `${did} ${told}` : did
}

/** Whether a single candidate has left without a vote. */
const unvoted = (ch: Chapter): boolean =>
  ch.facts.some((f) => f.is === 'vote-off' && !f.later) && !ch.facts.some((f) => f.is === 'opened')

/** The seats that have left as single candidates, without a vote. */
export const soleLeavers = (game: Export): number[] =>
  chapters(game)
    .filter(unvoted)
    .flatMap((ch) => ch.facts)
    .flatMap((f) => (f.is === 'departed' && f.cause === 'voted-out' ? f.seat : []))

/** A chapter as sentences. What is said twice in a row of facts is told once. */
export function tell(say: Say, rulebook: string, ch: Chapter): string[] {
  const sole = unvoted(ch)
  const said = ch.facts.map((f) =>
    sole && f.is === 'departed' && f.cause === 'voted-out'
      ? say('story.departed', { seat: f.seat, how: causeName(f.cause, true) })
      : sentence(say, rulebook, f),
  )
  const off = say('story.off')
  const told = said.filter((s, i) => s !== '' && !(s === off && said.indexOf(off) !== i))
  // A night in which nobody chose anybody has happened all the same.
  return told.length === 0 && ch.kind === 'night' && ch.n > 0 ? [say('story.night.quiet')] : told
}

export interface BallotRow {
  seat: number
  by: number
  /** Votes in the vote and in each revote, in order; null where he was not on the list. */
  votes: (number | null)[]
  /** Who voted for him, in each of them. */
  voters: number[][]
}

export interface DaySheet {
  day: number
  rows: BallotRow[]
  /** The question whether all the tied leave; null when it was not put. */
  question: { hands: number; need: number; passed: boolean } | null
  left: number[]
}

/** A day's candidates and votes, as a protocol writes them; in `original` its accusations, in order. */
export function daySheet(ch: Chapter): DaySheet {
  const sheet: DaySheet = { day: ch.n, rows: [], question: null, left: [] }
  let round = 0
  const row = (seat: number) => sheet.rows.find((r) => r.seat === seat)
  for (const f of ch.facts) {
    if (f.is === 'nominated' && !row(f.to))
      sheet.rows.push({ seat: f.to, by: f.by, votes: [], voters: [] })
    if (f.is === 'accusing') sheet.rows.push({ seat: f.to, by: f.by, votes: [], voters: [] })
    if (f.is === 'judged') {
      const last = sheet.rows.at(-1) // an accusation is judged before the next one
      last?.votes.push(hands(f.hands))
      last?.voters.push(f.hands.seats)
    }
    if (f.is === 'withdrawn') sheet.rows = sheet.rows.filter((r) => r.seat !== f.to)
    if (f.is === 'opened') {
      round++
      for (const r of sheet.rows) {
        while (r.votes.length < round) {
          r.votes.push(null)
          r.voters.push([])
        }
      }
    }
    if (f.is === 'counted' || f.is === 'fallen') {
      const r = row(f.is === 'counted' ? f.for : f.to)
      if (!r || round === 0) continue
      const before = r.votes[round - 1] ?? 0
      r.votes[round - 1] = f.is === 'counted' ? f.votes : before + f.votes
      if (f.is === 'counted') r.voters[round - 1] = f.hands.seats
    }
    if (f.is === 'answered')
      sheet.question = { hands: hands(f.hands), need: f.need, passed: f.passed }
    if (f.is === 'departed' && !f.dark) sheet.left.push(f.seat)
  }
  return sheet
}
