import { calls, kindNames, resourceOf, shownBy, transitionsOf } from '../business.ts'
import { isByPeople } from '../language/lifecycle.ts'
import type { Resource } from '../language/resource.ts'
import { permissionsOf } from '../roles/grants.ts'
import { roles } from '../roles/roles.ts'
import { trace } from '../trace.ts'
import { joinedLabels, type Label } from '../values/label.ts'
import { comesBy } from './comesBy.ts'

/**
 * Origin of records of a resource: a way in which they are created, and the built-in roles that may take it; none where
 * no person has to.
 */
export interface Origin {
  readonly how: Label
  readonly roles: readonly Label[]
}

const held = roles.map((role) => ({ title: role.title, alias: role.alias, codes: permissionsOf(role) }))

/** Roles that hold a code, the administrator only where nobody else does: whoever may do everything says nothing. */
function rolesOf(code: string | undefined): readonly Label[] {
  const having = held.filter(({ codes }) => code !== undefined && codes.has(code))
  const others = having.filter(({ alias }) => alias !== 'administrator')
  return (others.length > 0 ? others : having).map(({ title }) => title)
}

/** Origins of the rows of an overview: kinds that come in one way and of the same people are one line. */
function ofKinds(kinds: readonly Resource[]): Origin[] {
  const lines = new Map<string, { of: Label[]; origin: Origin }>()
  for (const kind of kinds)
    for (const origin of originsOf(kind)) {
      const key = JSON.stringify(origin)
      const line = lines.get(key) ?? { of: [], origin }
      line.of.push(kind.title)
      lines.set(key, line)
    }
  return [...lines.values()].map(({ of, origin: { how, roles: by } }) => {
    const [zh, en] = joinedLabels(of)
    return { how: [`${how[0]}：${zh}`, `${how[1]}: ${en}`], roles: by }
  })
}

/**
 * How records of a resource come about, for a list that has none yet: people add or import them, another resource's step or
 * call makes them, they come as what an overview shows, by what no declaration says (`comesBy`), or they follow from the
 * documents before them in the line. Pure.
 */
export function originsOf(r: Resource): readonly Origin[] {
  const kinds = shownBy(r)
  const found: Origin[] = kinds.length > 1 && kindNames(r).length > 0 ? ofKinds(kinds) : []
  const transitions = Object.values(transitionsOf(r.id))
  const added = transitions.filter((t) => t.from === 'new')
  if (r.operations.includes('add') && !added.some((t) => isByPeople(t)))
    found.push({ how: ['新增', 'Added'], roles: rolesOf(`${r.id}_add`) })
  for (const t of added) found.push({ how: t.label, roles: isByPeople(t) ? rolesOf(t.permission) : [] })
  if (r.operations.includes('import')) found.push({ how: ['导入', 'Imported'], roles: rolesOf(`${r.id}_import`) })
  for (const c of calls)
    if (!c.safe && c.answer.resource === r.id && c.answer.shape === 'one' && c.on && c.on.id !== r.id)
      found.push({
        how: [`${c.on.title[0]}·${c.title[0]}`, `${c.title[1]} (${c.on.title[1]})`],
        roles: rolesOf(c.permission),
      })
  if (found.length > 0) return found
  const known = comesBy[r.id]
  if (known) return [{ how: known, roles: [] }]
  const stop = trace.stops.findIndex((s) => s.includes(r.id))
  const before = (trace.stops[stop - 1] ?? []).map((id) => resourceOf(id).title)
  return before.length === 0
    ? []
    : [
        {
          how: [`由${before.map(([zh]) => zh).join('、')}产生`, `Made of: ${before.map(([, en]) => en).join(', ')}`],
          roles: [],
        },
      ]
}
