import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base } from '@playwright/test'

const binary = process.env.OMERTA_BIN ?? resolve(import.meta.dirname, '../../../bin/omerta')

/** How long the program may take to print its address. */
const startLimit = 15_000

/** How long it may take to end when asked; after that it is killed. */
const stopLimit = 5_000

/** A running program: where it listens, and all it printed so far. */
export interface Server {
  /** The address it printed, with the token in it if there is one. */
  url: string
  /** The same without path: `http://127.0.0.1:PORT`. */
  origin: string
  /** Where its database lies. */
  db: string
  output: () => string
}

/** Says why no server can be started, or undefined when one can. */
export function whyNoServer(): string | undefined {
  if (!existsSync(binary)) return `${binary} is not built: make build`
  const help = spawnSync(binary, ['serve', '--help'], { timeout: 10_000, encoding: 'utf8' })
  return help.status === 0 ? undefined : `${binary} has no command "serve"`
}

/** Starts a server on a free port with a database of its own, and waits for the line with its address. */
async function start(dir: string): Promise<{ server: Server; child: ChildProcess }> {
  const db = join(dir, 'omerta.db')
  const child = spawn(binary, ['serve', '--addr', '127.0.0.1:0', '--db', db], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const url = await new Promise<string>((done, fail) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(new Error(`no address within ${startLimit} ms:\n${text}`))
    }, startLimit)
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      const found = /^omerta: (http:\/\/\S+)$/m.exec(text)?.[1]
      if (!found) return
      clearTimeout(timer)
      done(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', fail)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(new Error(`omerta ended with ${code} before it printed an address:\n${text}`))
    })
  })
  return { child, server: { url, origin: new URL(url).origin, db, output: () => text } }
}

/** Asks the program to end, and makes sure that it has. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit)
  await gone
  clearTimeout(timer)
}

/**
 * Playwright's test with a `server`: each test that asks for it gets a fresh program with an empty
 * database, which ends with the test. What the program printed is attached to a failed test.
 */
export const test = base.extend<{ server: Server }>({
  server: async ({}, use, info) => {
    const dir = mkdtempSync(join(tmpdir(), 'omerta-e2e-'))
    try {
      const { server, child } = await start(dir)
      try {
        await use(server)
      } finally {
        await stop(child)
        if (info.status !== info.expectedStatus) {
          await info.attach('omerta', { body: server.output(), contentType: 'text/plain' })
        }
      }
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  },
})

export { expect } from '@playwright/test'
