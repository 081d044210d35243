// The console's mind: what the host has entered, what is open, and what each tap and key does.
import { bare, line, noun, ui } from '../lib/i18n.svelte.ts'
import type { ApiError } from '../lib/client.ts'
import type { Action } from '../lib/keys.ts'
import { comingBack, room } from '../lib/room.svelte.ts'
import { recall, remember } from '../lib/shelf.ts'
import { steady } from '../lib/steady.ts'
import { Session } from '../lib/store.svelte.ts'
import { nights } from '../lib/table.ts'
import { go } from '../router.ts'
import { flashOf, type Flash } from './flash.ts'
import { looks, type Look } from './looks.ts'
import { settings } from './settings.svelte.ts'
import {
  blank,
  doubtOf,
  entered,
  handsCommand,
  isHands,
  offerOf,
  primaryCommand,
  stepOf,
  tapOf,
  tapSeat,
  volley,
  voters,
  type Draft,
  type Move,
  type Tap,
} from './step.ts'
import type { Command, Deed, Frame, GameCommand, Seat } from './types.ts'

/** What lies over the console. */
export type Panel =
  | { is: 'menu' | 'log' | 'settings' | 'keys' | 'shots' | 'void' | 'beaten' | 'ghosts' }
  /** The log, to choose after which line something was forgotten. */
  | { is: 'forgotten'; command?: GameCommand }
  | { is: 'seat' | 'card' | 'substitute' | 'phone'; seat: Seat }
  /** An undo, a redo or a move put in that would bring back who has seen the cards. */
  | { is: 'return'; command: Command; seats: Seat[] }
  /** A forgotten move is chosen for a place in the log: `by` had the floor there, `no` is why the one chosen before was refused. */
  | { is: 'insert'; at: number; command?: GameCommand; by?: Seat; no?: ApiError }

/** What the next tap on a seat does instead of the step's own meaning. */
export type Armed = '' | 'menu' | 'foul' | 'invite' | 'close' | 'card'

/** How long a step must stand before the large button takes another tap: a double tap is one tap. */
const settle = 350

export class Console {
  readonly session: Session
  draft = $state.raw<Draft>(blank(''))
  armed = $state<Armed>('')
  /** Cards are shown. */
  open = $state(false)
  /** Everything is covered. */
  hidden = $state(false)
  panel = $state.raw<Panel | null>(null)
  /** A short word about the last tap. */
  note = $state('')
  /** What the host was asked about before the large button does it; the second press goes on all the same. */
  asked = $state('')
  flash = $state.raw<Flash | null>(null)
  /** The strips for fouls are on the seats; otherwise a small button gives fouls. */
  strips = $state(true)
  /** The step in which cards were entered. */
  #carding = $state('')
  /** When the game goes on by itself, for the large button was pressed before the call's least time was over; 0: it does not. */
  due = $state(0)
  #timer: ReturnType<typeof setTimeout> | undefined
  #askedAt = 0
  /** The step whose answer was shown and put away. */
  answered = $state('')
  /** When the step began, by `steady`. */
  since = $state(0)

  frame = $derived.by(() => this.session.frame)
  tap: Tap = $derived.by(() =>
    this.frame ? tapOf(this.frame.view, this.draft, this.#carding === this.step) : '',
  )
  step = $derived.by(() => (this.frame ? stepOf(this.frame.view) : ''))
  seats: Look[] = $derived.by(() =>
    this.frame ? looks(this.frame, this.tap, this.draft, this.open) : [],
  )
  night = $derived.by(() => isNight(this.frame))
  /** Everything stands still until the host lets it go on. */
  paused = $derived.by(() => this.frame?.table.paused ?? false)
  over = $derived.by(() => this.frame?.view.phase === 'over')
  primary: Command | null = $derived.by(() =>
    this.paused
      ? { do: 'continue' }
      : this.frame && !this.frame.table.voided
        ? primaryCommand(this.frame.view, this.frame.script, this.tap, this.draft)
        : null,
  )
  /** The verdict to show in the dark, until it is put away. */
  answer = $derived.by(() =>
    this.frame?.view.call.done && this.answered !== this.step ? this.verdict : '',
  )
  /** What the checker is shown: by the card as it is entered now, which may have been put right since the check. */
  verdict = $derived.by(() => {
    const glyph = this.frame?.script?.answer?.glyph ?? ''
    return glyph === 'none' ? '' : glyph
  })

  constructor(tableId: string) {
    this.session = new Session(tableId)
  }

  /** To be called whenever the step may have changed: fetches what was entered for it before a reload, or begins anew. */
  follow(): void {
    if ((this.frame?.view.call.cards ?? 0) > 0) this.#carding = this.step
    if (!this.step || this.draft.step === this.step) return
    this.stay()
    this.draft = this.#recall() ?? blank(this.step)
    this.armed = ''
    this.note = ''
    this.asked = ''
    this.since = steady()
    if (settings.curtain === 'tap') this.open = false
  }

  /** Changes the draft and keeps it for a reload. */
  enter(draft: Draft): void {
    this.stay()
    this.draft = { ...draft, at: this.frame?.length ?? -1 }
    this.note = ''
    remember(this.#name, this.draft, 'session')
  }

  /** Sends a command. An undo that brings back who has seen the cards is asked about first, unless `sure`. */
  send(command: Command, sure = false): void {
    this.stay()
    this.note = ''
    this.asked = '' // what was asked was asked about this press
    const seats = command.do === 'undo' && !sure ? this.#backAfter(command.to) : []
    if (seats.length > 0) {
      this.panel = { is: 'return', command, seats }
      return
    }
    this.flash = this.frame && flashOf(this.frame, command)
    this.session.send(command, sure)
  }

  /**
   * What has to be asked after a refusal: whether somebody who has seen the cards may come back, or what a forgotten
   * move should have been.
   */
  askAfter(): void {
    const refused = this.session.refused
    if (refused?.error.problem.error !== 'comes-back') {
      this.#chooseAgain()
      return
    }
    const { seat, more } = refused.error.problem
    this.session.refused = null
    this.panel = {
      is: 'return',
      command: refused.command,
      seats: [seat, ...more.map((p) => p.seat)],
    }
  }

  /** A forgotten move that does not fit is chosen anew from what was chosen, beside the reason. */
  #chooseAgain(): void {
    const refused = this.session.refused
    if (refused?.command.do !== 'insert' || this.panel) return
    if (!['refused', 'insert'].includes(refused.error.problem.error)) return
    const { at, command } = refused.command
    this.session.refused = null
    this.panel = { is: 'insert', at, command, no: refused.error }
  }

  /** Who comes back knowing the cards when the history is cut to so many steps; 0 cuts the last. */
  #backAfter(to: number): Seat[] {
    const frame = this.frame
    if (!frame || frame.table.voided) return []
    return comingBack(room.view, this.session.id, to || frame.length - 1)
  }

