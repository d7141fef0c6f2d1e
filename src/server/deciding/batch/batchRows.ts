import type { Label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Tx } from '../../core/database.ts'
import { AppError, isUnavailable } from '../../core/errors.ts'
import { InTurnUnitOfWork } from '../../writing/inTurn/inTurnUnitOfWork.ts'
import { GatheringUnitOfWork } from '../../writing/unitOfWork/gatheringUnitOfWork.ts'
import { decideEach, isPlain, type Outcome } from '../decideEach.ts'
import { askFirst, systemStep } from '../decideIn.ts'
import { decideInTurn, isInTurn } from '../decideInTurn.ts'
import { decide } from '../engine.ts'
import { type Prepared, prepare, type Step, stepOf } from '../transitions.ts'
import { type Batch, type RowResult, takeRows, writeResults } from './batchStore.ts'

/** A row that waits. */
interface Waiting {
  readonly id: string
  readonly version: number | null
}

/** Rows decided in one transaction: at first, at least, at most. Tests make them fewer. */
export const SIZES = { first: 16, least: 16, most: 64 }

/**
 * How long such a transaction should take, ms: on PostgreSQL others wait that long for its rows, on the embedded
 * database with its one connection for everything. Twice as many as were quick are not slow yet.
 */
const GOAL = { postgresql: { quick: 75, slow: 150 }, embedded: { quick: 20, slow: 40 } } as const

/** How often together fails, one time after the other, before rows go alone for good. */
const FAILURES = 3

/** How many rows go together: more while they are quick, fewer when they are slow. */
export class Pace {
  size = SIZES.first
  private failures = 0

  private readonly kind: keyof typeof GOAL

  constructor(kind: keyof typeof GOAL) {
    this.kind = kind
  }

  /** Rows go alone, since together failed again and again. */
  get alone(): boolean {
    return this.failures >= FAILURES
  }

  failed(): void {
    this.failures += 1
  }

  took(ms: number): void {
    this.failures = 0
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
      { resource, transition, ask, batch: true, ...row },
      {
        first: async (tx) => {
          if ((await takeRows(tx, batch.id, [row.id])).size === 0) throw new RowIsDone()
        },
        also: (tx, decided) => writeResults(tx, batch.id, [done(row.id, decided.version)]),
      },
    )
  } catch (e) {
    // unknown whether the row was decided: the row stays open, and the next attempt finds out by its key
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

/** Preparation of some rows of a batch. */
const preparedOf = (
  { domains }: ServerContext,
  actor: Actor,
  { resource, transition, ask }: Batch,
  rows: readonly Waiting[],
): Prepared =>
  prepare(domains, actor, {
    resource,
    transition,
    ask,
    ids: rows.map((r) => r.id),
    versions: Object.fromEntries(rows.flatMap((r) => (r.version === null ? [] : [[r.id, r.version]]))),
  })

/** Writes the results of rows in the transaction that decided them. */
function keepOutcomes(tx: Tx, batch: Batch, outcomes: ReadonlyMap<string, Outcome>): void {
  const results = [...outcomes].map(([id, o]) => ('refused' in o ? refused(id, o.refused) : done(id, o.version)))
  if (results.length > 0) writeResults(tx, batch.id, results)
}

/** Rows that could not be decided with others, and how long these were locked, ms. */
interface Together {
  readonly alone: readonly string[]
  readonly held: number
}

/** Decides rows side by side in one transaction, with their results. Keeps nothing when anything fails. */
async function sideBySide(
  context: ServerContext,
  actor: Actor,
  batch: Batch,
  rows: readonly Waiting[],
): Promise<Together> {
  const prepared = preparedOf(context, actor, batch, rows)
  const began = performance.now()
  await context.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
    const work = new GatheringUnitOfWork(context, actor, tx, systemStep)
    const [open] = await Promise.all([takeRows(tx, batch.id, prepared.ids), askFirst(work, prepared)])
    keepOutcomes(tx, batch, await decideEach(work, { ...prepared, ids: prepared.ids.filter((id) => open.has(id)) }))
  })
  return { alone: [], held: performance.now() - began }
}

/** Decides rows one after the other in one transaction, with their results. Keeps nothing when anything fails. */
async function inTurn(context: ServerContext, actor: Actor, batch: Batch, rows: readonly Waiting[]): Promise<Together> {
  const prepared = preparedOf(context, actor, batch, rows)
  const { alone, lockedAt } = await context.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
    const work = new InTurnUnitOfWork(context, actor, tx, systemStep)
    const [open] = await Promise.all([
      takeRows(tx, batch.id, prepared.ids),
      work.rows(prepared.step.of, { id: prepared.ids }),
    ])
    const ids = prepared.ids.filter((id) => open.has(id))
    const decided = await decideInTurn(work, { ...prepared, ids })
    keepOutcomes(tx, batch, decided.outcomes)
    return decided
  })
  return { alone, held: performance.now() - lockedAt }
}

/** How rows of a transition are decided in one transaction; null where they are not. */
const togetherOf = (step: Step) => {
  // a workbook is read before the transaction of the row that it is for
  if (step.transition.sheet !== undefined) return null
  return isPlain(step) ? sideBySide : isInTurn(step) ? inTurn : null
}

/**
 * The number of such transactions of a batch that are under way at once. Those that are decided in turn wait for each other's locks, the
 * counter of codes at the latest: the second is as far as it comes while the first writes, a third would only make the
 * others slower.
 */
export function lanesOf({ db, domains }: ServerContext, { resource, transition }: Batch): number {
  if (db.kind === 'embedded') return 1
  return togetherOf(stepOf(domains, resource, transition)) === inTurn ? 2 : 3
}

/**
 * Decides some rows of a batch independently of each other: together where their transition allows it, each in a
 * transaction of its own where it does not, and also when together failed for whatever reason: so no row can spoil another's.
 */
export async function decideRows(
  context: ServerContext,
  actor: Actor,
  batch: Batch,
  rows: readonly Waiting[],
  pace: Pace,
  halt: () => boolean,
): Promise<void> {
  let left = rows
  const together = togetherOf(stepOf(context.domains, batch.resource, batch.transition))
  if (rows.length > 1 && together && !pace.alone) {
    try {
      const { alone, held } = await together(context, actor, batch, rows)
      pace.took(held)
      left = rows.filter((row) => alone.includes(row.id))
    } catch (e) {
      if (isUnavailable(e)) throw e
      pace.failed()
      context.log.debug(`batch ${batch.id}: rows go one by one: ${e instanceof Error ? e.message : String(e)}`)
    }
  }
  for (const row of left) {
    if (halt()) return
    await decideRow(context, actor, batch, row)
  }
}
