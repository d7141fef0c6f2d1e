import type { Label } from '../../model/values/label.ts'
import { HEADER } from '../../model/wire/wire.ts'
import { languageNow, t } from '../i18n/index.ts'
import { ApiError, LOCAL } from './error.ts'
import { online } from './online.ts'
import { tokens } from './tokens.ts'
import { type Answer, axiosTransport, type Params, query, type Transport, Unreached } from './transport.ts'
import { uuid } from './uuid.ts'

export { ApiError } from './error.ts'
export type { Params } from './transport.ts'

export interface CallOptions {
  readonly params?: Params
  /** Idempotency key of a write; a new one when left out. Pass the same one to try the same decision again. */
  readonly key?: string
  readonly signal?: AbortSignal
  /**
   * Does it change anything? Default: POST does, GET does not. The specification has GET calls that do, and POST calls
   * that only read.
   */
  readonly write?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** A refused duplicate is not warned about: the caller deals with it. */
  readonly quiet?: boolean
  /**
   * false: the answer of a busy server (429, 503 with Retry-After) goes to the caller, who shows the user how long it
   * takes.
   */
  readonly patient?: boolean
}

/** Dependencies of the client on the rest of the console; replaced whole in tests. */
export interface ClientParts {
  readonly transport: Transport
  readonly tokens: { token(): string; lapsed(): boolean; renew(stale: string): Promise<string | null> }
  readonly online: { losses(): number; back(losses: number): void; lost(): void }
  readonly language: () => string
  readonly newKey: () => string
  readonly sleep: (ms: number) => Promise<void>
  readonly say: {
    duplicate(): string
    network(timeout: boolean): string
    busy(seconds: number): string
    unknown(): string
  }
  readonly warn: (text: string) => void
  /** Called where the server refuses a call because the session is locked. */
  readonly locked?: () => void
}

interface Call extends CallOptions {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly file?: File
  readonly progress?: (part: number) => void
  readonly blob?: boolean
}

/** File that a call answers, under the name that the server gives it. */
export interface ReceivedFile {
  readonly blob: Blob
  readonly name: string
}

/** A call that was lost on the way is sent again after this many ms, a write with its key. */
const RETRY_DELAY_MS = 400
/** A call that a busy server put off is sent so many times more, each after the time the server says. */
const PUT_OFF_RETRIES_MAX = 3
/** Longest wait before an automatic retry, seconds: for a longer one the user is informed instead. */
const RETRY_WAIT_SECONDS_MAX = 10

