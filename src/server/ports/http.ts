import { createHmac } from 'node:crypto'
import { HEADER } from '../../model/wire/wire.ts'
import type { PortSettings } from '../core/settings/portSettings.ts'
import type { Asking } from './adapter.ts'
import { PortError } from './portError.ts'

/** Longest answer that is read where nothing else is said, bytes. */
const ANSWER_BYTES_MAX = 1_000_000

/** A partner's answer: its status and what its JSON holds; `absent` for 404. */
export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * The signature of a request: HMAC-SHA256, in hex, of time, method, path and body, each on a line of its own. Who is
 * asked refuses a time that is minutes away and a key it has done already. Requests of partners to this server are signed
 * so, too (http/partnerDoor.ts).
 */
export const signatureOf = (
  secret: string,
  time: string,
  method: string,
  path: string,
  body: string | Uint8Array,
): string => createHmac('sha256', secret).update(`${time}\n${method}\n${path}\n`).update(body).digest('hex')

async function textOf(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (response.body)
    // streams of the browser have no iterator in the types, those of Node have one
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > most) throw new PortError('INVALID', `the answer is longer than ${most} bytes`)
      chunks.push(chunk)
    }
  return Buffer.concat(chunks).toString('utf8')
}

/** An object, or nothing: whatever else a partner answers is no answer. */
function objectOf(text: string): Answer['body'] | null {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Answer['body']) : null
  } catch {
    return null
  }
}

/**
 * Request to a partner. The address is the configured one and a path of the adapter: no record adds to it but by
 * `encodeURIComponent`, and redirects are not followed. Returns answers of 2xx and 404; everything else throws: a 4xx
 * with a code is a no, the rest leaves open what happened.
 */
export async function request(
  settings: PortSettings,
  asking: Asking,
  method: 'GET' | 'POST',
  path: string,
  sent?: Readonly<Record<string, unknown>>,
  most: number = ANSWER_BYTES_MAX,
): Promise<Answer> {
  const url = new URL(`${settings.url}${path}`)
  const body = sent ? JSON.stringify(sent) : ''
  const time = String(Math.floor(Date.now() / 1000))
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method,
      redirect: 'error',
      signal: asking.signal,
      headers: {
        accept: 'application/json',
        ...(sent ? { 'content-type': 'application/json' } : {}),
        'idempotency-key': asking.key,
        [HEADER.time]: time,
        [HEADER.signature]: signatureOf(settings.secret, time, method, url.pathname, body),
      },
      ...(sent ? { body } : {}),
    })
    text = await textOf(response, most)
  } catch (e) {
    if (e instanceof PortError) throw e
    if (asking.signal.aborted) throw new PortError('TIMEOUT', `no answer within ${settings.timeout / 1000} s`)
    const why = e instanceof Error ? ((e.cause as Error | undefined)?.message ?? e.message) : String(e)
    throw new PortError('UNAVAILABLE', why)
  }
  const { status } = response
  const found = objectOf(text)
  if (status === 404) return { status, body: found ?? {} }
  if (status === 408 || status === 429 || status >= 500 || status === 401 || status === 403)
    throw new PortError('UNAVAILABLE', `HTTP ${status}`)
  if (!found) throw new PortError('INVALID', `HTTP ${status} without a JSON object`)
  if (status >= 200 && status < 300) return { status, body: found }
  const code = typeof found.code === 'string' ? found.code : ''
  if (code === '') throw new PortError('INVALID', `HTTP ${status} without a code`)
  throw new PortError('REJECTED', typeof found.msg === 'string' ? found.msg : code, code)
}
