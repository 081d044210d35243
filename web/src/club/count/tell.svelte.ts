// A deed of the organizer's for the club: told, and taken back with one tap.
import type { ClubAnswer, ClubCommand } from '../../lib/api.ts'
import { ApiError, newKey, post } from '../../lib/client.ts'
import { errorText } from '../../lib/i18n.svelte.ts'
import { toast } from '../../ui/toast.svelte.ts'
import { s } from './words.ts'

const send = (command: ClubCommand, seen: number | null) =>
  post<ClubAnswer>('/api/club/commands', { key: newKey(), seen, command })

/** How often the club was changed here: what was read of it before is read anew. */
export const told = $state({ times: 0 })

/** Gives a command, says that it is done and offers to take it back. Answers whether it was done: a no has been shown then. */
export async function tell(command: ClubCommand, done: string): Promise<boolean> {
  try {
    const answer = await send(command, null)
    toast(done, { undo: { label: s('st.undo'), act: () => void undo(answer.revision) } })
    told.times++
    return true
  } catch (e) {
    toast(errorText(e), { bad: true })
    return false
  }
}

/** Takes back that one step: where others have done something since, nothing is taken back but said so. */
async function undo(revision: number) {
  try {
    await send({ do: 'undo', to: 0 }, revision)
    toast(s('st.undone'))
    told.times++
  } catch (e) {
    toast(e instanceof ApiError ? errorText(e) : s('st.undo.failed'), { bad: true })
  }
}
