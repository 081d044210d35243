// The pages as an app: manifests, icons, the name of the build, and the list of files that the service worker keeps.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import { icon } from './icons.ts'

/** What belongs to the shell; packed copies, hidden files and the worker itself do not. */
const kept = /\.(html|js|css|woff2|svg|png|webmanifest)$/
const worker = 'sw.js'
const note = 'build.txt'
const paper = '#f4efe6'

/** Names no language: what is shown under the icon is the name alone. A player's icon opens his phone's page. */
function manifest(start: string): string {
  const png = (size: number, name: string, purpose: string) => ({
    src: `/${name}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    id: start,
    name: 'Omerta',
    short_name: 'Omerta',
    start_url: start,
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    categories: ['games'],
    icons: [
      png(192, 'icon-192.png', 'any'),
      png(512, 'icon-512.png', 'any'),
      png(512, 'icon-mask.png', 'maskable'),
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  })
}

function put(path: string, marks: Record<string, string>): void {
  let text = readFileSync(path, 'utf8')
  for (const [mark, value] of Object.entries(marks)) {
    if (!text.includes(mark)) throw new Error(`${path} has no ${mark}`)
    text = text.replace(mark, value)
  }
  writeFileSync(path, text)
}

/**
 * Makes the built pages below `dir` an app, and answers the name of the build: sixteen hexadecimal digits that are others
 * when any file is another one. It stands in each page, in `build.txt` and in the worker. Throws where a page has no place
 * for it, or the worker none for its list.
 */
export function makeShell(dir: string): string {
  writeFileSync(join(dir, 'manifest.webmanifest'), manifest('/'))
  writeFileSync(join(dir, 'phone.webmanifest'), manifest('/me'))
  writeFileSync(join(dir, 'icon-192.png'), icon(192))
  writeFileSync(join(dir, 'icon-512.png'), icon(512))
  writeFileSync(join(dir, 'icon-mask.png'), icon(512, true))
  writeFileSync(join(dir, 'icon-apple.png'), icon(180, true))
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => kept.test(name) && name !== worker)
    .map((name) => name.split(sep).join('/'))
    .sort()
  const hash = createHash('sha256')
  for (const name of [...files, worker]) {
    const body = readFileSync(join(dir, name))
    hash.update(`${name} ${body.length}\n`).update(body)
  }
  const build = hash.digest('hex').slice(0, 16)
  for (const name of files.filter((n) => n.endsWith('.html'))) {
    put(join(dir, name), {
      'name="omerta-build" content=""': `name="omerta-build" content="${build}"`,
    })
  }
  const list = files.map((name) => `/${name}`).join(' ')
  put(join(dir, worker), { '%BUILD%': build, '%FILES%': list })
  writeFileSync(join(dir, note), build)
  return build
}

/** The build step; it comes before the one that packs. */
export function shell(): Plugin {
  let out = 'dist'
  return {
    name: 'omerta-shell',
    apply: 'build',
    configResolved(config) {
      out = join(config.root, config.build.outDir)
    },
    closeBundle() {
      makeShell(out)
    },
  }
}
