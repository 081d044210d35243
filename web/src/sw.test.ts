// @vitest-environment node
// The service worker, in a browser made of paper: what it keeps, what it answers from what is kept, and what it lets alone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import ts from 'typescript'
import { beforeEach, expect, test, vi } from 'vitest'

const at = (host: string) => `http://${host}`
const origin = at('club.test')
const files = ['/assets/a.js', '/board.html', '/index.html', '/phone.html', '/icon.svg']
const own = 'omerta-shell-b2'

const source = ts.transpileModule(readFileSync(join(import.meta.dirname, 'sw.ts'), 'utf8'), {
  compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
}).outputText

/** The store of a browser, by name and path; what an answer varies by and what follows a `?` counts unless it is ignored. */
class Store {
  readonly all = new Map<string, Map<string, Response>>()

  #find(kept: Map<string, Response>, asked: Request | string, how: CacheQueryOptions = {}) {
    const url = new URL(typeof asked === 'string' ? asked : asked.url, origin)
    const answer = kept.get(url.pathname + (how.ignoreSearch ? '' : url.search))
    if (answer?.headers.get('vary') && !how.ignoreVary) return undefined
    return answer?.clone()
  }

  open(name: string) {
    const kept = this.all.get(name) ?? new Map<string, Response>()
    this.all.set(name, kept)
    const put = (asked: Request | string, answer: Response) => {
      kept.set(new URL(typeof asked === 'string' ? asked : asked.url, origin).pathname, answer)
      return Promise.resolve()
    }
    return Promise.resolve({
      put,
      match: (asked: Request | string, how?: CacheQueryOptions) =>
        Promise.resolve(this.#find(kept, asked, how)),
      addAll: async (list: Request[]) => {
        for (const asked of list) {
          const answer = await ask(asked)
          if (!answer.ok) throw new TypeError(asked.url)
          await put(asked, answer)
        }
      },
    })
  }

  match(asked: Request | string, how?: CacheQueryOptions) {
    for (const kept of this.all.values()) {
      const found = this.#find(kept, asked, how)
      if (found) return Promise.resolve(found)
    }
    return Promise.resolve(undefined)
  }

  keys = () => Promise.resolve([...this.all.keys()])
  delete = (name: string) => Promise.resolve(this.all.delete(name))

  /** All that is kept, as `name path`. */
  list = () => [...this.all].flatMap(([name, kept]) => [...kept.keys()].map((p) => `${name} ${p}`))
}

interface Asked {
  request: Request
  respondWith: (answer: Promise<Response>) => void
  waitUntil: (done: Promise<unknown>) => void
}

let store: Store
let net: (asked: Request) => Response | Promise<Response>
let asked: Request[]
let heard: Record<string, (e: Asked) => void>
let scope: { skipWaiting: () => Promise<void>; clients: { claim: () => Promise<void> } }

/** A request of a browser has its own kind of address: that of a page is a navigation. */
class Request2 extends Request {
  constructor(path: string | URL | Request, init?: RequestInit) {
    super(typeof path === 'string' ? new URL(path, origin) : path, init)
  }
}

function ask(request: Request): Promise<Response> {
  asked.push(request)
  return Promise.resolve().then(() => net(request))
}

const path = (r: Request): string => new URL(r.url).pathname
const down = (): never => {
  throw new TypeError('no line')
}

beforeEach(() => {
  store = new Store()
  net = (r) => new Response(`net ${path(r)}`)
  asked = []
  heard = {}
  scope = {
    skipWaiting: vi.fn(() => Promise.resolve()),
    clients: { claim: vi.fn(() => Promise.resolve()) },
  }
  const self = {
    ...scope,
    addEventListener: (on: string, f: (e: Asked) => void) => (heard[on] = f),
  }
  const code = source.replace('%BUILD%', 'b2').replace('%FILES%', files.join(' '))
  runInNewContext(code, {
    self,
    caches: store,
    fetch: ask,
    location: new URL(origin),
    Request: Request2,
    Response,
    URL,
    setTimeout: (f: () => void, ms: number) => setTimeout(f, ms),
  })
})

/** Lets the worker hear something, and waits for all that it says it will do. */
async function tell(on: 'install' | 'activate'): Promise<void> {
  const due: Promise<unknown>[] = []
  heard[on]?.({ waitUntil: (p: Promise<unknown>) => due.push(p) } as unknown as Asked)
  await Promise.all(due)
}

/** What the worker answers; undefined where it leaves the request to the browser. */
async function fetched(url: string, init: RequestInit & { page?: boolean } = {}) {
  const request = new Request(new URL(url, origin), { method: init.method ?? 'GET' })
  if (init.page) Object.defineProperty(request, 'mode', { value: 'navigate' })
  let answer: Promise<Response> | undefined
  const due: Promise<unknown>[] = []
  heard.fetch?.({
    request,
    respondWith: (p) => {
      answer = p
    },
    waitUntil: (p) => {
      due.push(p)
    },
  })
  const got = await answer
  await Promise.all(due)
  return got
}
const page = async (url: string) => (await fetched(url, { page: true }))?.text()
const part = async (url: string) => (await fetched(url))?.text()

const filled = files.map((f) => `${own} ${f}`)

test('at its installation it fetches every file without cookies, pages past the store of the browser, and takes over', async () => {
  await tell('install')
  expect(store.list()).toEqual(filled)
  expect(asked.map((r) => [path(r), r.credentials, r.cache])).toEqual(
    files.map((f) => [f, 'omit', f.startsWith('/assets/') ? 'default' : 'reload']),
  )
  expect(scope.skipWaiting).toHaveBeenCalledOnce()
})

