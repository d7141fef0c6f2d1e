import type { Tx } from '../../../../core/database.ts'
import { newId } from '../../../../core/ids.ts'
import { columnOf, quoted, tableOf } from '../../../../database/names.ts'
import { loadRecords } from '../../../../database/records.ts'
import type { AnyResource } from '../../../../writing/unitOfWork/rows.ts'
import { params } from './params.ts'
import { pointsRules } from './pointsRules.ts'
import { processes } from './processes.ts'
import { regions } from './regions.ts'
import { replies } from './replies.ts'
import { taxItems } from './taxItems.ts'

/** Records of a resource that every tenant begins with. `by`: the fields that tell them apart. */
export interface Brought {
  readonly of: AnyResource
  readonly by: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** Initial records of a tenant besides its roles and the model's dictionaries. */
export const OUTFIT: readonly Brought[] = [params, regions, replies, ...processes, pointsRules, taxItems]

/** Rows that the tenant does not have yet. What people removed stays removed. */
async function bring(tx: Tx, tenantId: string, { of, by, rows }: Brought): Promise<void> {
  const columns = by.map((name) => quoted(columnOf(name))).join(', ')
  const there = await tx.query(`select ${columns} from ${quoted(tableOf(of))} where tenant_id = $1`, [tenantId])
  const keys = new Set(there.map((row) => by.map((name) => String(row[columnOf(name)])).join('\n')))
  const missing = rows.filter((row) => !keys.has(by.map((name) => String(row[name])).join('\n')))
  loadRecords(
    tx,
    of,
    missing.map((row) => ({ ...row, id: newId() })),
    tenantId,
  )
}

/**
 * Adds the initial records of a tenant: parameters, regions, replies, processes, rules. Idempotent: existing records
 * stay as they are. Runs as the owner or inside the tenant's own scope.
 */
export async function outfitTenant(tx: Tx, tenantId: string): Promise<void> {
  await Promise.all(OUTFIT.map((brought) => bring(tx, tenantId, brought)))
}