export function createClient(parts: ClientParts) {
  /** Reads under way, by what they ask; each caller may give up alone. */
  const reads = new Map<
    string,
    { readonly answer: Promise<unknown>; askers: number; readonly abort: AbortController }
  >()
  const writes = new Set<string>()

  const exchange = async (call: Call, headers: Record<string, string>, token: string): Promise<Answer> => {
    const lossesBefore = parts.online.losses()
    try {
      const answer = await parts.transport({
        method: call.method,
        path: call.path,
        ...(call.params ? { params: call.params } : {}),
        ...(call.body === undefined ? {} : { body: call.body }),
        ...(call.file && { file: call.file }),
        ...(call.progress && { progress: call.progress }),
        ...(call.blob && { blob: call.blob }),
        headers: { ...headers, ...(token ? { 'Blade-Auth': `bearer ${token}` } : {}) },
        ...(call.signal ? { signal: call.signal } : {}),
      })
      // A gateway answers in place of a server that is not reachable.
      if (answer.status >= 502 && answer.status <= 504 && !isEnvelope(answer.body)) throw new Unreached('network')
      parts.online.back(lossesBefore)
      return answer
    } catch (error) {
      const why = error instanceof Unreached ? error.why : 'network'
      const key = headers['Idempotency-Key'] ?? ''
      if (why === 'cancelled') throw new ApiError(LOCAL.cancelled, 'cancelled', null, false, '', key)
      if (why === 'network') parts.online.lost()
      throw new ApiError(LOCAL.network, parts.say.network(why === 'timeout'), null, true, '', key)
    }
  }

  /** Another access token instead of `stale`, null when the session is over. */
  const renewed = (stale: string, headers: Record<string, string>): Promise<string | null> =>
    parts.tokens.renew(stale).catch((error) => {
      if (error instanceof ApiError) throw error
      parts.online.lost()
      throw new ApiError(LOCAL.network, parts.say.network(false), null, true, '', headers['Idempotency-Key'] ?? '')
    })

  /**
   * Sends one call. A 401 during a valid session leads to a refresh and a second attempt, not to a sign-out. Where the
   * access token ran out already, it is renewed before the call.
   */
  const authorised = async (call: Call, headers: Record<string, string>): Promise<Answer> => {
    const token = parts.tokens.token() || (parts.tokens.lapsed() ? ((await renewed('', headers)) ?? '') : '')
    const answer = await exchange(call, headers, token)
    if (!token || !(answer.status === 401 || codeOf(answer.body) === 401)) return answer
    const next = await renewed(token, headers)
    return next ? exchange(call, headers, next) : answer
  }

  /**
   * The same, waiting as long as a busy server says (429, 503 with Retry-After), a few times. A write keeps its key, so
   * that it is never done twice. What is still put off after that is the answer.
   */
  const patient = async (call: Call, headers: Record<string, string>): Promise<Answer> => {
    for (let n = 0; ; n++) {
      const answer = await authorised(call, headers)
      const wait = waitOf(answer)
      if (call.patient === false || wait === null || wait > RETRY_WAIT_SECONDS_MAX || n === PUT_OFF_RETRIES_MAX)
        return answer
      // not all at the same moment again
      await parts.sleep(wait * 1000 + Math.random() * 500)
      if (call.signal?.aborted)
        throw new ApiError(LOCAL.cancelled, 'cancelled', null, false, '', headers['Idempotency-Key'] ?? '')
    }
  }

  const perform = async (call: Call): Promise<Answer> => {
    const write = call.write ?? call.method === 'POST'
    const headers: Record<string, string> = { 'Accept-Language': parts.language(), ...call.headers }
    if (write) headers['Idempotency-Key'] = call.key ?? parts.newKey()
    try {
      return await patient(call, headers)
    } catch (error) {
      // Lost on the way: repeated with the same key, so that it is done once, whether or not it had arrived.
      if (!(error instanceof ApiError) || !error.network || call.signal?.aborted) throw error
      await parts.sleep(RETRY_DELAY_MS)
      return patient(call, headers)
    }
  }

  /** The bare answer of a call: for bodies without an envelope, and for what reads headers. */
  const raw = (call: Call): Promise<Answer> => perform(call)

  const send = async <T>(call: Call): Promise<T> => {
    const name = `${call.method} ${call.path}?${query(call.params)} ${call.body === undefined ? '' : JSON.stringify(call.body)}`
    if (call.write ?? call.method === 'POST') {
      if (writes.has(name)) {
        const text = parts.say.duplicate()
        if (!call.quiet) parts.warn(text)
        throw new ApiError(LOCAL.duplicate, '重复点击')
      }
      writes.add(name)
      try {
        return unwrap<T>(await perform(call))
      } finally {
        writes.delete(name)
      }
    }
    let shared = reads.get(name)
    if (!shared) {
      const abort = new AbortController()
      const answer = perform({ ...call, signal: abort.signal })
        .then((a) => unwrap<T>(a))
        .finally(() => {
          if (reads.get(name)?.abort === abort) reads.delete(name)
        })
      shared = { answer, askers: 0, abort }
      reads.set(name, shared)
    }
    return share<T>(name, shared, call.signal)
  }

  const share = <T>(
    name: string,
    read: { answer: Promise<unknown>; askers: number; abort: AbortController },
    signal?: AbortSignal,
  ): Promise<T> => {
    read.askers++
    const leave = () => {
      if (--read.askers > 0) return
      // The next one to ask must not be given an answer that is being called off.
      if (reads.get(name) === read) reads.delete(name)
      read.abort.abort()
    }
    if (!signal) return read.answer as Promise<T>
    return new Promise<T>((done, fail) => {
      const stop = () => {
        fail(new ApiError(LOCAL.cancelled, 'cancelled'))
        leave()
      }
      // Already aborted: the shared promise's rejection is swallowed, because no caller is left to handle it.
      if (signal.aborted) {
        read.answer.catch(() => {})
        return stop()
      }
      signal.addEventListener('abort', stop, { once: true })
      read.answer.then(
        (data) => {
          signal.removeEventListener('abort', stop)
          done(data as T)
        },
        (error) => {
          signal.removeEventListener('abort', stop)
          fail(error)
        },
      )
    })
  }

  const unwrap = <T>(answer: Answer): T => {
    const body = answer.body
    const id = answer.header(HEADER.request)
    const code = codeOf(body) ?? answer.status
    if (isEnvelope(body) && code === 200 && body.success !== false) return body.data as T
    const refusal = body && typeof body === 'object' ? (body as { msg?: unknown; error_description?: unknown }) : {}
    if (code === 423) parts.locked?.()
    const wait = waitOf(answer)
    const message =
      text(refusal.msg) ||
      text(refusal.error_description) ||
      (wait === null ? parts.say.unknown() : parts.say.busy(wait))
    const key = ''
    const both = bothOf(answer.header(HEADER.both))
    throw new ApiError(code === 200 ? 500 : code, message, isEnvelope(body) ? body.data : null, false, id, key, both)
  }

  return {
    raw,
    send,
    get: <T>(path: string, params?: Params, options?: CallOptions): Promise<T> =>
      send<T>({ method: 'GET', path, ...(params ? { params } : {}), ...options }),
    post: <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
      send<T>({ method: 'POST', path, body, ...options }),
    /**
     * Sends a file; `progress` is called with how much of it has gone, 0 to 1, and begins again where it is sent again.
     * Two to one path are no duplicates of each other: their files may differ.
     */
    upload: async <T>(path: string, file: File, progress: (part: number) => void, options?: CallOptions): Promise<T> =>
      unwrap<T>(await perform({ method: 'POST', path, file, progress, ...options })),
    /** Receives a file of any size; with a `body` by POST, which changes nothing. */
    receive: async (path: string, body?: unknown, options?: CallOptions): Promise<ReceivedFile> => {
      const method = body === undefined ? 'GET' : 'POST'
      const answer = await perform({ method, path, body, blob: true, write: false, ...options })
      if (answer.status !== 200 || !(answer.body instanceof Blob)) return unwrap(answer)
      return { blob: answer.body, name: nameIn(answer.header('content-disposition')) }
    },
  }
}
export type Client = ReturnType<typeof createClient>

