import { label } from '../../model/kernel/label.ts'
import { tidy } from '../../model/kernel/validate.ts'
import type { BatchOrder, BatchPreview } from '../../model/kernel/wire.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context.ts'
import { ReadingUnitOfWork } from '../writes/readingUnitOfWork.ts'
import { batchRowsOf, batchStep } from './batchOrder.ts'
import { checkEach } from './decideEach.ts'

/** Rows looked at, at most: more than this a person does not wait for. */
export const LOOKED_AT = 2_000
/** Rows looked at in one transaction: with one connection others wait as long. */
const TOGETHER = 200
/** Reasons told one by one. */
const REASONS = 5

/**
 * What a batch would do as of now, by the checks of the decision itself (`check`: version, state, makers, guard), without
 * locks and without writing. What is not answered yet is not checked. The first `LOOKED_AT` rows are looked at.
 */
export async function previewBatch(context: ServerContext, actor: Actor, order: BatchOrder): Promise<BatchPreview> {
  const step = batchStep(actor, order)
  const rows = await batchRowsOf(context, actor, order)
  const ask = Object.fromEntries(
    Object.entries(step.transition.ask ?? {}).map(([name, f]) => [name, tidy(f, order.ask?.[name])]),
  )
  const looked = rows.slice(0, LOOKED_AT)
  const reasons = new Map<string, number>()
  let refused = 0
  for (let at = 0; at < looked.length; at += TOGETHER) {
    const some = looked.slice(at, at + TOGETHER)
    const versions = Object.fromEntries(some.flatMap((r) => (r.version === null ? [] : [[r.id, r.version]])))
    const checked = await context.db.transaction({ tenantId: actor.tenantId }, (tx) =>
      checkEach(new ReadingUnitOfWork(context, actor, tx), {
        ...{ step, ask, versions, ids: some.map((r) => r.id), creates: false, bySystem: false },
      }),
    )
    for (const c of checked) {
      if (!('refused' in c)) continue
      const why = label(c.refused.text, actor.language)
      reasons.set(why, (reasons.get(why) ?? 0) + 1)
      refused += 1
    }
  }
  const told = [...reasons].sort(([, a], [, b]) => b - a).slice(0, REASONS)
  return {
    total: rows.length,
    looked: looked.length,
    allowed: looked.length - refused,
    refused: told.map(([msg, count]) => ({ msg, count })),
  }
}
