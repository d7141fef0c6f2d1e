import { isId } from '../../model/language/derived/validate.ts'
import { isChoice } from '../../model/language/fields/field.ts'
import { fieldOf } from '../../model/language/resource.ts'
import { VALUES_COUNTED_MAX, type ValueCounts } from '../../model/wire/wire.ts'
import type { RequestContext } from '../core/context/context.ts'
import type { Statement } from '../core/database.ts'
import { AppError } from '../core/errors.ts'
import { textParam } from '../core/params.ts'
import { nameOfRef } from '../database/schema/indexes.ts'
import { costOf } from '../lists/cost.ts'
import { resolveNames } from '../lists/resolve.ts'
import { filterOf } from '../lists/sql/conditions.ts'
import { countsQuery, frequentQuery, groupedQuery, type Query } from '../lists/sql/query.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'
import { queryFrom } from './read.ts'

/** Rows counted of each value, at most: so many, or fewer where so many would be dear. */
const MANY = 10_000
const FEW = 1_000
/**
 * Limit of the cost of counting, in the planner's units; dearer counts are left out: they only stand beside offers.
 * Beside a million settlement orders what costs so much takes 5 to 50 ms.
 */
const CEILING = 20_000

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/**
 * Counted column, and its values: the column, and its values; without them those that most rows have, of months the
 * latest.
 */
interface Counted {
  readonly column: string
  readonly all: readonly string[]
  readonly found?: 'count' | 'latest'
}

/** Counts that a request demands. Records (`values`) by the reference that has their name beside it. */
function countedIn(request: RequestContext, r: AnyResource): Counted {
  const name = textParam(request.params, 'of')
  const f = filterOf(r, name) && fieldOf(r, name)
  const ref = f && nameOfRef(r, name)
  const all = ref ? listed(textParam(request.params, 'values')) : f && isChoice(f) ? Object.keys(f.values) : []
  const isMonth = f?.facts.means === 'month'
  if (!f || f.facts.masked || !(ref || isMonth || isChoice(f)))
    throw new AppError(400, [`不能按${name || 'of'}计数`, `Rows cannot be counted by ${name || 'of'}`], { of: '无效' })
  if (ref && (all.length > VALUES_COUNTED_MAX || !all.every(isId)))
    throw new AppError(
      400,
      [`values最多${VALUES_COUNTED_MAX}个编号`, `values has to be at most ${VALUES_COUNTED_MAX} ids`],
      {
        values: '无效',
      },
    )
  return { column: ref?.by ?? name, all, ...(all.length === 0 && { found: isMonth ? 'latest' : 'count' }) }
}

/**
 * How many rows of a list each value of a closed set has, or each of some records; of records that are not named those
 * that most rows have, and of months the latest. Each value to 10,000; where that is dear, all together if they are few
 * rows; else each to 1,000, else not at all. 400 for any other field.
 */
export async function valueCounts(request: RequestContext, r: AnyResource): Promise<ValueCounts> {
  const { column, all, found } = countedIn(request, r)
  const { db } = request.context
  const scope = { tenantId: request.actor.tenantId }
  const { of: _, values: __, ...params } = request.params
  const q: Query = await resolveNames(db, queryFrom(request, r, params))
  const none = Object.fromEntries(all.map((value) => [value, 0]))
  const counted = async (statement: Statement): Promise<Record<string, number> | null> => {
    if ((await costOf(db, scope, statement)) > CEILING) return null
    const rows = await db.scoped<{ value: string; n: number }>(scope, statement)
    return { ...none, ...Object.fromEntries(rows.map(({ value, n }) => [value, Number(n)])) }
  }
  const toEnd = (counts: Readonly<Record<string, number>>): ValueCounts => ({
    counts,
    most: Math.max(MANY, ...Object.values(counts)),
  })
  if (found) {
    const most = await counted(frequentQuery(q, column, VALUES_COUNTED_MAX, found))
    return most ? toEnd(most) : { counts: null, most: 0 }
  }
  const many = await counted(countsQuery(q, column, all, MANY))
  if (many) return { counts: many, most: MANY }
  const together = await counted(groupedQuery(q, column, all))
  if (together) return toEnd(together)
  const few = await counted(countsQuery(q, column, all, FEW))
  return few ? { counts: few, most: FEW } : { counts: null, most: 0 }
}
