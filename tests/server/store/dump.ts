import type { Database } from '../../../src/server/core/database.ts'

/** Tables with a row whose text matches a regular expression of the database, of all tenants: what a backup would tell. */
export async function tablesHolding(db: Database, pattern: string): Promise<string[]> {
  return db.owner(async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select c.relname::text as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
    )
    const each = tables.map(
      ({ name }) => `select '${name}' as name where exists (select 1 from "${name}" t where t::text ~ $1)`,
    )
    const found = await tx.query<{ name: string }>(each.join(' union all '), [pattern])
    return found.map((f) => f.name)
  })
}
