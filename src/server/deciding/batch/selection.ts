import { resources } from '../../../model/business.ts'
import { type Condition, OPERATORS } from '../../../model/language/conditions/condition.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import { masked } from '../../../model/language/fields/shapes.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import type { Selection } from '../../../model/wire/wire.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Statement } from '../../core/database.ts'
import { AppError, forbidden } from '../../core/errors.ts'
import { textOf } from '../../core/params.ts'
import { amountFor, maySee } from '../../core/permissions.ts'
import { Values } from '../../database/conditions/values.ts'
import { sourceOf } from '../../database/views/sources.ts'
import { affordable } from '../../lists/cost.ts'
import { resolveNames } from '../../lists/resolve.ts'
import { checkConditions } from '../../lists/sql/conditions.ts'
import { orderOf, parseSort, type Query } from '../../lists/sql/query.ts'
import { reachIn } from '../../lists/sql/reach.ts'
import { whereSql } from '../../lists/sql/where.ts'
import { type AnyResource, columnName } from '../../writing/unitOfWork/rows.ts'
import type { NewBatch } from './batchStore.ts'

/** "All N matching" ends here: more than a person can mean at once. */
const SELECTABLE = 200_000

const noResource = () => new AppError(400, ['未知的数据类型', 'There is no such kind of record'], { resource: '未知' })

/**
 * Conditions as data, each checked; anything else than a list of them is 400. Unknown filters are refused, not ignored.
 */
export function conditionsOf(actor: Actor, of: AnyResource, sent: unknown, now: Date | number): readonly Condition[] {
  if (sent === undefined || sent === null) return []
  const ok = (c: unknown): c is Condition => {
    const x = c as Partial<Condition> | null
    return (
      typeof x === 'object' &&
      x !== null &&
      typeof x.field === 'string' &&
      typeof x.value === 'string' &&
      OPERATORS.includes(x.op as Condition['op'])
    )
  }
  if (!Array.isArray(sent) || !sent.every(ok))
    throw new AppError(400, ['筛选条件无效', 'The conditions are not valid'], { conditions: '无效' })
  return checkConditions(actor, of, sent, now)
}

interface Frozen {
  readonly n: number
  readonly amount: string | null
  readonly ids: string[] | null
  readonly versions: number[] | null
}

/**
 * Count, sum, ids and versions in one statement: one snapshot, or a row that leaves in between would make the sum
 * untrue.
 */
export function frozenQuery(q: Query): Statement {
  const values = new Values()
  const { column, ascending } = orderOf(q)
  const order = ascending ? 'k, id' : 'k desc, id desc'
  const summed = amountFor({ employee: q.reach.employee ?? null }, q.resource)
  const amount = summed ? columnName(summed) : 'null::numeric'
  const text = `select count(*)::int as n, array_agg(id::text order by ${order}) as ids, array_agg(version order by ${order}) as versions,
      ${summed ? 'coalesce(sum(amount), 0)::numeric(24,2)::text' : 'null::text'} as amount
    from (select id, version, ${column} as k, ${amount} as amount from ${sourceOf(q.resource, q.reach.domains.views)}
      where ${whereSql(q.resource, q.reach, q.conditions, values)} limit ${SELECTABLE + 1}) x`
  return { text, values: values.list }
}

/**
 * Freezes "all N matching": ids and versions of the rows a filter finds now, with their count and the sum of their
 * amount, for an hour, in the order `sort` (default: the resource's own). Rows that join the filter later are not in
 * it; rows that change meanwhile are stale in the batch.
 */
export async function select(
  context: ServerContext,
  actor: Actor,
  sent: { readonly resource: unknown; readonly conditions: unknown; readonly sort?: unknown },
): Promise<Selection> {
  const of = resources.get(textOf(sent.resource, 'resource'))
  if (!of) throw noResource()
  if (!maySee(actor, of)) throw forbidden()
  const conditions = conditionsOf(actor, of, sent.conditions, context.now())
  const sort = parseSort(of, { sort: textOf(sent.sort, 'sort') })
  const scope = { tenantId: actor.tenantId }
  const requested: Query = { resource: of, reach: reachIn(context, actor), conditions, ...(sort ? { sort } : {}) }
  const statement = frozenQuery(await resolveNames(context.db, requested))
  await affordable(context.db, scope, statement)
  // read outside the transaction that keeps it: one statement is one snapshot anyway, and on the embedded database a
  // read has a time limit and lets others in
  const [found] = await context.db.scoped<Frozen>(scope, statement)
  const { n, amount, ids, versions } = found ?? { n: 0, amount: null, ids: null, versions: null }
  const count = Number(n)
  if (count > SELECTABLE) {
    throw new AppError(400, [
      `符合条件的超过${SELECTABLE}条，请缩小范围`,
      `More than ${SELECTABLE} records match; please narrow the filter`,
    ])
  }
  const id = context.id()
  await context.db.transaction(scope, (tx) =>
    tx.query(
      `insert into "selection" (tenant_id, id, actor_id, resource, conditions, ids, versions, count, amount, expires)
       values ($1, $2, $3, $4, $5::jsonb, $6::bigint[], $7::int[], $8, $9::numeric, now() + interval '1 hour')`,
      [
        tx.tenantId,
        id,
        actor.userId,
        of.id,
        JSON.stringify(conditions.map((c) => described(of, c))),
        ids ?? [],
        versions ?? [],
        count,
        amount,
      ],
    ),
  )
  return { id, count, amount }
}

/** A condition as it is kept: what was sought of personal data only as anybody may see it. */
function described(of: AnyResource, c: Condition): Condition {
  const f = fieldOf(of, c.field)
  return f?.facts.masked ? { ...c, value: masked(f, c.value) } : c
}

/** The rows of a selection of this person; expired, unknown and foreign ones are 404. */
export async function frozenRows(
  context: ServerContext,
  actor: Actor,
  id: string,
  resource: string,
): Promise<NewBatch['rows']> {
  const [found] = isId(id)
    ? await context.db.scoped<{ ids: string[]; versions: number[] }>(
        { tenantId: actor.tenantId },
        {
          text: `select ids::text[] as ids, versions from "selection"
                 where tenant_id = $1 and id = $2 and actor_id = $3 and resource = $4 and expires > now()`,
          values: [actor.tenantId, id, actor.userId, resource],
        },
      )
    : []
  if (!found) throw new AppError(404, ['选择已过期，请重新选择', 'The selection has expired; please select again'])
  return found.ids.map((rowId, n) => ({ id: rowId, version: Number(found.versions[n]) }))
}
