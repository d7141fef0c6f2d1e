import { calls, lifecycles, pages, queues, resources } from '../../../src/model/business.ts'
import type { AnyCall } from '../../../src/model/language/domain/call.ts'
import { type Domain, type DomainPart, defineDomain } from '../../../src/model/language/domain/domain.ts'
import type { PublicPage } from '../../../src/model/language/domain/page.ts'
import type { Lifecycle } from '../../../src/model/language/lifecycle.ts'
import type { Queue } from '../../../src/model/language/queue.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { tableStatements } from '../../../src/server/database/schema/ddl.ts'
import type { Rules } from '../../../src/server/writing/rules.ts'
import { testRules } from '../addedRules.ts'

/**
 * Adds families to the model of this test file, which has modules of its own (project `model`). Import
 * the declaring file first: menus, permissions and routes are read from the model when they are loaded. `opened`: rules
 * of the transitions that people may take, by resource.
 */
export function declare(name: string, part: DomainPart, opened: Readonly<Record<string, Rules>> = {}): Domain {
  const made = defineDomain(name, part)
  for (const r of made.resources) {
    if (resources.has(r.id)) throw new Error(`${r.id} is in the model already`)
    ;(resources as Map<string, Resource>).set(r.id, r)
  }
  for (const l of made.lifecycles) (lifecycles as Map<string, Lifecycle>).set(l.resource, l)
  for (const q of made.queues) (queues as Map<string, Queue>).set(q.code, q)
  ;(calls as AnyCall[]).push(...made.calls)
  ;(pages as PublicPage[]).push(...made.pages)
  for (const [id, own] of Object.entries(opened)) testRules.set(id, own)
  return made
}

// one a process, as the database is, though modules are loaded once a test file
const shared = globalThis as typeof globalThis & { roundsShapeTables?: Map<string, string> }

/**
 * Makes the tables of declared families, parents before what belongs through them; those that another file of this
 * process has made are as they should be.
 */
export const createTables = (db: Database, of: Domain): Promise<void> =>
  db.owner(async (tx) => {
    shared.roundsShapeTables ??= new Map()
    for (const r of of.resources) {
      if (r.variantOf || r.view !== undefined) continue
      const statements = tableStatements(r, new Map())
      const made = shared.roundsShapeTables.get(r.id)
      if (made !== undefined && made !== statements.join()) throw new Error(`two tables of ${r.id} in one database`)
      if (made !== undefined) continue
      for (const statement of statements) await tx.query(statement)
      shared.roundsShapeTables.set(r.id, statements.join())
    }
  })
