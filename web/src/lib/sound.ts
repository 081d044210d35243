// Sounds are made here, not loaded: cues of the clock, and noise that covers the rustle of the night.

export type Weather = 'rain' | 'sea' | 'wind' | 'noise'
export const weathers: readonly Weather[] = ['rain', 'sea', 'wind', 'noise']

const fadeIn = 3
const fadeOut = 2.5
/** How much of the night is left under a voice. */
const whisper = 0.2

/** Noise that is softer the higher it is, as long as `seconds`, without a seam. */
function brown(ctx: BaseAudioContext, seconds: number): AudioBuffer {
  const buffer = ctx.createBuffer(1, Math.floor(ctx.sampleRate * seconds), ctx.sampleRate)
  const data = buffer.getChannelData(0)
  let last = 0
  for (let i = 0; i < data.length; i++) {
    last = (last + 0.02 * (Math.random() * 2 - 1)) / 1.02
    data[i] = last * 3.5
  }
  return seamless(data, buffer)
}

function white(ctx: BaseAudioContext, seconds: number): AudioBuffer {
  const buffer = ctx.createBuffer(1, Math.floor(ctx.sampleRate * seconds), ctx.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1
  return buffer
}

/** Blends the end of a loop into its beginning. */
function seamless(data: Float32Array, buffer: AudioBuffer): AudioBuffer {
  const n = Math.min(4096, Math.floor(data.length / 4))
  for (let i = 0; i < n; i++) {
    const at = data.length - n + i
    data[at] = ((data[at] ?? 0) * (n - i) + (data[i] ?? 0) * i) / n
  }
  return buffer
}

/** A slow swing of a parameter around its value. */
function swing(ctx: AudioContext, of: AudioParam, hertz: number, depth: number): OscillatorNode {
  const wave = ctx.createOscillator()
  const gain = ctx.createGain()
  wave.frequency.value = hertz
  gain.gain.value = depth
  wave.connect(gain).connect(of)
  wave.start()
  return wave
}

interface Playing {
  kind: Weather
  gain: GainNode
  stop: () => void
}

/** The sounds of one page. Without WebAudio all of it is silence, and nothing fails. */
export class Sounds {
  #ctx: AudioContext | undefined
  #night: Playing | undefined
  #volume = 0.5
  #ducked = false

  /** Whether sounds can be heard; false until `unlock` was called in a tap. */
  get ready(): boolean {
    return this.#ctx?.state === 'running'
  }

  /** Browsers let a page sound only after a tap: call it in one. */
  async unlock(): Promise<boolean> {
    try {
      const session = (navigator as { audioSession?: { type: string } }).audioSession
      if (session) session.type = 'playback'
      this.#ctx ??= new AudioContext()
      if (this.#ctx.state !== 'running') await this.#ctx.resume()
    } catch {
      return false
    }
    return this.ready
  }

  /** Ten seconds are left: one soft tone. The time is up: two lower ones. */
  cue(kind: 'soon' | 'end'): void {
    if (kind === 'soon') this.#tone(880, 0, 0.14)
    else for (const at of [0, 0.22]) this.#tone(587, at, 0.18)
  }

  #tone(hertz: number, after: number, length: number): void {
    const ctx = this.#ctx
    if (ctx?.state !== 'running') return
    const start = ctx.currentTime + after
    const wave = ctx.createOscillator()
    const gain = ctx.createGain()
    wave.frequency.value = hertz
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(0.35, start + 0.012)
    gain.gain.exponentialRampToValueAtTime(0.001, start + length)
    wave.connect(gain).connect(ctx.destination)
    wave.start(start)
    wave.stop(start + length)
  }

  /** How loud the night is, 0..1. */
  set volume(v: number) {
    this.#volume = Math.min(1, Math.max(0, v))
    this.#level()
  }

  /** Softer while somebody speaks, and back. */
  duck(on: boolean): void {
    if (this.#ducked === on) return
    this.#ducked = on
    this.#level()
  }

  get #loud(): number {
    return this.#ducked ? this.#volume * whisper : this.#volume
  }

  #level(): void {
    const [ctx, gain] = [this.#ctx, this.#night?.gain.gain]
    if (!ctx || !gain) return
    gain.cancelScheduledValues(ctx.currentTime)
    gain.setTargetAtTime(this.#loud, ctx.currentTime, 0.15)
  }

  /** Lets the night sound, another one, or none: it fades by itself. */
  night(kind: Weather | null): void {
    const ctx = this.#ctx
    if (!ctx || this.#night?.kind === kind) return
    this.#hush(ctx)
    if (!kind) return
    const gain = ctx.createGain()
    gain.gain.setValueAtTime(0, ctx.currentTime)
    gain.gain.linearRampToValueAtTime(this.#loud, ctx.currentTime + fadeIn)
    gain.connect(ctx.destination)
    this.#night = { kind, gain, stop: weather(ctx, kind, gain) }
  }

  #hush(ctx: AudioContext): void {
    const old = this.#night
    this.#night = undefined
    if (!old) return
    const now = ctx.currentTime
    old.gain.gain.cancelScheduledValues(now)
    old.gain.gain.setValueAtTime(old.gain.gain.value, now)
    old.gain.gain.linearRampToValueAtTime(0, now + fadeOut)
    setTimeout(old.stop, fadeOut * 1000 + 100)
  }
}

/** Builds one sound of the night into `out`; what it gives back ends it. */
function weather(ctx: AudioContext, kind: Weather, out: AudioNode): () => void {
  const source = ctx.createBufferSource()
  source.loop = true
  source.buffer = kind === 'rain' ? white(ctx, 5) : brown(ctx, 8)
  const filter = ctx.createBiquadFilter()
  const level = ctx.createGain()
  const waves: OscillatorNode[] = []
  switch (kind) {
    case 'rain':
      filter.type = 'bandpass'
      filter.frequency.value = 2600
      filter.Q.value = 0.35
      level.gain.value = 0.22
      waves.push(swing(ctx, level.gain, 0.13, 0.05), swing(ctx, filter.frequency, 0.31, 500))
      break
    case 'sea':
      filter.type = 'lowpass'
      filter.frequency.value = 900
      level.gain.value = 0.75
      waves.push(swing(ctx, level.gain, 0.09, 0.4), swing(ctx, filter.frequency, 0.09, 450))
      break
    case 'wind':
      filter.type = 'bandpass'
      filter.frequency.value = 480
      filter.Q.value = 1.4
      level.gain.value = 1.6
      waves.push(swing(ctx, filter.frequency, 0.11, 190), swing(ctx, level.gain, 0.17, 0.6))
      break
    case 'noise':
      filter.type = 'lowpass'
      filter.frequency.value = 1200
      level.gain.value = 1
      break
  }
  source.connect(filter).connect(level).connect(out)
  source.start()
  return () => {
    source.stop()
    for (const w of waves) w.stop()
    out.disconnect()
  }
}

/** The sounds of this page: any tap anywhere may unlock them. */
export const sounds = new Sounds()
