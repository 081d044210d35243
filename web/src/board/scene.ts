// What the room is told at each moment of a game, worked out from the frame alone. No card is known to any of it.
import type { Frame, Friends, Seat, View } from '../lib/api.ts'
import { dark, dealt, nights, whyOf, type Runner, type Why } from '../lib/table.ts'
import type { BoardKey, Said } from './words.svelte.ts'

export interface Scene {
  night: boolean
  when: Said
  /** What `who` does, or is asked about. */
  kind: Said | null
  who: Seat
  /** What is announced; the largest where nobody has the floor. */
  text: Said | null
  /** Whose nicks stand below the announcement. */
  named: Seat[]
  lines: Said[]
  next: Seat
  runners: Runner[]
  clock: boolean
}

const bare = (rulebook: string): string => rulebook.replace(/@.*$/, '')

const say = (key: BoardKey, args?: Said['args']): Said => (args ? { key, args } : { key })

/** "День 2", "Ночь знакомства". */
function when(v: View): Said {
  if (v.phase === 'over') return say('when.over')
  if (v.phase === 'introductions') return say('when.introductions')
  if (dealt(v)) return say('when.deal')
  if (v.phase === 'opening' || (v.phase === 'dawn' && v.night === 0))
    return say(bare(v.rulebook) === 'original' ? 'when.sunrise' : 'when.meet')
  if (nights.includes(v.phase)) return say('when.night', { n: v.night })
  return say('when.day', { n: v.day })
}

/** The candidates in order, with votes where they are counted; after a ballot the order is the ballot's. */
export function runners(v: View): Runner[] {
  // In a last word the vote is over.
  if (v.turn.kind === 'last-word') return []
  if (v.phase === 'ballot') {
    return v.candidates.map((c, i) => ({
      seat: c.seat,
      place: i + 1,
      votes: c.closed ? c.votes : undefined,
      now: v.ballot.current === c.seat && !v.hold,
    }))
  }
  if (v.tally.length > 0 && ['defences', 'question', 'dusk'].includes(v.phase)) {
    return v.tally.map((t, i) => ({ seat: t.seat, place: i + 1, votes: t.votes, now: false }))
  }
  if (!['circle', 'vote-call', 'defences', 'question'].includes(v.phase)) return []
  return v.candidates.map((c, i) => ({ seat: c.seat, place: i + 1, votes: undefined, now: false }))
}

/** What is told of a frame. */
export function scene(f: Frame): Scene {
  const v = f.view
  const base: Scene = {
    night: dark(v),
    when: when(v),
    kind: null,
    who: 0,
    text: null,
    named: [],
    lines: [],
    next: 0,
    runners: runners(v),
    clock: f.clock.limitMs > 0 && !dark(v) && v.phase !== 'over',
  }
  const out = { ...base, ...(v.turn.kind ? turn(v) : moment(v)) }
  out.lines = [...state(f), ...out.lines, ...(out.night ? [] : left(v))]
  return f.friends ? { ...out, ...ofFriends(f, f.friends, out) } : out
}

const questions: Record<string, BoardKey> = {
  judge: 'poll.judge',
  night: 'poll.night',
  gone: 'poll.gone',
  stop: 'poll.stop',
  move: 'poll.move',
  done: 'poll.done',
  sun: 'poll.sun',
}

