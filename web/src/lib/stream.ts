// A table's frames as they come, over and over again: whatever breaks, it connects anew and takes all afresh.

/** After so long without a frame we connect anew, for a line can be dead without the browser noticing. */
const silence = 45_000
/** So long a connection may take before it counts as lost. */
const patience = 8_000
const waits = [300, 1_000, 2_000, 4_000]

export interface Listener {
  frame: (data: string) => void
  /** The line is up, or lost. */
  line: (up: boolean) => void
  /** What to do with the events that have a name, by name. */
  named?: Record<string, (data: string) => void>
}

/**
 * Listens to a stream of the server until `close`. It comes back by itself after a failure, when the page is shown
 * again, and when the network is back.
 */
export class Stream {
  #source: EventSource | undefined
  #tries = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #watch: ReturnType<typeof setTimeout> | undefined
  #closed = false
  readonly #url: string
  readonly #to: Listener
  readonly #wake = () => {
    if (document.visibilityState === 'visible') this.open()
  }

  constructor(url: string, to: Listener) {
    this.#url = url
    this.#to = to
    document.addEventListener('visibilitychange', this.#wake)
    addEventListener('pageshow', this.#wake)
    addEventListener('online', this.#wake)
    this.open()
  }

  /** Connects anew at once: phones kill a line in the background without a word. */
  open(): void {
    if (this.#closed) return
    clearTimeout(this.#retry)
    this.#source?.close()
    const source = new EventSource(this.#url)
    this.#source = source
    source.onopen = () => {
      this.#tries = 0
      this.#alive()
      this.#to.line(true)
    }
    source.onmessage = (e: MessageEvent<string>) => {
      this.#alive()
      this.#to.frame(e.data)
    }
    for (const [name, take] of Object.entries(this.#to.named ?? {})) {
      source.addEventListener(name, (e: MessageEvent<string>) => {
        this.#alive()
        take(e.data)
      })
    }
    source.onerror = () => this.#again()
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => this.#again(), patience)
  }

  #alive(): void {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => this.open(), silence)
  }

  #again(): void {
    if (this.#closed) return
    this.#to.line(false)
    this.#source?.close()
    clearTimeout(this.#retry)
    clearTimeout(this.#watch)
    const wait = waits[Math.min(this.#tries++, waits.length - 1)]
    this.#retry = setTimeout(() => this.open(), wait)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#retry)
    clearTimeout(this.#watch)
    this.#source?.close()
    document.removeEventListener('visibilitychange', this.#wake)
    removeEventListener('pageshow', this.#wake)
    removeEventListener('online', this.#wake)
  }
}
