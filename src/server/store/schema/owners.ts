import { inheritedOf, resources, scopeOf } from '../../../model/all.ts'
import { type Party, parentOf, partyNames, throughOf } from '../../../model/kernel/owner.ts'
import type { Resource } from '../../../model/kernel/resource.ts'
import { baseOf, columnOf, quoted, shortName, tableOf } from '../names.ts'

/** A column of the table that belongs `through` another one, and the column of that one it is a copy of. */
interface Copied {
  readonly column: string
  readonly from: string
}

const find = (id: string): Resource | undefined => resources.get(id)

function copiedColumns(child: Resource, parent: Resource): Copied[] {
  const [own, above] = [scopeOf(child), scopeOf(parent)]
  return partyNames.flatMap((p: Party) => {
    const [to, from] = [own[p], above[p]]
    return typeof to === 'object' && typeof from === 'object'
      ? [{ column: columnOf(to.field), from: columnOf(from.field) }]
      : []
  })
}

/** Tables that belong through a record of this one. */
const childrenOf = (base: Resource): Resource[] =>
  [...resources.values()].filter((c) => {
    const parent = c.variantOf ? null : parentOf(c, find)
    return parent !== null && baseOf(parent).id === base.id
  })

/** The owner columns of a row are those of its parent, whoever writes it and whatever they say. */
function taking(base: Resource): string[] {
  const parent = parentOf(base, find)
  const reference = throughOf(base)
  if (!parent || reference === null || Object.keys(inheritedOf(base)).length === 0) return []
  const columns = copiedColumns(base, parent)
  const name = quoted(shortName(`rounds_take_owner_${tableOf(base)}`))
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin
  select ${columns.map((c) => `p.${quoted(c.from)}`).join(', ')} into ${columns.map((c) => `new.${quoted(c.column)}`).join(', ')}
    from ${quoted(tableOf(parent))} p where p.tenant_id = new.tenant_id and p.id = new.${quoted(columnOf(reference))};
  return new;
end $$`,
    `create trigger take_owner before insert or update of ${[columnOf(reference), ...columns.map((c) => c.column)].map(quoted).join(', ')}
  on ${quoted(tableOf(base))} for each row execute function ${name}()`,
  ]
}

/**
 * When the owner of a record changes, what belongs through it follows in the same transaction. The lock waits for
 * rows that somebody is adding at this moment and keeps others from it. Done as the owner of the tables: ledgers
 * follow too.
 */
function passing(base: Resource): string[] {
  const statements = childrenOf(base).flatMap((child) => {
    const columns = copiedColumns(child, base).filter((c) => c.from !== 'id')
    const reference = throughOf(child)
    if (columns.length === 0 || reference === null) return []
    const [table, ref] = [quoted(tableOf(child)), quoted(columnOf(reference))]
    const name = quoted(shortName(`rounds_pass_owner_${tableOf(base)}_to_${tableOf(child)}`))
    return [
      `create or replace function ${name}() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table ${table} in share row exclusive mode;
  update ${table} set ${ref} = ${ref} where tenant_id = new.tenant_id and ${ref} = new.id;
  return null;
end $$`,
      `create trigger ${quoted(shortName(`pass_owner_to_${tableOf(child)}`))} after update on ${quoted(tableOf(base))} for each row
  when (${columns.map((c) => `old.${quoted(c.from)} is distinct from new.${quoted(c.from)}`).join(' or ')}) execute function ${name}()`,
    ]
  })
  return statements
}

/**
 * Statements that keep the owner columns of `through` true, for the table of a resource: what it takes and what it
 * passes on.
 */
export const ownerStatements = (base: Resource): string[] => [...taking(base), ...passing(base)]
