// What the host is told of the boards that are to speak for him.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Mouth, RoomView, Speech } from '../lib/api.ts'
import { useLang } from '../lib/i18n.svelte.ts'
import { room } from '../lib/room.svelte.ts'
import { boards, boardSpeaks, elsewhere } from './voice.svelte.ts'

const speech = (...states: Mouth[]): Speech => ({
  on: true,
  rate: 1,
  cues: false,
  night: 'off',
  volume: 1,
  boards: states.length,
  state: states.at(-1) ?? '',
  states,
})

beforeAll(() => useLang('ru'))
beforeEach(() => (room.view = null))

describe('the boards', () => {
  it('are told of one by one: one that speaks hides none that cannot', () => {
    expect(boards(speech())).toBe('Табло не открыто. Откройте его на этой странице:')
    expect(boards(speech('ready'))).toBe('Табло говорит.')
    expect(boards(speech('fails', '', 'ready', 'ready'))).toBe(
      'Открыто табло: 4. Речь не отвечает: 1. Речь не включена: 1. Говорит: 2.',
    )
  })

  it('stand in for this device only while none of them fails', () => {
    const said = (...states: Mouth[]) => {
      room.view = { speech: speech(...states) } as RoomView
      return elsewhere()
    }
    expect(said('', 'ready')).toBe(true)
    expect(said('mute', 'ready')).toBe(false)
    expect(said('fails', 'ready')).toBe(false)
    expect(said('tap')).toBe(false)
    // The board on the wall waits for its tap, and somebody's phone says that it speaks.
    expect(said('tap', 'ready')).toBe(false)
  })

  it('say a sentence of the host only where one of them was told to and can', () => {
    const can = (...states: Mouth[]) => {
      room.view = { speech: speech(...states) } as RoomView
      return boardSpeaks()
    }
    expect(can()).toBe(false)
    expect(can('')).toBe(false)
    expect(can('mute', 'tap')).toBe(false)
    expect(can('', 'ready')).toBe(true)
  })
})
