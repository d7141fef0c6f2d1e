import type { Label } from '../values/label.ts'
import type { Routes } from '../values/routes.ts'
import type { Key } from './address.ts'
import { datetime, type Field, type Fields, flag, integer, readOnly, ref, type ValueOf } from './fields/field.ts'
import type { Flag } from './flag.ts'
import type { Form } from './form.ts'
import type { From } from './lifecycle.ts'
import type { FilteredList } from './lists.ts'
import type { NotInForce } from './notInForce.ts'
import type { Owner, RefNames } from './owner.ts'
import type { Readers } from './role.ts'
import type { Section } from './section.ts'
import { editableValues } from './states.ts'

/**
 * The column with the name of who made a record, read beside `createUser`: lists have it where they show that, no
 * record keeps it.
 */
export const MAKER_NAME = 'createUserName'

/** The audit columns that every record has (domain: "Audit columns"). Declared once, known to every projection. */
export const auditFields = {
  ...readOnly({
    createUser: ref('user', '创建人', 'Created by', {
      shows: MAKER_NAME,
      short: ['创建', 'By'],
      width: 80,
      least: 58,
      priority: 1,
    }),
    createDept: ref('dept', '创建部门', 'Department'),
    createTime: datetime('创建时间', 'Created', { width: 150 }),
    updateUser: ref('user', '更新人', 'Updated by'),
    updateTime: datetime('更新时间', 'Updated', { width: 150 }),
    isDeleted: flag('已删除', 'Deleted', { initial: 0 }),
    version: integer('版本', 'Version', { initial: 0 }),
  }),
} as const satisfies Fields
export type AuditName = keyof typeof auditFields

/** Operation on a resource besides its lifecycle. Each is a permission code `<resource>_<operation>`. */
export type Operation = 'view' | 'add' | 'edit' | 'delete' | 'export' | 'import'

/** Permission to read the personal data (`masked` fields) of a resource in full and to filter by it. */
export const unmaskCode = (r: { readonly id: string }): string => `${r.id}_unmask`

/** Permission to reach the rows of all persons where a resource has rows of their own (`own.others`). */
export const othersCode = (r: { readonly id: string }): string => `${r.id}_all`

/** Returns whether a resource has personal data. */
export const hasMasked = (r: { readonly fields: Fields }): boolean =>
  Object.values(r.fields).some((f) => f.facts.masked)

/** The name of a declared field or of an audit column. */
export type NameOf<F> = Extract<keyof F, string> | AuditName

/** Fields that have one value in all rows of a resource. Only the server writes them. */
export type FixedValues = Readonly<Record<string, string | number>>

/** Records that belong to another record and are shown on its detail page. `by` is the field here that points up. */
export interface Child {
  readonly resource: string
  readonly by: string
  /** Equals the parent's field `of` (default: the parent's id). */
  readonly of?: string
  /** They are parts of the record, and no records beside it. */
  readonly part?: Part
}

/**
 * Children that are read and written with their record, as a list in its place of the wire (`language/derived/parts.ts`). They
 * are added, edited and removed only in the states in which the record may be edited, by whichever call, and go with it.
 */
export interface Part {
  /** The name of the list on the wire. */
  readonly as: string
  /** Title of the list in the form. */
  readonly title: Label
  /** The field there that keeps the place in the list, from 1. */
  readonly order: string
  /** The field of the record that counts them. */
  readonly count: string
  /** The input of the console that the list is edited by (`console/forms/editors.ts`). */
  readonly editor: string
}

/** Amount of a record that documents reserve and release, with the resources of those documents. */
export interface Held<Name extends string = string> {
  readonly amount: Name
  readonly documents: readonly Child[]
}

/** A copied name of a child, by which its parent is found. */
export interface LineName {
  /** Id of a resource in `children`. */
  readonly resource: string
  /** The name beside a reference there; the child may be filtered by it. */
  readonly field: string
}

/** How records of one resource form a tree. Siblings are in the order of the list. */
export interface Tree<Name extends string = string> {
  /** The field that records below a record name it by: its id, or a code that is unique. */
  readonly key: 'id' | Name
  /** The field that names the record above; empty at the top. */
  readonly parent: Name
  /** Too many to be read at once: the records below one are read when it is opened. */
  readonly lazy?: boolean
  /** Fields of a record with the names of those above it, from the top; the last may be its own (language/derived/nodes.ts). */
  readonly path?: readonly Name[]
  /** Further fields that a record has from the one above it: they change with it. */
  readonly carried?: readonly Name[]
  /** Fields that a record below another has from it, whatever is sent: its forms show them and the parent, and change neither. */
  readonly inherited?: readonly Name[]
  /** The generic list answers the whole tree, unpaged (wire conventions 6, 7). */
  readonly listed?: boolean
}

