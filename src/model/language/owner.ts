import type { Field, Fields, Ref } from './fields/field.ts'
import { isRef, ref } from './fields/field.ts'
import { isShared } from './resource.ts'

/**
 * Parties that a user may be bound to (domain §5, INV-43), each with the resource of its records: parties outside the
 * platform, and within a company the employee that somebody is.
 */
export const PARTIES = {
  company: 'entrustedCompany',
  fiscalTax: 'thirdPlatform',
  provider: 'thirdPlatform',
  employee: 'entrustedEmployee',
} as const
export type Party = keyof typeof PARTIES

/** Resource of the payees: outside persons who are bound to no party and do not sign in to the console. */
export const PAYEE = 'authenticationDoctor'

/** The parties that a user may be bound to, by their field of the actor. */
export const partyNames = Object.keys(PARTIES) as readonly Party[]

/**
 * The employee whose activity a record is about (domain §5: "own" is `base_employee_id`). Employees reach the records that
 * name them and no others that have this field; what has none is their company's.
 */
const EMPLOYEE = 'baseEmployeeId'
const ofEmployee = (r: Owned): PartyScope => {
  const f = r.fields[EMPLOYEE]
  return f && isRef(f) && f.to === PARTIES.employee ? { field: EMPLOYEE } : 'open'
}

/** The names of the references among fields. */
export type RefNames<F> = string extends keyof F
  ? string
  : { [K in keyof F]: F[K] extends Ref<string, boolean> ? K : never }[keyof F] & string

/**
 * Scope of documents made of activities of several employees: they reach the rows of which a row of `within`, by its
 * reference `by`, names them. `figures`: fields that are put together over all of it, which they do not see: others'
 * fees are in them.
 */
export interface Within {
  readonly within: string
  readonly by: string
  readonly figures: readonly string[]
}

/**
 * The fields that hold the owner, by party. `id`: the record is the party itself; `open`: users of this party see all
 * rows. The employee is said where no field says it: `closed`, figures of the whole company; or by what is in the record.
 */
export type Owners<Name extends string = string> = {
  readonly [P in Exclude<Party, 'employee'>]?: Name | 'id' | 'open'
} & { readonly employee?: Within | 'closed' }

/**
 * Owner of the rows of a resource. Every resource says it; users of the platform itself are not bound.
 * - fields by party: a bound user reaches the rows where the field of the party is the one they are bound to. A party
 * that is not named reaches no row.
 * - `through`: the rows belong to whom the record belongs to that this reference names. The table gets columns of its
 * own for that, which the database fills (server/database/schema/owners.ts). `orNone`: rows that name no such record,
 * and what belongs through them, are of nobody in particular: everybody who holds the permission sees and names them, and
 * nobody who is bound writes them.
 * - `open`: everybody who holds the permission reaches every row. A comment says why.
 * - `platform`: bound users reach no row.
 */
export type Owner<Name extends string = string, RefName extends string = string> =
  | Owners<Name>
  | { readonly through: RefName; readonly orNone?: true }
  | 'open'
  | 'platform'

/**
 * Row scope of a bound user of a party: rows by a field (`orNone`: also those where it is empty), every row, or none.
 */
export type PartyScope = { readonly field: string; readonly orNone?: true } | 'open' | 'closed'
export type RowScope = Readonly<Record<Exclude<Party, 'employee'>, PartyScope>> & {
  readonly employee: PartyScope | Within
}

/** Fields of a resource that employees do not see though they reach the record. */
export const figuresOf = (scope: RowScope): readonly string[] =>
  typeof scope.employee === 'object' && 'figures' in scope.employee ? scope.employee.figures : []

/** The field that says whose a row is; null where none does. */
export const fieldIn = (scope: PartyScope | Within): string | null =>
  typeof scope === 'object' && 'field' in scope ? scope.field : null

/** As much of a resource as says whose its rows are. */
export type Owned = { readonly id: string; readonly fields: Fields; readonly owner: Owner }
export type Lookup<R> = (id: string) => R | undefined

/** The reference an owner is found through; null where the resource has owner fields of its own or none. */
export const throughOf = (r: Pick<Owned, 'owner'>): string | null =>
  typeof r.owner === 'object' && 'through' in r.owner ? r.owner.through : null

/** The record that `through` points up to; null where the model is wrong or there is none. */
export function parentOf<R extends Owned>(r: Owned, find: Lookup<R>): R | null {
  const name = throughOf(r)
  const f = name === null ? undefined : r.fields[name]
  return (f && isRef(f) && find(f.to)) || null
}

const inherited = (p: Party): string => `owner${p[0]?.toUpperCase()}${p.slice(1)}Id`
const LABELS = {
  company: ['所属企业', 'Owning company'],
  fiscalTax: ['所属财税公司', 'Owning fiscal-tax company'],
  provider: ['所属服务商', 'Owning provider'],
  employee: ['所属员工', 'Owning employee'],
} as const

const scopeWith = (of: (p: Party) => PartyScope, employee: PartyScope | Within = of('employee')): RowScope => ({
  company: of('company'),
  fiscalTax: of('fiscalTax'),
  provider: of('provider'),
  employee,
})

/**
 * Row scope of a resource by party. A circle of `through` is closed to everybody bound (`contradictions` reports it).
 * Pure.
 */
