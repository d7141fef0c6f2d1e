import { resources, scopeOf, sharersOf } from '../../../model/business.ts'
import { codeOf, isReadable } from '../../../model/language/derived/code.ts'
import { filterFieldOf } from '../../../model/language/listing.ts'
import { fieldIn, type Party, partyNames, throughOf } from '../../../model/language/owner.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { andVariant, columnOf, fixedColumns, isTenant, literal, quoted, shortName, tableOf } from '../names.ts'
import { nameOfRef } from './indexes.ts'

/**
 * The fields a record is found by: the name that its list may be filtered by, and its code, where they are texts of its
 * own and no personal data.
 */
export function knownBy(r: Resource): readonly string[] {
  const there = namesKnown.get(r) ?? findKnownBy(r)
  namesKnown.set(r, there)
  return there
}

const namesKnown = new WeakMap<Resource, readonly string[]>()

function findKnownBy(r: Resource): string[] {
  const [name, code] = [String(r.name), codeOf(r)]
  const named = isReadable(r, name) && nameOfRef(r, name) === null && filterFieldOf(r, name) !== undefined
  return [...new Set([...(named ? [name] : []), ...(code === null ? [] : [code])])]
}

/**
 * Resources whose records are found from anywhere: those of a tenant with a page or a list of their own. Not views and
 * overviews: what they show is found where it comes from. Not rows of persons (`own`).
 */
export const searchable = (): Resource[] => [...resources.values()].filter(isSearchable)

/** Returns whether records of a resource are found from anywhere. */
export const isSearchable = (r: Resource): boolean =>
  r.routes?.list !== undefined &&
  !r.appendOnly &&
  r.view === undefined &&
  r.own === undefined &&
  !r.overview &&
  isTenant(r) &&
  knownBy(r).length > 0

/**
 * Note beside the title that distinguishes records of the same name: the code, with what makes it unique; without a
 * code what is unique together (the partner and the item of a tax rate); of what is called by its code whose it is.
 */
function notesOf(r: Resource): readonly string[] {
  const [title] = knownBy(r)
  const code = codeOf(r)
  const shown = (name: string): string => fieldOf(r, name)?.facts.shows ?? name
  const apart = (names: readonly string[]) => names.map(shown).filter((name) => name !== title && isReadable(r, name))
  if (code === title) return apart(['entrustedCompanyName', 'doctorName']).slice(0, 1)
  const together = (r.unique ?? [])
    .map((names) => names.map(String))
    .find((names) => names.length > 1 && (code === null || names.includes(code)))
  return apart(together ?? (code === null ? [] : [code]))
}

/** How `reach` says that a user bound to this one party reaches a record. Empty id: every user of the party. */
export const reachedBy = (party: Party, id = '*'): string => `${party}:${id}`

/** How `reach` names the resource of a record: with its tenant, because the index of codes knows none. */
export const resourceKey = (tenantId: string, resource: string): string => `${tenantId}:${resource}`

/** Name of the table, unquoted. */
export const SEARCH_TABLE = 'record_search'

const COLUMNS = 'tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach'

/** Columns that a row of the search table is made from. */
function sourcesOf(r: Resource): string[] {
  const owners = Object.values(scopeOf(r)).map(fieldIn)
  // a trigger before this one sets owner columns when the reference changes that they come through
  const names = [...knownBy(r), ...notesOf(r), throughOf(r), r.concerns?.resource as string | undefined, ...owners]
  const columns = names.flatMap((name) => (name ? [columnOf(name)] : []))
  return [...new Set([...columns.filter((c) => c !== 'id'), ...fixedColumns(r), 'is_deleted'])]
}

/**
 * The search row of each living row `t` of a source that is of this resource. How a name is read is asked once however
 * many rows have it.
 */
