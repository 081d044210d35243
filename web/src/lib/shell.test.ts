import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepShell } from './shell.ts'

beforeEach(() => {
  vi.stubEnv('PROD', true)
  vi.stubGlobal('isSecureContext', true)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

function browser(serviceWorker: PropertyDescriptor): void {
  vi.stubGlobal('navigator', Object.defineProperty({}, 'serviceWorker', serviceWorker))
}

test('a browser that throws at the name of the workers leaves the page as it is', () => {
  browser({
    get: () => {
      throw new DOMException('no', 'SecurityError')
    },
  })
  expect(keepShell).not.toThrow()
})

test('where the browser lets it, the files are kept', () => {
  const register = vi.fn(() => Promise.resolve())
  browser({ value: { controller: null, register } })
  keepShell()
  dispatchEvent(new Event('load'))
  expect(register).toHaveBeenCalledWith('/sw.js')
})
