import type { Label } from '../../model/values/label.ts'

/** Where a refusal came from: `code` is the server's, or one of these. */
export const LOCAL = { network: 0, duplicate: -1, cancelled: -2 } as const

/** The one error a call throws. `data` is the envelope's (named fields of a 400, `Conflict` of a 409). */
export class ApiError extends Error {
  readonly code: number
  readonly data: unknown
  /** The server was not reached, or did not answer: it is unknown whether a write happened. */
  readonly network: boolean
  readonly requestId: string
  /** Idempotency key of the write: sending it again with this key never does it twice. */
  readonly key: string
  /** Message of the server in both languages, where the server sent both. */
  readonly texts: Label | null

  constructor(
    code: number,
    message: string,
    data: unknown = null,
    network = false,
    requestId = '',
    key = '',
    texts: Label | null = null,
  ) {
    super(message)
    this.code = code
    this.data = data
    this.network = network
    this.requestId = requestId
    this.key = key
    this.texts = texts
    this.name = 'ApiError'
  }
  get cancelled(): boolean {
    return this.code === LOCAL.cancelled
  }
}