/** Declaration of a resource: titles, fields, list, permissions and operations. Pure data. */
export interface Resource<Id extends string = string, F extends Fields = Fields> {
  readonly id: Id
  /** Domain that declares this resource: its lazy chunk in the browser. Set by `defineDomain()`. */
  readonly domain?: string
  /** Every path it is served under, below /api, spelt as the specification spells it: `blade-svc/settlementOrder`. */
  readonly calls: readonly string[]
  readonly title: Label
  readonly fields: F
  /** The field that names a record to a person (a code or a name). */
  readonly name: NameOf<F>
  readonly operations: readonly Operation[]
  /** The built-in roles that read its records, and how far each goes. Default: the administrator alone. */
  readonly readers?: Readers
  readonly list: {
    readonly columns: readonly NameOf<F>[]
    readonly search: readonly NameOf<F>[]
    /** Default order: this field descending, then id descending. Prefix `+` = ascending. */
    readonly sort: NameOf<F> | `+${NameOf<F>}`
    /** Further fields a list may be sorted by (columns are sortable only when named here). */
    readonly sorts?: readonly NameOf<F>[]
    /** Further fields a list may be filtered by: what parents list their children by, what queues ask. */
    readonly filters?: readonly NameOf<F>[]
    /** Children with copied names that plain words find the record by (`TEXT`): the doctors of an order. */
    readonly lines?: readonly LineName[]
    readonly method?: 'GET' | 'POST'
    /** The method of `page`, where the specification gives it another one than `list`. */
    readonly pageMethod?: 'GET' | 'POST'
    /** The money or points column that a selection is summed by. */
    readonly amount?: NameOf<F>
    /** The amount before deductions, said in small beside it where amounts are confirmed. */
    readonly gross?: NameOf<F>
    /** Field of the party where it differs from the owner (`partyOf`). */
    readonly party?: NameOf<F>
    /** The choice that says whether the amount came or went: a narrow list shows it, too. */
    readonly direction?: NameOf<F>
    /** Rows are numbered as long as nobody turns that off. */
    readonly numbered?: true
  }
  /** Records form a tree: shown, read and moved as one. */
  readonly tree?: Tree<NameOf<F>>
  /** The parameter that names the record of a detail, in the place of `id`: `feedbackId`. */
  readonly detailBy?: Key<NameOf<F>>
  /** Further names of generic operations, each with what it is: `saveMember: 'add'`. Below each of `calls`. */
  readonly also?: Readonly<Record<string, 'list' | 'page' | 'detail' | 'submit' | 'add' | 'update' | 'remove'>>
  /** Named lists besides `list`, by the last segment of their path. */
  readonly lists?: Readonly<Record<string, FilteredList<NameOf<F>>>>
  /** Owner of the rows: what a user who is bound to a company, a fiscal-tax company or a provider reaches (INV-43). */
  readonly owner: Owner<NameOf<F>, RefNames<F>>
  /**
   * 本人: rows of persons, within what `owner` leaves. A user reaches a row where one of these fields, each a reference
   * to a user, names them; with `others` so does whoever holds `othersCode`. No other permission and no role lifts it.
   * Nothing of them is found by the search over all resources.
   */
  readonly own?: { readonly by: readonly NameOf<F>[]; readonly others?: true }
  /**
   * The fields with the resource id and the record id of the record that this one is about: users who may not see that
   * resource sees no such record either. `name`: the field that holds what that record is called.
   */
  readonly concerns?: { readonly resource: NameOf<F>; readonly id: NameOf<F>; readonly name?: NameOf<F> }
  /** Sets of fields that are unique among live records of a tenant. The table adds tenant_id. */
  readonly unique?: readonly (readonly NameOf<F>[])[]
  /**
   * A variant of another resource: the rows of that resource's table in which these fields have these values (`demo:
   * 1`). No row belongs to two resources of a table, so the base says its own values in `where`.
   */
  readonly variantOf?: { readonly resource: string; readonly where: FixedValues }
  /**
   * Of a resource that shares a table: the rows of the others whose fixed values include its own are its rows too (all
   * plans, meetings and lectures among them). It is only read, and referred to: each row is added, edited, decided and
   * told of as the other that it is.
   */
  readonly overview?: true
  /**
   * A read-only list without a table: the name of the SQL that computes it (`views.ts` of its domain). Declared by
   * `view()`.
   */
  readonly view?: string
  /** Of a resource that has variants: the values that make a row of the table its own (`demo: 0`). */
  readonly where?: FixedValues
  readonly children?: readonly Child[]
  /** An amount that documents hold of the record and give back (`language/held.ts`). */
  readonly held?: Held<NameOf<F>>
  /** The status that stands beside a record's name; default: the first that its lifecycle moves. */
  readonly state?: NameOf<F>
  /** Warnings about a record in a word or two, the gravest first. */
  readonly flags?: readonly Flag<NameOf<F>>[]
  /** Width of the dialog of its forms, px; absent: that of every form. */
  readonly dialogWidth?: number
  /** How its forms ask, where the order of the fields is not that of thinking. */
  readonly form?: Form<NameOf<F>>
  /** Sections of a record, tab by tab, wherever a record is shown (`sectionsOf`). */
  readonly sections?: readonly Section<NameOf<F>>[]
  /** `quickReply.moduleCode` of the reasons given when records are decided. */
  readonly replies?: string
  /** Hint after a record was added: the steps it still needs. */
  readonly afterAdd?: Label
  /** Addresses of its screens. */
  readonly routes?: Routes<NameOf<F>>
  /** Shown by every signed-in user without `_view` (dictionaries, quick replies). */
  readonly open?: boolean
  /**
   * `global`: one table for all tenants (menus). `platform`: one table for all tenants that users of the platform's own
   * tenant alone reach (tenants, clients). Default: per tenant with row security.
   */
  readonly scope?: 'tenant' | 'global' | 'platform'
  /** Rows belong to packages: users of a tenant with a package reach the rows in it and no others. */
  readonly packaged?: true
  /**
   * The states in which the generic calls may edit or delete a record; `{}` = in every state. Without a lifecycle that
   * is the default; with one, what is not said here is refused.
   */
  readonly editable?: { readonly edit?: From<F>; readonly delete?: From<F> }
  /** Of a resource that offers `import`: the field that says of which import a row is. */
  readonly importBatch?: NameOf<F>
  /** Rows are only ever added: ledgers and histories. UPDATE and DELETE are refused by the database. */
  readonly appendOnly?: boolean
  /**
   * Rows that decisions about many other records write (balances): locked after those of all other resources, so that
   * they are held shortly.
   */
  readonly lockedLast?: true
  /**
   * Set up once for a tenant and referred to by everything else (users, roles, partners, rates): there once however
   * large demo data is. All other resources are business and grow with it (server/seed/multiply).
   */
  readonly frame?: boolean
  /** Sentence for people, shown by help and the API document. */
  readonly about?: Label
  /** Its records are kept and change nothing yet: what decides instead. */
  readonly notInForce?: NotInForce<NameOf<F>>
}

