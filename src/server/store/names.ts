import { resourceOf } from '../../model/all.ts'
import type { Resource } from '../../model/kernel/resource.ts'

/** `entrustedCompanyId` → `entrusted_company_id`; `menu2Id` → `menu2_id`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

/** An identifier of SQL. Names come from the model, so a quote in one is a programming error. */
export const quoted = (name: string): string => {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`not a name for SQL: ${name}`)
  return `"${name}"`
}

/** The resource whose table holds the rows: a variant lives in another one's. */
export const baseOf = (r: Resource): Resource => (r.variantOf ? resourceOf(r.variantOf.resource) : r)

/** Name of the table of a resource, unquoted. */
export const tableOf = (r: Resource): string => snake(baseOf(r).id)

/** Name of the column of a field, unquoted. */
export const columnOf = (field: string): string => snake(field)

/** Does the table have a tenant and row security? */
export const isTenant = (r: Resource): boolean => baseOf(r).scope !== 'global'

/** A tenant's number as it may stand in SQL and in settings; throws on anything else. */
export const tenantText = (tenantId: string | null): string => {
  if (tenantId === null) return ''
  if (!/^[0-9A-Za-z_-]{1,12}$/.test(tenantId)) throw new RangeError(`not a tenant id: ${tenantId}`)
  return tenantId
}
