import { type Expression, pathOf } from '../../../model/language/conditions/expression.ts'
import { expressionSql, type Place } from '../../database/conditions/expressionSql.ts'
import { literals } from '../../database/conditions/places.ts'
import { columnOf, quoted, variantSql } from '../../database/names.ts'
import { type AnyResource, tableName } from '../../writing/unitOfWork/rows.ts'
import { needsRows } from './aggregate.ts'
import { aggregateSql } from './aggregateForms.ts'
import { type Nature, natureIn, natureOfName } from './fields.ts'
import type { Names } from './names.ts'
import { type Groups, isGroups, type Keys, type Last, type Lookup, type Relation, type Total } from './relation.ts'

/** Relation compiled to SQL: its table, its rows and the joins of its names. */
interface Compiled {
  readonly alias: string
  /** Asked for last: it selects what the names led to until then. */
  from(): string
  readonly where: string
  readonly names: Names<string>
}

const column = (name: string): string => quoted(columnOf(name))
const placeOf = (names: Names<string>): Place => literals((name, from) => names.read(from, name))
const sqlOf = (e: Expression, names: Names<string>): string => expressionSql(e, placeOf(names))
const list = (conditions: readonly string[]): string => conditions.join(' and ')
const inOrder = (alias: string, order: readonly string[], down = ''): string =>
  order.map((name) => `${alias}.${column(name)}${down}`).join(', ')

/** The SQL form of one invariant. Rows are joined by their tenant throughout. */
class SqlForm {
  private made = 0

  private alias(): string {
    this.made += 1
    return `t${this.made}`
  }

  /** Conditions that make rows of a table those of a resource. */
  private rowsOf(of: AnyResource, alias: string, deleted: boolean): string[] {
    return [...(deleted ? [] : [`${alias}.is_deleted = 0`]), ...variantSql(of, `${alias}.`)]
  }

  /** `theirs = ours`, as texts where one is an id and the other is not. */
  private keys(
    by: Keys,
    theirs: (name: string) => [string, Nature],
    ours: (name: string) => [string, Nature],
  ): string[] {
    return Object.entries(by).map(([their, our]) => {
      const [[a, one], [b, other]] = [theirs(their), ours(our)]
      const text = (sql: string, nature: Nature) => (one !== other && nature === 'id' ? `${sql}::text` : sql)
      return `${text(a, one)} = ${text(b, other)}`
    })
  }

  relation(relation: Relation, up?: Names<string>): Compiled {
    const alias = this.alias()
    const lookups = new Map<string, Names<string>>()
    const names: Names<string> = {
      read: (path, name) => {
        if (path === null) return `${alias}.${column(name)}`
        if (path === 'previous') return `${alias}.${quoted(`previous_${columnOf(name)}`)}`
        if (path === 'up' && up) return up.read(null, name)
        const lookup = lookups.get(path)
        if (!lookup) throw new Error(`an invariant names the lookup ${path}, which there is not`)
        return lookup.read(null, name)
      },
    }
    const from = [() => this.base(relation, alias)]
    for (const [name, lookup] of Object.entries(relation.with ?? {})) {
      const { sql, read } = this.lookup(relation, lookup, alias, names)
      from.push(sql)
      lookups.set(name, { read: (_path, field) => read(field) })
    }
    const where = isGroups(relation.of) ? [] : this.rowsOf(relation.of, alias, relation.deleted === true)
    if (relation.where) where.push(`(${sqlOf(relation.where, names)})`)
    return { alias, from: () => from.map((sql) => sql()).join('\n'), where: list(where) || 'true', names }
  }

  private base(relation: Relation, alias: string): string {
    const { of, previous } = relation
    if (isGroups(of)) return `(${this.groups(of)}) ${alias}`
    if (!previous) return `${tableName(of)} ${alias}`
    const by = inOrder('b', previous.by)
    const lags = previous.fields.map((f) => `lag(b.${column(f)}) over w as ${quoted(`previous_${columnOf(f)}`)}`)
    return `(select b.*, ${lags.join(', ')} from ${tableName(of)} b where ${list(this.rowsOf(of, 'b', false))}
      window w as (partition by b.tenant_id, ${by} order by ${inOrder('b', previous.order)})) ${alias}`
  }

  private groups({ of, by, values, parts = [] }: Groups): string {
    const { alias, from, where, names } = this.relation(of)
    const keys = by.map((name) => `${names.read(null, name)}`)
    const totals = Object.entries(values).map(([name, a]) => `${aggregateSql(a, placeOf(names))} as ${column(name)}`)
    return `select ${[`${alias}.tenant_id`, `min(${alias}.id) as id`, ...keys, ...totals].join(', ')} from ${from()}
      where ${where} group by ${[`${alias}.tenant_id`, ...keys, ...parts.map((p) => sqlOf(p, names))].join(', ')}`
  }

