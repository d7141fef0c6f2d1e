import type { PortFailure } from '../../model/language/domain/port.ts'

/**
 * How an outside call failed. `REJECTED`: the partner said no, by a code of its own. After any other it is unknown
 * whether it was done.
 */
export class PortError extends Error {
  readonly code: PortFailure
  /** The partner's own code, "" where it gave none. */
  readonly providerCode: string

  constructor(code: PortFailure, message: string, providerCode = '') {
    super(message)
    this.code = code
    this.providerCode = providerCode
    this.name = 'PortError'
  }
}
