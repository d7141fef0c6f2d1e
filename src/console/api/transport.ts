/** HTTP exchange with the server, before its body is interpreted. */
export interface Exchange {
  readonly method: 'GET' | 'POST'
  /** Below /api. */
  readonly path: string
  readonly params?: Params
  readonly body?: unknown
  /** Sent as the one part of a form, in place of a body. */
  readonly file?: File
  /** Called with the part of the body that is sent, 0 to 1. */
  readonly progress?: (part: number) => void
  /** The body of an answer that is no JSON arrives as a `Blob`. */
  readonly blob?: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export type Params = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Answer {
  readonly status: number
  readonly body: unknown
  header(name: string): string
}

/** Sends one exchange. Resolves whatever the status; rejects with `Unreached` when there is no answer. */
export type Transport = (exchange: Exchange) => Promise<Answer>

/** No answer came: the network is down, the server is gone, time is over, or the asker gave up. */
export class Unreached extends Error {
  readonly why: 'network' | 'timeout' | 'cancelled'

  constructor(why: 'network' | 'timeout' | 'cancelled') {
    super(why)
    this.why = why
    this.name = 'Unreached'
  }
}

/** Specification §9, ms. A file takes as long as its line needs. */
export const TIMEOUT = 150_000

/** Client credentials of this console (RFC 6749 §2.3.1); public, as those of any browser client. */
export const BASIC = `Basic ${btoa('rounds:rounds_secret')}`

/** Parameters that say nothing are left out: an empty search value would narrow the list to nothing. */
export function query(params: Params | undefined): string {
  const q = new URLSearchParams()
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== undefined && value !== null && value !== '') q.append(name, String(value))
  }
  return q.toString()
}

const formOf = (file: File): FormData => {
  const form = new FormData()
  form.append('file', file)
  return form
}

/** Returns the body of an answer: JSON as a value, anything else as the text or the `Blob` it is. */
const read = async (body: unknown): Promise<unknown> => {
  const text = body instanceof Blob && /\bjson\b/.test(body.type) ? await body.text() : body
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Axios as the transport: of its adapters the browser's alone, without what makes forms, follows interceptors and runs
 * in other places, which is half of it. It is its own chunk, so that the first screen does not wait for it.
 */
export const axiosTransport: Transport = async (exchange) => {
  const { send, isCancel } = await loadAxios()
  const { body, file, progress, blob } = exchange
  try {
    const answer = await send({
      baseURL: '/api',
      url: `/${exchange.path}`,
      method: exchange.method,
      params: exchange.params ?? {},
      paramsSerializer: { serialize: query },
      ...(file ? { data: formOf(file) } : body === undefined ? {} : { data: JSON.stringify(body) }),
      ...(progress && { onUploadProgress: ({ progress: part = 0 }) => progress(part) }),
      headers: {
        Accept: 'application/json',
        Authorization: BASIC,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...exchange.headers,
      },
      ...(blob && { responseType: 'blob' }),
      timeout: file || blob ? 0 : TIMEOUT,
      validateStatus: () => true,
      ...(exchange.signal ? { signal: exchange.signal } : {}),
    })
    return {
      status: answer.status,
      body: await read(answer.data),
      header: (name) => String(answer.headers.get(name) ?? ''),
    }
  } catch (error) {
    const code = (error as { code?: string }).code
    if (isCancel(error)) throw new Unreached('cancelled')
    throw new Unreached(code === 'ECONNABORTED' || code === 'ETIMEDOUT' ? 'timeout' : 'network')
  }
}

const loadAxios = () =>
  import('./axios.ts').catch(() => {
    throw new Unreached('network')
  })

/** Fetches the chunk ahead of the first call. */
export const warmTransport = (): void => {
  loadAxios().catch(() => {})
}
