import type { PortFailure } from '../../model/kernel/port.ts'

/**
 * How an outside call failed. `REJECTED`: the partner said no, by a code of its own. After any other it is unknown
 * whether it was done.
 */
export class PortError extends Error {
  constructor(
    readonly code: PortFailure,
    message: string,
    /** The partner's own code, "" where it gave none. */
    readonly providerCode = '',
  ) {
    super(message)
    this.name = 'PortError'
  }
}
