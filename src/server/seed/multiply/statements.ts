import type { Tx } from '../../core/database.ts'
import { quoted } from '../../store/names.ts'
import type { Family } from './families.ts'
import { onceIn } from './once.ts'
import type { Style } from './styles.ts'

/** Columns of a table that a copy writes: all but those the database computes or counts itself. */
export async function writtenColumns(tx: Tx, table: string): Promise<string[]> {
  const found = await tx.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' order by attnum`,
    [quoted(table)],
  )
  return found.map((f) => f.name)
}

const own = (column: string): string => `s.${quoted(column)}`

/** Values of a copied row by column, where they are not the original's or what the family says. */
export type Instead = Readonly<Record<string, string>>

/**
 * `insert … select` of every copy of the rows of a tenant (`$1`). `from`: further tables that choose among the rows and
 * bring values for `instead`.
 */
export function copyStatement(family: Family, columns: readonly string[], instead: Instead = {}, from = ''): string {
  const table = quoted(family.table)
  const values = columns.map((c) => {
    const style: Style | undefined = family.styles.get(c)
    return instead[c] ?? (style ? style.column(own(c)) : own(c))
  })
  const once = onceIn(family.resource)
  const copied = once === null ? '' : ` and (${once}) is not true`
  return `with s as materialized (select s.* from ${table} s where s.tenant_id = $1${copied})
    insert into ${table} (${columns.map(quoted).join(', ')})
    select ${values.join(', ')} from seed_copy k cross join s${from}`
}
