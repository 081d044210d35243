// A game led past the console, by the server's own commands, while a board on another screen shows it.
import { expect, type Browser, type Page } from '@playwright/test'
import type { Command, Frame, Offer, Role, RoomView, Seat } from '../../src/lib/api.ts'
import { nicks } from './game.ts'
import type { Server } from './omerta.ts'

interface Wish {
  rulebook: 'city' | 'classic' | 'club' | 'original'
  /** The cards by seat. */
  cards: Role[]
  nicks?: string[]
}

/** What the host enters where something is chosen; whatever is missing goes the simple way. */
export interface Choices {
  nominate?: (f: Frame) => Seat
  vote?: (f: Frame, offer: Offer) => Seat[]
  oust?: (f: Frame, offer: Offer) => Seat[]
  act?: (f: Frame, offer: Offer) => Seat
  accuse?: (f: Frame) => [Seat, Seat] | undefined
  judge?: (f: Frame, offer: Offer) => Seat[]
  callNight?: (f: Frame, offer: Offer) => Seat[]
  note?: (f: Frame, by: Seat) => Seat
}

export const alive = (f: Frame): Seat[] => f.view.seats.filter((s) => s.in).map((s) => s.seat)

const hands = (seats: Seat[]) => ({ seats, count: 0, counted: false })

/** A signed-in host who needs no console. */
export class Leader {
  readonly #page: Page
  readonly #origin: string
  table = ''

  private constructor(page: Page, origin: string) {
    this.#page = page
    this.#origin = origin
  }

  static async open(page: Page, server: Server): Promise<Leader> {
    await page.goto(server.url)
    await page.waitForURL(`${server.origin}/`)
    return new Leader(page, server.origin)
  }

  async ask<T>(method: string, path: string, data?: unknown): Promise<T> {
    const answer = await this.#page.request.fetch(this.#origin + path, {
      method,
      headers: { 'X-Omerta': '1', 'Content-Type': 'application/json' },
      ...(data === undefined ? {} : { data }),
    })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()) as T
  }

  room(): Promise<RoomView> {
    return this.ask('GET', '/api/room')
  }

  async deal(wish: Wish): Promise<string> {
    const { id } = await this.ask<{ id: string }>('POST', '/api/tables', {
      rulebook: wish.rulebook,
      deal: 'given',
      given: wish.cards,
      seats: wish.cards.map((_, i) => ({ nick: wish.nicks?.[i] ?? nickOf(i) })),
    })
    return (this.table = id)
  }

  frame(as = ''): Promise<Frame> {
    return this.ask('GET', `/api/tables/${this.table}${as && `?as=${as}`}`)
  }

  async send(command: Command): Promise<void> {
    await this.ask('POST', `/api/tables/${this.table}/commands`, {
      key: `board-${Math.random()}`,
      command,
    })
  }

  /** One step of the game. */
  async step(choices: Choices): Promise<void> {
    const f = await this.frame()
    const command = chosen(f, choices) ?? (f.script?.primary?.command as Command | undefined)
    if (!command) throw new Error(`nothing to do in ${f.view.phase}`)
    await this.send(command)
  }

  /** Leads on until something holds. */
  async until(so: (f: Frame) => boolean, choices: Choices = {}): Promise<Frame> {
    for (let i = 0; i < 200; i++) {
      const f = await this.frame()
      if (so(f)) return f
      await this.step(choices)
    }
    throw new Error('never so')
  }
}

const nickOf = (i: number): string => (nicks[i % 10] ?? '') + (i < 10 ? '' : ` ${i + 1}`)

function chosen(f: Frame, c: Choices): Command | undefined {
  const offer = (verb: string) => f.view.offers.find((o) => o.do === verb)
  const vote = offer('vote')
  if (vote) return { do: 'vote', for: vote.for, hands: hands(c.vote?.(f, vote) ?? []) }
  const oust = offer('oust')
  if (oust) return { do: 'oust', hands: hands(c.oust?.(f, oust) ?? []) }
  const judge = offer('judge')
  if (judge) return { do: 'judge', hands: hands(c.judge?.(f, judge) ?? judge.to) }
  const shoot = offer('shoot')
  if (shoot) {
    const at = c.act?.(f, shoot) ?? 0
    return {
      do: 'shoot',
      shots: f.view.call.awake.map((by) => ({ by, at: at ? [at] : [], twice: false })),
    }
  }
  const act = offer('act')
  if (act?.deed) {
    const to = c.act ? c.act(f, act) : act.none ? 0 : (act.to[0] ?? 0)
    return { do: 'act', role: act.role, deed: act.deed, to }
  }
  const write = offer('write')
  const by = write?.by[0]
  if (by) return { do: 'write', by, name: c.note?.(f, by) ?? 0, absent: false }
  if (offer('nominate')) {
    const to = c.nominate?.(f) ?? 0
    const put = f.view.candidates.some((x) => x.by === f.view.turn.seat)
    if (to && !put) return { do: 'nominate', by: f.view.turn.seat, to }
  }
  const charge = offer('accuse') && c.accuse?.(f)
  if (charge) return { do: 'accuse', by: charge[0], to: charge[1] }
  const night = offer('call-night')
  if (night) return { do: 'call-night', hands: hands(c.callNight?.(f, night) ?? night.to) }
  return undefined
}