test('a build of which a file is gone is not kept, and does not take over', async () => {
  net = (r) => new Response('', { status: path(r) === '/phone.html' ? 404 : 200 })
  await expect(tell('install')).rejects.toThrow()
  expect(await store.keys()).toEqual([])
  expect(scope.skipWaiting).not.toHaveBeenCalled()
})

test('it looks after open pages at once, and keeps its own files, those of the build before, and what is not its own', async () => {
  for (const name of ['omerta-shell-a0', 'other', 'omerta-shell-b1', own]) await store.open(name)
  await tell('activate')
  expect(await store.keys()).toEqual(['other', 'omerta-shell-b1', own])
  expect(scope.clients.claim).toHaveBeenCalledOnce()
})

test('it lets alone what the API answers, what changes something, and what is foreign or not of the build', async () => {
  await tell('install')
  net = (r) => new Response(`net ${path(r)}`)
  for (const url of [
    '/api/my',
    '/api/my/card',
    '/healthz',
    '/build.txt',
    '/sw.js',
    `${at('other.test')}/assets/a.js`,
  ])
    expect(await fetched(url), url).toBeUndefined()
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect(await fetched('/assets/a.js', { method }), method).toBeUndefined()
  expect(await fetched('/api/qr', { page: true })).toBeUndefined()
  expect(store.list()).toEqual(filled)
})

test('a page comes from the server, whatever is kept, and is not kept', async () => {
  await tell('install')
  net = (r) => new Response(`new ${path(r)}`)
  for (const url of ['/room', '/j/secret', '/s/ticket', '/board/key', '/me', '/host/key'])
    expect(await page(url)).toBe(`new ${url}`)
  expect(store.list()).toEqual(filled)
})

test('an answer of the server is shown, unless it says that nobody is behind it', async () => {
  await tell('install')
  for (const status of [401, 404, 500, 502, 503, 504]) {
    net = () => new Response(`status ${status}`, { status })
    expect(await page('/me')).toBe(status < 502 ? `status ${status}` : 'net /phone.html')
    expect(await page('/')).toBe(status < 502 ? `status ${status}` : 'net /index.html')
  }
  expect(store.list()).toEqual(filled)
})

test('without a line each address has its page', async () => {
  await tell('install')
  net = down
  const shown = async (...urls: string[]) => [...new Set(await Promise.all(urls.map(page)))]
  expect(await shown('/', '/room', '/game/t1', '/host/key')).toEqual(['net /index.html'])
  expect(await shown('/me', '/j', '/j/secret', '/s/ticket')).toEqual(['net /phone.html'])
  expect(await shown('/board', '/board/key')).toEqual(['net /board.html'])
})

test('without a line the bare address is the page that it was last: the door, or the console', async () => {
  await tell('install')
  const last = async (text: string, status = 200) => {
    net = () => new Response(text, { status })
    await page('/')
    net = down
    return page('/')
  }
  expect(await last('<link href="/phone.webmanifest">')).toBe('net /phone.html')
  expect(await last('<p>a fault of ours</p>', 500)).toBe('net /phone.html')
  expect(await last('<link href="/manifest.webmanifest">')).toBe('net /index.html')
  net = () => new Response('<link href="/phone.webmanifest">')
  await page('/me')
  net = down
  expect(await page('/')).toBe('net /index.html')
  expect(store.list()).toEqual([...filled, `${own} /front`])
  const front = await store.all.get(own)?.get('/front')?.clone().text()
  expect(front, 'and nothing of the page itself').toBe('/index.html')
})

test('a server that is silent for three seconds is not waited for, but at the host’s link, which sets his cookie', async () => {
  await tell('install')
  vi.useFakeTimers()
  let answer: (r: Response) => void = () => undefined
  net = () => new Promise<Response>((done) => (answer = done))
  const shown: string[] = []
  void page('/me').then((t) => shown.push(t ?? ''))
  await vi.advanceTimersByTimeAsync(2_900)
  expect(shown).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(shown).toEqual(['net /phone.html'])
  void page('/host/key').then((t) => shown.push(t ?? ''))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown).toHaveLength(1)
  answer(new Response('the cookie'))
  await vi.advanceTimersByTimeAsync(0)
  expect(shown[1]).toBe('the cookie')
  vi.useRealTimers()
})

test('where nothing is kept, the browser tells that there is no line', async () => {
  net = down
  await expect(page('/me')).rejects.toThrow('no line')
  await expect(part('/assets/a.js')).rejects.toThrow('no line')
})

test('a file of the build comes from the store, of the build before too, whatever it varies by and is asked with', async () => {
  net = (r) => new Response(`net ${path(r)}`, { headers: { vary: 'Accept-Encoding' } })
  await tell('install')
  await (await store.open('omerta-shell-b1')).put('/assets/old.js', new Response('old'))
  asked = []
  expect(await part('/assets/a.js')).toBe('net /assets/a.js')
  expect(await part('/icon.svg?v=2')).toBe('net /icon.svg')
  expect(await part('/assets/old.js')).toBe('old')
  expect(asked).toEqual([])
})

test('what else is fetched is not kept, be it a file, a fault or a way to another place', async () => {
  await tell('install')
  const before = store.list()
  for (const answer of [
    new Response('file'),
    new Response('', { status: 404 }),
    Response.redirect(`${origin}/elsewhere`),
    Response.error(),
  ]) {
    net = () => answer
    expect(await fetched('/assets/new.js')).toBe(answer)
  }
  expect(store.list()).toEqual(before)
})
