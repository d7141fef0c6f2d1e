import type { ServerDomains } from '../core/domains.ts'
import records from '../records/domain.ts'
import { composeDomains, type ServerDomain } from '../records/serverDomain.ts'
import doctorSide from './activities/doctorSide/index.ts'
import activities from './activities/index.ts'
import administration from './administration/access/domain.ts'
import develop from './administration/develop/index.ts'
import partner from './administration/partner/index.ts'
import system from './administration/system/index.ts'
import content from './content/index.ts'
import desk from './desk/index.ts'
import funds from './funds/index.ts'
import orders from './orders/index.ts'
import people from './people/index.ts'
import points from './points/index.ts'
import settlement from './settlement/index.ts'
import invoices from './tax/index.ts'
import tender from './tender/index.ts'
import flow from './workflow/index.ts'

/** Domains in the order of the business, the platform's own last. A new one is listed here. */
export const businessDomains: readonly ServerDomain[] = [
  people,
  activities,
  doctorSide,
  tender,
  orders,
  settlement,
  invoices,
  funds,
  points,
  content,
  desk,
  flow,
  partner,
  system,
  develop,
  administration,
  records,
]

/**
 * The business without the calls of the promises, which stand above it (`server/domains.ts` is the whole). Promises of
 * histories are made of its rules when they are loaded, and the demo is played by them.
 */
export const business: ServerDomains = composeDomains(businessDomains)
