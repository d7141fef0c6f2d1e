import type { ServerDomains } from './core/domains.ts'
import { businessDomains } from './domains/domains.ts'
import promises from './promises/domain.ts'
import { composeDomains } from './records/serverDomain.ts'

/** The whole business as the server runs it; the context of the process carries it. */
export const domains: ServerDomains = composeDomains([...businessDomains, promises])
