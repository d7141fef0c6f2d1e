import { resources } from '../../../model/business.ts'
import { BETWEEN } from '../../../model/language/derived/nodes.ts'
import { type Field, lengthOf } from '../../../model/language/fields/field.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { columnOf, quoted, shortName, tableOf } from '../names.ts'

/** A table whose rows name a record of a tree by its key and keep its path beside (`Facts.nodeOf`). */
interface Naming {
  readonly of: Resource
  readonly field: string
  readonly shows: string
}

/** Columns that keep paths of a tree. Each table once. */
export const namingOf = (tree: Resource): Naming[] =>
  [...resources.values()].flatMap((of) =>
    of.variantOf || of.view !== undefined
      ? []
      : Object.entries<Field>(of.fields).flatMap(([field, { facts }]) =>
          facts.nodeOf === tree.id && facts.shows ? [{ of, field, shows: facts.shows }] : [],
        ),
  )

/** Fields that a record of a tree has from those above it, and its own name: where one changes, paths do. */
export const pathFields = (r: Resource): { readonly carried: readonly string[]; readonly all: readonly string[] } => {
  const carried = [...(r.tree?.path ?? []), ...(r.tree?.carried ?? [])].map(String)
  return { carried, all: [...carried, String(r.name)] }
}

/** The path of a record of the tree (`r`): its different names from the top. The same as `pathOfNode`. */
const pathSql = (r: Resource, most: number): string =>
  `left((select string_agg(n, '${BETWEEN}' order by o) from (select n, min(o) as o from unnest(array[${[
    ...(r.tree?.path ?? []),
    r.name,
  ]
    .map((name) => `r.${quoted(columnOf(String(name)))}`)
    .join(', ')}]::text[]) with ordinality as u(n, o) where n <> '' group by n) p), ${most})`

/**
 * When a record of a tree is renamed or moved, what stands below it has the new names of those above, and whoever named
 * one of them by its key its new path, in the same transaction. One statement a table, however much stands below.
 */
export function renameStatements(base: Resource): string[] {
  const { tree } = base
  if (!tree?.path || tree.key === 'id') return []
  const { carried, all } = pathFields(base)
  const [table, key, parent] = [tableOf(base), columnOf(String(tree.key)), columnOf(String(tree.parent))].map(quoted)
  const name = quoted(shortName(`rounds_rename_${tableOf(base)}`))
  const below = `with recursive below (key) as (
    select new.${key} union
    select c.${key} from ${table} c join below b on c.${parent} = b.key where c.tenant_id = new.tenant_id and c.is_deleted = 0)`
  const copies = carried
    .map((field) => quoted(columnOf(field)))
    .map((c) => `${c} = case when r.${c} is not distinct from old.${c} then new.${c} else r.${c} end`)
  const paths = namingOf(base).map(({ of, field, shows }) => {
    const [users, by, shown] = [quoted(tableOf(of)), quoted(columnOf(field)), quoted(columnOf(shows))]
    const path = pathSql(base, lengthOf(fieldOf(of, shows) as Field) ?? 200)
    return `  ${below}
  update ${users} u set ${shown} = ${path} from ${table} r, below b
    where r.tenant_id = new.tenant_id and r.is_deleted = 0 and r.${key} = b.key
      and u.tenant_id = new.tenant_id and u.is_deleted = 0 and u.${by} = r.${key};`
  })
  return [
    `create or replace function ${name}() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if pg_trigger_depth() > 1 then return null; end if;
  ${below}
  update ${table} r set ${copies.join(', ')} from below b
    where r.tenant_id = new.tenant_id and r.is_deleted = 0 and r.${key} = b.key and r.id <> new.id;
${paths.join('\n')}
  return null;
end $$`,
    `create trigger rename_below after update on ${table} for each row
  when (${all.map((field) => `old.${quoted(columnOf(field))} is distinct from new.${quoted(columnOf(field))}`).join(' or ')}) execute function ${name}()`,
  ]
}
