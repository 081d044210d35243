import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Voice, type Spoken } from './voice.ts'

/** What a browser's speech does with a line. */
type Manner = 'ends' | 'throws' | 'never' | 'fails' | 'not-allowed' | 'at-once'

class Utterance {
  lang = ''
  rate = 1
  voice: unknown = null
  onend: (() => void) | null = null
  onerror: ((e: { error: string }) => void) | null = null
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A browser's speech that notes what it is told, and sees whether two lines overlap. */
class Synth {
  manner: Manner = 'ends'
  list = [
    { lang: 'en-US', name: 'English', voiceURI: 'en', localService: true },
    { lang: 'ru-RU', name: 'Far', voiceURI: 'far', localService: false },
    { lang: 'ru_RU', name: 'Near', voiceURI: 'near', localService: true },
  ]
  log: string[] = []
  overlaps = 0
  last: Utterance | undefined
  #talking: Utterance | undefined
  #late: (() => void)[] = []

  getVoices = () => this.list
  addEventListener = (_: string, f: () => void) => this.#late.push(f)
  come(): void {
    for (const f of this.#late) f()
  }

  speak = (u: Utterance) => {
    if (!u.text) return
    if (this.manner === 'throws') throw new Error('no')
    this.last = u
    if (this.#talking) this.overlaps++
    this.log.push(u.text)
    if (this.manner === 'at-once') u.onend?.()
    else if (this.manner === 'never') this.#talking = u
    else if (this.manner === 'ends') {
      this.#talking = u
      setTimeout(() => this.#end(u), 1_000)
    } else {
      const error = this.manner === 'fails' ? 'synthesis-failed' : 'not-allowed'
      setTimeout(() => u.onerror?.({ error }), 10)
    }
  }

  #end(u: Utterance): void {
    if (this.#talking !== u) return
    this.#talking = undefined
    u.onend?.()
  }

  cancel = () => {
    const u = this.#talking
    this.#talking = undefined
    if (!u) return
    this.log.push('×')
    // Browsers tell of it later, when another line may be on already.
    setTimeout(() => u.onerror?.({ error: 'interrupted' }), 100)
  }
}

let synth: Synth
const lines = (...texts: string[]): Spoken[] => texts.map((text) => ({ text, rest: 250 }))

function speaker(): { voice: Voice; heard: string[] } {
  const heard = synth.log
  const voice = new Voice({
    cue: (kind) => void heard.push(kind),
    duck: () => undefined,
  })
  return { voice, heard }
}

beforeEach(() => {
  vi.useFakeTimers()
  synth = new Synth()
  vi.stubGlobal('speechSynthesis', synth)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('one queue for all that sounds', () => {
  test('lines are spoken one after the other, in order', () => {
    const { voice, heard } = speaker()
    voice.say('a', lines('one', 'two'))
    voice.say('a', lines('three'))
    expect(heard).toEqual(['one'])
    vi.advanceTimersByTime(1_200)
    expect(heard).toEqual(['one'])
    vi.advanceTimersByTime(100)
    expect(heard).toEqual(['one', 'two'])
    vi.runAllTimers()
    expect(heard).toEqual(['one', 'two', 'three'])
    expect(synth.overlaps).toBe(0)
  })

  test('the rest after a line is kept', () => {
    const { voice, heard } = speaker()
    voice.say('a', [{ text: 'sleeps', rest: 1_500 }, ...lines('wakes')])
    vi.advanceTimersByTime(2_400)
    expect(heard).toEqual(['sleeps'])
    vi.advanceTimersByTime(200)
    expect(heard).toEqual(['sleeps', 'wakes'])
  })

  test('a signal waits for the line that is spoken, and goes before the next', () => {
    const { voice, heard } = speaker()
    voice.say('a', lines('one', 'two'))
    voice.cue('soon')
    expect(heard).toEqual(['one'])
    vi.runAllTimers()
    expect(heard).toEqual(['one', 'soon', 'two'])
  })

  test('a line waits for a signal', () => {
    const { voice, heard } = speaker()
    voice.cue('end')
    voice.say('a', lines('one'))
    vi.advanceTimersByTime(400)
    expect(heard).toEqual(['end'])
    vi.runAllTimers()
    expect(heard).toEqual(['end', 'one'])
  })

  test('of two signals that wait only the newer sounds', () => {
    const { voice, heard } = speaker()
    voice.say('a', lines('one'))
    voice.cue('soon')
    voice.cue('end')
    vi.runAllTimers()
    expect(heard).toEqual(['one', 'end'])
  })

  test('the night is softer while somebody speaks, and as loud as before afterwards', () => {
    const soft: boolean[] = []
    const voice = new Voice({ cue: () => undefined, duck: (on) => void soft.push(on) })
    voice.say('a', lines('one', 'two'))
    expect(soft).toEqual([true])
    vi.runAllTimers()
    expect(soft).toEqual([true, true, false])
  })

  test('a signal that comes too late is none', () => {
    const { voice, heard } = speaker()
    synth.manner = 'never'
    voice.say('a', lines('one'))
    voice.cue('soon')
    vi.runAllTimers()
    expect(heard).not.toContain('soon')
  })

  test('lines of an older step are dropped, also the one that is spoken', () => {
    const { voice, heard } = speaker()
    voice.say('a', lines('one', 'two', 'three'))
    vi.advanceTimersByTime(500)
    voice.say('b', lines('four'))
    vi.runAllTimers()
    expect(heard).toEqual(['one', '×', 'four'])
    expect(synth.overlaps).toBe(0)
  })

  test('undo silences', () => {
    const { voice, heard } = speaker()
    voice.say('a', lines('one', 'two'))
    voice.cue('end')
    voice.hush()
    vi.runAllTimers()
    expect(heard).toEqual(['one', '×'])
  })

  test('a thousand lines, signals and silences at any moment never overlap', () => {
    const { voice } = speaker()
    let seed = 7
    const below = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
    const manners: Manner[] = ['ends', 'ends', 'ends', 'never', 'fails', 'throws', 'at-once']
    for (let i = 0; i < 1_000; i++) {
      synth.manner = manners[below(manners.length)] ?? 'ends'
      const what = below(10)
      if (what < 6) voice.say(`s${below(4)}`, lines(`x${i}`, `y${i}`))
      else if (what < 9) voice.cue(below(2) ? 'soon' : 'end')
      else voice.hush()
      vi.advanceTimersByTime(below(1_500))
    }
    expect(synth.overlaps).toBe(0)
  })
})

describe('failures leave the text and hold nothing', () => {
  test('no speech at all', () => {
    vi.stubGlobal('speechSynthesis', undefined)
    const { voice, heard } = speaker()
    voice.say('a', lines('one'))
    voice.unlock()
    voice.cue('end')
    vi.runAllTimers()
    expect(voice.trouble).toBe('none')
    expect(heard).toEqual(['end'])
  })

  test('no voice for the language: Russian is not read by an English voice', () => {
    synth.list = synth.list.slice(0, 1)
    const { voice, heard } = speaker()
    voice.say('a', lines('раз'))
    expect(voice.trouble).toBe('mute')
    voice.lang = 'en'
    expect(voice.trouble).toBe('')
    voice.say('b', lines('one'))
    expect(heard).toEqual(['one'])
  })

  test('voices that come late are found', () => {
    const all = synth.list
    synth.list = []
    const { voice, heard } = speaker()
    expect(voice.trouble).toBe('mute')
    synth.list = all
    synth.come()
    expect(voice.trouble).toBe('')
    voice.say('a', lines('one'))
    expect(heard).toEqual(['one'])
  })

  test('a throwing engine does not reach the caller, and signals go on', () => {
    synth.manner = 'throws'
    const { voice, heard } = speaker()
    expect(() => voice.say('a', lines('one', 'two', 'three'))).not.toThrow()
    vi.advanceTimersByTime(500)
    voice.cue('end')
    vi.advanceTimersByTime(100)
    expect(heard).toEqual(['end'])
    expect(voice.trouble).toBe('fails')
  })

  test('getVoices may throw', () => {
    synth.getVoices = () => {
      throw new Error('no')
    }
    const { voice } = speaker()
    expect(() => voice.say('a', lines('one'))).not.toThrow()
    expect(voice.trouble).toBe('mute')
  })

  test('a line that never ends gives way, and after two of them speech is left alone', () => {
    synth.manner = 'never'
    const { voice, heard } = speaker()
    voice.say('a', lines('one', 'two', 'three'))
    vi.advanceTimersByTime(20_000)
    expect(heard).toEqual(['one', '×', 'two', '×'])
    expect(voice.trouble).toBe('fails')
    voice.say('b', lines('four'))
    expect(heard).toHaveLength(4)
    synth.manner = 'ends'
    vi.advanceTimersByTime(60_000)
    voice.say('c', lines('five'))
    vi.runAllTimers()
    expect(heard.at(-1)).toBe('five')
    expect(voice.trouble).toBe('')
  })

  test('a line that ends well forgives one that did not', () => {
    const { voice } = speaker()
    for (const [step, manner] of Object.entries({ a: 'never', b: 'ends', c: 'never' })) {
      synth.manner = manner as Manner
      voice.say(step, lines('one'))
      vi.advanceTimersByTime(10_000)
    }
    expect(voice.trouble).toBe('')
  })

  test('a browser that wants a tap first is told of, and a tap helps', () => {
    synth.manner = 'not-allowed'
    const { voice, heard } = speaker()
    voice.say('a', lines('one', 'two'))
    vi.runAllTimers()
    expect(heard).toEqual(['one'])
    expect(voice.trouble).toBe('tap')
    synth.manner = 'ends'
    voice.unlock()
    expect(voice.trouble).toBe('')
    voice.say('b', lines('three'))
    vi.runAllTimers()
    expect(heard).toEqual(['one', 'three'])
  })

  test('an end that comes within speak() holds nothing up', () => {
    synth.manner = 'at-once'
    const { voice, heard } = speaker()
    voice.say('a', lines('one', 'two'))
    vi.runAllTimers()
    expect(heard).toEqual(['one', 'two'])
  })

  test('instruments that throw are silence', () => {
    const no = () => {
      throw new Error('no')
    }
    const voice = new Voice({ cue: no, duck: no })
    voice.cue('end')
    voice.say('a', lines('one'))
    vi.runAllTimers()
    expect(synth.log).toEqual(['one'])
  })
})

test('a voice on the device goes before one in the network, and the chosen one before both', () => {
  const { voice } = speaker()
  expect(voice.voices('ru').map((v) => v.voiceURI)).toEqual(['near', 'far'])
  voice.say('a', lines('one'))
  expect(synth.last?.voice).toMatchObject({ voiceURI: 'near' })
  expect(synth.last?.lang).toBe('ru-RU')
  vi.runAllTimers()
  voice.chosen = 'far'
  voice.rate = 1.2
  voice.say('b', lines('two'))
  expect(synth.last?.voice).toMatchObject({ voiceURI: 'far' })
  expect(synth.last?.rate).toBe(1.2)
})
