import type { TableFacts } from './facts.ts'
import { files } from './files.ts'
import { funds } from './funds.ts'
import { invoices } from './invoices.ts'
import { orders } from './orders.ts'
import { points } from './points.ts'
import { settlement } from './settlement.ts'

const facts: Readonly<Record<string, TableFacts>> = {
  ...files,
  ...funds,
  ...invoices,
  ...orders,
  ...points,
  ...settlement,
}

/** SQL facts of a resource's table; none when it has no more than its model. */
export const factsOf = (resourceId: string): TableFacts => facts[resourceId] ?? {}

/** Resources that have facts, for the test that none points nowhere. */
export const resourcesWithFacts = (): string[] => Object.keys(facts)
