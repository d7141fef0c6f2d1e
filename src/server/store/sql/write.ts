import { fixedValues, type Resource } from '../../../model/kernel/resource.ts'
import type { Tx } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { isTenant, quoted, tableOf } from '../names.ts'
import { toColumns } from './wire.ts'

/**
 * Adds records (values by field name; `id` is made where it is missing; what is not given gets the column's default).
 * Answers their ids in order. Rows with the same set of fields go together, up to 500 a statement.
 */
export async function insertRows(
  tx: Tx,
  r: Resource,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<string[]> {
  const ids: string[] = []
  const groups = new Map<string, { columns: string[]; rows: unknown[][] }>()
  for (const row of rows) {
    const id = typeof row.id === 'string' && row.id ? row.id : newId()
    ids.push(id)
    const all: Record<string, unknown> = {
      ...toColumns(r, row),
      ...toColumns(r, fixedValues(r)),
      id,
      ...(isTenant(r) ? { tenant_id: row.tenantId ?? tx.tenantId } : {}),
    }
    const columns = Object.keys(all)
    const key = columns.join()
    const group = groups.get(key) ?? { columns, rows: [] }
    group.rows.push(columns.map((c) => all[c]))
    groups.set(key, group)
  }
  for (const { columns, rows: lines } of groups.values()) {
    // a statement takes at most 65,535 parameters
    const step = Math.max(1, Math.min(500, Math.floor(60_000 / columns.length)))
    for (let from = 0; from < lines.length; from += step) {
      const part = lines.slice(from, from + step)
      const places = part.map((_, n) => `(${columns.map((_c, i) => `$${n * columns.length + i + 1}`).join(', ')})`)
      await tx.query(
        `insert into ${quoted(tableOf(r))} (${columns.map(quoted).join(', ')}) values ${places.join(', ')}`,
        part.flat(),
      )
    }
  }
  return ids
}