/** A board's own browser, which holds no cookie of the host's. */
export async function boardPage(
  browser: Browser,
  size: { width: number; height: number },
): Promise<{ page: Page; asked: string[]; complaints: string[] }> {
  const context = await browser.newContext({ viewport: size, locale: 'ru-RU' })
  const page = await context.newPage()
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (r) => asked.push(new URL(r.url()).pathname))
  page.on('pageerror', (e) => complaints.push(e.message))
  page.on('console', (m) => m.type() === 'error' && complaints.push(m.text()))
  return { page, asked, complaints }
}

/** Names what a frame shows, as the board itself does. */
export const momentOf = (f: Frame): string =>
  [f.view.phase, f.view.turn.kind, f.view.turn.seat, f.view.ballot.current, f.view.hold].join(' ')

/** Waits until the board shows the table as it is. */
export async function shows(page: Page, leader: Leader): Promise<Frame> {
  const frame = await leader.frame('board')
  await expect(page.locator('[data-moment]')).toHaveAttribute('data-moment', momentOf(frame))
  await page.evaluate(() => document.fonts.ready.then(() => true))
  return frame
}

/** Texts that are cut, that leave the wall, or whose ink is too near to its ground; seats that touch. */
export async function faults(page: Page, contrast: number): Promise<string[]> {
  return page.evaluate((least) => {
    const out: string[] = []
    const part = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    const light = (rgb: number[]) => {
      const [r = 0, g = 0, b = 0] = rgb.map((v) => part(v / 255))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const colour = (css: string) => (css.match(/[\d.]+/g) ?? []).map(Number)
    const ground = (el: Element | null): number[] => {
      for (let at = el; at; at = at.parentElement) {
        const c = colour(getComputedStyle(at).backgroundColor)
        if (c.length === 3 || (c[3] ?? 0) > 0.99) return c
      }
      return [255, 255, 255]
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const el = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (!el || !text || el.closest('.aside, button, script')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (box.left < -0.5 || box.right > innerWidth + 0.5) out.push(`beside the wall: ${text}`)
      for (let at: Element | null = el; at; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue
        const clip = at.getBoundingClientRect()
        const in_ = box.bottom <= clip.bottom + 1 && box.right <= clip.right + 1
        if (!in_ && at !== document.documentElement && at !== document.body)
          out.push(`cut: ${text}`)
      }
      // A badge sits on the corner of its seat.
      const seat = el.matches('.place') ? undefined : el.closest('.seat')?.getBoundingClientRect()
      // Letters are smaller than their line.
      const slack = box.height * 0.16
      if (
        seat &&
        (box.left < seat.left - 1 ||
          box.right > seat.right + 1 ||
          box.top + slack < seat.top ||
          box.bottom - slack > seat.bottom)
      )
        out.push(`out of its seat: ${text}`)
      if (least > 0) {
        const [a, b] = [light(colour(getComputedStyle(el).color)), light(ground(el))]
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
        if (ratio < least) out.push(`${ratio.toFixed(2)} to 1: ${text}`)
      }
    }
    const boxes = [...document.querySelectorAll('.seat, .centre')].map((s) =>
      s.getBoundingClientRect(),
    )
    boxes.forEach((a, i) =>
      boxes.slice(i + 1).forEach((b) => {
        const w = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (w > 0.5 && h > 0.5) out.push(`two touch by ${w.toFixed()} x ${h.toFixed()}`)
      }),
    )
    return out
  }, contrast)
}

/** The mean light of what a page shows, from 0 to 1. */
export async function luminance(page: Page): Promise<number> {
  const shot = (await page.screenshot()).toString('base64')
  const blank = await page.context().newPage()
  try {
    return await blank.evaluate(async (data) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.drawImage(image, 0, 0)
      const { data: px } = pen.getImageData(0, 0, image.width, image.height)
      const part = (v: number) => {
        const c = v / 255
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
      }
      let sum = 0
      for (let i = 0; i < px.length; i += 4)
        sum +=
          0.2126 * part(px[i] ?? 0) + 0.7152 * part(px[i + 1] ?? 0) + 0.0722 * part(px[i + 2] ?? 0)
      return sum / (px.length / 4)
    }, shot)
  } finally {
    await blank.close()
  }
}
