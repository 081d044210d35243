// The service worker: keeps the built pages, so that they open where the server cannot be reached, and nothing else. No
// answer of the API and no address with a secret is ever stored: what is kept is the list of files that the build made.

/** What of a worker's scope is used; the library's own types exclude those of a page. */
interface Life extends Event {
  waitUntil: (done: Promise<unknown>) => void
}
interface Asked extends Life {
  readonly request: Request
  respondWith: (answer: Promise<Response>) => void
}
interface Scope {
  skipWaiting: () => Promise<void>
  readonly clients: { claim: () => Promise<void> }
  addEventListener: ((on: 'install' | 'activate', f: (e: Life) => void) => void) &
    ((on: 'fetch', f: (e: Asked) => void) => void)
}
const worker = self as unknown as Scope

/** Filled in when all files are there (build/shell.ts). */
const build = '%BUILD%'
const files = '%FILES%'.split(' ')

const prefix = 'omerta-shell-'
const own = prefix + build
/** A server that has not answered a page's address by then is no longer waited for. */
const patience = 3_000
/** Under this name the store remembers which page the bare address was. */
const front = '/front'

/** The page that an address within the site belongs to; web/embed.go has the same list. */
const places: Record<string, string> = {
  j: '/phone.html',
  s: '/phone.html',
  me: '/phone.html',
  board: '/board.html',
}

/** All or nothing: a build of which a file has gone meanwhile is not kept, and asked for again the next time. */
async function fill(): Promise<void> {
  const cache = await caches.open(own)
  const ask = (file: string) =>
    new Request(file, {
      credentials: 'omit',
      cache: file.startsWith('/assets/') ? 'default' : 'reload',
    })
  try {
    await cache.addAll(files.map(ask))
  } catch (e) {
    await caches.delete(own)
    throw e
  }
}

/** Pages of the last build may still be open and load their parts; what is older goes. */
async function tidy(): Promise<void> {
  const others = (await caches.keys()).filter((n) => n.startsWith(prefix) && n !== own)
  await Promise.all(others.slice(0, -1).map((n) => caches.delete(n)))
}

async function shell(path: string): Promise<Response | undefined> {
  const cache = await caches.open(own)
  const first = path.split('/')[1] ?? ''
  const at = first === '' ? await cache.match(front).then((r) => r?.text()) : places[first]
  return cache.match(at ?? '/index.html')
}

/** The bare address is the host's console or the phones' door, as the server decides. */
async function noteFront(answer: Response): Promise<void> {
  const phone = (await answer.text()).includes('/phone.webmanifest')
  await (await caches.open(own)).put(front, new Response(phone ? '/phone.html' : '/index.html'))
}

/** A page: from the server where it answers in time, so that page and parts are of one build, else the kept one. */
async function page(e: Asked, path: string): Promise<Response> {
  const asked = fetch(e.request)
  asked.catch(() => undefined) // it may fail when nobody waits for it any more
  // The host's link sets the host's cookie: no kept page can stand for the answer.
  const late = path.startsWith('/host/')
    ? []
    : [new Promise<undefined>((done) => setTimeout(done, patience))]
  const answer = await Promise.race([asked, ...late]).catch(() => undefined)
  if (answer && answer.status < 502) {
    if (path === '/' && answer.ok) e.waitUntil(noteFront(answer.clone()))
    return answer
  }
  return (await shell(path)) ?? asked
}

async function part(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true, ignoreSearch: true })
  return kept ?? fetch(request)
}

worker.addEventListener('install', (e) => e.waitUntil(fill().then(() => worker.skipWaiting())))
worker.addEventListener('activate', (e) => e.waitUntil(tidy().then(() => worker.clients.claim())))
worker.addEventListener('fetch', (e) => {
  const { origin, pathname } = new URL(e.request.url)
  if (e.request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/api/') || pathname === '/healthz') return
  if (e.request.mode === 'navigate') e.respondWith(page(e, pathname))
  else if (files.includes(pathname) || pathname.startsWith('/assets/'))
    e.respondWith(part(e.request))
})
