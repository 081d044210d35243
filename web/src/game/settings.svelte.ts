// What this device remembers of how its host likes the console.
import { recall, remember } from '../lib/shelf.ts'
import { weathers, type Weather } from '../lib/sound.ts'

interface Settings {
  /** The large button is at the left. */
  left: boolean
  /** Cards show while the button is held, or from one tap to the next. */
  curtain: 'hold' | 'tap'
  cues: boolean
  flash: boolean
  buzz: boolean
  night: Weather | 'off'
  /** 0..1 */
  volume: number
  /** This device speaks for the host. */
  speak: boolean
  /** The chosen voices by their URI, '' for any of the language. */
  voiceRu: string
  voiceEn: string
  /** How fast it speaks. */
  rate: number
  /** The least time of a call at night in seconds, so that it does not tell whether the role is alive. */
  call: number
}

const name = 'omerta.console'
const standard: Settings = {
  left: false,
  curtain: 'hold',
  cues: true,
  flash: true,
  buzz: true,
  night: 'rain',
  volume: 0.5,
  call: 5,
  speak: false,
  voiceRu: '',
  voiceEn: '',
  rate: 1,
}
/** How fast a voice may be. */
export const rates = { min: 0.7, max: 1.4 } as const

function read(): Settings {
  const s = { ...recall(name, standard) }
  if (s.night !== 'off' && !weathers.includes(s.night)) s.night = standard.night
  if (!(s.volume >= 0 && s.volume <= 1)) s.volume = standard.volume
  if (!(s.rate >= rates.min && s.rate <= rates.max)) s.rate = standard.rate
  if (!(s.call >= 0 && s.call <= 60)) s.call = standard.call
  return s
}

export const settings = $state(read())

export const keepSettings = (): void => remember(name, $state.snapshot(settings))
