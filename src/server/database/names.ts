import { resourceOf } from '../../model/business.ts'
import { fixedValues, isShared, type Resource } from '../../model/language/resource.ts'

/** Names of the model in the form of the database: as many as the model has, and each statement asks for dozens. */
const snakes = new Map<string, string>()

/** `entrustedCompanyId` → `entrusted_company_id`; `menu2Id` → `menu2_id`. Names come from the model. */
export function snake(name: string): string {
  const there = snakes.get(name)
  if (there !== undefined) return there
  const made = name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
  snakes.set(name, made)
  return made
}

/** An identifier of SQL. Names come from the model, so a quote in one is a programming error. */
export const quoted = (name: string): string => {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`not a name for SQL: ${name}`)
  return `"${name}"`
}

/** PostgreSQL cuts names at 63 bytes: a long one keeps its head and gets a sum of the whole. */
export function shortName(name: string): string {
  if (name.length <= 60) return name
  let sum = 0
  for (const c of name) sum = (sum * 31 + c.charCodeAt(0)) >>> 0
  return `${name.slice(0, 52)}_${sum.toString(36)}`
}

/** Returns the resource whose table holds the rows: for a variant its base. */
export const baseOf = (r: Resource): Resource => (r.variantOf ? resourceOf(r.variantOf.resource) : r)

/**
 * Name of the table of a resource, unquoted. Throws for a view, which has none: lists read `sourceOf` (views/sources.ts).
 */
export function tableOf(r: Resource): string {
  if (r.view !== undefined) throw new Error(`${r.id} is a view and has no table`)
  return snake(baseOf(r).id)
}

/** Name of the column of a field, unquoted. */
export const columnOf = (field: string): string => snake(field)

/**
 * Returns a value of the model as an SQL literal: initial values, fixed values of variants. Not for values of clients.
 */
export const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

/**
 * The conditions that make a row of the table one of this resource: none where it has its table for itself. Literals,
 * so that the planner sees them imply the predicate of an index.
 */
export const variantSql = (r: Resource, prefix = ''): string[] =>
  Object.entries(fixedValues(r)).map(([name, value]) => `${prefix}${quoted(columnOf(name))} = ${literal(value)}`)

/** The columns that tell the variants of a table apart, unquoted. */
export const fixedColumns = (r: Resource): string[] => Object.keys(fixedValues(r)).map(columnOf)

/** The same as the end of a WHERE: ` and "demo" = 1`, or nothing. */
export const andVariant = (r: Resource, prefix = ''): string =>
  variantSql(r, prefix)
    .map((c) => ` and ${c}`)
    .join('')

/** Returns whether the table has a tenant and row security. */
export const isTenant = (r: Resource): boolean => !isShared(baseOf(r))

/** Returns a tenant's number for use in SQL and settings; throws on anything else. */
export const tenantText = (tenantId: string | null): string => {
  if (tenantId === null) return ''
  if (!/^[0-9A-Za-z_-]{1,12}$/.test(tenantId)) throw new RangeError(`not a tenant id: ${tenantId}`)
  return tenantId
}
