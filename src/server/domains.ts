import type { ServerDomains } from './core/domains.ts'
import { businessDomains } from './domains/domains.ts'
import { composeDomains } from './domains/serverDomain.ts'
import promises from './verification/domain.ts'

/** The whole business as the server runs it; the context of the process carries it. */
export const domains: ServerDomains = composeDomains([...businessDomains, promises])
