// An import of many games on its way. It is not of the page: it goes on while the host looks at others.
import type { ClubAnswer, ClubCommandInput, ClubView, GamesReport, GamesState } from '../lib/api.ts'
import { ApiError, get, newKey, post, upload } from '../lib/client.ts'
import { toast } from '../ui/toast.svelte.ts'
import { joined, sourceOf, type Chosen } from './files.ts'
import { w } from './words.ts'

type Stage =
  | 'none' // nothing chosen
  | 'checking'
  | 'checked'
  | 'taking'
  | 'taken'

class Intake {
  stage = $state<Stage>('none')
  files = $state.raw<Chosen>({ tables: [], records: [] })
  report = $state.raw<GamesReport | null>(null)
  problem = $state.raw<unknown>(null)
  stopped = $state(false)
  /** 0 to 1; null while that cannot be known. */
  part = $state<number | null>(null)
  /** Everything is read, and is being written. */
  writing = $state(false)
  source = $state('')
  scheme = $state('')
  /** Whom of the club a new nick is: ids by nick. */
  same = $state<Record<string, string>>({})
  /** The club after the import; with it the import can be taken back. */
  private revision = 0
  private steps = $state(0)
  private end: AbortController | undefined

  get busy(): boolean {
    return this.stage === 'checking' || this.stage === 'taking'
  }

  get canGoBack(): boolean {
    return this.steps > 0
  }

  /** Chooses files, and checks them. */
  async choose(files: Chosen): Promise<void> {
    this.files = files
    const [first] = files.tables
    this.source = first && files.tables.length === 1 ? sourceOf(first.name) : ''
    this.same = {}
    await this.check()
  }

  check = (): Promise<void> => this.run(true)
  take = (): Promise<void> => this.run(false)

  /** Stops what runs. What the server has not yet written it forgets. */
  stop = (): void => this.end?.abort()

  /** Puts the whole away, with what was told of it. */
  clear = (): void => {
    this.stage = 'none'
    this.files = { tables: [], records: [] }
    this.report = null
    this.problem = null
    this.stopped = false
    this.steps = 0
  }

  private async run(dry: boolean): Promise<void> {
    if (this.busy) return
    const end = (this.end = new AbortController())
    this.stage = dry ? 'checking' : 'taking'
    this.problem = null
    this.stopped = false
    this.steps = 0
    this.part = null
    this.writing = false
    const done: GamesReport[] = []
    if (!dry) this.revision = await revision()
    const watch = setInterval(() => void this.look(), 400)
    window.addEventListener('beforeunload', warn)
    try {
      for (const [path, body] of this.parcels(dry)) {
        const report = await upload<GamesReport>(path, body, end.signal)
        done.push(report)
        if (!dry && report.games > 0) this.steps++
      }
    } catch (e) {
      if (end.signal.aborted) this.stopped = true
      else this.problem = e
    } finally {
      clearInterval(watch)
      window.removeEventListener('beforeunload', warn)
    }
    if (!dry && (this.stopped || this.problem !== null)) await this.late()
    await this.settle(dry, done)
  }

  /** Finds out whether an import that ended without an answer was taken all the same. */
  private async late(): Promise<void> {
    for (;;) {
      const now = await get<GamesState>('/api/club/games/import').catch(() => null)
      if (!now?.running) break
      await new Promise((done) => setTimeout(done, 300))
    }
    const club = await get<ClubView>('/api/club').catch(() => null)
    // Each import is one step, and nothing else is known to have been done meanwhile.
    if (club?.undo !== 'take-games' || club.revision <= this.revision + this.steps) return
    this.steps++
    this.stopped = false
    this.problem = null
  }

  private async settle(dry: boolean, done: GamesReport[]): Promise<void> {
    const broken = this.stopped || this.problem !== null
    if (done.length > 0) this.report = joined(done)
    if (this.steps > 0) {
      this.revision = await revision()
      if (this.revision < 0) this.steps = 0 // it cannot be taken back by this page
    }
    if (!broken) this.stage = dry ? 'checked' : 'taken'
    else if (!dry && this.steps > 0) this.stage = 'taken'
    else this.stage = !dry && this.report ? 'checked' : 'none'
    if (!dry && this.stage === 'taken') toast(w('many.done', { n: this.report?.games ?? 0 }))
  }

  /** What is to be sent, one request after the other. */
  private parcels(dry: boolean): [string, Blob | FormData][] {
    const as = Object.entries(this.same).map(([nick, id]): [string, string] => [
      'as',
      `${id}:${nick}`,
    ])
    const query = (more: Record<string, string>) =>
      new URLSearchParams([
        ...Object.entries({ ...more, ...(dry ? { dry: '1' } : {}) }),
        ...as,
      ]).toString()
    const out = this.files.tables.map((f): [string, Blob] => [
      `/api/club/games?${query({ source: this.source || sourceOf(f.name), scheme: this.scheme })}`,
      f,
    ])
    if (this.files.records.length === 0) return out
    const form = new FormData()
    for (const f of this.files.records) form.append('file', f, f.name)
    return [...out, [`/api/club/records?${query({})}`, form]]
  }

  /** Asks how far it is. */
  private async look(): Promise<void> {
    const now = await get<GamesState>('/api/club/games/import').catch(() => null)
    if (!now || !this.busy) return
    this.part = now.running && now.of > 0 ? now.progress.bytes / now.of : null
    this.writing = now.running && this.part === 1
  }

  /** Takes the import back, if it is still the last that was done in the club. */
  back = async (): Promise<void> => {
    try {
      while (this.steps > 0) {
        const input: ClubCommandInput = {
          key: newKey(),
          seen: this.revision,
          command: { do: 'undo', to: 0 },
        }
        this.revision = (await post<ClubAnswer>('/api/club/commands', input)).revision
        this.steps--
      }
      this.clear()
      toast(w('many.back.done'))
    } catch (e) {
      if (e instanceof ApiError && e.status === 409) toast(w('many.back.late'), { bad: true })
      else this.problem = e
    }
  }
}

/** How far the club is; -1 where it does not answer. */
const revision = (): Promise<number> =>
  get<ClubView>('/api/club').then(
    (club) => club.revision,
    () => -1,
  )

/** Asks before the tab is closed: the import would end with it. */
function warn(e: BeforeUnloadEvent): void {
  e.preventDefault()
}

export const intake = new Intake()
