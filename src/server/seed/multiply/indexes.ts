import type { Database, Tx } from '../../core/database.ts'
import { inLanes } from '../../core/lanes.ts'
import { quoted } from '../../database/names.ts'

/** Index or constraint as found in the catalogue: the statement that removes it and those that make it again. */
interface Index {
  readonly table: string
  readonly removal: string
  readonly making: readonly string[]
}

/** Indexes of tables: those that forbid equal rows (`keys`), or all others. Comments say what an index was made from. */
const indexesOf = (keys: boolean): string => `
  select i.indrelid::regclass::text as table,
    case when k.oid is null then format('drop index %s', i.indexrelid::regclass)
      else format('alter table %s drop constraint %I', i.indrelid::regclass, k.conname) end as removal,
    array_remove(array[
      case when k.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) end,
      format('comment on index %s is ', i.indexrelid::regclass) || quote_literal(obj_description(i.indexrelid, 'pg_class'))], null) as making
  from pg_index i join pg_class c on c.oid = i.indexrelid left join pg_constraint k on k.conindid = i.indexrelid
  where i.indrelid = any($1::text[]::regclass[]) and ${keys ? '' : 'not '}i.indisunique order by i.indrelid, c.relname`

/**
 * Runs `fill` on tables without their keys and triggers and makes the keys again: one pass over the finished table instead
 * of an insertion per row, all over an index that no longer fits into memory, and no trigger looks up a parent whose owner
 * the copy already has. All in the caller's transaction, so that no key can get lost.
 */
export async function withoutKeys<T>(
  tx: Tx,
  tables: readonly string[],
  fill: () => Promise<T>,
  report: (text: string) => void,
): Promise<T> {
  const names = tables.map(quoted)
  const keys = await tx.query<Index>(indexesOf(true), [names])
  for (const { removal } of keys) await tx.query(removal)
  for (const t of names) await tx.query(`alter table ${t} disable trigger user`)
  const result = await fill()
  for (const t of names) await tx.query(`alter table ${t} enable trigger user`)
  report(`${keys.length} keys`)
  for (const { making } of keys) for (const text of making) await tx.query(text)
  return result
}

/** Table of the index definitions that were dropped, kept until they are created again: a load may be killed. */
const AWAY = 'seed_index'

/** Takes all indexes of tables away that are no keys. They are remembered in the database. */
export async function takeIndexes(tx: Tx, tables: readonly string[]): Promise<void> {
  const indexes = await tx.query<Index>(indexesOf(false), [tables.map(quoted)])
  const making = new Map<string, string[]>()
  for (const { table, making: texts } of indexes) making.set(table, [...(making.get(table) ?? []), ...texts])
  await tx.query(
    `create table ${AWAY} as select * from jsonb_to_recordset($1::jsonb) as x("table" text, making text[])`,
    [JSON.stringify([...making].map(([table, texts]) => ({ table, making: texts })))],
  )
  for (const { removal } of indexes) await tx.query(removal)
}

/** How much longer an index of pieces of texts takes than another of its table, about. */
const PIECES = 8

/**
 * Makes the indexes again that were taken away, by this process or by one that was killed: those of a table in a transaction
 * of their own, so many at once (`lanes`), the longest first.
 */
export async function makeIndexes(
  db: Database,
  lanes: number,
  watch: (tx: Tx) => Tx,
  report: (text: string) => void,
): Promise<void> {
  const away = await db.owner(async (tx) => {
    const [found] = await tx.query<{ there: boolean }>('select to_regclass($1) is not null as there', [AWAY])
    if (!found?.there) return null
    return tx.query<{ table: string; making: string[] }>(
      `select "table", making from ${AWAY} order by pg_relation_size("table"::regclass) *
         (select sum(case when text like '% USING gin %' then ${PIECES} else 1 end) from unnest(making) text) desc`,
    )
  })
  if (!away) return
  report(`${away.flatMap((a) => a.making).filter((text) => !text.startsWith('comment')).length} indexes`)
  await inLanes(away, lanes, ({ table, making }) =>
    db.owner(async (plain) => {
      const tx = watch(plain)
      roomy(tx, db.kind, lanes)
      for (const text of making) await tx.query(text)
      plain.write(`delete from ${AWAY} where "table" = $1`, [table])
    }),
  )
  await db.owner((tx) => tx.query(`drop table ${AWAY}`))
}

/** Gives a transaction the memory of a load, beside others in so many lanes. */
export function roomy(tx: Tx, kind: Database['kind'], lanes: number): void {
  const embedded = kind === 'embedded'
  tx.write(`set local maintenance_work_mem = '${embedded ? '128MB' : '512MB'}'`)
  tx.write(`set local work_mem = '${embedded ? '64MB' : '256MB'}'`)
  // the processors are busy with the other lanes
  if (lanes > 1) tx.write('set local max_parallel_maintenance_workers = 0')
}
