// All that sounds on a device goes through one queue: spoken lines, and signals of the clock between them. Nothing in it
// overlaps, nobody waits for it, and whatever fails leaves the text on the screen.
import { createSubscriber } from 'svelte/reactivity'
import type { Cue } from './clock.ts'
import type { Lang } from './say.ts'
import { steady } from './steady.ts'

/**
 * Why nothing is spoken: no speech at all, no voice for the language, the browser wants a tap first, or speech that
 * was begun and did not end. '' while all is well.
 */
export type Trouble = '' | 'none' | 'mute' | 'tap' | 'fails'

/** What else sounds on the device: signals of the clock, and a night that is softer while somebody speaks. */
export interface Instruments {
  cue: (kind: Cue) => void
  duck: (on: boolean) => void
}

/** A line to speak, and the silence after it in ms. */
export interface Spoken {
  text: string
  rest: number
}

interface Line extends Spoken {
  is: 'line'
}
interface Signal {
  is: 'cue'
  kind: Cue
  /** When it is too late for it, by `steady`. */
  until: number
}
type Item = Line | Signal

/** How long a signal sounds, and how late it still tells something. In ms. */
const signals: Record<Cue, { length: number; good: number }> = {
  soon: { length: 200, good: 2_000 },
  end: { length: 450, good: 4_000 },
}
/** Between two lines one takes breath. */
export const breath = 250
/** Some engines lose a line that comes in the same moment as the end of another. */
const settle = 60
/** So long a line may take: the time until speech begins, and a slow voice. */
const patience = 5_000
const perLetter = 160
/** So many lines in a row without an end, and speech is left alone for a while. */
const bearable = 2
const again = 60_000

const engine = (): SpeechSynthesis | undefined => {
  try {
    return 'speechSynthesis' in globalThis ? globalThis.speechSynthesis : undefined
  } catch {
    return undefined
  }
}

/** The language of a voice: some devices write ru_RU. */
const languageOf = (v: SpeechSynthesisVoice): string =>
  v.lang.toLowerCase().split(/[-_]/, 1)[0] ?? ''

