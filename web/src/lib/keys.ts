// The keyboard of the console, by the place of the key, so that a Russian layout works as well.

export type Action =
  | { is: 'seat'; seat: number }
  | { is: 'foul'; seat: number }
  | { is: 'menu'; seat: number }
  /** A key that is both "?" and a foul for that seat was pressed; the same again is the foul. */
  | { is: 'ask'; seat: number }
  | {
      is:
        | 'next'
        | 'clock'
        | 'undo'
        | 'redo'
        | 'all'
        | 'none'
        | 'hide'
        | 'help'
        | 'cards'
        | 'log'
        | 'escape'
    }
  | { is: 'time'; seconds: number }

/** What of a keyboard event counts. */
export interface Press {
  key: string
  code: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** The digit of a key, 0..9, on the row or on the pad; -1 for another key. */
function digit(code: string): number {
  const m = /^(?:Digit|Numpad)(\d)$/.exec(code)
  return m ? Number(m[1]) : -1
}

const plain: Record<string, Action> = {
  Enter: { is: 'next' },
  NumpadEnter: { is: 'next' },
  ArrowRight: { is: 'next' },
  Space: { is: 'clock' },
  ArrowUp: { is: 'time', seconds: 5 },
  ArrowDown: { is: 'time', seconds: -5 },
  Backspace: { is: 'undo' },
  KeyU: { is: 'undo' },
  ArrowLeft: { is: 'undo' },
  KeyA: { is: 'all' },
  NumpadAdd: { is: 'all' },
  Equal: { is: 'all' },
  KeyN: { is: 'none' },
  NumpadSubtract: { is: 'none' },
  Minus: { is: 'none' },
  KeyH: { is: 'hide' },
  KeyC: { is: 'cards' },
  KeyL: { is: 'log' },
  Escape: { is: 'escape' },
}

/** How long a first digit waits for a second one at tables above ten seats. */
export const patience = 500

/** How long a second Shift+7 counts as meant. */
const again = 3_000

type Kind = 'seat' | 'foul' | 'menu'

/**
 * Turns key presses into actions. At ten seats and fewer 0 is seat 10 and a digit counts at once. Above ten, a digit
 * that could begin a two-digit number waits for the second; what is done is told by `act`.
 */
export class Keys {
  #first = 0
  #asked = false
  #kind: Kind = 'seat'
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #act: (action: Action) => void
  readonly #seats: () => number

  constructor(seats: () => number, act: (action: Action) => void) {
    this.#seats = seats
    this.#act = act
  }

  /** Whether the press meant something; then the browser must not do its own. */
  press(e: Press): boolean {
    if (e.ctrlKey || e.metaKey) {
      if (e.code !== 'KeyZ' || e.altKey) return false
      this.#act({ is: e.shiftKey ? 'redo' : 'undo' })
      return true
    }
    const d = digit(e.code)
    // Russian layouts have "?" on Shift+7, and who asks for help must not give a foul.
    if (d >= 0 && e.key === '?' && e.shiftKey && !e.altKey && !this.#asked) {
      this.#asked = true
      setTimeout(() => (this.#asked = false), again)
      this.#act({ is: 'ask', seat: d })
      return true
    }
    if (d >= 0) {
      if (e.altKey && !e.shiftKey) return false
      this.#digit(d, e.altKey ? 'menu' : e.shiftKey ? 'foul' : 'seat')
      return true
    }
    if (e.altKey) return false
    if (e.key === '?' || e.code === 'F1' || e.code === 'Slash' || e.code === 'NumpadDivide') {
      this.#act({ is: 'help' })
      return true
    }
    const action = plain[e.code]
    if (!action || (e.shiftKey && e.code !== 'Equal')) return false
    // Enter right after a digit means that digit alone, and nothing else.
    if (this.#first && action.is === 'next') {
      this.#flush()
      return true
    }
    this.#flush()
    this.#act(action)
    return true
  }

  /** Forgets a waiting digit: the step has changed, or a dialog has opened. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#first = 0
  }

  #digit(d: number, kind: Kind): void {
    const n = this.#seats()
    if (n <= 10) {
      this.#seat(d === 0 ? 10 : d, kind)
      return
    }
    if (this.#first && this.#kind === kind) {
      const two = this.#first * 10 + d
      if (two <= n) {
        this.stop()
        this.#seat(two, kind)
        return
      }
    }
    this.#flush()
    if (d === 0) return
    if (d * 10 > n) {
      this.#seat(d, kind)
      return
    }
    ;[this.#first, this.#kind] = [d, kind]
    this.#timer = setTimeout(() => this.#flush(), patience)
  }

  #flush(): void {
    const [seat, kind] = [this.#first, this.#kind]
    this.stop()
    if (seat) this.#seat(seat, kind)
  }

  #seat(seat: number, is: Kind): void {
    if (seat <= this.#seats()) this.#act({ is, seat })
  }
}
