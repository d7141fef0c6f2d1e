import type { Tx } from '../../core/database.ts'

/**
 * Content of a schema as the server itself prints it: one line a fact. Two schemas of one database are compared line by
 * line; no mapping of types by hand, and policies, rights and forced row security come for free. Objects whose comment
 * begins with `by hand` were added deliberately and are left out.
 */
export async function catalogueOf(tx: Tx, schema: string, tables: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ line: string }>(
    `with t as (
       select c.oid, c.relname::text as name, c.relrowsecurity, c.relforcerowsecurity, c.relacl
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = $1 and c.relkind = 'r' and c.relname = any($2::text[])
     )
     select 'table ' || name as line from t
     union all
     select 'column ' || t.name || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
       || case when co.collname is null or co.collname = 'default' then '' else ' collate ' || co.collname end
       || case when a.attnotnull then ' not null' else '' end
       || coalesce(case when a.attgenerated = '' then ' default ' else ' generated ' end || pg_get_expr(d.adbin, d.adrelid), '')
     from t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
       left join pg_collation co on co.oid = a.attcollation
     where coalesce(col_description(t.oid, a.attnum), '') not like 'by hand%'
     union all
     select 'constraint ' || t.name || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
     from t join pg_constraint k on k.conrelid = t.oid
     where k.contype <> 'n' and coalesce(obj_description(k.oid, 'pg_constraint'), '') not like 'by hand%'
     union all
     select 'index ' || t.name || ' ' || regexp_replace(regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX [^ ]+ ON', ' INDEX ON'), ' ON [^ ]+ USING', ' ON ' || t.name || ' USING')
     from t join pg_index i on i.indrelid = t.oid
     where coalesce(obj_description(i.indexrelid, 'pg_class'), '') not like 'by hand%'
     union all
     select 'row security ' || name || case when relrowsecurity then ' on' else ' off' end || case when relforcerowsecurity then ' forced' else ' not forced' end from t
     union all
     select 'policy ' || t.name || ' ' || p.polname || ' for ' || p.polcmd::text || ' to ' || (select string_agg(coalesce(r.rolname::text, 'public'), ',') from unnest(p.polroles) o left join pg_roles r on r.oid = o)
       || ' using ' || coalesce(pg_get_expr(p.polqual, p.polrelid), '') || ' check ' || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')
     from t join pg_policy p on p.polrelid = t.oid
     union all
     select 'right ' || t.name || ' ' || x.privilege_type || ' to ' || coalesce(r.rolname::text, 'public')
     from t, aclexplode(t.relacl) x left join pg_roles r on r.oid = x.grantee
     where r.rolname is distinct from current_user
     union all
     select 'trigger ' || t.name || ' ' || g.tgname from t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
     where coalesce(obj_description(g.oid, 'pg_trigger'), '') not like 'by hand%'
     order by line`,
    [schema, tables],
  )
  return rows.map((r) => r.line.replaceAll(`${schema}.`, ''))
}

/** Returns differences between two schemas, described so that the missing statement is clear. */
export function drift(model: readonly string[], database: readonly string[]): string[] {
  const [inModel, inDatabase] = [new Set(model), new Set(database)]
  return [
    ...model.filter((line) => !inDatabase.has(line)).map((line) => `model has, database lacks: ${line}`),
    ...database.filter((line) => !inModel.has(line)).map((line) => `database has, model lacks: ${line}`),
  ]
}
