import { is, oneOf } from '../../../model/language/conditions/condition.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import type { Statement } from '../../core/database.ts'
import { Values } from '../../database/conditions/values.ts'
import { columnOf, quoted, tableOf } from '../../database/names.ts'
import { isText } from '../../database/schema/indexes.ts'
import { orderOf, orderSql, type Query, withMade } from './query.ts'
import { whereSql } from './where.ts'

/** Rows of a tree directly below one ("" = at the top), in the order of the list; at most `limit`. */
export function childrenQuery(q: Query, parent: string, under: string, limit: number): Statement {
  const values = new Values()
  const column = quoted(columnOf(parent))
  const below = under === '' ? q.conditions : [...q.conditions, is(parent, under)]
  const where = whereSql(q.resource, q.reach, below, values)
  const field = fieldOf(q.resource, parent)
  const empty = field && isText(field) ? `(${column} is null or ${column} = '')` : `${column} is null`
  const text = `select ${withMade(q.resource, q.reach)(values)} from ${quoted(tableOf(q.resource))} where ${where}${
    under === '' ? ` and ${empty}` : ''
  } order by ${orderSql(orderOf(q))} limit ${values.add(limit)}`
  return { text, values: values.list }
}

/** Which of these keys have rows below them: rows {parent}. */
export function parentsQuery(q: Query, parent: string, keys: readonly string[]): Statement {
  const values = new Values()
  const where = whereSql(q.resource, q.reach, [oneOf(parent, keys)], values)
  const text = `select distinct ${quoted(columnOf(parent))}::text as parent from ${quoted(tableOf(q.resource))} where ${where}`
  return { text, values: values.list }
}