export function rowScope(r: Owned, find: Lookup<Owned>, seen: readonly string[] = []): RowScope {
  const { owner } = r
  if (owner === 'open') return scopeWith(() => 'open')
  // an undeclared owner is closed too, though the types refuse it
  if (typeof owner !== 'object') return scopeWith(() => 'closed')
  if ('through' in owner) {
    const parent = seen.includes(r.id) ? null : parentOf(r, find)
    if (!parent) return scopeWith(() => 'closed')
    const above = rowScope(parent, find, [...seen, r.id])
    const of = (p: Party): PartyScope => {
      const rows = above[p]
      if (typeof rows !== 'object') return rows
      // of what is in a record of several employees, who names none is of all of them
      if ('within' in rows) return 'closed'
      return { field: inherited(p), ...(owner.orNone || rows.orNone ? { orNone: true } : {}) }
    }
    const named = ofEmployee(r)
    return scopeWith(of, typeof named === 'object' ? named : of('employee'))
  }
  const own = owner as Owners
  return scopeWith((p) => {
    const name = p === 'employee' ? undefined : own[p]
    return name === undefined ? 'closed' : name === 'open' ? 'open' : { field: String(name) }
  }, own.employee ?? ofEmployee(r))
}

/**
 * Owner columns that a table has besides its declared fields: those it inherits by `through`. Never on the wire.
 * Pure.
 */
export function inheritedFields(r: Owned, find: Lookup<Owned>): Readonly<Record<string, Field>> {
  if (throughOf(r) === null) return {}
  const scope = rowScope(r, find)
  return Object.fromEntries(
    (Object.keys(scope) as Party[]).flatMap((p) =>
      fieldIn(scope[p]) === inherited(p)
        ? [[inherited(p), ref(PARTIES[p], LABELS[p][0], LABELS[p][1], { readOnly: 'always' })]]
        : [],
    ),
  )
}

/** Problems of the rows of persons that a resource declares (`own`); empty when there is none. Pure. */
export function ownProblems(
  r: Owned & {
    readonly scope?: 'tenant' | 'global' | 'platform'
    readonly variantOf?: unknown
    readonly own?: { readonly by: readonly string[] }
  },
  fieldOf: (name: string) => Field | undefined,
): string[] {
  if (!r.own) return []
  if (isShared(r)) return ['has rows of persons, and is shared by all tenants']
  if (r.variantOf) return ['has rows of persons, and shares its table with others']
  if (r.own.by.length === 0) return ['has rows of persons and says by no field whose']
  return r.own.by.flatMap((name) => {
    const f = fieldOf(name)
    if (!f || !isRef(f) || f.to !== 'user') return [`has rows of persons by ${name}, which refers to no user`]
    return name === 'createUser' || f.facts.readOnly === 'always' || f.facts.readOnly === 'edit'
      ? []
      : [`has rows of persons by ${name}, which may be edited: say readOnly`]
  })
}

/** Problems of `within`, the scope of employees over documents of several activities; empty when there is none. */
function withinProblems(r: Owned, within: Within | 'closed', find: Lookup<Owned>): string[] {
  if (typeof ofEmployee(r) === 'object') return [`says its employee twice: by ${EMPLOYEE} and in its owner`]
  if (within === 'closed') return []
  const inside = find(within.within)
  const f = inside?.fields[within.by]
  if (!inside || !f || !isRef(f) || f.to !== r.id)
    return [`is reached within ${within.within} by ${within.by}, no reference to it`]
  const shown = within.figures.filter((name) => r.fields[name]?.facts.readOnly !== 'always')
  return [
    ...(fieldIn(rowScope(inside, find).employee) === null
      ? [`is reached within ${within.within}, which names no employee`]
      : []),
    ...shown.map((name) => `keeps the figure ${name} from employees, which is no field that the server alone writes`),
  ]
}

/** Problems of the owner that a resource declares; empty when there is none. Pure. */
export function ownerProblems(
  r: Owned & { readonly scope?: 'tenant' | 'global' | 'platform' },
  find: Lookup<Owned & { readonly scope?: 'tenant' | 'global' | 'platform' }>,
): string[] {
  const owner = r.owner as Owner | undefined
  if (owner === undefined || owner === null) return ['has no owner: say whose its rows are']
  if (owner === 'open' || owner === 'platform') return []
  if (typeof owner !== 'object') return [`has an unknown owner ${String(owner)}`]
  if (isShared(r)) return ['is shared by all tenants and belongs to no party of one: open or platform']
  if ('through' in owner) {
    const f = r.fields[owner.through]
    if (!f || !isRef(f)) return [`belongs through ${String(owner.through)}, which is no reference`]
    const met = new Set([r.id])
    for (let up = parentOf(r, find); up; up = parentOf(up, find)) {
      if (isShared(up)) return [`belongs through ${up.id}, which is shared by all tenants`]
      if (met.has(up.id)) return [`belongs through ${owner.through} to itself`]
      met.add(up.id)
    }
    return find(f.to) ? [] : [`belongs through ${owner.through} to the unknown ${f.to}`]
  }
  const named = Object.entries(owner as Owners)
  if (named.length === 0) return ['names no party as its owner: say platform where nobody bound may see it']
  return named.flatMap(([p, name]) => {
    if (!Object.hasOwn(PARTIES, p)) return [`has an unknown party ${p}`]
    if (p === 'employee') return withinProblems(r, name as Within | 'closed', find)
    if (name === 'open') return []
    const to = PARTIES[p as Party]
    if (name === 'id') return r.id === to ? [] : [`is no ${to} itself`]
    const f = r.fields[name as string]
    if (!f) return [`has no field ${String(name)}`]
    return isRef(f) && f.to === to ? [] : [`is owned by ${String(name)}, which refers to no ${to}`]
  })
}
