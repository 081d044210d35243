import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Files that gain from compression; fonts, pictures and sounds are packed already. */
const text = /\.(html|js|css|svg|json|txt|webmanifest|wasm)$/

/** Below this size a packed copy saves no packet on the wire. */
const worthwhile = 1024

/**
 * Writes `.br` and `.gz` copies beside every text file below `dir` that shrinks by being packed.
 * Returns the names of the files that got copies. The server picks a copy by Accept-Encoding, so no
 * request pays for compression.
 */
export function packFolder(dir: string): string[] {
  const packed: string[] = []
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!text.test(name)) continue
    const path = join(dir, name)
    const plain = readFileSync(path)
    if (plain.length < worthwhile) continue
    const br = brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    })
    const gz = gzipSync(plain, { level: constants.Z_BEST_COMPRESSION })
    if (br.length >= plain.length || gz.length >= plain.length) continue
    writeFileSync(`${path}.br`, br)
    writeFileSync(`${path}.gz`, gz)
    packed.push(name)
  }
  return packed
}

/** The build step: packs the output folder once all files are there. */
export function precompress(): Plugin {
  let out = 'dist'
  return {
    name: 'omerta-precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      out = join(config.root, config.build.outDir)
    },
    closeBundle() {
      packFolder(out)
    },
  }
}
