import { resources } from '../../../src/model/business.ts'
import { fixedValues, type Resource } from '../../../src/model/language/resource.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { columnOf, isTenant, quoted, tableOf } from '../../../src/server/database/names.ts'
import { fill } from '../store/fill.ts'

/** Every resource that has a table of its own with a tenant. */
export const tenantTables: readonly Resource[] = [...resources.values()].filter(
  (r) => isTenant(r) && !r.variantOf && r.view === undefined,
)

/** The number before the first of the next three ids: no tenant has ids of another. */
let before = 1_000_000

/** Three records of every kind in a tenant; answers their ids by resource. */
export async function plant(db: Database, tenantId: string): Promise<Record<string, string[]>> {
  const first = before
  before += 3
  await db.owner(async (tx) => {
    for (const r of tenantTables) {
      await fill(tx, r, tenantId, 3, {}, first)
      // rows of a table with variants are those of the base
      for (const [name, value] of Object.entries(fixedValues(r)))
        await tx.query(`update ${quoted(tableOf(r))} set ${quoted(columnOf(name))} = $1 where tenant_id = $2`, [
          value,
          tenantId,
        ])
    }
  })
  return Object.fromEntries(tenantTables.map((r) => [r.id, [1, 2, 3].map((n) => String(first + n))]))
}

/** One number for everything a tenant has. */
export async function fingerprint(db: Database, tenantId: string): Promise<string> {
  const parts: string[] = []
  for (const r of tenantTables) {
    const [row] = await db.scoped<{ print: string }>(
      { tenantId },
      {
        text: `select count(*) || ':' || coalesce(md5(string_agg(x::text, '|' order by id)), '') as print from ${quoted(tableOf(r))} x where tenant_id = $1`,
        values: [tenantId],
      },
    )
    parts.push(`${r.id}=${row?.print}`)
  }
  return parts.join('\n')
}
