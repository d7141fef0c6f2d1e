import { queues, resources } from '../../../model/all.ts'
import { type Field, searchOf } from '../../../model/kernel/field.ts'
import { fieldOf, type Resource, sortOf } from '../../../model/kernel/resource.ts'
import { columnOf, isTenant, quoted } from '../names.ts'
import { factsOf } from '../tables/all.ts'
import { sharersOf, sortNames } from './columns.ts'

/** Kinds that hold a text, however it is looked for; all others are compared by value. */
export const isText = (f: Field): boolean => searchOf(f) !== null

/** Looked up for every parameter of every list: made once a resource. */
const filters = new WeakMap<Resource, readonly string[]>()

/**
 * Fields a list may be filtered by: what the model says is searched, what rows are owned by, what parents list their
 * children by, what queue views ask, and the time of creation. Every one of them is served by an index.
 */
export function filterNames(r: Resource): readonly string[] {
  const known = filters.get(r)
  if (known) return known
  const names = new Set<string>(['id', ...r.list.search, 'createTime'])
  for (const name of Object.values(r.owner ?? {})) if (name) names.add(name)
  for (const parent of resources.values())
    for (const c of parent.children ?? []) if (c.resource === r.id) names.add(c.by)
  for (const q of queues.values())
    if (q.resource === r.id) for (const v of q.views) for (const name of Object.keys(v.where)) names.add(name)
  if (fieldOf(r, 'parentId')) names.add('parentId')
  const all = [...names]
  filters.set(r, all)
  return all
}

/**
 * A text that repeats the name of a record referred to (`entrustedCompanyName` beside `entrustedCompanyId`): searched
 * in the referenced table, which is small, instead of in a text index of this one. Only where the copy is the other's
 * name.
 */
export function nameOfRef(r: Resource, name: string): { readonly by: string; readonly to: Resource } | null {
  for (const [by, f] of Object.entries(r.fields)) {
    if (f.facts.shows !== name || f.kind !== 'ref') continue
    const to = resources.get((f as Field & { to: string }).to)
    // `cycleMonth` is shown for a cycle, but a cycle's name is its code
    if (
      !to ||
      !isTenant(to) ||
      !isTenant(r) ||
      !to.list.search.includes(to.name) ||
      !isText(fieldOf(to, to.name) as Field)
    )
      return null
    return fieldOf(to, name) && to.name !== name ? null : { by, to }
  }
  return null
}

/** What follows `on <table>` of an index, by the suffix of its name. */
export function indexesOf(base: Resource): Map<string, string> {
  const found = new Map<string, string>()
  const tenant = isTenant(base) ? ['tenant_id'] : []
  const live = 'where is_deleted = 0'
  const tree = (names: readonly string[]) => {
    const columns = [...tenant, ...names.map(columnOf)].filter((c, i, all) => all.indexOf(c) === i)
    found.set(columns.filter((c) => c !== 'tenant_id').join('_'), `(${columns.map(quoted).join(', ')}) ${live}`)
  }
  for (const r of sharersOf(base)) {
    for (const unique of r.unique ?? []) {
      const columns = [...tenant, ...unique.map((n) => columnOf(n as string))]
      found.set(
        `${unique.map((n) => columnOf(n as string)).join('_')}_key`,
        `(${columns.map(quoted).join(', ')}) ${live}`,
      )
    }
    const sort = sortOf(r).name
    const single = new Set((r.unique ?? []).filter((u) => u.length === 1).map((u) => u[0] as string))
    // a unique column is an order already
    for (const name of [...sortNames(r), 'createTime']) if (!single.has(name)) tree([name, 'id'])
    for (const name of filterNames(r)) {
      const f = fieldOf(r, name)
      if (!f) continue
      const search = searchOf(f)
      const ordered = sortNames(r).includes(name)
      const ref = nameOfRef(r, name)
      if (ref) tree([ref.by, sort, 'id'])
      else if (search === 'words') grams(name)
      else if (search === 'code') {
        pieces(name)
        if (!ordered && !single.has(name)) tree([name, 'id'])
      } else if (f.facts.masked) {
        // one whole value is looked up, in no order
        if (!single.has(name)) tree([name, 'id'])
      } else if (!ordered && name !== 'createTime') tree([name, sort, 'id'])
    }
  }
  for (const [suffix, rest] of Object.entries(factsOf(base.id).indexes ?? {})) found.set(suffix, rest)
  return found

  /** Any piece of three characters or more of a code; shorter beginnings use the plain index. */
  function pieces(name: string): void {
    found.set(`${columnOf(name)}_trgm`, `using gin (${quoted(columnOf(name))} gin_trgm_ops)`)
  }

  function grams(name: string): void {
    const column = quoted(columnOf(name))
    const expression = isTenant(base) ? `rounds_grams(tenant_id, ${column})` : `rounds_grams('', ${column})`
    // not only the living: records that point at a deleted company are still found by its name
    found.set(`${columnOf(name)}_grams`, `using gin (${expression})`)
  }
}
