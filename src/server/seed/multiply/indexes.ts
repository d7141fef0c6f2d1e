import type { Tx } from '../../core/database.ts'
import { quoted } from '../../store/names.ts'

/** An index as it was, to be made again. */
interface Index {
  readonly name: string
  readonly definition: string
  readonly comment: string | null
}

/**
 * Runs `fill` on tables without their secondary indexes and triggers and makes them again: one pass over the finished
 * table instead of an insertion per row, and no trigger looks up a parent whose owner the copy already has. All in the
 * caller's transaction, so that no index can get lost.
 */
export async function withoutIndexes<T>(
  tx: Tx,
  tables: readonly string[],
  fill: () => Promise<T>,
  told: (text: string) => void,
): Promise<T> {
  const indexes = await tx.query<Index>(
    `select quote_ident(c.relname) as name, pg_get_indexdef(i.indexrelid) as definition, obj_description(i.indexrelid, 'pg_class') as comment
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::text[]::regclass[]) and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
    [tables.map(quoted)],
  )
  for (const { name } of indexes) await tx.query(`drop index ${name}`)
  for (const t of tables) await tx.query(`alter table ${quoted(t)} disable trigger user`)
  const result = await fill()
  for (const t of tables) await tx.query(`alter table ${quoted(t)} enable trigger user`)
  told(`${indexes.length} indexes`)
  for (const { name, definition, comment } of indexes) {
    await tx.query(definition)
    if (comment !== null) await tx.query(`comment on index ${name} is '${comment.replaceAll("'", "''")}'`)
  }
  return result
}