/** The voice of one page. */
export class Voice {
  lang: Lang = 'ru'
  /** 1 as the device speaks by itself. */
  rate = 1
  /** The chosen voice by its URI; where it is not there, the first of the language. */
  chosen = ''
  readonly #synth = engine()
  readonly #with: Instruments | undefined
  #queue: Item[] = []
  #playing: Item | null = null
  #step = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Held, because some engines forget an utterance that nobody holds, and never end it. */
  #words: SpeechSynthesisUtterance | undefined
  #blocked = false
  #misses = 0
  #missedAt = 0
  #unlocked = false
  #tell: (() => void) | undefined
  readonly #watched = createSubscriber((update) => {
    this.#tell = update
    return () => (this.#tell = undefined)
  })

  constructor(instruments?: Instruments) {
    this.#with = instruments
    // Voices come late, and come and go.
    try {
      this.#synth?.addEventListener('voiceschanged', () => this.#tell?.())
    } catch {
      // An engine without events has its voices at once, or never.
    }
  }

  /** The voices for a language, those on the device first: they need no network. */
  voices(lang: Lang = this.lang): SpeechSynthesisVoice[] {
    this.#watched()
    try {
      const all = this.#synth?.getVoices() ?? []
      return all
        .filter((v) => languageOf(v) === lang)
        .sort((a, b) => Number(b.localService) - Number(a.localService))
    } catch {
      return []
    }
  }

  /** Why the device leaves it at the text. */
  get trouble(): Trouble {
    this.#watched()
    if (!this.#synth) return 'none'
    if (this.voices().length === 0) return 'mute'
    if (this.#blocked) return 'tap'
    return this.#givenUp() ? 'fails' : ''
  }

  /**
   * Speaks lines that belong to a step. Lines and signals of other steps are dropped, also in the midst of a word; to
   * the lines of the same step they are added. Returns at once.
   */
  say(step: string, lines: readonly Spoken[]): void {
    if (step !== this.#step) this.hush()
    this.#step = step
    if (this.trouble !== '') return
    for (const l of lines) if (l.text.trim()) this.#queue.push({ ...l, is: 'line' })
    this.#next()
  }

  /** Signals the time: at once, or after the line that is being spoken; too late for it, never. */
  cue(kind: Cue): void {
    this.#queue = this.#queue.filter((x) => x.is !== 'cue')
    this.#queue.unshift({ is: 'cue', kind, until: steady() + signals[kind].good })
    this.#next()
  }

  /** Silence at once: what was said is no longer so. */
  hush(): void {
    this.#queue = []
    this.#step = ''
    if (this.#playing?.is !== 'line') return
    this.#drop()
    this.#after(settle)
  }

  /** To be called in a tap: browsers let a page speak only after one. */
  unlock(): void {
    if (!this.#synth || (this.#unlocked && !this.#blocked)) return
    this.#unlocked = true
    this.#blocked = false
    try {
      // Not while something is spoken: it would be put behind it.
      if (!this.#playing) this.#synth.speak(new SpeechSynthesisUtterance(''))
    } catch {
      // The next line will tell.
    }
    this.#tell?.()
  }

  /** Speaks a sample, whatever has failed before. To be called in a tap. */
  try(text: string): void {
    this.#blocked = false
    this.#misses = 0
    this.#unlocked = true
    this.#tell?.()
    this.hush()
    this.say('try', [{ text, rest: breath }])
  }

  #givenUp(): boolean {
    return this.#misses >= bearable && steady() - this.#missedAt < again
  }

  #next(): void {
    if (this.#playing || this.#timer !== undefined) return
    const item = this.#queue.shift()
    if (!item) {
      this.#instrument((i) => i.duck(false))
      return
    }
    if (item.is === 'cue') this.#ring(item)
    else this.#speak(item)
  }

  #ring(signal: Signal): void {
    if (steady() > signal.until) {
      this.#next()
      return
    }
    this.#playing = signal
    this.#instrument((i) => i.cue(signal.kind))
    this.#timer = setTimeout(() => this.#done(signal, 0), signals[signal.kind].length)
  }

  #speak(line: Line): void {
    const synth = this.#synth
    if (!synth || this.trouble !== '') {
      this.#queue = this.#queue.filter((x) => x.is === 'cue')
      this.#next()
      return
    }
    this.#playing = line
    this.#instrument((i) => i.duck(true))
    try {
      this.#words = this.#utterance(line)
      synth.speak(this.#words)
    } catch {
      this.#missed(line)
      return
    }
    // It may have ended already.
    if (this.#playing !== line) return
    const limit = patience + (line.text.length * perLetter) / this.rate
    this.#timer = setTimeout(() => this.#missed(line), limit)
  }

  #utterance(line: Line): SpeechSynthesisUtterance {
    const words = new SpeechSynthesisUtterance(line.text)
    const all = this.voices()
    const voice = all.find((v) => v.voiceURI === this.chosen) ?? all[0]
    if (voice) words.voice = voice
    words.lang = voice?.lang.replace('_', '-') ?? (this.lang === 'ru' ? 'ru-RU' : 'en-GB')
    words.rate = this.rate
    words.onend = () => {
      if (this.#playing === line) this.#misses = 0
      this.#done(line, line.rest)
    }
    words.onerror = (e) => {
      // Where it was ended by us, nothing plays any more, or another line does.
      if (this.#playing !== line) return
      if (e.error === 'not-allowed') {
        this.#blocked = true
        this.#queue = this.#queue.filter((x) => x.is === 'cue')
        this.#done(line, 0)
      } else this.#missed(line)
    }
    return words
  }

  /** A line failed, or never ended. */
  #missed(line: Line): void {
    if (this.#playing !== line) return
    this.#misses++
    this.#missedAt = steady()
    this.#drop()
    this.#after(settle)
  }

  /** Ends the line that is spoken. */
  #drop(): void {
    this.#playing = null
    this.#words = undefined
    try {
      this.#synth?.cancel()
    } catch {
      // It is silent anyway, or beyond our reach.
    }
    this.#tell?.()
  }

  #done(item: Item, rest: number): void {
    if (this.#playing !== item) return
    this.#playing = null
    this.#words = undefined
    this.#tell?.()
    this.#after(rest)
  }

  /** Goes on after a rest. A timer of what has ended means nothing any more. */
  #after(rest: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#next()
    }, rest)
  }

  #instrument(play: (i: Instruments) => void): void {
    try {
      if (this.#with) play(this.#with)
    } catch {
      // A sound that fails is silence.
    }
  }
}
