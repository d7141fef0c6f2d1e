import { PortError } from '../portError.ts'
import type { MessagePush } from './port.ts'

/**
 * Takes every message; companies whose code ends with 3 fail twice, then succeed (domain §7). Keeps nothing: the same
 * key has the same receipt.
 */
export const sandbox = (): MessagePush => ({
  push: {
    async call({ entrustedCode }, { key, attempt }) {
      if (entrustedCode?.endsWith('3') && attempt <= 2)
        throw new PortError('UNAVAILABLE', `sandbox: try ${attempt} fails`)
      return { ack: `SANDBOX-${key}` }
    },
    async find() {
      return { state: 'absent' }
    },
  },
})
