import type { Label } from '../../model/kernel/label.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context.ts'
import { AppError, isUnavailable } from '../core/errors.ts'
import { GatheringUnitOfWork } from '../writes/gatheringUnitOfWork.ts'
import { type Batch, type RowResult, takeRows, writeResults } from './batchStore.ts'
import { decideEach, isPlain } from './decideEach.ts'
import { askFirst, systemStep } from './decideIn.ts'
import { decide } from './engine.ts'
import { prepare, stepOf } from './transitions.ts'

/** A row that waits. */
interface Waiting {
  readonly id: string
  readonly version: number | null
}

/** Rows decided in one transaction: at first, at least, at most. Tests make them fewer. */
export const SIZES = { first: 16, least: 16, most: 64 }

/**
 * How long such a transaction should take, ms: on PostgreSQL others wait that long for its rows, on the embedded
 * database with its one connection for everything.
 */
const GOAL = { postgresql: { quick: 60, slow: 150 }, embedded: { quick: 20, slow: 40 } } as const

/** How many rows go together: more while they are quick, fewer when they are slow. */
export class Pace {
  size = SIZES.first

  constructor(private readonly kind: keyof typeof GOAL) {}

  took(ms: number): void {
    const { quick, slow } = GOAL[this.kind]
    if (ms > slow) this.size = Math.max(SIZES.least, this.size >> 1)
    else if (ms < quick) this.size = Math.min(SIZES.most, this.size * 2)
  }
}

const FAILED: Label = ['服务器异常', 'The server failed']

const done = (id: string, version: number): RowResult => ({
  id,
  state: 1,
  code: 200,
  text: ['操作成功', 'Done'],
  version,
})
const refused = (id: string, { code, text }: { code: number; text: Label }): RowResult => ({
  id,
  state: 2,
  code,
  text,
  version: null,
})

/** Another process that runs the same batch was faster. */
class RowIsDone extends Error {}

/**
 * Decides one row; its result is written in the decision's own transaction, so that a killed process cannot part them.
 */
async function decideRow(context: ServerContext, actor: Actor, batch: Batch, row: Waiting): Promise<void> {
  const { resource, transition, ask } = batch
  try {
    await decide(
      context,
      actor,
      { resource, transition, ask, ...row },
      {
        first: async (tx) => {
          if ((await takeRows(tx, batch.id, [row.id])).size === 0) throw new RowIsDone()
        },
        also: (tx, decided) => writeResults(tx, batch.id, [done(row.id, decided.version)]),
      },
    )
  } catch (e) {
    // it is unknown whether it was decided: the row stays open, and the next attempt finds out by its key
    if (isUnavailable(e)) throw e
    if (e instanceof RowIsDone) return
    if (!(e instanceof AppError))
      context.log.error(`batch ${batch.id}, record ${row.id}: ${e instanceof Error ? e.message : String(e)}`)
    const result = refused(row.id, e instanceof AppError ? e : { code: 500, text: FAILED })
    await context.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
      if ((await takeRows(tx, batch.id, [row.id])).size > 0) writeResults(tx, batch.id, [result])
    })
  }
}

/** Decides rows side by side in one transaction, with their results. Keeps nothing when anything fails. */
function decideTogether(context: ServerContext, actor: Actor, batch: Batch, rows: readonly Waiting[]): Promise<void> {
  const { resource, transition, ask } = batch
  const prepared = prepare(actor, {
    resource,
    transition,
    ask,
    ids: rows.map((r) => r.id),
    versions: Object.fromEntries(rows.flatMap((r) => (r.version === null ? [] : [[r.id, r.version]]))),
  })
  return context.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
    const work = new GatheringUnitOfWork(context, actor, tx, systemStep)
    const [open] = await Promise.all([takeRows(tx, batch.id, prepared.ids), askFirst(work, prepared)])
    const outcomes = await decideEach(work, { ...prepared, ids: prepared.ids.filter((id) => open.has(id)) })
    const results = [...outcomes].map(([id, o]) => ('refused' in o ? refused(id, o.refused) : done(id, o.version)))
    if (results.length > 0) writeResults(tx, batch.id, results)
  })
}

/**
 * Decides some rows of a batch independently of each other: together where their transition allows it, one after the
 * other where it does not, and also when together failed for whatever reason: so no row can spoil another's.
 */
export async function decideRows(
  context: ServerContext,
  actor: Actor,
  batch: Batch,
  rows: readonly Waiting[],
  pace: Pace,
  halt: () => boolean,
): Promise<void> {
  if (rows.length > 1 && isPlain(stepOf(batch.resource, batch.transition))) {
    const began = performance.now()
    try {
      await decideTogether(context, actor, batch, rows)
      return pace.took(performance.now() - began)
    } catch (e) {
      if (isUnavailable(e)) throw e
      context.log.debug(`batch ${batch.id}: rows go one by one: ${e instanceof Error ? e.message : String(e)}`)
    }
  }
  for (const row of rows) {
    if (halt()) return
    await decideRow(context, actor, batch, row)
  }
}
