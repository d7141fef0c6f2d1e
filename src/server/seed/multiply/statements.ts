import type { Tx } from '../../core/database.ts'
import { quoted } from '../../database/names.ts'
import type { CopiedResource } from './copiedResources.ts'
import { onceIn } from './once.ts'
import type { Style } from './styles.ts'

/** Columns that a copy writes, by table: all but those the database computes or counts itself. */
export async function writtenColumns(tx: Tx, tables: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const found = await tx.query<{ table: string; columns: string[] }>(
    `select t.name as table, array_agg(a.attname::text order by a.attnum) as columns
     from unnest($1::text[]) as t(name) join pg_attribute a on a.attrelid = quote_ident(t.name)::regclass
     where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '' group by 1`,
    [tables],
  )
  return new Map(found.map((f) => [f.table, f.columns]))
}

const own = (column: string): string => `s.${quoted(column)}`

/** Values of a copied row by column, where they are not the original's or what the resource says. */
export type Instead = Readonly<Record<string, string>>

/** The rows of a tenant (`$1`) of which copies are made. */
function originalsOf(copiedResource: CopiedResource): string {
  const once = onceIn(copiedResource.resource)
  const copied = once === null ? '' : ` and (${once}) is not true`
  return `select s.* from ${quoted(copiedResource.table)} s where s.tenant_id = $1${copied}`
}

/** `insert … select` of every copy of some rows: of all of a tenant (`$1`), or of those that a statement finds. */
export function copyStatement(
  copiedResource: CopiedResource,
  columns: readonly string[],
  instead: Instead = {},
  rows = originalsOf(copiedResource),
): string {
  const values = columns.map((c) => {
    const style: Style | undefined = copiedResource.styles.get(c)
    return instead[c] ?? (style ? style.column(own(c)) : own(c))
  })
  return `with s as materialized (${rows})
    insert into ${quoted(copiedResource.table)} (${columns.map(quoted).join(', ')})
    select ${values.join(', ')} from seed_copy k cross join s`
}