/** Declares a resource; the id becomes part of its type. */
export const resource = <const Id extends string, F extends Fields>(
  id: Id,
  spec: Omit<Resource<Id, F>, 'id'>,
): Resource<Id, F> => ({
  id,
  ...spec,
  ...(spec.editable ? { editable: editableValues(spec.fields, spec.editable) } : {}),
})

/** The record of a resource in code and on the wire, inferred from its declaration. */
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

/**
 * Returns whether a copied field of this name is what a record of the resource is called. (`cycleMonth` is shown for a cycle,
 * whose name is its code.) Pure.
 */
export const isCalledBy = (to: Pick<Resource, 'fields' | 'name'>, copied: string): boolean =>
  to.name === copied || to.fields[copied] === undefined

/** Returns a declared field or audit column by name; undefined for other names. */
export const fieldOf = (r: { fields: Fields }, name: string): Field | undefined => {
  if (Object.hasOwn(r.fields, name)) return r.fields[name]
  if (Object.hasOwn(auditFields, name)) return auditFields[name as AuditName]
  return undefined
}

/** The tenant of the platform itself: its users look after what is there for all tenants. */
export const PLATFORM_TENANT = '000000'

/** Are the records of a resource there for all tenants, in one table without a tenant? */
export const isShared = (r: Pick<Resource, 'scope'>): boolean => r.scope === 'global' || r.scope === 'platform'

/** Do users of this tenant reach records of the resource at all? Pure. */
export const reachedFrom = (r: Pick<Resource, 'scope'>, tenantId: string): boolean =>
  r.scope !== 'platform' || tenantId === PLATFORM_TENANT

/** The values that all rows of a resource have; none where it has its table for itself. */
export const fixedValues = (r: Pick<Resource, 'variantOf' | 'where'>): FixedValues =>
  r.variantOf?.where ?? r.where ?? {}

/** Returns whether each row of `of` is a row of the overview `r`. */
export const coversRowsOf = (r: Resource, of: Resource): boolean =>
  r.overview === true &&
  of.overview !== true &&
  (r.variantOf?.resource ?? r.id) === (of.variantOf?.resource ?? of.id) &&
  Object.entries(fixedValues(r)).every(([name, value]) => fixedValues(of)[name] === value)

/** The name of the default sort field and its direction. */
export const sortOf = (r: { list: { sort: string } }): { name: string; ascending: boolean } =>
  r.list.sort.startsWith('+')
    ? { name: r.list.sort.slice(1), ascending: true }
    : { name: r.list.sort, ascending: false }