  /** A seat was tapped. */
  tapSeat(seat: Seat): void {
    const frame = this.frame
    if (!frame) return
    const v = frame.view
    const armed = this.armed
    this.armed = ''
    switch (armed) {
      case 'menu':
        this.panel = { is: 'seat', seat }
        return
      case 'foul':
        this.foul(seat)
        return
      case 'card':
        this.panel = { is: 'card', seat }
        return
      case 'invite':
        this.send({ do: 'invite', by: v.turn.seat, to: seat })
        return
      case 'close':
        this.send({ do: 'close', by: seat })
        return
      case '':
        this.#done(tapSeat(v, this.tap, this.draft, seat))
    }
  }

  #done(move: Move): void {
    if ('doubt' in move) this.#doubted(move.seat, move.send)
    else if ('send' in move) this.send(move.send)
    else if ('draft' in move) this.enter(move.draft)
    else if ('menu' in move) {
      // A tap too many by night, or before a vote is open, must not open what can remove a player.
      if ((this.night || this.frame?.view.hold) && !this.over) this.note = ui('game.note.idle')
      else this.panel = { is: 'seat', seat: move.menu }
    } else if ('full' in move) this.note = ui(move.full ? 'game.note.full' : 'game.note.cards.full')
    else if ('voted' in move) {
      const at = this.frame?.view.seats[move.voted - 1]?.voted ?? 0
      this.note = ui('game.note.voted', { seat: move.voted, at })
    } else this.note = ui(`game.note.${this.tap}`, { seat: move.barred })
  }

  /** A check of oneself is asked about once, as what the large button would record unmeant. */
  #doubted(seat: Seat, command: Command): void {
    const doubt = `self.${seat}`
    if (this.asked !== doubt) {
      this.asked = doubt
      this.#askedAt = steady()
      this.note = ui('game.doubt.self', { seat })
    } else if (this.settled) this.send(command)
  }

  foul(seat: Seat, n = 1, reason = ''): void {
    this.panel = null
    this.send({ do: 'foul', to: seat, n, reason })
  }

  /** Whether what is on the screen has been there for a moment: a tap before that was meant for what stood there. */
  get settled(): boolean {
    return steady() - Math.max(this.since, this.#askedAt) >= settle
  }

  /** The large button. */
  next(): void {
    if (this.over) {
      if (this.settled) go(`/game/${this.session.id}/end`)
      return
    }
    const command = this.primary
    if (!command || !this.settled) return
    const doubt = this.doubt
    if (doubt && this.asked !== doubt) {
      this.asked = doubt
      this.#askedAt = steady()
      this.note = ui(`game.doubt.${doubt}`, { n: this.draft.picks.length })
      return
    }
    if (this.short > 0 && !this.due) this.#waitFor(command)
    else this.send(command)
  }

  /** Goes on by itself when the call has lasted its least time, unless anything has happened until then. */
  #waitFor(command: Command): void {
    const { step, asked } = this
    // Of histories of one length, an undo and another step apart, the stamps differ.
    const stamp = this.frame?.stamp
    this.note = ''
    this.due = steady() + this.short
    this.#askedAt = steady()
    this.#timer = setTimeout(() => {
      this.due = 0
      const same = step === this.step && stamp === this.frame?.stamp && asked === this.asked
      if (!same || this.paused || this.primary?.do !== command.do) return
      if (this.panel || this.hidden) this.note = ui('game.note.unsent')
      else this.send(command)
    }, this.short)
  }

  /** Forgets that the large button was pressed before the call's least time was over. */
  stay(): void {
    clearTimeout(this.#timer)
    this.due = 0
  }

  /** What the large button would record that may not be meant; it asks once. */
  get doubt(): string {
    const v = this.frame?.view
    return v && !this.paused ? doubtOf(v, this.tap, this.draft) : ''
  }

  /** How much of the least time of a call is still missing, in milliseconds. */
  get short(): number {
    const v = this.frame?.view
    if (!v || !this.night || this.paused || v.call.role === '?' || v.hold) return 0
    return Math.max(0, this.since + settings.call * 1000 - steady())
  }

  /** What is marked and not sent came after the last step; then undo takes the marks back, and else the step. */
  get marked(): boolean {
    return entered(this.draft) && (this.draft.at === this.frame?.length || !this.frame?.undo)
  }

  undo(): void {
    // What the host regrets is the press that has not gone yet, not the step before it.
    if (this.due) {
      this.stay()
      this.note = ui('game.note.stayed')
    } else if (this.marked) this.enter(blank(this.step))
    else if (this.frame?.undo) this.send({ do: 'undo', to: 0 })
  }

  /** All hands are up. */
  all(): void {
    if (this.frame && isHands(this.tap)) {
      this.enter({ ...this.draft, count: null, hands: voters(this.frame.view, this.tap) })
    }
  }

  /** Nobody: no hands, no target, a miss. */
  none(): void {
    const v = this.frame?.view
    if (!v) return
    if (isHands(this.tap)) this.enter({ ...this.draft, count: null, hands: [] })
    else if (this.tap === 'shoot' && offerOf(v, 'shoot')) this.send(volley(v, 0))
    else if (this.tap === 'act') {
      const offer = v.offers.find((o) => o.do === 'act')
      if (offer?.none) this.send({ do: 'act', role: offer.role, deed: offer.deed, to: 0 })
    }
  }

  chooseDeed(deed: Deed): void {
    this.enter({ ...this.draft, deed })
  }

  /** Sends the hands without waiting for the large button. */
  closeHands(): void {
    const c = this.frame && handsCommand(this.frame.view, this.tap, this.draft)
    if (c) this.send(c)
  }

  toggleClock(): void {
    const clock = this.frame?.clock
    if (clock?.limitMs) this.send({ do: clock.running ? 'pause' : 'resume' })
  }

  addTime(seconds: number): void {
    if (this.frame?.clock.limitMs) this.send({ do: 'add-time', seconds })
  }

  /** A key, unless a dialog has the keyboard. */
  key(a: Action): void {
    switch (a.is) {
      case 'seat':
        this.tapSeat(a.seat)
        return
      case 'foul':
        this.foul(a.seat)
        return
      case 'menu':
        this.panel = { is: 'seat', seat: a.seat }
        return
      case 'ask':
        this.note = ui('game.note.shift', {
          seat: a.seat,
          foul: noun(bare(this.frame?.view.rulebook ?? ''), 'foul'),
        })
        return
      case 'time':
        this.addTime(a.seconds)
        return
      case 'next':
        if (this.answer) this.answered = this.step
        else this.next()
        return
      case 'clock':
        this.toggleClock()
        return
      case 'undo':
        this.undo()
        return
      case 'redo':
        if (this.frame?.redo) this.send({ do: 'redo' })
        return
      case 'all':
        this.all()
        return
      case 'none':
        this.none()
        return
      case 'cards':
        this.open = !this.open
        return
      case 'log':
        this.panel = { is: 'log' }
        return
      case 'help':
        this.panel = { is: 'keys' }
        return
      case 'hide':
        this.open = false
        this.hidden = !this.hidden
        return
      case 'escape':
        this.stay()
        this.armed = ''
        this.note = ''
        this.flash = null
        this.hidden = false
        this.session.refused = null
        if (this.answer) this.answered = this.step
    }
  }

  /** The words on the large button. */
  get primaryLabel(): string {
    if (this.paused) return ui('game.paused.go')
    if (this.tap === 'best-move' && this.draft.picks.length === 3) return ui('game.bestmove.do')
    const p = this.frame?.script?.primary
    if (p) return line(p.label)
    return ui(isHands(this.tap) ? 'game.hands.close' : 'game.next')
  }

  close(): void {
    this.stay()
    this.session.close()
  }

  get #name(): string {
    return `omerta.draft.${this.session.id}`
  }

  #recall(): Draft | undefined {
    const draft = recall(this.#name, blank(''), 'session')
    return draft.step === this.step ? draft : undefined
  }
}

function isNight(frame: Frame | null): boolean {
  if (!frame) return false
  const tone = frame.script?.tone
  if (tone) return tone === 'night'
  return nights.includes(frame.view.phase)
}
