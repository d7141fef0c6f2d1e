import { resourceOf } from '../../../model/business.ts'
import { pathOfNode } from '../../../model/language/derived/nodes.ts'
import type { Problem } from '../../../model/language/derived/validate.ts'
import { type Field, isRef, isRefs } from '../../../model/language/fields/field.ts'
import { mayName } from '../../core/permissions.ts'
import type { AnyResource, Row } from '../unitOfWork/rows.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'
import { companyProblems } from './oneCompany.ts'
import { referenced, referencedAll, unreached } from './references.ts'

type Values = Record<string, unknown>

/**
 * References must exist for this person and be of the record's company; the names they show and what else they copy are
 * copied as they are now.
 */
export async function resolveRefs(
  work: UnitOfWork,
  r: AnyResource,
  values: Values,
  before: Row | null,
): Promise<Problem[]> {
  const problems: Problem[] = []
  const named = new Map<string, readonly Row[]>()
  for (const [name, f] of Object.entries<Field>(r.fields)) {
    if (!Object.hasOwn(values, name)) continue
    if (isRefs(f)) problems.push(...(await resolveMany(work, r, name, values, before, named)))
    if (f.facts.nodeOf) problems.push(...(await resolveNode(work, name, f, values, before)))
    if (!isRef(f)) continue
    const shows = f.facts.shows && Object.hasOwn(r.fields, f.facts.shows) ? f.facts.shows : null
    const copies = Object.entries(f.facts.copies ?? {}).filter(([own]) => Object.hasOwn(r.fields, own))
    const id = values[name] as string | null
    if (id === null) {
      if (shows) values[shows] = null
      for (const [own] of copies) values[own] = null
      continue
    }
    if (before && before[name] === id) continue
    const found = await referenced(work, f.to, id)
    if (!found) problems.push(unreached(name, f))
    else {
      named.set(name, [found])
      if (shows) values[shows] = String(found[resourceOf(f.to).name as string] ?? '')
      for (const [own, there] of copies) values[own] = found[there] ?? null
    }
  }
  return [...problems, ...(await companyProblems(work, r, values, before, named))]
}

/**
 * Several references: those that are new must exist for this person; the names they show are copied, joined by 、. One
 * that was there already stays, whoever saves.
 */
async function resolveMany(
  work: UnitOfWork,
  r: AnyResource,
  name: string,
  values: Values,
  before: Row | null,
  named: Map<string, readonly Row[]>,
): Promise<Problem[]> {
  const f = r.fields[name]
  if (!f || !isRefs(f)) return []
  const [ids, old] = [values[name], before?.[name] ?? []] as (readonly string[] | null)[]
  const found = await referencedAll(work, f.to, ids ?? [])
  const lost = (ids ?? []).filter((id) => !found.has(id))
  if (lost.some((id) => !old?.includes(id))) return [unreached(name, f)]
  named.set(
    name,
    [...found.values()].filter((row) => !old?.includes(row.id)),
  )
  const shows = f.facts.shows && Object.hasOwn(r.fields, f.facts.shows) ? f.facts.shows : null
  if (shows && lost.length === 0) {
    const names = (ids ?? []).map((id) => String(found.get(id)?.[resourceOf(f.to).name as string] ?? ''))
    values[shows] = names.join('、') || null
  }
  return []
}

/** Node of a tree, named by its key: it must exist for this person; its path is stored beside it. */
async function resolveNode(
  work: UnitOfWork,
  name: string,
  f: Field,
  values: Values,
  before: Row | null,
): Promise<Problem[]> {
  const { nodeOf = '', shows = '' } = f.facts
  const key = values[name] as string | null
  if (key === null) {
    values[shows] = null
    return []
  }
  if (before && before[name] === key) return []
  const r = resourceOf(nodeOf)
  const found = await work.any(r, { [r.tree?.key ?? 'id']: key })
  if (!found || !mayName(work.actor, r, found)) return [unreached(name, f)]
  values[shows] = pathOfNode(r, found)
  return []
}
