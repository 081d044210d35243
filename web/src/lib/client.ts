// The page's one way to the server: JSON in, JSON out, errors as values with words in both languages.
import type { Problem } from './types.ts'

/** The server's no, or that it could not be reached. Everything typed stays where it was. */
export class ApiError extends Error {
  constructor(
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** The server's words; of an answer that was none of the server's, only `error` is filled. */
    readonly problem: Problem,
  ) {
    super(problem.error)
  }
}

/** A problem of which nothing but its id is known. */
export const bareProblem = (error: string): Problem => ({
  error,
  rule: '',
  text: { ru: '', en: '' },
  hint: { ru: '', en: '' },
  why: '',
  seat: 0,
  line: null,
  step: 0,
  length: 0,
  table: '',
  at: 0,
  clash: [],
  follow: 0,
  more: [],
})

/** Reads an error's body, whatever came. */
export function parseError(status: number, body: unknown): ApiError {
  const known = typeof body === 'object' && body !== null && 'error' in body
  const problem = known ? (body as Partial<Problem>) : {}
  return new ApiError(status, { ...bareProblem(`http-${status}`), ...problem })
}

/** So long a request may take before the server counts as unreachable: a dead line answers nothing, for minutes. */
const limit = 15_000

async function send(
  method: string,
  path: string,
  body?: BodyInit,
  type?: string,
  patience = limit,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Omerta': '1' }
  if (type) headers['Content-Type'] = type
  const end = new AbortController()
  const timer = patience > 0 ? setTimeout(() => end.abort(), patience) : undefined
  try {
    const init = { method, headers, cache: 'no-store', body: body ?? null, signal: end.signal }
    return await fetch(path, init as RequestInit)
  } catch {
    throw new ApiError(0, bareProblem('offline'))
  } finally {
    clearTimeout(timer)
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

export const get = async <T>(path: string, patience?: number): Promise<T> =>
  answer<T>(await send('GET', path, undefined, undefined, patience))

export const post = async <T>(path: string, body: unknown = {}): Promise<T> =>
  answer<T>(await send('POST', path, JSON.stringify(body), 'application/json'))

/** Sends a text that is no JSON: a record, which may be long and take its time. */
export const postText = async <T>(path: string, text: string): Promise<T> =>
  answer<T>(await send('POST', path, text, 'text/plain; charset=utf-8', 0))

/** Sends files, for as long as that takes, or until the signal ends it. */
export async function upload<T>(
  path: string,
  body: Blob | FormData,
  signal: AbortSignal,
): Promise<T> {
  const headers = { Accept: 'application/json', 'X-Omerta': '1' }
  const response = await fetch(path, { method: 'POST', headers, body, signal }).catch(() => {
    throw new ApiError(0, bareProblem('offline'))
  })
  return answer<T>(response)
}

export const put = async <T>(path: string, body: unknown): Promise<T> =>
  answer<T>(await send('PUT', path, JSON.stringify(body), 'application/json'))

export const remove = async (path: string): Promise<void> => {
  await answer<unknown>(await send('DELETE', path, '{}', 'application/json'))
}

/** An id that cannot be guessed, on plain HTTP too, where crypto.randomUUID is missing. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')
}
