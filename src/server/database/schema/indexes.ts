import { inheritedOf, resources, scopeOf, sharersOf } from '../../../model/business.ts'
import { isUniqueFolded, isWords } from '../../../model/language/derived/unique.ts'
import { type Field, isRef, isRefs, searchOf } from '../../../model/language/fields/field.ts'
import { filtersOf, sortsOf } from '../../../model/language/listing.ts'
import { fieldIn } from '../../../model/language/owner.ts'
import { fieldOf, fixedValues, isCalledBy, type Resource, sortOf } from '../../../model/language/resource.ts'
import { columnOf, fixedColumns, isTenant, literal, quoted } from '../names.ts'
import { comparedSql } from '../sqlText.ts'
import { factsOf, type Tables } from '../tableFacts.ts'

/** Kinds that hold a text, however it is looked for; all others are compared by value. */
export const isText = (f: Field): boolean => searchOf(f) !== null

/**
 * A text that repeats the name of a record referred to (`entrustedCompanyName` beside `entrustedCompanyId`): searched
 * in the referenced table, which is small, instead of in a text index of this one. Only where the copy is the other's
 * name.
 */
export function nameOfRef(r: Resource, name: string): { readonly by: string; readonly to: Resource } | null {
  for (const [by, f] of Object.entries(r.fields)) {
    if (f.facts.shows !== name || !isRef(f)) continue
    const to = resources.get(f.to)
    if (
      !to ||
      !isTenant(to) ||
      !isTenant(r) ||
      !to.list.search.includes(to.name) ||
      !isText(fieldOf(to, to.name) as Field)
    )
      return null
    return isCalledBy(to, name) ? { by, to } : null
  }
  return null
}

/** Columns that some resources of a table look for together: rows by them in their order, or no two rows alike. */
interface Wanted {
  readonly columns: readonly string[]
  readonly unique: boolean
  readonly by: Resource[]
}

/**
 * Text after `on <table>` of each index, by the suffix of its name. Resources of one table that look for the same
 * columns share an index: what tells them apart leads it, or is its condition where all of them agree. `tables`: indexes
 * that the database has besides.
 */
export function indexesOf(base: Resource, tables: Tables): Map<string, string> {
  const wanted = new Map<string, Wanted>()
  const found = new Map<string, string>()
  for (const r of sharersOf(base)) {
    const want = (names: readonly string[], unique = false): void => {
      const columns = [...new Set(names.map(columnOf))]
      const key = [...fixedColumns(r), '', ...columns, unique].join()
      const known = wanted.get(key)
      if (known) known.by.push(r)
      else wanted.set(key, { columns, unique, by: [r] })
    }
    for (const set of (r.unique ?? []).map((names) => names.map(String))) {
      want(set, true)
      // unique as it is compared, looked up as it is kept
      const [name = ''] = set
      if (set.length === 1 && isComparedIn(r, name) && !isWords(fieldOf(r, name) as Field)) want([name, 'id'])
    }
    const sort = sortOf(r).name
    const single = new Set(
      (r.unique ?? []).filter((u) => u.length === 1 && !isComparedIn(r, u[0] as string)).map((u) => u[0] as string),
    )
    // a unique column is an order already, unless it is unique as it is compared
    for (const name of [...sortsOf(r), 'createTime']) if (!single.has(name)) want([name, 'id'])
    for (const name of filtersOf(r)) {
      const f = fieldOf(r, name)
      if (!f) continue
      const search = searchOf(f)
      const ordered = sortsOf(r).includes(name)
      const ref = nameOfRef(r, name)
      if (ref) want([ref.by, sort, 'id'])
      else if (search === 'words') grams(name)
      else if (search === 'code') {
        pieces(name)
        if (!ordered && !single.has(name)) want([name, 'id'])
      } else if (f.facts.masked) {
        // whole values are looked up, in no order
        if (!single.has(name)) want([name, 'id'])
      } else if (!ordered && name !== 'createTime') want([name, sort, 'id'])
    }
    const owners = [fieldIn(scopeOf(r).employee)].flatMap((name) => name ?? [])
    for (const name of [...Object.keys(inheritedOf(r)), ...owners, ...(r.own?.by ?? [])]) want([name, sort, 'id'])
    // references to a record are counted before it is deleted
    for (const [name, f] of Object.entries<Field>(r.fields))
      if (isRefs(f)) found.set(`${columnOf(name)}_ids`, `using gin (${quoted(columnOf(name))})`)
  }
  for (const w of wanted.values()) found.set(...indexFor(base, w))
  for (const [suffix, rest] of Object.entries(factsOf(tables, base.id).indexes ?? {})) found.set(suffix, rest)
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

/** The index of the living rows for what its resources look for. */
function indexFor(base: Resource, { columns, unique, by }: Wanted): [string, string] {
  const [first = base, ...others] = by
  // columns that the base fixes stand first, so that the order of a kind and the search of that kind in an overview
  // share an index
  const own = fixedColumns(first)
  const shared = fixedColumns(base).filter((c) => own.includes(c))
  const apart = [...shared, ...own.filter((c) => !shared.includes(c))]
  const same = apart.filter((c) => others.every((r) => fixedValue(r, c) === fixedValue(first, c)))
  const keys = [...new Set([...apart.filter((c) => !same.includes(c)), ...columns])]
  const which = same.map((c) => `${c}_${fixedValue(first, c)}_`).join('')
  const held = same.map((c) => `${quoted(c)} = ${literal(fixedValue(first, c))}`)
  const expressions = [...(isTenant(base) ? ['tenant_id'] : []), ...keys].map((column) => {
    const name = Object.keys(first.fields).find((n) => columnOf(n) === column)
    return unique && name && isComparedIn(first, name)
      ? comparedSql(fieldOf(first, name) as Field, quoted(column))
      : quoted(column)
  })
  return [
    `${which}${keys.join('_')}${unique ? '_key' : ''}`,
    `(${expressions.join(', ')}) where ${['is_deleted = 0', ...held].join(' and ')}`,
  ]
}

/** Whether texts of a field that look the same are one where it has to be unique. */
const isComparedIn = (r: Resource, name: string): boolean => {
  const f = fieldOf(r, name)
  return f !== undefined && isUniqueFolded(f)
}

/** Value that a resource fixes a column to. */
const fixedValue = (r: Resource, column: string): string | number =>
  Object.entries(fixedValues(r)).find(([name]) => columnOf(name) === column)?.[1] ?? ''