function rowsOf(r: Resource, source: string): string {
  const column = (name: string | null | undefined) => (name ? `t.${quoted(columnOf(name))}` : 'null')
  const key = (name: string | undefined) => (name ? `rounds_key(${column(name)})` : 'null')
  const known = knownBy(r)
  const [title, code] = known
  const own = codeOf(r)
  const notes = notesOf(r)
  const note =
    notes.length > 1 ? `concat_ws(' · ', ${notes.map((n) => `nullif(${column(n)}, '')`).join(', ')})` : column(notes[0])
  // codes differ, and are not read; a name is read once: without `materialized` again for each row that it is joined to
  const once = fieldOf(r, title as string)?.facts.code === undefined
  const names = once
    ? ` left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct ${column(title)} as name from ${source} t) d) select * from read) n on n.name = ${column(title)}`
    : ''
  const reach = partyNames.flatMap((p) => {
    const scope = scopeOf(r)[p]
    if (scope === 'closed') return []
    // Records without an owner yet are visible to no bound user: null is no element to find. Fields that change without
    // their record are compared by the search itself (records/search.ts).
    if (scope === 'open' || 'within' in scope) return [literal(reachedBy(p))]
    const one = `${literal(reachedBy(p, ''))} || ${column(scope.field)}`
    return [scope.orNone ? `coalesce(${one}, ${literal(reachedBy(p))})` : one]
  })
  return `select t.tenant_id, ${literal(r.id)}, t.id, ${column(r.concerns?.resource as string | undefined)},
    coalesce(left(${column(title)}, 200), ''), ${note},
    ${key(known.find((n) => n === own))}, ${key(known.find((n) => n !== own))}, rounds_terms(${column(title)}, ${column(code)}, ${once ? 'n.readings' : `rounds_readings(${column(title)})`}),
    array_remove(array[${[`t.tenant_id || ${literal(resourceKey('', r.id))}`, ...reach].join(', ')}], null)
  from ${source} t${names} where t.is_deleted = 0${andVariant(r, 't.')}`
}

/**
 * Trigger statements that keep the search rows of a table current for every writer; none where no record of it is
 * searchable. Inserted rows are handled per statement: row by row they would take most of a load.
 */
export function searchStatements(base: Resource): string[] {
  const found = sharersOf(base).filter(isSearchable)
  if (found.length === 0) return []
  const table = quoted(tableOf(base))
  const columns = [...new Set(found.flatMap(sourcesOf))].map(quoted)
  const row = (of: 'old' | 'new') => `(${columns.map((c) => `${of}.${c}`).join(', ')})`
  const name = quoted(shortName(`rounds_search_${tableOf(base)}`))
  const of = quoted(shortName(`rounds_search_of_${tableOf(base)}`))
  return [
    // with the rights of who calls it, who has none to the search table but in the triggers
    `create or replace function ${of}(records ${table}[]) returns void language plpgsql set search_path from current as $$ begin
${found.map((r) => `  insert into "${SEARCH_TABLE}" (${COLUMNS})\n  ${rowsOf(r, '(select * from unnest(records))')};`).join('\n')}
end $$`,
    `create or replace function ${name}() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform ${of}(array(select a::${table} from added a)); return null; end if;
  if tg_op = 'UPDATE' and ${row('old')} is not distinct from ${row('new')} then return null; end if;
  delete from "${SEARCH_TABLE}" s where s.tenant_id = old.tenant_id and s.resource in (${found.map((r) => literal(r.id)).join(', ')}) and s.id = old.id;
  if tg_op = 'UPDATE' then perform ${of}(array[new]); end if;
  return null;
end $$`,
    `create trigger keep_search_added after insert on ${table} referencing new table as added for each statement execute function ${name}()`,
    `create trigger keep_search after delete or update of ${columns.join(', ')} on ${table} for each row execute function ${name}()`,
  ]
}

/** Statements that fill the search table for the tenants `$1` (text[]) anew: after a load that passed the triggers by. */
export const searchFill = (): string[] => [
  `delete from "${SEARCH_TABLE}" where tenant_id = any($1::text[])`,
  ...searchable().map(
    (r) =>
      `insert into "${SEARCH_TABLE}" (${COLUMNS})\n${rowsOf(r, `(select * from ${quoted(tableOf(r))} where tenant_id = any($1::text[]))`)}`,
  ),
]
