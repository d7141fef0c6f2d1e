import { calls, lifecycles, resources, transitionsOf } from '../business.ts'
import { type Field, type Fields, isRef } from '../language/fields/field.ts'
import { isByPeople } from '../language/lifecycle.ts'
import type { Resource } from '../language/resource.ts'
import { covers, type Role } from '../language/role.ts'
import { buttonsOfResource, leaves } from '../menus/menus.ts'
import { roles } from './roles.ts'

/** Codes of generic operations and of personal data, by resource: what roles.ts grants. */
const genericCodes: ReadonlySet<string> = new Set(
  [...resources.values()].flatMap((r) => [...buttonsOfResource(r, []).keys()]),
)

/** What carries its own roles: transitions that people cause, and calls with a code of their own. */
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

/** What roles.ts may grant: every code that is carried by no transition and no call. */
const grantable = (): string[] => {
  const taken = new Set(carried().map((c) => c.permission))
  return [...permissionCodes].filter((code) => !taken.has(code))
}

/** The permission codes of a built-in role: what its grants cover, and what names the role in its `roles`. */
export function permissionsOf(role: Pick<Role, 'alias' | 'grants'>): ReadonlySet<string> {
  if (role.grants.includes('*')) return permissionCodes
  const found = new Set(grantable().filter((code) => role.grants.some((g) => covers(g, code))))
  for (const c of carried()) if (c.roles?.includes(role.alias)) found.add(c.permission)
  return found
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

/** Who may add records or decide has to see what they must choose from: without it the form cannot be filled in. */
export function blindProblems(
  role: Pick<Role, 'alias' | 'grants'>,
  of: Iterable<Resource> = resources.values(),
): string[] {
  const held = permissionsOf(role)
  const say = (what: string, fields: Fields) =>
    unchosen(held, fields).map(([name, to]) => `${role.alias}: ${what} without ${to}_view: nobody could choose ${name}`)
  return [...of].flatMap((r) => [
    ...(held.has(`${r.id}_add`) ? say(`${r.id}_add`, r.fields) : []),
    ...Object.entries(transitionsOf(r.id)).flatMap(([id, t]) =>
      t.permission && held.has(t.permission) ? say(`${r.id}.${id}`, t.ask ?? {}) : [],
    ),
  ])
}

/** Whoever may do something with records has to see them: nobody decides on what they cannot read. */
export function unseenProblems(role: Role, of: Iterable<Resource> = resources.values()): string[] {
  const held = [...permissionsOf(role)]
  return [...of]
    .filter((r) => !r.open && !held.includes(`${r.id}_view`))
    .flatMap((r) =>
      held.filter((code) => code.startsWith(`${r.id}_`)).map((code) => `${role.alias}: ${code} without ${r.id}_view`),
    )
}

/** Grants that grant nothing, or more than they may; a test asks for none. */
export function grantProblems(of: readonly Role[] = roles, carries: readonly Carried[] = carried()): string[] {
  const found: string[] = []
  const codes = grantable()
  for (const role of of) {
    found.push(...blindProblems(role), ...unseenProblems(role))
    for (const g of role.grants) {
      if (g === '*') {
        if (role.alias !== 'administrator') found.push(`${role.alias}: only the administrator is granted everything`)
      } else if (!codes.some((code) => covers(g, code))) {
        const owner = carries.find((c) => covers(g, c.permission))
        found.push(
          owner
            ? `${role.alias}: ${g} is granted by ${owner.where}, in its roles`
            : `${role.alias}: ${g} grants nothing`,
        )
      }
    }
  }
  const rolesOf = new Map<string, Carried>()
  for (const c of carries) {
    if (genericCodes.has(c.permission))
      found.push(`${c.where}: ${c.permission} is a generic operation, which wildcards cover`)
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