/** Seconds after which a busy server wants to be asked again; null when it does not say so. */
const waitOf = (answer: Answer): number | null => {
  if (answer.status !== 429 && answer.status !== 503) return null
  const seconds = answer.header('retry-after').trim()
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) : null
}
/** Name of a file in a Content-Disposition header (RFC 6266); "" for none. */
const nameIn = (header: string): string => decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(header)?.[1] ?? '')
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const codeOf = (body: unknown): number | undefined => {
  const code = body && typeof body === 'object' ? (body as { code?: unknown }).code : undefined
  return typeof code === 'number' ? code : typeof code === 'string' && /^\d+$/.test(code) ? Number(code) : undefined
}
const isEnvelope = (body: unknown): body is { code: number; success?: boolean; data: unknown } =>
  codeOf(body) !== undefined && typeof body === 'object' && body !== null && 'data' in body

/** Shows a warning to the person; the messages of the console put themselves here. */
let showWarning: (text: string) => void = () => {}
export const setWarning = (show: (text: string) => void): void => {
  showWarning = show
}
/** Warns the person, whatever is on the screen. */
export const warn = (text: string): void => showWarning(text)

/** Locks the console; the lock puts itself here. */
let lockConsole: () => void = () => {}
export const setSessionLocked = (run: () => void): void => {
  lockConsole = run
}

/**
 * The one way to the server. `api.get`, `api.post`, `api.upload` and `api.receive` give the envelope's `data` (or
 * its file) or throw an `ApiError`.
 * - Every write carries an Idempotency-Key; a lost one is sent again with the same key.
 * - Equal reads under way share one answer; an equal write under way is refused with the specification's warning.
 * - A busy server (429, 503 with Retry-After) is asked again when it says, three times at most.
 * - No answer: `error.network`, said once until the server is back.
 */
export const api = createClient({
  transport: axiosTransport,
  tokens,
  online,
  language: () => (languageNow() === 'en' ? 'en-US' : 'zh-CN'),
  newKey: uuid,
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  say: {
    duplicate: () => t('shell.duplicate'),
    busy: (seconds) => t('shell.busy', { seconds }),
    network: (timeout) => t(timeout ? 'shell.timeout' : 'shell.noNetwork'),
    unknown: () => t('shell.unknownError'),
  },
  warn: (text) => showWarning(text),
  locked: () => lockConsole(),
})

/** A sentence in both languages as a header carries it; null for none. */
function bothOf(header: string): Label | null {
  try {
    const both: unknown = header ? JSON.parse(decodeURIComponent(header)) : null
    return Array.isArray(both) && both.length === 2 ? [String(both[0]), String(both[1])] : null
  } catch {
    return null
  }
}
