// A player's phone as the server knows it: a browser of its own, without a page.
import { expect, request, type APIRequestContext } from '@playwright/test'
import type { Mine, RoomView } from '../../src/lib/api.ts'
import type { Server } from './omerta.ts'

export class Phone {
  readonly #api: APIRequestContext
  readonly #origin: string
  #line: Response | undefined

  private constructor(api: APIRequestContext, origin: string) {
    this.#api = api
    this.#origin = origin
  }

  static async fresh(server: Server): Promise<Phone> {
    return new Phone(
      await request.newContext({
        baseURL: server.origin,
        extraHTTPHeaders: { 'X-Omerta': '1', 'Content-Type': 'application/json' },
      }),
      server.origin,
    )
  }

  /** Comes in under a nick, by the link's token or by the code that somebody typed. */
  static async join(
    server: Server,
    nick: string,
    by: { token: string } | { code: string },
  ): Promise<Phone> {
    const phone = await Phone.fresh(server)
    await phone.#send('post', '/api/join', { nick, ...by })
    return phone
  }

  async #send(how: 'post' | 'put', path: string, data: object): Promise<Mine> {
    const answer = await this.#api[how](path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as Mine
  }

  /** Holds the line of its page open for as long as the server runs. */
  async listen(): Promise<void> {
    const { cookies } = await this.#api.storageState()
    const cookie = cookies.map((k) => `${k.name}=${k.value}`).join('; ')
    this.#line = await fetch(`${this.#origin}/api/my/stream`, { headers: { cookie } })
    expect(this.#line.ok).toBe(true)
  }

  async mine(): Promise<Mine> {
    return (await (await this.#api.get('/api/my')).json()) as Mine
  }

  ask(table: string, seat: number): Promise<Mine> {
    return this.#send('put', '/api/my/seat', { table, seat })
  }

  redeem(path: string): Promise<Mine> {
    return this.#send('post', '/api/join/ticket', { ticket: path.replace('/s/', '') })
  }

  /** Looks at all cards, as the departed may where the host lets them; answers the status. */
  async looks(): Promise<number> {
    return (await this.#api.get('/api/my/cards')).status()
  }
}

/** The room as the host's page knows it. */
export async function roomOf(
  api: APIRequestContext,
  server: Server,
): Promise<RoomView & { token: string }> {
  const view = (await (await api.get(`${server.origin}/api/room`)).json()) as RoomView
  return { ...view, token: view.join.replace('/j/', '') }
}