/** Friends without a host: who asks what, the hands as they are raised, the count of the sunrise, what notes are kept back. */
function ofFriends(f: Frame, friends: Friends, out: Scene): Partial<Scene> {
  const { poll, sunrise } = friends
  const nameless = poll.kind === 'move' && !poll.nick
  const question = nameless ? 'poll.move.new' : questions[poll.kind]
  if (question) {
    const lines = [say('hands.need', { hands: poll.up.length, need: poll.need })]
    if (poll.owned) lines.unshift(say('poll.ticket'))
    if (poll.by > 0) lines.unshift(say('poll.by', { seat: poll.by }))
    if (poll.up.length > 0) lines.push(say('poll.up', { seats: poll.up }))
    if (poll.down.length > 0) lines.push(say('poll.down', { seats: poll.down }))
    return {
      kind: null,
      who: 0,
      named: [],
      text: say(question, { seat: poll.about, by: f.view.accused.by, nick: poll.nick }),
      lines,
      clock: !out.night,
    }
  }
  if (sunrise === 'count') return { text: say('text.count'), lines: [], clock: false }
  if (sunrise === 'cards') {
    const todo = f.view.seats.map((s) => s.seat).filter((s) => !friends.ready.includes(s))
    const wait = todo.length > 0 ? say('cards.wait', { seats: todo }) : say('cards.voice')
    return { lines: [...out.lines, wait] }
  }
  // Of such a night only their number is told (ORIGINAL-ABSENT-3).
  const told = f.view.phase === 'talk' && ['dawn', 'notes'].includes(f.view.news.kind)
  if (told && friends.hushed)
    return { lines: [...out.lines, say('notes.hushed', { n: f.view.notes.names })] }
  if (f.view.phase === 'accusation' && friends.stands)
    return { lines: [...out.lines, say('poll.stands')] }
  return {}
}

/** Somebody has the floor. */
function turn(v: View): Partial<Scene> {
  const t = v.turn
  const lines: Said[] = []
  if (t.silenced) lines.push(say('turn.silenced'))
  if (t.invited) lines.push(say('turn.invited', { by: t.seat }))
  if (t.bestMove) lines.push(say('turn.best'))
  if (t.kind === 'last-word') lines.push(...outcome(v))
  if (v.closer && v.closer !== t.seat) lines.push(say('turn.closer', { seat: v.closer }))
  return {
    kind: say(`turn.${t.kind}` as BoardKey),
    who: t.invited || t.seat,
    next: t.next[0] ?? 0,
    lines,
  }
}

/** Nobody has the floor: something is announced, or asked. */
function moment(v: View): Partial<Scene> {
  const { phase } = v
  switch (phase) {
    case 'introductions':
      return { text: say('text.introductions') }
    case 'opening':
    case 'night':
      return night(v)
    case 'dawn':
      return v.news.kind === 'notes' ? notesRead(v) : { text: say('text.dawn') }
    case 'circle':
      return v.news.kind === 'dawn' ? morning(v) : { text: say('text.circle') }
    case 'vote-call':
      return call(v)
    case 'ballot':
      return ballot(v)
    case 'defences':
      return tie(v)
    case 'question':
      return {
        text: say('text.question', { seats: v.tied }),
        lines: [say('need', { n: v.ballot.need })],
      }
    case 'dusk':
      return dusk(v)
    case 'talk':
      return talk(v)
    case 'accusation':
      return {
        kind: say('text.accusation', { by: v.accused.by }),
        who: v.accused.to,
        lines: [say('need', { n: v.accused.need })],
      }
    case 'notes':
      return { text: say('text.notes') }
    case 'over':
      return {}
  }
}

function night(v: View): Partial<Scene> {
  const original = bare(v.rulebook) === 'original'
  if (dealt(v))
    return {
      text: say('text.deal'),
      lines: original && v.blacks > 0 ? [say('blacks', { n: v.blacks })] : [],
    }
  if (v.phase === 'opening') return { text: say(original ? 'text.sunrise' : 'text.meet') }
  return { text: say('text.night') }
}

function morning(v: View): Partial<Scene> {
  if (v.night === 0) return { text: say('text.first-day') }
  const [text] = outcome(v)
  const lines = v.notes.read.length > 0 ? [names(v)] : []
  return { text: text ?? say('text.dawn'), named: v.news.dead, lines }
}

const notesRead = (v: View): Partial<Scene> => ({
  text: names(v),
  lines: v.news.dead.length > 0 ? outcome(v) : [],
})

