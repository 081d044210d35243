// What a page asks the server for, anew whenever it asks for something else. What was shown stays until the answer is there.
import { get } from '../../lib/client.ts'
import { told } from './tell.svelte.ts'

export interface Fetched<T> {
  readonly data: T | null
  readonly problem: unknown
  readonly busy: boolean
  /** Asks again for the same. */
  again: () => void
}

/** `path` is followed as it changes; an empty one asks for nothing. Call it while a component is made. */
export function fetched<T>(path: () => string): Fetched<T> {
  let data = $state.raw<T | null>(null)
  let problem = $state.raw<unknown>(null)
  let busy = $state(false)
  let wanted = 0

  async function load(from: string) {
    const mine = ++wanted
    busy = true
    try {
      const answer = await get<T>(from)
      if (mine !== wanted) return
      data = answer
      problem = null
    } catch (e) {
      if (mine === wanted) problem = e
    }
    if (mine === wanted) busy = false
  }

  $effect(() => {
    const from = path()
    if (told.times >= 0 && from) void load(from)
  })

  return {
    get data() {
      return data
    },
    get problem() {
      return problem
    },
    get busy() {
      return busy
    },
    again: () => void load(path()),
  }
}
