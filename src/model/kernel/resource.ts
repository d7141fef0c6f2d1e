import { type Choice, datetime, type Field, type Fields, flag, integer, ref, type ValueOf } from './field.ts'
import type { Label } from './label.ts'

/** The audit columns that every record has (domain: "Audit columns"). Declared once, known to every projection. */
export const auditFields = {
  createUser: ref('user', '创建人', 'Created by', { readOnly: 'always' }),
  createDept: ref('dept', '创建部门', 'Department', { readOnly: 'always' }),
  createTime: datetime('创建时间', 'Created', { readOnly: 'always', width: 150 }),
  updateUser: ref('user', '更新人', 'Updated by', { readOnly: 'always' }),
  updateTime: datetime('更新时间', 'Updated', { readOnly: 'always', width: 150 }),
  isDeleted: flag('已删除', 'Deleted', { readOnly: 'always', initial: 0 }),
  version: integer('版本', 'Version', { readOnly: 'always', initial: 0 }),
} as const satisfies Fields
export type AuditName = keyof typeof auditFields

/** What a person may do with a resource besides its lifecycle. Each is a permission code `<resource>_<operation>`. */
export type Operation = 'view' | 'add' | 'edit' | 'delete' | 'export'

/** Permission to read the personal data (`masked` fields) of a resource in full and to filter by it. */
export const unmaskCode = (r: { readonly id: string }): string => `${r.id}_unmask`

/** Does a resource hold personal data? */
export const hasMasked = (r: { readonly fields: Fields }): boolean =>
  Object.values(r.fields).some((f) => f.facts.masked)

/** The name of a declared field or of an audit column. */
export type NameOf<F> = Extract<keyof F, string> | AuditName

/** Records that belong to another record and are shown on its detail page. `by` is the field here that points up. */
export interface Child {
  readonly resource: string
  readonly by: string
  /** Equals the parent's field `of` (default: the parent's id). */
  readonly of?: string
}

/** One family of records: what it is called, what it holds, how it is listed, what may be done. Pure data. */
export interface Resource<Id extends string = string, F extends Fields = Fields> {
  readonly id: Id
  /** Folder of src/model this resource is declared in: its lazy chunk in the browser. Set by `subject()`. */
  readonly module?: string
  /** Every path it is served under, below /api, spelt as the specification spells it: `blade-svc/settlementOrder`. */
  readonly calls: readonly string[]
  readonly title: Label
  readonly fields: F
  /** The field that names a record to a person (a code or a name). */
  readonly name: NameOf<F>
  readonly operations: readonly Operation[]
  readonly list: {
    readonly columns: readonly NameOf<F>[]
    readonly search: readonly NameOf<F>[]
    /** Default order: this field descending, then id descending. Prefix `+` = ascending. */
    readonly sort: NameOf<F> | `+${NameOf<F>}`
    /** Further fields a list may be sorted by (columns are sortable only when named here). */
    readonly sorts?: readonly NameOf<F>[]
    /** Further fields a list may be filtered by: what parents list their children by, what queues ask. */
    readonly filters?: readonly NameOf<F>[]
    readonly method?: 'GET' | 'POST'
    /** The money or points column that a selection is summed by. */
    readonly amount?: NameOf<F>
    /** Served whole as a tree (parentId) instead of paged. */
    readonly tree?: boolean
  }
  /** Columns that hold the owner for row scope: a user bound to a company sees only rows where this is that company. */
  readonly owner?: {
    readonly company?: NameOf<F> | 'id'
    readonly fiscalTax?: NameOf<F> | 'id'
    readonly provider?: NameOf<F> | 'id'
  }
  /** Sets of fields that are unique among live records of a tenant. The table adds tenant_id. */
  readonly unique?: readonly (readonly NameOf<F>[])[]
  /** A variant of another resource's table: same table, fixed values (`demo=1`, `payType=1`). */
  readonly variantOf?: { readonly resource: string; readonly where: Readonly<Record<string, string | number>> }
  readonly children?: readonly Child[]
  /** Routes of its screens. A resource with `list` only gets the generic table; `detail` the generic detail page. */
  readonly routes?: { readonly list?: string; readonly detail?: string; readonly add?: string; readonly edit?: string }
  /** Shown by every signed-in user without `_view` (dictionaries, quick replies). */
  readonly open?: boolean
  /** `global`: one table for all tenants (tenants, clients). Default: per tenant with row security. */
  readonly scope?: 'tenant' | 'global'
  /** Rows are only ever added: ledgers and histories. UPDATE and DELETE are refused by the database. */
  readonly appendOnly?: boolean
  /** One sentence for people, shown by help and the API document. */
  readonly about?: Label
}

/** Declares a resource; the id becomes part of its type. */
export const resource = <const Id extends string, F extends Fields>(
  id: Id,
  spec: Omit<Resource<Id, F>, 'id'>,
): Resource<Id, F> => ({ id, ...spec })

/** The record of a resource as code and wire see it: inferred, never written twice. */
export type RowOf<R extends { fields: Fields }> = { [K in keyof R['fields']]: ValueOf<R['fields'][K]> } & {
  id: string
  tenantId: string
  version: number
  createUser: string | null
  createDept: string | null
  createTime: string
  updateUser: string | null
  updateTime: string
}

/** A declared field or audit column by name; undefined for what the model does not know. */
export const fieldOf = (r: { fields: Fields }, name: string): Field | undefined => {
  if (Object.hasOwn(r.fields, name)) return r.fields[name]
  if (Object.hasOwn(auditFields, name)) return auditFields[name as AuditName]
  return undefined
}

/** Field names of every choice, for lifecycles: the status fields a resource can have. */
export type StatusNames<F> = { [K in keyof F]: F[K] extends Choice<number> ? K : never }[keyof F]

/** The name of the default sort field and its direction. */
export const sortOf = (r: { list: { sort: string } }): { name: string; ascending: boolean } =>
  r.list.sort.startsWith('+')
    ? { name: r.list.sort.slice(1), ascending: true }
    : { name: r.list.sort, ascending: false }

/** The same family for another purpose (Point twins): own id, calls, title; fields replaced or left out. */
export const twin = <const Id extends string, F extends Fields, G extends Fields>(
  of: Resource<string, F>,
  spec: Omit<Resource<Id, G>, 'operations' | 'list' | 'name'> &
    Partial<Pick<Resource<Id, G>, 'operations' | 'list' | 'name'>>,
): Resource<Id, G> => ({
  ...(of as unknown as Resource<Id, G>),
  ...spec,
})
