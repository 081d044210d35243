// The club's list beside what its stream tells: who was taken off, who looks alike, and what is being typed.
import type { ClubRoll, Member } from '../lib/api.ts'
import { get } from '../lib/client.ts'
import { errorText, pick, speech } from '../lib/i18n.svelte.ts'
import { live, say, tell } from '../evening/live.svelte.ts'
import { toast } from '../ui/toast.svelte.ts'
import type { Filter } from './roll.ts'
import { w } from './words.ts'

/** What was typed about somebody and is not kept yet. */
interface Draft {
  nick: string
  notes: string
}

interface Roll {
  off: Member[]
  alike: string[][]
  /** The server's day, by which bans are judged. */
  today: string
  loaded: boolean
  /** What the list shows; it stays so while one looks at a person. */
  query: string
  filter: Filter
  shown: number
  scroll: number
  drafts: Record<string, Draft>
}

export const roll = $state<Roll>({
  off: [],
  alike: [],
  today: '',
  loaded: false,
  query: '',
  filter: 'all',
  shown: 60,
  scroll: 0,
  drafts: {},
})

let asked = 0

/** Reads anew what the stream does not tell. */
export async function loadRoll(): Promise<void> {
  const mine = ++asked
  const { off, alike, today } = await get<ClubRoll>('/api/club/people')
  if (mine !== asked) return
  Object.assign(roll, { off, alike, today, loaded: true })
}

/** Somebody of the club, on the list or off it. */
export const member = (id: string): Member | undefined =>
  live.view?.people.find((m) => m.id === id) ?? roll.off.find((m) => m.id === id)

export const nick = (id: string): string => member(id)?.nick ?? ''

/** Keeps what is typed; what is as it was is no draft. */
export function type(m: Member, to: Partial<Draft>): void {
  const next = { nick: m.nick, notes: m.notes, ...roll.drafts[m.id], ...to }
  if (next.nick === m.nick && next.notes === m.notes) delete roll.drafts[m.id]
  else roll.drafts[m.id] = next
}

/** Sends what was typed. Throws the club's no; then it stays. */
export async function keep(m: Member): Promise<void> {
  const draft = roll.drafts[m.id]
  if (!draft) return
  const named = draft.nick !== m.nick
  const answer = await tell(
    {
      do: 'edit-person',
      person: m.id,
      nick: named ? draft.nick : null,
      novice: null,
      notes: draft.notes !== m.notes ? draft.notes : null,
      friends: null,
    },
    named
      ? w('roll.renamed', { nick: draft.nick.trim(), was: m.nick })
      : w('roll.noted', { nick: m.nick }),
  )
  delete roll.drafts[m.id]
  warn(answer.warnings)
}

/** Shows what the club has done though one may wonder. */
function warn(warnings: readonly { ru: string; en: string }[]): void {
  for (const text of warnings) toast(pick(text), { bad: true })
}

/** Remembers somebody; answers his id, "" where the club said no, which `refused` is told. */
export async function add(typed: string, refused: (why: string) => void): Promise<string> {
  try {
    const answer = await tell(
      { do: 'add-person', nick: typed, novice: false, notes: '', friends: [] },
      w('roll.added', { nick: typed.trim() }),
    )
    warn(answer.warnings)
    return answer.people[0] ?? ''
  } catch (error) {
    refused(errorText(error))
    return ''
  }
}

/** Brings somebody back who was taken off the list; true when he is there. */
export const bringBack = (m: Member): Promise<boolean> =>
  say(
    { do: 'add-person', nick: m.nick, novice: m.novice, notes: '', friends: [] },
    w('roll.returned', { nick: m.nick }),
  )

/** "30 ноября 2026" of 2026-11-30. */
export function dayName(day: string): string {
  const at = Date.parse(`${day}T12:00`)
  if (Number.isNaN(at)) return day
  return new Intl.DateTimeFormat(speech.lang === 'en' ? 'en-GB' : 'ru', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
    .format(at)
    .replace(/ г\.$/, '')
}
