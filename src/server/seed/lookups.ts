import type { Tx } from '../core/database.ts'

/**
 * Triggers that find out for each row what a play knows (owners), or what is made at once behind it (makers,
 * `makersFill`): with them the load of a demo takes twice as long.
 */
const LOOKUPS = `select tgrelid::regclass::text as "table", quote_ident(tgname) as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
  where not tgisinternal and (tgname = 'take_owner' or tgname like 'keep\\_makers%') and c.relnamespace = current_schema()::regnamespace`

/** Statement that switches all triggers. */
const switched = (how: 'disable' | 'enable'): string =>
  `do $$ declare found record; begin for found in ${LOOKUPS} loop
    execute format('alter table %s ${how} trigger %s', found."table", found.name);
  end loop; end $$`

/**
 * Runs `load` without those triggers, for the rows of this transaction alone: others that write wait for its end. What
 * owners and makers are is then known to `load`.
 */
export async function withoutLookups<T>(tx: Tx, load: () => Promise<T>): Promise<T> {
  tx.write(switched('disable'))
  const result = await load()
  tx.write(switched('enable'))
  return result
}
