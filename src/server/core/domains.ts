import type { OpenTenant } from './newTenant.ts'

/**
 * The business as the server runs it: what its domains bring, composed once (`composeDomains`), carried by the context
 * and never changed. Rules, hooks, handlers and documents are of types that stand above this folder: whoever reads one
 * of them adds its property beside its own code (`declare module './domains.ts'`).
 */
export interface ServerDomains {
  /** Opens a tenant, in a transaction of the platform's. */
  readonly openTenant: OpenTenant
  /** Services of later domains for earlier ones, by domain. */
  readonly services: DomainServices
}

/**
 * Functions of a domain that domains before it call, by the name of the domain that brings them: `work.domains.services.funds`.
 * The domain declares them beside its code (`services.ts`), since those before it do not import it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each domain that brings services adds its own
export interface DomainServices {}
