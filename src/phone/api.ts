import { DOCTOR_HEADER, type LinkEnd } from '../model/activities/doctorSide/doctorWire.ts'
import { languageNow } from './words.ts'

/** Calls of the page: the link's token stands in its address and goes in a header, never in a query. */

/** The token in the page's address. */
const token = (): string => decodeURIComponent(location.pathname.split('/')[2] ?? '')

const PROOF = 'doctor.proof'
let proof = ''
try {
  proof = sessionStorage.getItem(PROOF) ?? ''
} catch {
  // without a store the proof lasts as long as the page
}

/** Keeps what proves who asks, until the browser's tab is closed. */
export function keepProof(given: string): void {
  proof = given
  try {
    sessionStorage.setItem(PROOF, given)
  } catch {
    // as above
  }
}

/** Refusal of a call: why the link is over, what is wrong with which field; `offline` where nobody answered. */
export class Refused extends Error {
  readonly status: number
  readonly end: LinkEnd | null
  readonly asks: boolean
  /** Of an invitation that was answered: 1 agreed, 2 refused. */
  readonly agreement: number
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, message: string, data: unknown = null) {
    super(message)
    this.status = status
    const given = (typeof data === 'object' && data !== null ? data : {}) as Readonly<Record<string, unknown>>
    this.end = typeof given.end === 'string' ? (given.end as LinkEnd) : null
    this.asks = typeof given.asks === 'string'
    this.agreement = Number(given.agreement ?? 0)
    this.fields = given as Readonly<Record<string, string>>
  }

  get offline(): boolean {
    return this.status === 0
  }
}

const headers = (): Record<string, string> => ({
  [DOCTOR_HEADER.link]: token(),
  ...(proof ? { [DOCTOR_HEADER.proof]: proof } : {}),
  'accept-language': languageNow(),
})

/** How long an answer is waited for, ms; a photograph takes longer. */
const [CALL_TIMEOUT_MS, UPLOAD_TIMEOUT_MS] = [30_000, 120_000]

async function send(path: string, init: RequestInit, timeoutMs = CALL_TIMEOUT_MS): Promise<Response> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeoutMs)
  try {
    const more = (init.headers ?? {}) as Record<string, string>
    return await fetch(`/api/openapi/doctor/${path}`, {
      ...init,
      headers: { ...headers(), ...more },
      signal: stop.signal,
      credentials: 'omit',
    })
  } catch {
    throw new Refused(0, '')
  } finally {
    clearTimeout(timer)
  }
}

async function answerOf<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => null)) as { data?: unknown; msg?: string } | null
  if (response.ok && body) return body.data as T
  throw new Refused(response.status || 500, body?.msg ?? '', body?.data)
}

export const get = async <T>(path: string): Promise<T> => answerOf<T>(await send(path, { method: 'GET' }))

/** A key under which something is done once, however often it is sent. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('')

export const post = async <T>(path: string, body: unknown, key: string = newKey()): Promise<T> =>
  answerOf<T>(
    await send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }),
  )

/** Sends a file; answers under which id it is kept. */
export async function upload(file: Blob, name: string): Promise<{ readonly id: string; readonly name: string }> {
  const form = new FormData()
  form.append('file', file, name)
  return answerOf(await send('file', { method: 'POST', body: form }, UPLOAD_TIMEOUT_MS))
}

/** A file of the record, as an address within this page. */
export async function fileUrl(id: string): Promise<string> {
  const response = await send(`shown?id=${encodeURIComponent(id)}`, { method: 'GET' }, UPLOAD_TIMEOUT_MS)
  if (!response.ok) throw new Refused(response.status, '')
  return URL.createObjectURL(await response.blob())
}
