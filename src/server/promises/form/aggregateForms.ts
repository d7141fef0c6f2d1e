import type { Expression } from '../../../model/language/conditions/expression.ts'
import { compare, MILLION, type Value } from '../../../model/language/conditions/value.ts'
import { expressionSql, type Place } from '../../database/conditions/expressionSql.ts'
import type { Aggregate } from './aggregate.ts'
import { computed, isTrue, type Names } from './names.ts'

/** An aggregate as SQL over the rows of a group. */
export function aggregateSql(a: Aggregate, at: Place): string {
  const filtered = (sql: string, where: Expression | undefined): string =>
    where ? `${sql} filter (where ${expressionSql(where, at)})` : sql
  switch (a.is) {
    case 'count':
      return filtered('count(*)', a.where)
    case 'distinct':
      return `count(distinct ${expressionSql(a.of, at)})`
    case 'sum':
      return `coalesce(${filtered(`sum(${expressionSql(a.of, at)})`, a.where)}, 0)`
    case 'least':
      return `min(${expressionSql(a.of, at)})`
    case 'some':
      return `coalesce(bool_or(${expressionSql(a.of, at)}), false)`
  }
}

/** An aggregate of rows in memory. */
export function aggregateValue(a: Aggregate, rows: readonly Names[]): Value {
  const those = (where: Expression | undefined) => (where ? rows.filter((row) => isTrue(where, row)) : rows)
  const values = (of: Expression, where?: Expression) => those(where).flatMap((row) => computed(of, row) ?? [])
  switch (a.is) {
    case 'count':
      return BigInt(those(a.where).length) * MILLION
    case 'distinct':
      return BigInt(new Set(values(a.of)).size) * MILLION
    case 'sum':
      return values(a.of, a.where).reduce<bigint>((all, v) => all + (typeof v === 'bigint' ? v : 0n), 0n)
    case 'least':
      return values(a.of).reduce<Value>((x, y) => (x === null || compare(y, x) < 0 ? y : x), null)
    case 'some':
      return rows.some((row) => isTrue(a.of, row))
  }
}
