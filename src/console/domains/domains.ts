import activities from './activities/index.ts'
import administration from './administration/index.ts'
import { type ConsoleDomain, composePanels } from './consoleDomain.ts'
import funds from './funds/index.ts'
import people from './people/index.ts'
import settlement from './settlement/index.ts'

/** Domains that have something of their own in the console, in their order. A new one is listed here. */
export const consoleDomains: readonly ConsoleDomain[] = [people, activities, settlement, funds, administration]

/** The panels of all domains by name. */
export const domainPanels = composePanels(consoleDomains)
