// A table's frames as they come, over and over again: whatever breaks, it connects anew and takes all afresh.
import { newer } from './build.ts'
import { steady } from './steady.ts'

/**
 * After so long without a word the line counts as lost, for it can be dead without the browser noticing. The server beats
 * every five seconds (server/stream.go), so two beats may be missed.
 */
const silence = 12_000
/** So long a connection may take before it counts as lost. */
const patience = 8_000
/** A page that comes back into sight may show what is hours old; it has so long to hear from the server. */
const doubt = 1_000
/** The device's clock was set, or the device slept, when it has gone so much more or less than the time that passed. */
const leap = 2_000
const waits = [300, 1_000, 2_000, 4_000]

export interface Listener {
  frame: (data: string) => void
  /** The line is lost, or could not be had again; `heard` is when the server was heard last, or first asked. */
  lost: (heard: number) => void
  /** What to do with the events that have a name, by name. */
  named?: Record<string, (data: string) => void>
}

/**
 * Listens to a stream of the server until `close`. A line that dies without an error is told within `silence`. It comes back
 * by itself after a failure, when the page is shown again, and when the network is back; then frames and events come anew.
 */
export class Stream {
  /** When the server was heard last. */
  heard = Date.now()
  /** The same moment by `steady`. */
  #heard = steady()
  #source: EventSource | undefined
  #tries = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #watch: ReturnType<typeof setTimeout> | undefined
  #doubt: ReturnType<typeof setTimeout> | undefined
  #closed = false
  readonly #url: string
  readonly #to: Listener
  readonly #wake = () => {
    if (document.visibilityState !== 'visible') return
    this.open()
    this.#doubt = setTimeout(() => this.#to.lost(this.heard), doubt)
  }

  constructor(url: string, to: Listener) {
    this.#url = url
    this.#to = to
    document.addEventListener('visibilitychange', this.#wake)
    addEventListener('pageshow', this.#wake)
    addEventListener('online', this.#wake)
    addEventListener('offline', this.#again)
    this.open()
  }

  /** Connects anew at once: phones kill a line in the background without a word. */
  open(): void {
    if (this.#closed) return
    this.#rest()
    const source = new EventSource(this.#url)
    this.#source = source
    source.onopen = () => {
      this.#tries = 0
      this.#alive()
      void newer()
    }
    source.onmessage = (e: MessageEvent<string>) => {
      this.#alive()
      this.#to.frame(e.data)
    }
    const named: NonNullable<Listener['named']> = { beat: () => undefined, ...this.#to.named }
    for (const [name, take] of Object.entries(named)) {
      source.addEventListener(name, (e: MessageEvent<string>) => {
        this.#alive()
        take(e.data)
      })
    }
    source.onerror = this.#again
    this.#watch = setTimeout(this.#again, patience)
  }

  #alive(): void {
    const leapt = Math.abs(Date.now() - this.heard - (steady() - this.#heard)) > leap
    this.heard = Date.now()
    this.#heard = steady()
    clearTimeout(this.#doubt)
    clearTimeout(this.#watch)
    this.#watch = setTimeout(this.#again, silence)
    // What was worked out from the old clock, as the server's time, is worked out anew from the frames that come now.
    if (leapt) this.#again()
  }

  /** Says that the line is lost, and tries anew after a while that grows with each failure. */
  readonly #again = (): void => {
    if (this.#closed) return
    this.#rest()
    this.#to.lost(this.heard)
    const wait = waits[Math.min(this.#tries++, waits.length - 1)]
    this.#retry = setTimeout(() => this.open(), wait)
  }

  #rest(): void {
    this.#source?.close()
    clearTimeout(this.#retry)
    clearTimeout(this.#watch)
    clearTimeout(this.#doubt)
  }

  close(): void {
    this.#closed = true
    this.#rest()
    document.removeEventListener('visibilitychange', this.#wake)
    removeEventListener('pageshow', this.#wake)
    removeEventListener('online', this.#wake)
    removeEventListener('offline', this.#again)
  }
}
