import { marksIn } from '../../../model/language/derived/marks.ts'
import { problemsOf } from '../../../model/language/derived/validate.ts'
import { label } from '../../../model/values/label.ts'
import { sum } from '../../../model/values/money.ts'
import { type BatchOrder, type BatchPreview, NAMED } from '../../../model/wire/batchWire.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { inLanes } from '../../core/lanes.ts'
import { amountFor, maySee } from '../../core/permissions.ts'
import { ReadingUnitOfWork } from '../../writing/unitOfWork/readingUnitOfWork.ts'
import type { AnyResource, Row } from '../../writing/unitOfWork/rows.ts'
import { wirePatch } from '../../writing/unitOfWork/wire.ts'
import { type CheckedRow, checkEach } from '../decideEach.ts'
import { type Read, requiredProofsOf, toTypeOf } from '../largeBatch.ts'
import { askOf, type Prepared } from '../transitions.ts'
import { batchRowsOf, batchStep } from './batchOrder.ts'
import type { NewBatch } from './batchStore.ts'

/** Rows looked at, at most: more than this a person does not wait for. */
export const LOOKED_AT = 2_000
/** Rows looked at in one transaction: with one connection others wait as long. */
const TOGETHER = 200
/** Transactions at once: while the database works for one, the process works for the other. */
const LANES = { postgresql: 2, embedded: 1 } as const
/** Number of reasons that a preview lists one by one. */
const REASONS = 5

/**
 * Checks of each row. Answers that are sent pass the checks of the batch itself. Before a required question is answered
 * there are none, and no guard is asked: it would be given what nobody checked.
 * @throws AppError 400 naming wrong answers
 */
function foreseen(context: ServerContext, actor: Actor, order: BatchOrder): Pick<Prepared, 'step' | 'ask'> {
  const step = batchStep(context, actor, order)
  const { transition: t, rule } = step
  if (order.ask === undefined && problemsOf(t.ask ?? {}, {}).length > 0) {
    const { guard: _, ...unguarded } = rule
    return { step: { ...step, rule: unguarded }, ask: {} }
  }
  return { step, ask: askOf(t, order.ask ?? {}, actor) }
}

/** Name of a record, as lists show it. */
const titleOf = (actor: Actor, of: AnyResource, row: Row): string =>
  String(wirePatch(actor, of, row, [of.name])[of.name] || row.id)

/** Checks rows, in their order, so many in one transaction. */
async function checkedRows(
  context: ServerContext,
  actor: Actor,
  decision: Pick<Prepared, 'step' | 'ask'>,
  rows: NewBatch['rows'],
): Promise<CheckedRow[]> {
  const parts = Array.from({ length: Math.ceil(rows.length / TOGETHER) }, (_, n) =>
    rows.slice(n * TOGETHER, (n + 1) * TOGETHER),
  )
  const checked: CheckedRow[][] = []
  await inLanes([...parts.entries()], LANES[context.db.kind], async ([n, some]) => {
    const versions = Object.fromEntries(some.flatMap((r) => (r.version === null ? [] : [[r.id, r.version]])))
    checked[n] = await context.db.transaction({ tenantId: actor.tenantId }, (tx) =>
      checkEach(new ReadingUnitOfWork(context, actor, tx), {
        ...decision,
        ...{ versions, ids: some.map((r) => r.id), creates: false, bySystem: false, batch: true },
      }),
    )
  })
  return checked.flat()
}

/**
 * Preview of a batch as of now, by the checks of the decision itself (`check`: version, state, makers, guard), without
 * locks and without writing. The first `LOOKED_AT` rows are looked at.
 */
export async function previewBatch(context: ServerContext, actor: Actor, order: BatchOrder): Promise<BatchPreview> {
  const { step, ask } = foreseen(context, actor, order)
  const { of } = step
  const rows = await batchRowsOf(context, actor, order)
  const looked = rows.slice(0, LOOKED_AT)
  const reasons = new Map<string, number>()
  const refusedIds: string[] = []
  const allowed: Row[] = []
  for (const c of await checkedRows(context, actor, { step, ask }, looked)) {
    if ('refused' in c) {
      const why = label(c.refused.text, actor.language)
      reasons.set(why, (reasons.get(why) ?? 0) + 1)
      refusedIds.push(c.id)
    } else allowed.push(c.row)
  }
  const listed = [...reasons].sort(([, a], [, b]) => b - a).slice(0, REASONS)
  // users who may decide records without seeing them get the count and no more
  const seen = maySee(actor, of)
  const amount = amountFor(actor, of)
  const { gross } = of.list
  const out = new Set(refusedIds)
  const rest = rows.filter((row) => !out.has(row.id))
  const read: Read = (s) => context.db.scoped({ tenantId: actor.tenantId }, s)
  const proofs = await requiredProofsOf(read, actor, step, order, { ids: rest.map((row) => row.id) })
  return {
    total: rows.length,
    looked: looked.length,
    allowed: allowed.length,
    amount: seen && amount ? sum(allowed.map((row) => String(row[amount] ?? '0.00'))) : null,
    gross: seen && amount && gross ? sum(allowed.map((row) => String(row[gross] ?? '0.00'))) : null,
    marks: seen ? marksIn(of, allowed) : [],
    names: seen ? allowed.slice(0, NAMED).map((row) => titleOf(actor, of, row)) : [],
    refused: listed.map(([msg, count]) => ({ msg, count })),
    refusedIds,
    ...toTypeOf(proofs),
    asksCode: proofs.codeAbove !== null,
  }
}