  private lookup(
    relation: Relation,
    lookup: Lookup,
    at: string,
    ours: Names<string>,
  ): { sql(): string; read(name: string): string } {
    const name = this.alias()
    const our = (path: string): [string, Nature] => {
      const [from, field] = pathOf(path)
      return [ours.read(from, field), natureOfName(relation, path)]
    }
    const plain = (field: string) => `${name}.${column(field)}`
    if (lookup.kind === 'one') {
      const id = this.keys({ id: lookup.id }, () => [`${name}.id`, 'id'], our)
      const on = [`${name}.tenant_id = ${at}.tenant_id`, ...id, ...variantSql(lookup.of, `${name}.`)]
      return { sql: () => `left join ${tableName(lookup.of)} ${name} on ${list(on)}`, read: plain }
    }
    if (lookup.kind === 'last') {
      const used = new Set<string>()
      const sql = () => this.last(lookup, [...used], name, at, our, ours)
      return { sql, read: (field) => plain(used.add(field) && field) }
    }
    const read = (field: string) => {
      const a = lookup.values[field]
      return a && !needsRows(a) ? `coalesce(${plain(field)}, 0)` : plain(field)
    }
    const sql = this.total(lookup, name, at, our, ours)
    return { sql: () => sql, read }
  }

  /** `used`: the fields that are read of it; sorting whole records takes ten times as long. */
  private last(
    l: Last,
    used: readonly string[],
    name: string,
    at: string,
    our: (path: string) => [string, Nature],
    up: Names<string>,
  ): string {
    const alias = this.alias()
    const names: Names<string> = { read: (path, f) => (path === 'up' ? up.read(null, f) : `${alias}.${column(f)}`) }
    const where = [...this.rowsOf(l.of, alias, false), ...(l.where ? [`(${sqlOf(l.where, names)})`] : [])]
    const keys = (from: string) => this.keys(l.by, (f) => [`${from}.${column(f)}`, natureIn(l.of, f)], our)
    const order = inOrder(alias, l.order, ' desc')
    const fields = (more: readonly string[]) =>
      [...new Set(['tenantId', ...more, ...used])].map((f) => `${alias}.${column(f)}`).join(', ')
    if (l.only)
      return `left join lateral (select ${fields([])} from ${tableName(l.of)} ${alias}
        where ${list([`${alias}.tenant_id = ${at}.tenant_id`, ...where, ...keys(alias), `(${sqlOf(l.only, names)})`])}
        order by ${order} limit 1) ${name} on true`
    const by = [`${alias}.tenant_id`, ...Object.keys(l.by).map((f) => `${alias}.${column(f)}`)].join(', ')
    return `left join (select distinct on (${by}) ${fields(Object.keys(l.by))} from ${tableName(l.of)} ${alias} where ${list(where)}
      order by ${by}, ${order}) ${name} on ${list([`${name}.tenant_id = ${at}.tenant_id`, ...keys(name)])}`
  }

  private total(
    t: Total,
    name: string,
    at: string,
    our: (path: string) => [string, Nature],
    up: Names<string>,
  ): string {
    const { alias, from, where, names } = this.relation(t.of, up)
    const nature = (f: string) => natureOfName(t.of, f)
    const values = Object.entries(t.values).map(([n, a]) => `${aggregateSql(a, placeOf(names))} as ${column(n)}`)
    if (t.only) {
      const keys = this.keys(t.by, (f) => [names.read(null, f), nature(f)], our)
      const all = [`${alias}.tenant_id = ${at}.tenant_id`, where, ...keys, `(${sqlOf(t.only, names)})`]
      return `left join lateral (select ${values.join(', ')} from ${from()} where ${list(all)}) ${name} on true`
    }
    const by = [`${alias}.tenant_id`, ...Object.keys(t.by).map((f) => names.read(null, f))]
    const on = this.keys(t.by, (f) => [`${name}.${column(f)}`, nature(f)], our)
    const sums = `select ${[...by, ...values].join(', ')} from ${from()} where ${where} group by ${by.join(', ')}`
    // computed once, whatever the plan: on tables without statistics, sums were computed anew for every row
    return `left join (with sums as materialized (${sums}) select * from sums) ${name}
      on ${list([`${name}.tenant_id = ${at}.tenant_id`, ...on])}`
  }
}

/** The query for the rows of a relation of which something does not hold: tenant_id, id and what is shown of them. */
export function violationsSql(of: Relation, holds: Expression, shown: Readonly<Record<string, Expression>>): string {
  const { alias, from, where, names } = new SqlForm().relation(of)
  const columns = [`${alias}.tenant_id`, `${alias}.id`]
  for (const [name, e] of Object.entries(shown)) columns.push(`${sqlOf(e, names)} as ${column(name)}`)
  const wrong = `(${sqlOf(holds, names)}) is not true`
  return `select ${columns.join(', ')} from ${from()}\nwhere ${where} and ${wrong}`
}
