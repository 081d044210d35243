// The voice of the phone that its owner has offered for the count.
import { Voice } from '../../lib/voice.ts'

export const voice = new Voice()
