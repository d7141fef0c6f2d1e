import { PortError } from '../portError.ts'
import type { InvoiceCheck } from './port.ts'

/**
 * A tax bureau that decides by the number (domain §7), without clock or memory: numbers that end with 99 have no answer in
 * time, with 98 differ, with 97 are voided, with 96 are not found; all others agree with what is asked.
 */
export const sandbox = (): InvoiceCheck => ({
  checkInvoice: {
    async call({ no, amountExTax }) {
      const last = no?.slice(-2)
      if (last === '99') throw new PortError('TIMEOUT', 'sandbox: no answer for numbers that end with 99')
      if (last === '96') throw new PortError('REJECTED', 'sandbox: not found', 'NOT_FOUND')
      const state = last === '98' ? 'DIFFERS' : last === '97' ? 'VOIDED' : 'VALID'
      return { state, buyer: '', seller: '', amount: amountExTax }
    },
    async find() {
      return { state: 'absent' }
    },
  },
})
