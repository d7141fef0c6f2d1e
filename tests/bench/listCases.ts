import { queues, resources } from '../../src/model/business.ts'
import { type Condition, TEXT } from '../../src/model/language/conditions/condition.ts'
import { DECIDABLE, MADE } from '../../src/model/language/decidable.ts'
import { type Field, isChoice, isRanged } from '../../src/model/language/fields/field.ts'
import { kindOf } from '../../src/model/language/fields/kinds.ts'
import { filtersOf, sortsOf, textsOf } from '../../src/model/language/listing.ts'
import { fieldOf, type Resource } from '../../src/model/language/resource.ts'
import { listColumns } from '../../src/model/wire/columns.ts'
import type { WireRow } from '../../src/model/wire/wire.ts'
import { hasMakers } from '../../src/server/database/schema/makers.ts'
import { bareOperator, filterOf } from '../../src/server/lists/sql/conditions.ts'
import { sampleOf } from '../kinds.ts'

/** A list as somebody asks for it. */
export interface ListCase {
  /** `settlementOrder code_like=SO2024`. */
  readonly name: string
  readonly resource: Resource
  readonly conditions: readonly Condition[]
  readonly sort?: string
}

/** Lists that people open: of every family, tables and views alike. */
export const listed: readonly Resource[] = [...resources.values()].filter((r) => r.operations.includes('view'))

/** The columns a list is asked for where nobody names them (`rounds/window` without `columns`). */
export const columnsOf = (r: Resource): readonly string[] => (hasMakers(r) ? [...listColumns(r), MADE] : listColumns(r))

const caseOf = (resource: Resource, conditions: readonly Condition[], sort?: string): ListCase => ({
  name: [
    resource.id,
    ...conditions.map((c) => `${c.field}_${c.op}=${c.value}`),
    ...(sort ? [`sort=${sort}`] : []),
  ].join(' '),
  resource,
  conditions,
  ...(sort ? { sort } : {}),
})

/** The first value that rows have in a field, as a parameter; null where none has one. */
function valueIn(rows: readonly WireRow[], name: string): string | null {
  for (const row of rows) {
    const value = row[name]
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return String(value)
  }
  return null
}

/**
 * One search as the console asks it: a state by each of its values, a size or time from and to the same, anything else by
 * what some row has and by what none has.
 */
function searches(r: Resource, name: string, rows: readonly WireRow[]): readonly Condition[][] {
  const f = filterOf(r, name) as Field
  const found = f.facts.masked ? null : valueIn(rows, name)
  const none = sampleOf(f).rare(bareOperator(f), f)
  if (isChoice(f)) return Object.keys(f.values).map((value) => [{ field: name, op: 'equal', value }])
  if (isRanged(f))
    return [found ?? none].map((value) => [
      { field: name, op: 'ge', value },
      { field: name, op: 'le', value },
    ])
  return [...new Set(found === null ? [none] : [found, none])].map((value) => [
    { field: name, op: bareOperator(f), value },
  ])
}

/**
 * The record beside which alone a computed list is shown, and the field that names it: opened whole, it would put
 * together every line there is. Null for what has a screen of its own.
 */
export function parentOf(r: Resource): { readonly parent: Resource; readonly by: string } | null {
  if (r.view === undefined || r.routes?.list !== undefined) return null
  for (const parent of resources.values())
    for (const child of parent.children ?? []) if (child.resource === r.id) return { parent, by: child.by }
  return null
}

/**
 * Every way a list is opened: its first page in each of its orders, each of its searches, words without a name, what may be
 * decided, the views of its queues. `rows`: some of it, for values that are there. `within`: what it is always asked with.
 */
export function casesOf(r: Resource, rows: readonly WireRow[], within: readonly Condition[] = []): ListCase[] {
  const of = (conditions: readonly Condition[], sort?: string) => caseOf(r, [...within, ...conditions], sort)
  const always = new Set(within.map((c) => c.field))
  const fields = filtersOf(r).filter(
    (name) => !always.has(name) && kindOf(filterOf(r, name) as Field).compared !== 'never',
  )
  const words = textsOf(r).flatMap((name) => valueIn(rows, name) ?? [])
  const text = textsOf(r).length === 0 ? [] : [...words.slice(0, 1), '康泰恒', '98765']
  return [
    of([]),
    ...sortsOf(r).flatMap((name) => [of([], name), of([], `+${name}`)]),
    ...fields.flatMap((name) => searches(r, name, rows).map((conditions) => of(conditions))),
    // a word of a value, as people type it: up to the first blank
    ...text.map((value) => of([{ field: TEXT, op: 'like', value: value.split(/\s/)[0] as string }])),
    ...(hasMakers(r) ? ['0', '1'] : []).map((value) => of([{ field: DECIDABLE, op: 'equal', value }])),
    ...[...queues.values()].flatMap(({ views }) =>
      views.filter((v) => v.resource === r.id).map((v) => of(v.where, v.sort)),
    ),
  ]
}

/** Columns whose values searches are made of. */
export const valueColumns = (r: Resource): string[] =>
  [...new Set([...filtersOf(r), ...textsOf(r)])].filter((name) => name === 'id' || fieldOf(r, name) !== undefined)
