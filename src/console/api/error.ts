import type { Label } from '../../model/kernel/label.ts'

/** Where a refusal came from: `code` is the server's, or one of these. */
export const LOCAL = { network: 0, duplicate: -1, cancelled: -2 } as const

/** The one error a call throws. `data` is the envelope's (named fields of a 400, `Conflict` of a 409). */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown = null,
    /** The server was not reached, or did not answer: it is unknown whether a write happened. */
    readonly network = false,
    readonly requestId = '',
    /** Idempotency key of the write: sending it again with this key never does it twice. */
    readonly key = '',
    /** The server's sentence in both languages, where it said it in both. */
    readonly said: Label | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
  }
  get cancelled(): boolean {
    return this.code === LOCAL.cancelled
  }
}
