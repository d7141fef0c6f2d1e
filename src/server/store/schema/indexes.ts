import { inheritedOf, resources, sharersOf } from '../../../model/all.ts'
import { type Field, isRef, isRefs, searchOf } from '../../../model/kernel/field.ts'
import { filtersOf, sortsOf } from '../../../model/kernel/listing.ts'
import { fieldOf, type Resource, sortOf } from '../../../model/kernel/resource.ts'
import { andVariant, columnOf, isTenant, quoted, snake } from '../names.ts'
import { factsOf } from '../tables/all.ts'

/** Kinds that hold a text, however it is looked for; all others are compared by value. */
export const isText = (f: Field): boolean => searchOf(f) !== null

/**
/**
 * A text that repeats the name of a record referred to (`entrustedCompanyName` beside `entrustedCompanyId`): searched
 * in the referenced table, which is small, instead of in a text index of this one. Only where the copy is the other's
 * name.
 */
export function nameOfRef(r: Resource, name: string): { readonly by: string; readonly to: Resource } | null {
  for (const [by, f] of Object.entries(r.fields)) {
    if (f.facts.shows !== name || !isRef(f)) continue
    const to = resources.get(f.to)
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
  for (const r of sharersOf(base)) {
    // each resource of a table has its own: unique among its rows alone, and small where the variant is
    const live = `where is_deleted = 0${andVariant(r)}`
    const own = r.variantOf ? `${snake(r.id)}_` : ''
    const tree = (names: readonly string[]) => {
      const columns = [...tenant, ...names.map(columnOf)].filter((c, i, all) => all.indexOf(c) === i)
      found.set(
        `${own}${columns.filter((c) => c !== 'tenant_id').join('_')}`,
        `(${columns.map(quoted).join(', ')}) ${live}`,
      )
    }
    for (const unique of r.unique ?? []) {
      const columns = [...tenant, ...unique.map((n) => columnOf(n as string))]
      found.set(
        `${own}${unique.map((n) => columnOf(n as string)).join('_')}_key`,
        `(${columns.map(quoted).join(', ')}) ${live}`,
      )
    }
    const sort = sortOf(r).name
    const single = new Set((r.unique ?? []).filter((u) => u.length === 1).map((u) => u[0] as string))
    // a unique column is an order already
    for (const name of [...sortsOf(r), 'createTime']) if (!single.has(name)) tree([name, 'id'])
    for (const name of filtersOf(r)) {
      const f = fieldOf(r, name)
      if (!f) continue
      const search = searchOf(f)
      const ordered = sortsOf(r).includes(name)
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
    for (const name of Object.keys(inheritedOf(r))) tree([name, sort, 'id'])
    // who points at a record is asked before it is deleted
    for (const [name, f] of Object.entries<Field>(r.fields))
      if (isRefs(f)) found.set(`${columnOf(name)}_ids`, `using gin (${quoted(columnOf(name))})`)
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
