import type { PortSettings } from '../../core/settings/portSettings.ts'
import { request } from '../http.ts'
import { PortError } from '../portError.ts'
import type { InvoiceCheck } from './port.ts'

/** Tax bureau over http: `POST /checks` answers the facts of an invoice, 404 for an unknown one. It changes nothing. */
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
