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
  /** Ends it at once, as a power cut does. */
  kill: () => Promise<void>
  /** Starts it again with the same database on the same port. */
  restart: () => Promise<void>
  /** Plays a record through the program's own referee, and answers what that printed. */
  replay: (record: string) => string
  /** Runs a command of the program, and answers what it printed. */
  run: (args: string[]) => string
}

function run(args: string[], input = ''): string {
  const done = spawnSync(binary, args, { input, timeout: 20_000, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${args.join(' ')}: ${done.stdout}${done.stderr}`)
  return done.stdout
}

/** Says why no server can be started, or undefined when one can. */
export function whyNoServer(): string | undefined {
  if (!existsSync(binary)) return `${binary} is not built: make build`
  const help = spawnSync(binary, ['serve', '--help'], { timeout: 10_000, encoding: 'utf8' })
  return help.status === 0 ? undefined : `${binary} has no command "serve"`
}

interface Started {
  url: string
  child: ChildProcess
  output: () => string
}

/** Starts the program on an address, and waits for the line that it prints. */
async function start(dir: string, addr: string, more: string[]): Promise<Started> {
  const args = ['serve', '--addr', addr, '--db', join(dir, 'omerta.db'), ...more]
  const child = spawn(binary, args, {
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
  return { child, url, output: () => text }
}

/** Asks the program to end, and makes sure that it has. */
async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit)
  await gone
  clearTimeout(timer)
}

/** A program of one test, which may be killed and started again. */
class Program {
  #now: Started
  #printed = ''
  readonly #dir: string
  readonly #more: string[]

  private constructor(dir: string, now: Started, more: string[]) {
    this.#dir = dir
    this.#now = now
    this.#more = more
  }

  static async begin(dir: string, more: string[]): Promise<Program> {
    return new Program(dir, await start(dir, '127.0.0.1:0', more), more)
  }

  get server(): Server {
    const { url } = this.#now
    return {
      url,
      origin: new URL(url).origin,
      db: join(this.#dir, 'omerta.db'),
      output: () => this.#printed + this.#now.output(),
      kill: () => stop(this.#now.child, 'SIGKILL'),
      restart: async () => {
        this.#printed = this.#printed + this.#now.output()
        this.#now = await start(this.#dir, new URL(url).host, this.#more)
      },
      replay: (record) => run(['replay', '-'], record),
      run,
    }
  }

  end(): Promise<void> {
    return stop(this.#now.child)
  }
}

/**
 * Playwright's test with a `server`: each test that asks for it gets a fresh program with an empty
 * database, which ends with the test. What the program printed is attached to a failed test.
 */
export const test = base.extend<{ server: Server; copies: boolean }>({
  /** Whether it keeps copies in a folder beside its database. */
  copies: [false, { option: true }],
  server: async ({ copies }, use, info) => {
    const dir = mkdtempSync(join(tmpdir(), 'omerta-e2e-'))
    try {
      const program = await Program.begin(dir, copies ? ['--backup', join(dir, 'copies')] : [])
      const { server } = program
      try {
        await use(server)
      } finally {
        await program.end()
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
