import { frozen, locksOfListing, unlisted } from './freeze.ts'

/** Payments as the blacklist freezes and releases them. */
const paymentServices = { frozen, locksOfListing, unlisted }

export default paymentServices

declare module '../../core/domains.ts' {
  interface DomainServices {
    readonly payment: typeof paymentServices
  }
}
