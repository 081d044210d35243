// The page's one way to the server: JSON in, JSON out, errors as values with words in both languages.
import type { Both } from './types.ts'

/** The server's no, or that it could not be reached. Everything typed stays where it was. */
export class ApiError extends Error {
  constructor(
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** The server's id of the error; "offline" when there was no answer. */
    readonly code: string,
    /** What is wrong, in both languages; empty when only the code is known. */
    readonly text: Both,
    /** What to do instead. */
    readonly hint: Both,
    /** Every rule that says no, with its own words. */
    readonly rules: readonly string[],
    /** The body as it came, for answers that carry more. */
    readonly body: unknown,
  ) {
    super(code)
  }
}

const none: Both = { ru: '', en: '' }

const both = (value: unknown): Both => {
  if (typeof value !== 'object' || value === null) return none
  const { ru, en } = value as Partial<Both>
  return { ru: ru ?? '', en: en ?? '' }
}

/** Reads an error's body, whatever came. */
export function parseError(status: number, body: unknown): ApiError {
  const b = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const rule = typeof b.rule === 'string' && b.rule ? [b.rule] : []
  const code = typeof b.error === 'string' ? b.error : `http-${status}`
  return new ApiError(status, code, both(b.text), both(b.hint), rule, body)
}

async function send(method: string, path: string, body?: BodyInit, type?: string): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Omerta': '1' }
  if (type) headers['Content-Type'] = type
  try {
    return await fetch(path, { method, headers, cache: 'no-store', body: body ?? null })
  } catch {
    throw new ApiError(0, 'offline', none, none, [], null)
  }
}

async function answer<T>(response: Response): Promise<T> {
  const text = await response.text().catch(() => '')
  let body: unknown = null
  try {
    body = text ? JSON.parse(text) : null
  } catch {
    // An answer that is no JSON comes from something between us and the server: the status tells.
  }
  if (!response.ok) throw parseError(response.status, body)
  return body as T
}

export const get = async <T>(path: string): Promise<T> => answer<T>(await send('GET', path))

export const post = async <T>(path: string, body: unknown = {}): Promise<T> =>
  answer<T>(await send('POST', path, JSON.stringify(body), 'application/json'))

export const put = async <T>(path: string, body: unknown): Promise<T> =>
  answer<T>(await send('PUT', path, JSON.stringify(body), 'application/json'))

export const remove = async (path: string): Promise<void> => {
  await answer<unknown>(await send('DELETE', path, '{}', 'application/json'))
}

/** A text that is no JSON: a record. */
export async function getText(path: string): Promise<string> {
  const response = await send('GET', path)
  if (!response.ok) return answer<string>(response)
  return response.text()
}

/** An id that cannot be guessed, on plain HTTP too, where crypto.randomUUID is missing. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')
}
