import { groupingOf, isSummed } from '../../model/language/derived/grouping.ts'
import { GROUP_SUMS_MAX, GROUPS_MAX, type Group, type Groups } from '../../model/wire/wire.ts'
import type { RequestContext } from '../core/context/context.ts'
import { AppError } from '../core/errors.ts'
import { textParam } from '../core/params.ts'
import { withheld } from '../core/permissions.ts'
import { affordable } from '../lists/cost.ts'
import { resolveNames } from '../lists/resolve.ts'
import { type Grouped, groupSumsQuery } from '../lists/sql/query.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'
import { queryFrom } from './read.ts'

/** Grouping that a request demands: by nothing that this person does not see. @throws AppError 400 by the parameter */
function groupedIn(request: RequestContext, r: AnyResource): Grouped {
  const by = textParam(request.params, 'by')
  const hidden = withheld(request.actor, r)
  const grouping = groupingOf(r, by)
  if (!grouping || hidden.includes(by) || hidden.includes(grouping.by) || hidden.includes(grouping.named ?? ''))
    throw new AppError(400, [`不能按${by || 'by'}分组`, `Rows cannot be grouped by ${by || 'by'}`], { by: '无效' })
  const sums = [...new Set(textParam(request.params, 'sums').split(',').filter(Boolean))]
  const wrong = sums.find((name) => hidden.includes(name) || !isSummed(r, name))
  if (wrong !== undefined) throw new AppError(400, [`不能合计${wrong}`, `${wrong} cannot be summed`], { sums: '无效' })
  if (sums.length > GROUP_SUMS_MAX)
    throw new AppError(400, [`最多合计${GROUP_SUMS_MAX}列`, `At most ${GROUP_SUMS_MAX} columns are summed`], {
      sums: '无效',
    })
  return { ...grouping, sums }
}

/**
 * Rows of a list counted and summed by the values of a field, within what the list itself shows this person. 400 by `by` or
 * `sums`, 422 where the filter has so many rows that it would take too long.
 */
export async function groupsOf(request: RequestContext, r: AnyResource): Promise<Groups> {
  const grouped = groupedIn(request, r)
  const { db } = request.context
  const scope = { tenantId: request.actor.tenantId }
  const { by: _, sums: __, ...params } = request.params
  const q = await resolveNames(db, queryFrom(request, r, params))
  const statement = groupSumsQuery(q, grouped, GROUPS_MAX)
  await affordable(db, scope, statement)
  const rows = await db.scoped<Record<string, string | number | null>>(scope, statement)
  const sumsIn = (row: Record<string, unknown> | undefined, letter: string) =>
    grouped.sums.map((_, n) => (row?.[`${letter}${n}`] ?? null) as string | null)
  const [first] = rows
  return {
    sums: grouped.sums,
    groups: rows.map(
      (row): Group => ({
        value: row.value === null || row.value === '' ? null : String(row.value),
        name: String(row.name ?? ''),
        count: Number(row.n),
        sums: sumsIn(row, 's'),
      }),
    ),
    all: { groups: Number(first?.groups ?? 0), count: Number(first?.rows ?? 0), sums: sumsIn(first, 't') },
  }
}
