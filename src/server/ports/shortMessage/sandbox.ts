import { PortError } from '../portError.ts'
import { withAddress } from './links.ts'
import type { ShortMessage } from './port.ts'

/** Sends nothing and shows every text instead, but for numbers that end with 0000, which there are not (domain §7). */
export const sandbox = (publicUrl: string | null = null): ShortMessage => ({
  sendText: {
    async call({ phone, template, params }, { key }) {
      if (phone?.endsWith('0000')) throw new PortError('REJECTED', 'sandbox: no such number', 'NO_SUCH_NUMBER')
      const values = new Map((params ?? []).map((p) => [p.name ?? '', p.value ?? '']))
      const text = template ? withAddress(template, publicUrl) : ''
      return { bizId: `SANDBOX-${key}`, shown: text.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '') }
    },
    async find() {
      return { state: 'absent' }
    },
  },
})
