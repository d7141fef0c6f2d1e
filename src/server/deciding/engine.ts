import { sum } from '../../model/values/money.ts'
import type { Decided } from '../../model/wire/wire.ts'
import { type Actor, systemActor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import type { Statement, Tx } from '../core/database.ts'
import { AppError, notFound } from '../core/errors.ts'
import { tookTooLong } from '../database/driver.ts'
import type { Accept } from '../writing/oneTimeCodes.ts'
import { refusedByDatabase } from '../writing/save/unkept.ts'
import type { Row } from '../writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../writing/unitOfWork/sqlUnitOfWork.ts'
import { askFirst, decideIn, systemStep } from './decideIn.ts'
import { type AnswerValidity, generatedKey, once } from './idempotency.ts'
import { countMoved, isUnproved, movesMoney, proveTotal, refuseMoved } from './largeBatch.ts'
import { withSheet } from './sheet.ts'
import {
  type DecisionRequest,
  type OrderOfMany,
  type Prepared,
  type Proofs,
  prepare,
  prepareForSystem,
  type Step,
} from './transitions.ts'

/**
 * Seconds within which the same creation by a client without keys counts as a double click, unless the record was
 * deleted in between.
 */
const DOUBLE = 2

/** Seconds after which a decision that took too long is worth trying again. */
const LATE_AGAIN = 5

/** Further work in the transaction of a decision. */
export interface Beside<D> {
  /** Run in the first round trip; when it throws, nothing is decided and its error is answered. */
  first?(tx: Tx): Promise<unknown>
  /** Run at its end, on a replay too. */
  also?(tx: Tx, decided: D): void
  /** Accepts the one-time code that was sent with it. */
  accept?: Accept | null
}

/**
 * Decides records, all or nothing, in one transaction of the database: checks permission and answers, then runs
 * `decideIn` at most once for its key. Refusals change nothing and leave the key unused.
 */
export async function decideAll(
  context: ServerContext,
  actor: Actor,
  order: OrderOfMany,
  beside?: Beside<readonly Decided[]>,
): Promise<Decided[]> {
  return take(context, actor, order, prepare(context.domains, actor, order), beside)
}

/** Total of the records: as the person saw them, for what is paid out of them may change with the decision. */
const movedIn = ({ of }: Step, rows: readonly Row[]): string => {
  const { amount } = of.list
  return amount === undefined ? '0.00' : sum(rows.map((row) => String(row[String(amount)] ?? '0.00')))
}

async function take(
  context: ServerContext,
  actor: Actor,
  order: OrderOfMany,
  prepared: Prepared,
  { first, also, accept = null }: Beside<readonly Decided[]> = {},
): Promise<Decided[]> {
  const { step, ids, ask, versions, creates } = prepared
  const complete = await withSheet(context, actor, prepared)
  const body = { resource: order.resource, transition: order.transition, ids, ask, versions }
  const key = order.key ?? (creates ? generatedKey(body) : null)
  const { proofs } = order
  let total = '0.00'
  const run = async (tx: Tx): Promise<Decided[]> => {
    const work = new SqlUnitOfWork(context, actor, tx, systemStep)
    const validity: AnswerValidity<Decided[]> | undefined =
      creates && !order.key
        ? { seconds: DOUBLE, stands: async ([made]) => (await work.row(step.of, made?.id ?? null)) !== null }
        : undefined
    const beside = () => Promise.all([first?.(tx), askFirst(work, prepared)])
    const count = async (before: readonly Row[], { typedAmount, oneTimeCode }: Proofs) => {
      total = movedIn(step, before)
      if (typedAmount || oneTimeCode)
        await proveTotal(context, tx, actor, step, { typedAmount, oneTimeCode }, { total }, accept)
      else countMoved(context, tx, actor, step, total)
    }
    const effect = () =>
      decideIn(work, complete, proofs && movesMoney(step) ? (before) => count(before, proofs) : undefined)
    const decided = await once(tx, actor, key, body, effect, { validity, beside })
    also?.(tx, decided)
    return decided
  }
  try {
    return await context.db.transaction({ tenantId: actor.tenantId }, run)
  } catch (e) {
    const read = (s: Statement) => context.db.scoped({ tenantId: actor.tenantId }, s)
    if (isUnproved(e)) return refuseMoved(read, actor, step, total)
    const { late } = step.transition
    if (late && tookTooLong(e)) throw new AppError(503, late, null, LATE_AGAIN)
    throw refusedByDatabase(context.domains, creates ? step.of : null, e, actor.language) ?? e
  }
}

/**
 * Decides one record as the system, for clock edges and answers of partners. The same locks, guard, effect and history
 * as a user's decision, with the actor 系统; no permission. `key` makes repeated calls decide once.
 */
export async function decideAsSystem(
  context: ServerContext,
  tenantId: string,
  request: DecisionRequest,
): Promise<Decided> {
  const { id, version, ...rest } = request
  const versions = typeof version === 'number' ? { [id]: version } : undefined
  const actor = systemActor(tenantId, request.key ?? '')
  const order = { ...rest, ids: [id], versions }
  const [one] = await take(context, actor, order, prepareForSystem(context.domains, actor, order))
  if (!one) throw notFound()
  return one
}

/** Decides one record. */
export async function decide(
  context: ServerContext,
  actor: Actor,
  order: DecisionRequest,
  { first, also, accept }: Beside<Decided> = {},
): Promise<Decided> {
  const { id, version, ...rest } = order
  const versions = version === undefined || version === null ? undefined : { [id]: version }
  const [one] = await decideAll(
    context,
    actor,
    { ...rest, ids: [id], versions },
    {
      ...(first && { first }),
      ...(accept && { accept }),
      ...(also && { also: (tx, [decided]) => decided && also(tx, decided) }),
    },
  )
  if (!one) throw notFound()
  return one
}
