import { type Expression, pathOf } from '../../../model/language/conditions/expression.ts'
import { compare, numberOf, type Value } from '../../../model/language/conditions/value.ts'
import type { AnyResource, Row } from '../../writing/unitOfWork/rows.ts'
import { byId } from '../../writing/unitOfWork/rows.ts'
import { needsRows } from './aggregate.ts'
import { aggregateValue } from './aggregateForms.ts'
import { natureIn } from './fields.ts'
import { computed, isTrue, type Names } from './names.ts'
import { isGroups, type Last, type Lookup, type Relation, type Total } from './relation.ts'

/** Every record of a resource, deleted ones included. */
export type RowsOf = (of: AnyResource) => readonly Row[]

/** A row of a relation, whose names lead to values. */
interface Entry extends Names {
  readonly id: string
}

/** The values of a record, as expressions take them. */
function valueIn(of: AnyResource, row: Row, name: string): Value {
  const nature = natureIn(of, name)
  const value = row[name]
  if (value === null || value === undefined) return null
  if (nature === 'number') return numberOf(value as string | number)
  return String(value)
}

const NOTHING: Names = { read: () => null }

const recordOf = (of: AnyResource, row: Row): Entry => ({ id: row.id, read: (_path, name) => valueIn(of, row, name) })

const keyOf = (values: readonly Value[]): string => values.map((v) => (v === null ? '' : `=${v}`)).join('\n')

const inOrder =
  (names: readonly string[]) =>
  (a: Names, b: Names): number => {
    for (const name of names) {
      const [x, y] = [a.read(null, name), b.read(null, name)]
      const order = x === null || y === null ? Number(x === null) - Number(y === null) : compare(x, y)
      if (order !== 0) return order
    }
    return 0
  }

/** The form in memory of the invariants of one state of the data: related rows are found once, by their keys. */
export class MemoryForm {
  private readonly known = new Map<unknown, Map<string, Entry[]>>()
  private readonly byIds = new Map<AnyResource, Map<string, Row>>()

  private readonly rowsOf: RowsOf

  constructor(rowsOf: RowsOf) {
    this.rowsOf = rowsOf
  }

  /** Ids of the rows of a relation of which something does not hold, ascending. */
  violations(of: Relation, holds: Expression): string[] {
    return this.entries(of)
      .filter((entry) => !isTrue(holds, entry))
      .map((entry) => entry.id)
      .sort(byId)
  }

  private entries(relation: Relation, up?: Names): Entry[] {
    const { of, where } = relation
    const base = isGroups(of)
      ? this.groups(relation)
      : this.rowsOf(of)
          .filter((row) => relation.deleted || row.isDeleted === 0)
          .map((row) => recordOf(of, row))
    const previous = this.previous(relation, base)
    const all = base.map((own) => this.entry(relation, own, previous.get(own), up))
    return where ? all.filter((entry) => isTrue(where, entry)) : all
  }

  /** A row with its lookups, each found when it is asked for. */
  private entry(relation: Relation, own: Entry, previous: Entry | undefined, up?: Names): Entry {
    const found = new Map<string, Names>()
    const entry: Entry = {
      id: own.id,
      read: (path, name) => {
        if (path === null) return own.read(null, name)
        if (path === 'previous') return previous?.read(null, name) ?? null
        if (path === 'up') return up?.read(null, name) ?? null
        const lookup = relation.with?.[path]
        if (!lookup) throw new Error(`an invariant names the lookup ${path}, which there is not`)
        const there = found.get(path) ?? this.lookup(lookup, entry)
        found.set(path, there)
        return there.read(null, name)
      },
    }
    return entry
  }

  private groups({ of }: Relation): Entry[] {
    if (!isGroups(of)) return []
    const groups = new Map<string, Entry[]>()
    for (const entry of this.entries(of.of)) {
      const parts = (of.parts ?? []).map((p) => computed(p, entry))
      push(groups, keyOf([...of.by.map((name) => entry.read(null, name)), ...parts]), entry)
    }
    return [...groups.values()].map((rows) => {
      const [first] = rows as [Entry]
      const id = rows.map((row) => row.id).reduce((a, b) => (byId(b, a) < 0 ? b : a))
      const values = new Map<string, Value>([['id', id]])
      for (const name of of.by) values.set(name, first.read(null, name))
      for (const [name, aggregate] of Object.entries(of.values)) values.set(name, aggregateValue(aggregate, rows))
      return { id, read: (_path, name) => values.get(name) ?? null }
    })
  }

  private previous({ previous }: Relation, rows: readonly Entry[]): Map<Entry, Entry> {
    const found = new Map<Entry, Entry>()
    if (!previous) return found
    const groups = new Map<string, Entry[]>()
    for (const row of rows) push(groups, keyOf(previous.by.map((name) => row.read(null, name))), row)
    for (const group of groups.values())
      group.sort(inOrder(previous.order)).forEach((row, n) => {
        const before = group[n - 1]
        if (before) found.set(row, before)
      })
    return found
  }

  private lookup(lookup: Lookup, here: Entry): Names {
    const ours = (path: string): Value => here.read(...pathOf(path))
    if (lookup.kind === 'one') {
      const id = ours(lookup.id)
      const row = id === null ? undefined : this.byId(lookup.of).get(String(id))
      return row ? recordOf(lookup.of, row) : NOTHING
    }
    const keys = Object.values(lookup.by).map(ours)
    const rows = keys.includes(null) ? [] : (this.related(lookup).get(keyOf(keys)) ?? [])
    return lookup.kind === 'last' ? this.last(lookup, rows, here) : this.total(lookup, rows, here)
  }

  private last({ order, only }: Last, rows: readonly Entry[], here: Entry): Names {
    const those = only ? rows.filter((row) => isTrue(only, beside(row, here))) : rows
    return those.reduce<Entry | null>((a, b) => (a === null || inOrder(order)(a, b) < 0 ? b : a), null) ?? NOTHING
  }

  private total({ values, only }: Total, rows: readonly Entry[], here: Entry): Names {
    const those = only ? rows.filter((row) => isTrue(only, beside(row, here))) : rows
    return {
      read: (_path, name) => {
        const aggregate = values[name]
        if (!aggregate) throw new Error(`an invariant names the total ${name}, which there is not`)
        return those.length === 0 && needsRows(aggregate) ? null : aggregateValue(aggregate, those)
      },
    }
  }

  private byId(of: AnyResource): Map<string, Row> {
    const there = this.byIds.get(of) ?? new Map(this.rowsOf(of).map((row) => [row.id, row]))
    this.byIds.set(of, there)
    return there
  }

  /** The rows a lookup looks among, by its keys. */
  private related(lookup: Total | Last): Map<string, Entry[]> {
    const there = this.known.get(lookup)
    if (there) return there
    const index = new Map<string, Entry[]>()
    const rows =
      lookup.kind === 'total'
        ? this.entries(lookup.of)
        : this.entries({ of: lookup.of, ...(lookup.where ? { where: lookup.where } : {}) })
    for (const row of rows) push(index, keyOf(Object.keys(lookup.by).map((name) => row.read(null, name))), row)
    this.known.set(lookup, index)
    return index
  }
}

/** A row with the one it is compared with as `up`. */
const beside = (row: Entry, up: Entry): Names => ({
  read: (path, name) => (path === 'up' ? up.read(null, name) : row.read(path, name)),
})

function push(groups: Map<string, Entry[]>, key: string, entry: Entry): void {
  const group = groups.get(key)
  if (group) group.push(entry)
  else groups.set(key, [entry])
}
