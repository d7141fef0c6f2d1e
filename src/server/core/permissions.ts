import { ownerOf, resources, scopeOf } from '../../model/business.ts'
import { fileRight, holdsFiles } from '../../model/language/derived/fileRights.ts'
import type { Field } from '../../model/language/fields/field.ts'
import { figuresOf, type Party, partyNames } from '../../model/language/owner.ts'
import { fieldOf, othersCode, reachedFrom } from '../../model/language/resource.ts'
import { EVERYBODY } from '../../model/wire/savedView.ts'
import type { Actor } from './actor.ts'
import type { AnyResource, Row } from './records.ts'

/**
 * Returns whether the user holds the permission. No role lifts it: what administrators hold is expanded before, and cut
 * by the package of their tenant (auth/permissions.ts).
 */
export const may = (actor: Pick<Actor, 'permissions'>, permission: string): boolean => actor.permissions.has(permission)

/** True of a person of a company, a fiscal-tax company or a provider; false of one of the platform itself. */
export const isBound = (actor: Pick<Actor, Party>): boolean => partyNames.some((party) => actor[party] !== null)

/**
 * Roles by which saved views reach a person: theirs, and that of everybody of the platform. People of companies and partners read
 * what is shared with their roles alone: names and conditions of views may name others.
 */
export const readerRoles = (actor: Pick<Actor, 'roles' | Party>): string[] => {
  // a role that somebody called so is not everybody
  const own = actor.roles.filter((alias) => alias !== EVERYBODY)
  return isBound(actor) ? own : [...own, EVERYBODY]
}

/**
 * Platform rights: what concerns the safeguards of the whole tenant. The administrator role, held by a user of the
 * platform itself and not of a company, fiscal-tax company or provider; no grant gives it.
 */
export const hasPlatformRights = (actor: Actor): boolean => actor.roles.includes('administrator') && !isBound(actor)

/**
 * Does the person reach rows of others where a resource has rows of persons (`own`)? True of all other resources.
 */
export const reachesOthers = (actor: Pick<Actor, 'permissions'>, r: AnyResource): boolean =>
  r.own === undefined || (r.own.others === true && may(actor, othersCode(r)))

/** May this person see records of the resource at all? */
export const maySee = (actor: Pick<Actor, 'permissions'>, r: AnyResource): boolean =>
  r.open === true || may(actor, `${r.id}_view`)

/** Part of an actor that decides whether they see all rows of their party. */
type Seer = Pick<Actor, 'permissions' | 'employee'>

/** Does the person see every record of the resource that belongs to the party outside that they are bound to? */
export const seesAllOf = (actor: Seer, r: AnyResource): boolean =>
  maySee(actor, r) && reachesOthers(actor, r) && (!actor.employee || scopeOf(r).employee === 'open')

/** Fields of a resource that the person does not see though they reach the record: figures over what is others' too. */
export const withheld = (actor: Pick<Actor, 'employee'>, r: AnyResource): readonly string[] =>
  actor.employee ? figuresOf(scopeOf(r)) : []

/**
 * May the person open the files of this field of a record that they reach? The one right of a file, whichever call hands
 * it out.
 */
export function opens(actor: Seer, r: AnyResource, name: string): boolean {
  const f = fieldOf(r, name) as Field | undefined
  if (!f || !holdsFiles(f) || withheld(actor, r).includes(name)) return false
  const right = fileRight(r, f)
  return right === null || may(actor, right)
}

/** The field that rows of a resource are summed by for this person; null where it has none, or they do not see it. */
export const amountFor = (actor: Pick<Actor, 'employee'>, r: AnyResource): string | null => {
  const { amount } = r.list
  return amount === undefined || withheld(actor, r).includes(String(amount)) ? null : String(amount)
}

/** Returns the resources a user may see whole, for records about records (`concerns`). */
export const seenBy = (actor: Seer): string[] =>
  [...resources.values()].filter((r) => seesAllOf(actor, r)).map((r) => r.id)

/** Returns whether the user may see every record about records of the resource with this id. */
export function maySeeOf(actor: Seer, id: unknown): boolean {
  const r = resources.get(String(id ?? ''))
  return r !== undefined && seesAllOf(actor, r)
}

/** Does a person, bound to a party or not, reach rows of a resource that belong to this one of it (null: to none)? */
export function reaches(actor: Actor, r: AnyResource, party: Party, owner: string | null): boolean {
  const scope = scopeOf(r)[party]
  if (!actor[party] || scope === 'open') return true
  return scope !== 'closed' && (owner === actor[party] || (owner === null && 'orNone' in scope))
}

/** Whether a person reaches a row regardless of its owner: by tenant, package, subject and named persons. */
const inReach = (actor: Actor, r: AnyResource, row: Row): boolean =>
  reachedFrom(r, actor.tenantId) &&
  (!r.packaged || !actor.menuIds || actor.menuIds.includes(row.id)) &&
  (r.concerns === undefined || maySeeOf(actor, row[r.concerns.resource as string])) &&
  (reachesOthers(actor, r) || r.own?.by.some((name) => String(row[name as string] ?? '') === actor.userId) === true)

/**
 * INV-43: does the record belong to whom the person is bound to? Nothing does where the model does not name that party.
 * A record about a record of another resource (`concerns`) exists only for users who may see that resource.
 */
export const inScope = (actor: Actor, r: AnyResource, row: Row): boolean =>
  inReach(actor, r, row) &&
  partyNames.every((party) => !actor[party] || scopeOf(r)[party] === 'open' || ownerOf(r, row, party) === actor[party])

/** May the person name the record? What is nobody's in particular (`orNone`) is read by all, and written by none bound. */
export const mayName = (actor: Actor, r: AnyResource, row: Row): boolean =>
  inReach(actor, r, row) && partyNames.every((party) => reaches(actor, r, party, ownerOf(r, row, party)))
