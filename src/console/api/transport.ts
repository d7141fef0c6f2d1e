/** HTTP exchange with the server, before its body is interpreted. */
export interface Exchange {
  readonly method: 'GET' | 'POST'
  /** Below /api. */
  readonly path: string
  readonly params?: Params
  readonly body?: unknown
  /** Sent as the one part of a form, in place of a body. */
  readonly file?: File
  /** Called with how much of what is sent has gone, 0 to 1. */
  readonly progress?: (part: number) => void
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

/** Body of an answer: JSON as a value, anything else as the text it is. */
const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Sends an exchange by XMLHttpRequest: `fetch` reports nothing of how much of a file has gone. */
export const xhrTransport: Transport = ({ method, path, params, body, file, progress, headers, signal }) =>
  new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    const asked = query(params)
    request.open(method, `/api/${path}${asked && `?${asked}`}`)
    request.timeout = file ? 0 : TIMEOUT
    const sent = { Accept: 'application/json', Authorization: BASIC, ...headers }
    for (const [name, value] of Object.entries(sent)) request.setRequestHeader(name, value)
    if (body !== undefined) request.setRequestHeader('Content-Type', 'application/json')
    if (progress) request.upload.onprogress = (e) => progress(e.lengthComputable ? e.loaded / e.total : 0)

    const stop = () => request.abort()
    request.onload = () =>
      done({
        status: request.status,
        body: read(request.responseText),
        header: (name) => request.getResponseHeader(name) ?? '',
      })
    request.onerror = () => fail(new Unreached('network'))
    request.ontimeout = () => fail(new Unreached('timeout'))
    request.onabort = () => fail(new Unreached('cancelled'))
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    if (signal?.aborted) return fail(new Unreached('cancelled'))
    signal?.addEventListener('abort', stop)
    request.send(file ? formOf(file) : body === undefined ? null : JSON.stringify(body))
  })
