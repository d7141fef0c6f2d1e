import { summarize } from './summaryInvoice.ts'

/** Summary invoices as settled orders open them. */
const taxServices = { summarize }

export default taxServices

declare module '../../core/domains.ts' {
  interface DomainServices {
    readonly tax: typeof taxServices
  }
}
