import type { ServerDomains } from '../core/domains.ts'
import activities from './activities/index.ts'
import administration from './administration/index.ts'
import content from './content/index.ts'
import desk from './desk/index.ts'
import files from './files/index.ts'
import funds from './funds/index.ts'
import orders from './orders/index.ts'
import payment from './payment/index.ts'
import people from './people/index.ts'
import points from './points/index.ts'
import { composeDomains, type ServerDomain } from './serverDomain.ts'
import settlement from './settlement/index.ts'
import tax from './tax/index.ts'
import tender from './tender/index.ts'
import workflow from './workflow/index.ts'

/** The domains of the business in their order. A new one is listed here. */
export const businessDomains: readonly ServerDomain[] = [
  people,
  activities,
  tender,
  orders,
  settlement,
  payment,
  funds,
  tax,
  points,
  content,
  desk,
  files,
  workflow,
  administration,
]

/**
 * The business without the calls of the promises, which stand above it (`server/domains.ts` is the whole). Promises of
 * histories are made of its rules when they are loaded, and the demo is played by them.
 */
export const business: ServerDomains = composeDomains(businessDomains)
