import { calls, lifecycles, resources, transitionsOf } from '../business.ts'
import { type Field, type Fields, isRef } from '../language/fields/field.ts'
import { isByPeople } from '../language/lifecycle.ts'
import type { Resource } from '../language/resource.ts'
import { type Role, rightsOf } from '../language/role.ts'
import { buttonsOfResource, leaves } from '../menus/menus.ts'
import { roles } from './roles.ts'

/** The codes of the generic rights that a resource offers, in the order of its buttons. */
const offeredBy = (r: Resource): string[] => [...buttonsOfResource(r, []).keys()]

/** Codes of all generic rights: the readers of their resources hold them. */
const genericCodes: ReadonlySet<string> = new Set([...resources.values()].flatMap(offeredBy))

/** The codes that a resource grants a role as one of its readers. */
function readBy(r: Resource, alias: string): string[] {
  const reach = Object.entries(r.readers ?? {}).find(([reader]) => reader === alias)?.[1]
  const held = new Set(reach ? rightsOf(reach, r.operations).map((right) => `${r.id}_${right}`) : [])
  return offeredBy(r).filter((code) => held.has(code))
}

/** Declarations that carry their own roles: transitions by people, and calls with a code of their own. */
interface Carried {
  readonly where: string
  readonly permission: string
  readonly roles: readonly string[] | undefined
}
const carried = (): Carried[] => [
  ...[...lifecycles.values()].flatMap((l) =>
    Object.entries(l.transitions).flatMap(([name, t]) =>
      isByPeople(t) && t.permission
        ? [{ where: `${l.resource}.${name}`, permission: t.permission, roles: t.roles }]
        : [],
    ),
  ),
  ...calls.flatMap((c) =>
    c.permission && !genericCodes.has(c.permission) ? [{ where: c.id, permission: c.permission, roles: c.roles }] : [],
  ),
]

/** Every permission code of the model: generic operations, transitions, calls, buttons of leaves. */
export const permissionCodes: ReadonlySet<string> = new Set([
  ...[...resources.values()].flatMap((r) => [
    ...buttonsOfResource(r, Object.values(transitionsOf(r.id)), calls).keys(),
  ]),
  ...carried().map((c) => c.permission),
  ...[...leaves()].flatMap(({ leaf }) => Object.keys(leaf.buttons ?? {})),
])

/**
 * The permission codes of a built-in role: the rights that it has as a reader of these resources, and the codes of
 * transitions and calls that name it in their `roles`. The administrator holds all.
 */
export function permissionsOf(
  role: Pick<Role, 'alias'>,
  of: Iterable<Resource> = resources.values(),
): ReadonlySet<string> {
  if (role.alias === 'administrator') return permissionCodes
  const decides = carried().filter((c) => c.roles?.includes(role.alias))
  return new Set([...[...of].flatMap((r) => readBy(r, role.alias)), ...decides.map((c) => c.permission)])
}

/** Required references that nobody holding these codes could choose, among fields that are asked for. */
const unchosen = (held: ReadonlySet<string>, fields: Fields): (readonly [name: string, to: string])[] =>
  Object.entries<Field>(fields).flatMap(([name, f]) =>
    isRef(f) &&
    f.facts.required !== undefined &&
    f.facts.readOnly !== 'always' &&
    !held.has(`${f.to}_view`) &&
    resources.get(f.to)?.open !== true
      ? [[name, f.to] as const]
      : [],
  )

/**
 * Problems of a role that may add records or decide but not read the records its forms choose from: such a form cannot
 * be filled in.
 */
export function blindProblems(role: Pick<Role, 'alias'>, of: Iterable<Resource> = resources.values()): string[] {
  const own = [...of]
  const held = permissionsOf(role, [...resources.values(), ...own])
  const say = (what: string, fields: Fields) =>
    unchosen(held, fields).map(([name, to]) => `${role.alias}: ${what} without ${to}_view: nobody could choose ${name}`)
  return own.flatMap((r) => [
    ...(held.has(`${r.id}_add`) ? say(`${r.id}_add`, r.fields) : []),
    ...Object.entries(transitionsOf(r.id)).flatMap(([id, t]) =>
      t.permission && held.has(t.permission) ? say(`${r.id}.${id}`, t.ask ?? {}) : [],
    ),
  ])
}

/** Whoever may do something with records has to see them: nobody decides on what they cannot read. */
export function unseenProblems(role: Pick<Role, 'alias'>, of: Iterable<Resource> = resources.values()): string[] {
  const own = [...of]
  const held = [...permissionsOf(role, own)]
  return own
    .filter((r) => !r.open && !held.includes(`${r.id}_view`))
    .flatMap((r) =>
      held.filter((code) => code.startsWith(`${r.id}_`)).map((code) => `${role.alias}: ${code} without ${r.id}_view`),
    )
}

/** Readers that are no role, that need not be named, or that have a right which the resource does not offer. */
export function readerProblems(r: Resource, of: readonly Pick<Role, 'alias'>[] = roles): string[] {
  const offered = new Set(offeredBy(r))
  return Object.entries(r.readers ?? {}).flatMap(([alias, reach]) => {
    if (alias === 'administrator') return [`${r.id}: the administrator holds every right and is no reader`]
    if (!of.some((role) => role.alias === alias)) return [`${r.id}: its reader ${alias} is no role`]
    const rights = rightsOf(reach, r.operations)
    if (rights.length === 0) return [`${r.id}: its reader ${alias} has no right`]
    return rights
      .filter((right) => !offered.has(`${r.id}_${right}`))
      .map((right) => `${r.id}: its reader ${alias} has the right ${right}, which it does not offer`)
  })
}

/** Faults of readers and of the roles of transitions and calls; a test asks for none. */
export function grantProblems(of: readonly Role[] = roles, carries: readonly Carried[] = carried()): string[] {
  const found = [
    ...[...resources.values()].flatMap((r) => readerProblems(r)),
    ...of.flatMap((role) => [...blindProblems(role), ...unseenProblems(role)]),
  ]
  const rolesOf = new Map<string, Carried>()
  for (const c of carries) {
    if (genericCodes.has(c.permission))
      found.push(`${c.where}: ${c.permission} is a generic operation, which the readers of its resource hold`)
    if (!c.roles) found.push(`${c.where}: say its roles ([] = the administrator alone)`)
    for (const alias of c.roles ?? [])
      if (!of.some((r) => r.alias === alias)) found.push(`${c.where}: there is no role ${alias}`)
    const same = rolesOf.get(c.permission)
    if (same && [...(same.roles ?? [])].sort().join() !== [...(c.roles ?? [])].sort().join())
      found.push(`${c.where}: other roles than ${same.where}, though both are ${c.permission}`)
    rolesOf.set(c.permission, c)
  }
  return found
}
