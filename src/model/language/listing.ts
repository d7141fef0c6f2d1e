import { TEXT } from './conditions/condition.ts'
import { type Field, type Fields, isInteger, isRef, isRefs, ref, searchOf, text } from './fields/field.ts'
import { kindOf } from './fields/kinds.ts'
import type { Owner } from './owner.ts'
import { fieldOf, sortOf } from './resource.ts'

/** List declaration of a resource, as far as console and server both have it. */
export interface Listed {
  readonly fields: Fields
  readonly list: {
    readonly search: readonly string[]
    readonly sort: string
    readonly sorts?: readonly string[]
    readonly filters?: readonly string[]
    readonly amount?: string
  }
  readonly owner?: Owner
  readonly tree?: { readonly parent: string }
}

/** Declaration of the orders of a list. */
interface Ordered {
  readonly list: Pick<Listed['list'], 'sort' | 'sorts'>
}

/** The id of the record itself, as a field that may be filtered by. */
const idField: Field = ref('', '编号', 'Id')

/** Looked up for every parameter of every list: made once a resource. */
const filters = new WeakMap<Listed, readonly string[]>()

/**
 * Fields a list may be filtered by, for server and console alike: the id, what is searched, the time of creation, what
 * rows are owned by or through, further filters, and the parent in a tree. Every one of them is served by an index.
 * What parents list their children by and what queues ask must be among them (`contradictions`).
 */
export function filtersOf(r: Listed): readonly string[] {
  const known = filters.get(r)
  if (known) return known
  const owners =
    typeof r.owner === 'object'
      ? Object.values(r.owner).flatMap((name) =>
          typeof name === 'string' && Object.hasOwn(r.fields, name) ? [name] : [],
        )
      : []
  const names = [
    ...new Set([
      'id',
      ...r.list.search,
      'createTime',
      ...owners,
      ...(r.list.filters ?? []),
      ...(r.tree ? [r.tree.parent] : []),
    ]),
  ]
  filters.set(r, names)
  return names
}

/** All texts of a list, as a field that may be filtered by. */
export const anyText: Field = text('文字', 'Text')

/** The field a condition is about, where the list may be filtered by it. */
export function filterFieldOf(r: Listed, name: string): Field | undefined {
  if (filtersOf(r).includes(name)) return name === 'id' ? idField : fieldOf(r, name)
  return name === TEXT && textsOf(r).length > 0 ? anyText : undefined
}

const texts = new WeakMap<Listed, readonly string[]>()

/**
 * Fields that a condition on `TEXT` looks into: filters that are texts searched by a piece (codes, names, copied names
 * of other records), and the amount that the list is summed by. No personal data, no values of machines.
 */
export function textsOf(r: Listed): readonly string[] {
  const known = texts.get(r)
  if (known) return known
  const filterable = filtersOf(r)
  const pieces = filterable.filter((name) => {
    const f = fieldOf(r, name)
    return f !== undefined && kindOf(f).prose && searchOf(f) !== 'exact'
  })
  const { amount } = r.list
  const f = amount !== undefined && filterable.includes(amount) ? fieldOf(r, amount) : undefined
  const names = pieces.length > 0 && amount && f && kindOf(f).compared === 'size' ? [...pieces, amount] : pieces
  texts.set(r, names)
  return names
}

/**
 * Fields a list may be ordered by, its default first, for server and console alike. Queues order by one of them
 * (`contradictions`).
 */
export const sortsOf = (r: Ordered): string[] => [...new Set([sortOf(r).name, ...(r.list.sorts ?? [])])]

/**
 * Fields that a list is ordered by although a record that people add or edit may be without them: no place in the order
 * is known for nothing.
 */
export function sortProblems(r: Listed & { readonly operations: readonly string[] }): string[] {
  if (!r.operations.some((o) => o === 'add' || o === 'edit')) return []
  return sortsOf(r)
    .filter((name) => {
      const facts = Object.hasOwn(r.fields, name) ? r.fields[name]?.facts : undefined
      return facts !== undefined && facts.required === undefined && facts.initial === undefined && !facts.code
    })
    .map((name) => `is sorted by ${name}, which may be empty: give it required or initial`)
}

/** References in columns that have no name to show: they would show ids. */
export const columnProblems = (r: {
  readonly fields: Fields
  readonly list: { readonly columns: readonly string[] }
}): string[] =>
  r.list.columns
    .filter((name) => {
      const f = Object.hasOwn(r.fields, name) ? r.fields[name] : undefined
      return f !== undefined && (isRef(f) || isRefs(f)) && f.facts.shows === undefined
    })
    .map((name) => `${name} is a column and would show its id: shows: the field with the name`)

/** Returns the requested order (`+` = ascending) where the list may be ordered so, else `otherwise`. */
export const requestedSort = (r: Ordered, requested: string, otherwise: string): string =>
  requested !== '' && sortsOf(r).includes(requested.replace(/^\+/, '')) ? requested : otherwise

/**
 * The number that siblings are put into order by by hand: the field that a list rises by, where people may write it;
 * null where the order follows from something else.
 */
export function handOrderOf(r: Pick<Listed, 'fields' | 'list'>): string | null {
  const { name, ascending } = sortOf(r)
  const f = Object.hasOwn(r.fields, name) ? r.fields[name] : undefined
  const writable = f !== undefined && isInteger(f) && f.facts.readOnly !== 'always' && f.facts.readOnly !== 'edit'
  return ascending && writable ? name : null
}
