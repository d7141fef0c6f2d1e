import type { Tx } from '../../core/database.ts'
import { quoted } from '../../store/names.ts'

/** An index or a constraint that is one, as it was: what removes it, and what makes it again. */
interface Index {
  readonly removal: string
  readonly making: readonly string[]
}

/**
 * Indexes of tables, by name; keys are constraints of their tables. Comments are kept: they say what an index was made
 * from.
 */
const INDEXES = `
  select case when k.oid is null then format('drop index %s', i.indexrelid::regclass)
      else format('alter table %s drop constraint %I', i.indrelid::regclass, k.conname) end as removal,
    array_remove(array[
      case when k.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) end,
      format('comment on index %s is ', i.indexrelid::regclass) || quote_literal(obj_description(i.indexrelid, 'pg_class'))], null) as making
  from pg_index i join pg_class c on c.oid = i.indexrelid left join pg_constraint k on k.conindid = i.indexrelid
  where i.indrelid = any($1::text[]::regclass[]) order by i.indrelid, c.relname`

/**
 * Runs `fill` on tables without their indexes, keys and triggers and makes them again: one pass over the finished table
 * instead of an insertion per row, all over an index that no longer fits into memory, and no trigger looks up a parent whose owner the copy already has. All in the
 * caller's transaction, so that no index can get lost.
 */
export async function withoutIndexes<T>(
  tx: Tx,
  tables: readonly string[],
  fill: () => Promise<T>,
  told: (text: string) => void,
): Promise<T> {
  const names = tables.map(quoted)
  const indexes = await tx.query<Index>(INDEXES, [names])
  for (const { removal } of indexes) await tx.query(removal)
  for (const t of names) await tx.query(`alter table ${t} disable trigger user`)
  const result = await fill()
  for (const t of names) await tx.query(`alter table ${t} enable trigger user`)
  told(`${indexes.length} indexes`)
  for (const { making } of indexes) for (const text of making) await tx.query(text)
  return result
}
