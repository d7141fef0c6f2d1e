import type { PortSettings } from '../../core/secrets/portSettings.ts'
import { request } from '../http.ts'
import { PortError } from '../portError.ts'
import type { InvoiceCheck } from './port.ts'

/** The tax bureau over http: `POST /checks` answers what it knows of an invoice, 404 where it knows none. It changes nothing. */
export const http = (settings: PortSettings): InvoiceCheck => ({
  checkInvoice: {
    async call(input, asking) {
      const { status, body } = await request(settings, asking, 'POST', '/checks', { key: asking.key, ...input })
      if (status === 404) throw new PortError('REJECTED', 'unknown invoice', 'NOT_FOUND')
      return body as never
    },
    async find() {
      return { state: 'absent' }
    },
  },
})
