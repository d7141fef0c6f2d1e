import { lifecycles, resources } from '../../src/model/business.ts'
import type { Lifecycle } from '../../src/model/language/lifecycle.ts'
import type { Resource } from '../../src/model/language/resource.ts'
import type { Database } from '../../src/server/core/database.ts'
import { quoted, tableOf } from '../../src/server/database/names.ts'
import { tableStatements } from '../../src/server/database/schema/ddl.ts'
import type { Rules } from '../../src/server/writing/rules.ts'
import { testRules } from './addedRules.ts'

/** A family that exists in tests only, for cases that the families of the product do not cover. */
export interface Family {
  // biome-ignore lint/suspicious/noExplicitAny: resources of any shape
  readonly resource: Resource<string, any>
  // biome-ignore lint/suspicious/noExplicitAny: lifecycles of any shape
  readonly lifecycle?: Lifecycle<string, any> | undefined
  /** What the server's rules say; without any the lifecycle is closed to people. */
  readonly rules?: Rules | undefined
}

const into = <V>(map: ReadonlyMap<string, V>, key: string, value: V | undefined): void => {
  if (value !== undefined) (map as Map<string, V>).set(key, value)
}

/** Puts families into the model and rules of this process. Returns how to take them away again. */
export function enter(families: readonly Family[]): () => void {
  for (const f of families) {
    into(resources, f.resource.id, f.resource)
    into(lifecycles, f.resource.id, f.lifecycle)
    into(testRules, f.resource.id, f.rules)
  }
  return () => {
    for (const { resource } of families)
      for (const map of [resources, lifecycles, testRules]) (map as Map<string, unknown>).delete(resource.id)
  }
}

/**
 * Puts families into the model and rules of this process and makes their tables. Their ids must be no other test's:
 * handlers are made once a resource. Returns how to take them away again; call it in `afterAll`.
 */
export async function declare(db: Database, families: readonly Family[]): Promise<() => Promise<void>> {
  const away = enter(families)
  const stored = families.map((f) => f.resource).filter((r) => !r.variantOf && r.view === undefined)
  await db.owner(async (tx) => {
    for (const r of stored) for (const statement of tableStatements(r, new Map())) await tx.query(statement)
  })
  return async () => {
    away()
    await db.owner((tx) => tx.query(`drop table ${stored.map((r) => quoted(tableOf(r))).join()} cascade`))
  }
}
