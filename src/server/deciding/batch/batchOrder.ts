import { isId } from '../../../model/language/derived/validate.ts'
import { isByPeople } from '../../../model/language/lifecycle.ts'
import type { BatchOrder } from '../../../model/wire/batchWire.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { AppError, forbidden } from '../../core/errors.ts'
import { textOf, versionIn } from '../../core/params.ts'
import { may } from '../../core/permissions.ts'
import { notOpen } from '../../writing/save/conflict.ts'
import { type Step, stepOf } from '../transitions.ts'
import { batchOf, decidedRows, type NewBatch } from './batchStore.ts'
import { frozenRows } from './selection.ts'

/** Explicit rows of one order; more come as a selection. */
const ROWS_PER_ORDER_MAX = 10_000

/** The transition of an order; refused is what rules out the whole batch: permission, closed transition. */
export function batchStep({ domains }: ServerContext, actor: Actor, order: BatchOrder): Step {
  const step = stepOf(domains, order.resource, order.transition)
  const { transition: t, closed } = step
  if (!isByPeople(t)) throw new AppError(404, ['没找到请求', 'There is no such call'])
  if (!may(actor, t.permission ?? '')) throw forbidden()
  if (closed) throw notOpen()
  if (t.from === 'new') throw new AppError(400, ['该操作不能批量处理', 'This cannot be done in a batch'])
  return step
}

/**
 * The rows that an own batch decided, at the versions it left: whatever followed makes a row a conflict. 400 where the
 * transition is not the one that takes the batch's back.
 */
async function rowsToTakeBack(
  context: ServerContext,
  actor: Actor,
  id: string,
  { resource, transition }: BatchOrder,
): Promise<NewBatch['rows']> {
  const batch = await batchOf(context, actor, id)
  const { undo } = stepOf(context.domains, batch.resource, batch.transition).transition
  if (batch.resource !== resource || undo !== transition)
    throw new AppError(400, ['该操作不能撤回此批次', 'This does not take that batch back'], { takesBack: '无效' })
  return decidedRows(context, actor.tenantId, id)
}

async function named(context: ServerContext, actor: Actor, order: BatchOrder): Promise<NewBatch['rows']> {
  const rows: unknown = order.rows ?? []
  // left out, the selection beside it would be decided whole
  if (!Array.isArray(rows)) throw new AppError(400, ['rows须为列表', 'rows has to be a list'], { rows: '须为列表' })
  const ways = [order.takesBack, order.selection, rows.length > 0].filter(Boolean)
  // ambiguous: a silent choice would leave the other transition out
  if (ways.length > 1)
    throw new AppError(
      400,
      ['rows、selection、takesBack只能用一种', 'Name the records in one way: rows, selection or takesBack'],
      { rows: '只能用一种' },
    )
  if (order.takesBack) return rowsToTakeBack(context, actor, order.takesBack, order)
  if (order.selection) return frozenRows(context, actor, order.selection, order.resource)
  if (rows.length > ROWS_PER_ORDER_MAX)
    throw new AppError(
      400,
      [`一次最多处理${ROWS_PER_ORDER_MAX}条`, `At most ${ROWS_PER_ORDER_MAX} records at a time`],
      { rows: `> ${ROWS_PER_ORDER_MAX}` },
    )
  const seen = new Set<string>()
  return rows.flatMap((r) => {
    const row: Readonly<Record<string, unknown>> = r && typeof r === 'object' ? { ...r } : {}
    const id = textOf(row.id, 'rows')
    if (!isId(id)) throw new AppError(400, ['记录编号无效', 'A record id is not valid'], { rows: id })
    const version = versionIn(row)
    if (seen.has(id)) return []
    seen.add(id)
    return [{ id, version }]
  })
}

/** Ids that an order leaves out. @throws AppError 400 where they are no list of ids, or more than a batch takes */
function leftOut({ except = [] }: BatchOrder): ReadonlySet<string> {
  if (!Array.isArray(except) || except.length > ROWS_PER_ORDER_MAX || !except.every(isId))
    throw new AppError(400, ['except无效', 'What is left out is not a list of ids'], { except: '无效' })
  return new Set(except)
}

/**
 * The rows an order means, at least one: explicit ones as sent, those a selection froze, those a batch decided; without
 * those it leaves out.
 */
export async function batchRowsOf(context: ServerContext, actor: Actor, order: BatchOrder): Promise<NewBatch['rows']> {
  const out = leftOut(order)
  const rows = (await named(context, actor, order)).filter((row) => !out.has(row.id))
  if (rows.length === 0)
    throw new AppError(400, ['请选择至少一条数据', 'Please select at least one record'], { rows: '请选择至少一条数据' })
  return rows
}