/** The names of the notes, in the order in which they are read out. */
function names(v: View): Said {
  const named = v.notes.read.map((s) => (s === 0 ? '—' : s))
  return named.length > 0 ? say('notes.read', { names: named }) : say('notes.none')
}

/** What the last night or vote has brought. */
function outcome(v: View): Said[] {
  const { news } = v
  if (news.kind === 'dawn') {
    if (v.night === 0) return []
    return [news.dead.length > 0 ? say('news.killed', { seats: news.dead }) : say('news.none')]
  }
  const out: Said[] = []
  if (news.dead.length > 0) out.push(say('news.leave', { seats: news.dead }))
  if (news.alibi.length > 0) out.push(say('news.alibi', { seats: news.alibi }))
  return out
}

function call(v: View): Partial<Scene> {
  if (v.leaves) return { kind: say('text.leaves'), who: v.leaves }
  if (v.noVote) return { text: say(v.candidates.length > 1 ? 'text.vote-off' : 'text.no-vote') }
  return { text: say('text.vote') }
}

function ballot(v: View): Partial<Scene> {
  if (v.ballot.current === 0) return tie(v)
  if (v.hold) return { text: say('text.revote', { seats: v.candidates.map((c) => c.seat) }) }
  return {
    kind: say(v.ballot.round > 1 ? 'text.revote-for' : 'text.vote-for'),
    who: v.ballot.current,
    lines: [say('votes.left', { n: v.ballot.left })],
  }
}

const tie = (v: View): Partial<Scene> => ({
  text: v.tied.length > 0 ? say('text.tie', { seats: v.tied }) : say('text.vote'),
})

function dusk(v: View): Partial<Scene> {
  const [text, ...lines] = outcome(v)
  if (v.news.kind === 'question')
    lines.push(say('hands.need', { hands: v.news.hands, need: v.news.need }))
  if (text) return { text, named: v.news.dead, lines }
  return { text: say(v.news.kind ? 'news.stay' : 'text.dusk'), lines }
}

function talk(v: View): Partial<Scene> {
  const { news } = v
  const hands = say('hands.need', { hands: news.hands, need: news.need })
  if (news.kind === 'dawn' || news.kind === 'notes') return { ...morning(v) }
  if (news.kind === 'accusation') {
    const key = news.hands >= news.need ? 'news.condemned' : 'news.acquitted'
    return { text: say(key, { seats: news.tied }), lines: [hands] }
  }
  if (news.kind === 'call-night') return { text: say('news.no-night'), lines: [hands] }
  return { text: say('text.talk'), lines: v.blacks > 0 ? [say('blacks', { n: v.blacks })] : [] }
}

/** Who has left otherwise than by night or by a vote, while that is news. */
function left(v: View): Said[] {
  const last = v.departed.at(-1)
  if (last?.day !== v.day || last.dark || v.phase === 'over') return []
  if (last.cause === 'killed' || last.cause === 'voted-out') return []
  return [say(last.cause === 'left' ? 'left.home' : 'left.removed', { seat: last.seat })]
}

/** What stands in the way of the game itself. */
function state(f: Frame): Said[] {
  if (f.table.frozen) return [say('table.frozen')]
  if (f.table.paused) return [say('table.paused')]
  const stands = f.clock.limitMs > 0 && !f.clock.running && f.view.turn.kind !== ''
  return stands ? [say('clock.stands')] : []
}

const reasons: Record<Why, BoardKey> = {
  both: 'why.both',
  declared: 'why.declared',
  empty: 'why.empty',
  'no-black': 'why.no-black',
  'no-names': 'why.no-names',
  'no-red': 'why.no-red',
  parity: 'why.parity',
  quiet: 'why.quiet',
  solo: 'why.solo',
}

/** Why a game ended; null where the board has no words for the rule. */
export function why(v: View): Said | null {
  const reason = whyOf(v)
  return reason ? say(reasons[reason]) : null
}
