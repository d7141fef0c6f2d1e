import { resourceOf } from '../../model/business.ts'
import type { Condition } from '../../model/language/conditions/condition.ts'
import { isEmpty } from '../../model/language/derived/validate.ts'
import type { FilteredList } from '../../model/language/lists.ts'
import { fieldOf } from '../../model/language/resource.ts'
import type { Handler, RequestContext } from '../core/context/context.ts'
import { AppError } from '../core/errors.ts'
import { textParam } from '../core/params.ts'
import { wireValue } from '../database/codec.ts'
import { resolveNames } from '../lists/resolve.ts'
import { checkConditions } from '../lists/sql/conditions.ts'
import { type Query, valuesQuery, windowQuery } from '../lists/sql/query.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'
import { wireRow } from '../writing/unitOfWork/wire.ts'
import { pageOf, queryFrom, seeing } from './read.ts'
import { tree, treeLevel } from './tree.ts'

/** Most rows of a list that is answered whole, and most values. */
const ROWS_PER_LIST_MAX = 5_000

/** The condition that a parameter of `by` means; 400 names the parameter that is missing or wrong. */
function selecting(request: RequestContext, r: AnyResource, param: string, field: string): Condition {
  if (isEmpty(request.params[param]))
    throw new AppError(400, [`缺少必要的请求参数: ${param}`, `Parameter ${param} is missing`], {
      [param]: '缺少必要的请求参数',
    })
  const condition: Condition = { field, op: 'equal', value: textParam(request.params, param).trim() }
  try {
    checkConditions(request.actor, r, [condition])
  } catch (e) {
    // the message names the parameter as it was sent
    throw e instanceof AppError && e.data && field !== param
      ? new AppError(e.code, e.text, { [param]: Object.values(e.data)[0] })
      : e
  }
  return condition
}

/** The conditions of a named list and those of its parameters. */
const ownConditions = (request: RequestContext, r: AnyResource, list: FilteredList): Condition[] => [
  ...(list.where ?? []),
  ...Object.entries(list.by ?? {}).map(([param, field]) => selecting(request, r, param, field)),
]

/** Query of a named list: its own conditions, those of its parameters, and whatever filters a person adds. */
function queryOf(request: RequestContext, r: AnyResource, list: FilteredList): Query {
  const own = ownConditions(request, r, list)
  const names = new Set(Object.keys(list.by ?? {}))
  const others = Object.fromEntries(Object.entries(request.params).filter(([name]) => !names.has(name)))
  const requested = queryFrom(request, r, others)
  return {
    ...requested,
    conditions: [...own, ...requested.conditions],
    ...(requested.sort ? {} : list.sort ? { sort: list.sort } : {}),
  }
}

/** The handler of a named list: the generic list with conditions of its own. */
export const listHandler =
  (r: AnyResource, list: FilteredList): Handler =>
  async (request) => {
    seeing(request, r)
    if (list.answer === 'tree') return tree(request, r, ownConditions(request, r, list))
    if (list.answer === 'level') return treeLevel(request, r, ownConditions(request, r, list))
    const query = queryOf(request, r, list)
    if (list.answer === 'page') return pageOf(request, query)
    const { db } = request.context
    const scope = { tenantId: request.actor.tenantId }
    const q = await resolveNames(db, query)
    if (list.answer === 'list') {
      const rows = await db.scoped<Record<string, unknown>>(
        scope,
        windowQuery(q, { skip: 0, limit: ROWS_PER_LIST_MAX }),
      )
      return rows.map((row) => wireRow(request.actor, r, row))
    }
    const name = list.answer.values
    const f = fieldOf(r, name)
    const rows = await db.scoped<{ value: unknown }>(scope, valuesQuery(q, name, ROWS_PER_LIST_MAX))
    return rows.map(({ value }) => (f ? wireValue(f, value) : value))
  }

/** The same by names; undefined for what is not declared. */
export function namedList(resourceId: string, name: string): Handler | undefined {
  const r = resourceOf(resourceId)
  const list = Object.hasOwn(r.lists ?? {}, name) ? r.lists?.[name] : undefined
  return list && listHandler(r, list)
}
