import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'
import { precompress } from './build/precompress.ts'
import { shell } from './build/shell.ts'

const root = import.meta.dirname

/** Every HTML file beside this one is a page of its own: adding `phone.html` adds an entry. */
const entries = Object.fromEntries(
  readdirSync(root)
    .filter((name) => name.endsWith('.html'))
    .map((name) => [basename(name, '.html'), resolve(root, name)]),
)

/** Where `npm run dev` finds the server, for the addresses that are not pages. */
const api = process.env.OMERTA_API ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [svelte(), svelteTesting(), shell(), precompress()],
  server: { proxy: { '/api': api, '/host': api, '/healthz': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: ['chrome100', 'firefox100', 'safari15.4'],
    // The content security policy lets nothing inline through: fonts and pictures stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long each plugin took is nothing that whoever builds the program has to read.
      checks: { bundlerTimings: false },
      input: { ...entries, sw: resolve(root, 'src/sw.ts') },
      output: {
        // A worker's address says what it may look after, and must stay the same from build to build.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
    testTimeout: 10_000,
    restoreMocks: true,
  },
})
