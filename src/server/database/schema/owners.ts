import { inheritedOf, resources, scopeOf } from '../../../model/business.ts'
import { type Field, isRef } from '../../../model/language/fields/field.ts'
import { fieldIn, type Party, parentOf, partyNames, throughOf } from '../../../model/language/owner.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { baseOf, columnOf, quoted, shortName, tableOf } from '../names.ts'

/** An owner field of what belongs `through` another record, and the field of that one it is a copy of. */
export interface Copied {
  readonly field: string
  readonly from: string
}

const find = (id: string): Resource | undefined => resources.get(id)

/** The owner fields that a child has from its parent: those that are no fields of its own. */
export function copiedOwners(child: Resource, parent: Resource): Copied[] {
  const [own, above] = [scopeOf(child), scopeOf(parent)]
  return partyNames.flatMap((p: Party) => {
    const [field, from] = [fieldIn(own[p]), fieldIn(above[p])]
    return field !== null && from !== null && Object.hasOwn(inheritedOf(child), field) ? [{ field, from }] : []
  })
}

/** Tables that belong through a record of this one. */
export const childrenOf = (base: Resource): Resource[] =>
  [...resources.values()].filter((c) => {
    const parent = c.variantOf ? null : parentOf(c, find)
    return parent !== null && baseOf(parent).id === base.id
  })

/**
 * The owner columns of a row are those of its parent, whatever a statement writes. The lookup by key is planned once a session
 * (sessions plan each statement anew): by the index, also while the parent's table was small.
 */
function taking(base: Resource): string[] {
  const parent = parentOf(base, find)
  const reference = throughOf(base)
  if (!parent || reference === null || Object.keys(inheritedOf(base)).length === 0) return []
  const columns = copiedOwners(base, parent)
  const name = quoted(shortName(`rounds_take_owner_${tableOf(base)}`))
  return [
    `create or replace function ${name}() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select ${columns.map((c) => `p.${quoted(columnOf(c.from))}`).join(', ')} into ${columns.map((c) => `new.${quoted(columnOf(c.field))}`).join(', ')}
    from ${quoted(tableOf(parent))} p where p.tenant_id = new.tenant_id and p.id = new.${quoted(columnOf(reference))};
  return new;
end $$`,
    `create trigger take_owner before insert or update of ${[columnOf(reference), ...columns.map((c) => columnOf(c.field))].map(quoted).join(', ')}
  on ${quoted(tableOf(base))} for each row execute function ${name}()`,
  ]
}

/**
 * When the owner of a record changes, what belongs through it follows in the same transaction. The lock waits for rows
 * that are being added at this moment and blocks further ones. Done as the owner of the tables: ledgers follow too.
 */
function passing(base: Resource): string[] {
  const statements = childrenOf(base).flatMap((child) => {
    const columns = copiedOwners(child, base).filter((c) => c.from !== 'id')
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
  when (${columns.map((c) => `old.${quoted(columnOf(c.from))} is distinct from new.${quoted(columnOf(c.from))}`).join(' or ')}) execute function ${name}()`,
    ]
  })
  return statements
}

/** A table whose rows have the employee of a record that they refer to. */
interface Following {
  readonly table: string
  /** Columns that refer to the record. */
  readonly by: readonly string[]
  /** Columns that are copied with the employee: number, name, department. */
  readonly columns: readonly string[]
}

/** Tables whose rows are somebody's because the record (of this table) is that they refer to. */
function followers(base: Resource): Following[] {
  const own = employeeFields(base)
  if (own.length === 0) return []
  return [...resources.values()].flatMap((r) => {
    if (r.variantOf || r.view !== undefined || r.id === base.id) return []
    const by = Object.entries<Field>(r.fields).flatMap(([name, f]) => {
      const to = isRef(f) ? resources.get(f.to) : undefined
      return to && baseOf(to).id === base.id ? [columnOf(name)] : []
    })
    const columns = employeeFields(r).filter((name) => own.includes(name))
    return by.length > 0 && columns.length > 0 ? [{ table: tableOf(r), by, columns: columns.map(columnOf) }] : []
  })
}

/** The employee of a record, with what is copied beside; nothing where no field names one. */
function employeeFields(r: Resource): string[] {
  const name = fieldIn(scopeOf(r).employee)
  const f = name === null ? undefined : (r.fields[name] as Field | undefined)
  if (!name || !f) return []
  return [name, ...(f.facts.shows ? [f.facts.shows] : []), ...Object.keys(f.facts.copies ?? {})]
}

/**
 * When an activity changes hands, what was delivered for it, its orders and results follow in the same transaction: who is
 * in charge now reaches them, and who was does not. Done as the owner of the tables, in the order in which they are made of
 * one another, so that what is being made meanwhile is waited for.
 */
function handingOver(base: Resource): string[] {
  const found = followers(base)
  if (found.length === 0) return []
  const [employee = ''] = employeeFields(base).map(columnOf)
  const name = quoted(shortName(`rounds_hand_over_${tableOf(base)}`))
  const updates = found.flatMap(({ table, by, columns }) =>
    by.map(
      (ref) =>
        `  update ${quoted(table)} set ${columns.map((c) => `${quoted(c)} = new.${quoted(c)}`).join(', ')} where tenant_id = new.tenant_id and is_deleted = 0 and ${quoted(ref)} = new.id;`,
    ),
  )
  return [
    `create or replace function ${name}() returns trigger language plpgsql security definer set search_path from current as $$ begin
${updates.join('\n')}
  return null;
end $$`,
    `create trigger hand_over after update on ${quoted(tableOf(base))} for each row
  when (old.${quoted(employee)} is distinct from new.${quoted(employee)}) execute function ${name}()`,
  ]
}

/** Fields of a table that the database passes on to other tables when they change. */
export const passedOn = (base: Resource): ReadonlySet<string> =>
  new Set([
    ...childrenOf(base).flatMap((child) => copiedOwners(child, base).map((c) => c.from)),
    ...(followers(base).length > 0 ? employeeFields(base) : []),
  ])

/**
 * Trigger statements that keep the owner columns of a table current: owners copied from references, passed on to
 * `through` references, and changed with the employee.
 */
export const ownerStatements = (base: Resource): string[] => [...taking(base), ...passing(base), ...handingOver(base)]
