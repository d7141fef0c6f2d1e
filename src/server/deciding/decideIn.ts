import { spanProblems } from '../../model/language/fields/spans.ts'
import { isBySystem, isInState } from '../../model/language/lifecycle.ts'
import { makersOf } from '../../model/language/makers.ts'
import type { Decided } from '../../model/wire/wire.ts'
import { AppError, notFound } from '../core/errors.ts'
import { closedWhy } from '../core/open.ts'
import { inScope } from '../core/permissions.ts'
import { about, closed, illegal, notOpen, stale } from '../writing/save/conflict.ts'
import { refuseRemoval } from '../writing/save/removal.ts'
import { addRecord } from '../writing/save/save.ts'
import { refuseFields } from '../writing/save/sentFields.ts'
import { LocksMoved } from '../writing/unitOfWork/locksMoved.ts'
import { type AnyResource, byId, changesOf, type Row } from '../writing/unitOfWork/rows.ts'
import type { AuditLabel, UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'
import { wirePatch } from '../writing/unitOfWork/wire.ts'
import { refuseInvalidNow } from './askedNow.ts'
import { lockAll, lockedBy, type Wanted } from './locking.ts'
import { whoMade } from './makers.ts'
import { handsOn, oneHandProblem } from './oneHand.ts'
import { type Prepared, type Step, stepOf } from './transitions.ts'
import { undoOf, undoProblem } from './undo.ts'

// The steps of a decision, on the unit of work only: the same over SQL and in memory.

/** Returns a record that exists, is not deleted and is visible to the user; 404 otherwise. */
export function visible(work: UnitOfWork, step: Step, row: Row | undefined): Row {
  if (!row || row.isDeleted === 1 || !inScope(work.actor, step.of, row)) throw notFound()
  return row
}

/** Returns the records of a decision, locked and visible. */
async function lockedRows(work: UnitOfWork, step: Step, ids: readonly string[]): Promise<Row[]> {
  const seen = new Map<string, Row>()
  let taken: Wanted = new Map()
  if (step.rule.lock) {
    const found = (await work.rows(step.of, { id: ids })) as unknown as Row[]
    for (const row of found) seen.set(row.id, row)
    taken = await lockAll(
      work,
      step,
      ids.map((id) => visible(work, step, seen.get(id))),
    )
  }
  const locked = await work.lock(step.of, ids)
  const rows = ids.map((id) =>
    visible(
      work,
      step,
      locked.find((r) => r.id === id),
    ),
  )
  // Another decision was faster: this one continues where its locks are still the right ones, so that concurrent
  // decisions follow one another.
  const moved = rows.some((row) => (seen.get(row.id)?.version ?? row.version) !== row.version)
  if (moved && !(await lockedBy(work, step, rows, taken)))
    throw new LocksMoved('the record changed while its locks were taken')
  return rows
}

const restored = async (
  work: UnitOfWork,
  step: Step,
  row: Row,
  names: readonly string[],
): Promise<Record<string, unknown>> => {
  const last = await work.lastStep(step.of, row.id)
  const back: Record<string, unknown> = {}
  for (const name of names) {
    const change = last?.changes.find((c) => c.field === name)
    if (!change) throw new AppError(409, ['没有可恢复的状态', 'There is no earlier state to go back to'])
    back[name] = change.from
  }
  return back
}

/** Applies a transition to a locked record: status and further fields in one update, then the effect. */
export async function move(
  work: UnitOfWork,
  step: Step,
  row: Row,
  ask: Readonly<Record<string, unknown>>,
  bySystem: boolean,
): Promise<Row> {
  const { of, transition: t, rule, name } = step
  const audit: AuditLabel = {
    action: name,
    decision: { transition: t, lifecycle: step.lifecycle, remark: remarkOf(ask), bySystem },
  }
  const to: Record<string, unknown> = t.to === 'deleted' ? { isDeleted: 1 } : { ...t.to }
  const back = Object.keys(to).filter((field) => to[field] === 'previous')
  if (back.length > 0) Object.assign(to, await restored(work, step, row, back))
  const values: Record<string, unknown> = { ...rule.set?.(row, ask, work), ...to }
  refuseFields(spanProblems(of.fields, { ...row, ...values }, new Set(Object.keys(values))), work.actor)
  const after = (await work.update(of, row.id, values as never, audit)) as unknown as Row
  const more = await rule.effect?.(after, ask, work, row)
  return more && Object.keys(more).length > 0 ? work.amend(of, row.id, more as Record<string, unknown>) : after
}

const remarkOf = (ask: Readonly<Record<string, unknown>>): string | null => {
  const remark = ask.remark ?? ask.reason ?? ask.comment ?? ask.auditRemark ?? ask.confirmResult ?? ask.replyContent
  return typeof remark === 'string' ? remark : null
}

/** Waits without throwing; the error is thrown when the result is read. */
const settled = <T>(pending: Promise<T>): Promise<() => T> =>
  pending.then(
    (value) => () => value,
    (e: unknown) => () => {
      throw e
    },
  )

/**
 * All checks of an operator's decision, in the order in which their messages take precedence. What has to be read for
 * them is read at once. `many`: others are decided with it, so that messages say which record; `batch`: it is one of many,
 * also where it is decided alone. `hands`: the accounts that the person had to do with, for who checks several records before
 * anything of them is written.
 */
export async function check(
  work: UnitOfWork,
  step: Step,
  row: Row,
  ask: Readonly<Record<string, unknown>>,
  version: number | null,
  many: boolean,
  batch = many,
  hands: () => ReturnType<typeof handsOn> = () => handsOn(work),
): Promise<void> {
  const { of, transition: t, rule } = step
  const { actor } = work
  if (step.closed) throw await closed(work, of, row)
  if (version !== null && version !== row.version) throw await stale(work, of, row, version)
  if (!isInState(t.from, row)) throw await illegal(work, of, row)
  if (batch && t.together && !isInState(t.together.where, row))
    throw new AppError(400, about(of, row, many, t.together.why))
  const [undo, makers, handled, guard] = await Promise.all([
    settled(undoProblem(work, of, t, row)),
    settled(makersIn(work, step, row)),
    settled(t.makerChecker ? hands() : Promise.resolve([])),
    settled(
      (async () => {
        // read before the transaction (sheet.ts): without its rows no guard can say anything
        if (ask.sheet instanceof AppError) throw ask.sheet
        return rule.guard?.(row, ask, work)
      })(),
    ),
  ])
  const late = undo()
  if (late) throw new AppError(400, about(of, row, many, late))
  if (makers().has(actor.userId)) {
    throw new AppError(
      400,
      about(of, row, many, [
        `经办与审核不能是同一人：${actor.name}是该${of.title[0]}的经办人`,
        `Maker and checker must differ: ${actor.name} made what is decided here (${of.title[1]})`,
      ]),
    )
  }
  const oneHand = await oneHandProblem(work, handled(), makers())
  if (oneHand) throw new AppError(400, about(of, row, many, oneHand))
  const problem = guard()
  if (problem) throw new AppError(400, about(of, row, many, problem))
}

/**
 * Returns the users who may not decide because they are makers: none while separation of duties is off, unless the
 * transition needs a second person always.
 */
async function makersIn(
  work: UnitOfWork,
  { of, lifecycle, transition: t }: Step,
  row: Row,
): Promise<ReadonlySet<string>> {
  if (!t.makerChecker) return new Set()
  const always = t.makerChecker !== true && t.makerChecker.always === true
  if (!always && !(await sodEnabled(work))) return new Set()
  return whoMade(work, of, row, makersOf(lifecycle, t))
}

/** Separation of duties is on unless the guarded parameter says otherwise. */
const sodEnabled = async (work: UnitOfWork): Promise<boolean> => (await work.param('sod.enabled')) !== 'false'

/** Applies system transitions started by effects: the same guard and history, no permission, no maker. */
export async function systemStep(
  work: UnitOfWork,
  of: AnyResource,
  ids: readonly string[],
  name: string,
  ask: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const step = stepOf(work.domains, of.id, name)
  if (!isBySystem(step.transition)) throw new Error(`${of.id}.${name} is not a system transition`)
  if (step.closed) throw notOpen()
  const rows = await work.lock(of, [...ids].sort(byId))
  if (rows.length < new Set(ids).size) throw new Error(`${of.id}: a record to ${name} is missing`)
  for (const row of rows) {
    if (row.isDeleted === 1 || !isInState(step.transition.from, row)) throw await illegal(work, of, row)
    const problem = await step.rule.guard?.(row, ask, work)
    if (problem) throw new AppError(400, problem)
  }
  const { transition: t, lifecycle, rule } = step
  if (rule.effect || rule.set || t.to === 'deleted' || Object.values(t.to).includes('previous')) {
    for (const row of rows) await move(work, step, row, ask, true)
    if (t.to === 'deleted') await refuseRemoval(work, of, rows)
    return
  }
  // Transitions without effect of many records (the doctor orders of a settlement order) are one statement.
  await work.updateAll(of, rows.map((row) => ({ id: row.id, ...(t.to as object) })) as never, {
    action: name,
    decision: { transition: t, lifecycle, remark: remarkOf(ask), bySystem: true },
  })
}

/** Runs a transition that creates its record from the asked values, with all checks of a submit of a new record. */
async function create(
  work: UnitOfWork,
  step: Step,
  ask: Readonly<Record<string, unknown>>,
  bySystem: boolean,
): Promise<Row> {
  const { of, transition: t, rule } = step
  if (step.closed) throw notOpen()
  const sent = Object.fromEntries(Object.entries(ask).filter(([name]) => Object.hasOwn(of.fields, name)))
  const row = await addRecord(work, of, sent, {
    own: async (values) => {
      const draft = { id: '', tenantId: work.actor.tenantId, version: 0, ...values } as Row
      if (rule.lock) await lockAll(work, step, [draft])
      const problem = await rule.guard?.(draft, ask, work)
      if (problem) throw new AppError(400, problem)
      return { ...rule.set?.(draft, ask, work), ...(t.to as object) }
    },
    audit: {
      action: step.name,
      decision: { transition: t, lifecycle: step.lifecycle, remark: remarkOf(ask), bySystem },
    },
  })
  const more = await rule.effect?.(row, ask, work, row)
  return more && Object.keys(more).length > 0 ? work.amend(of, row.id, more as Record<string, unknown>) : row
}

const answerOf = (work: UnitOfWork, step: Step, before: Row | null, after: Row): Decided => {
  const { of, transition: t, lifecycle } = step
  const back = t.undo && closedWhy(work.domains, of.id, t.undo) === null ? lifecycle.transitions[t.undo] : undefined
  return {
    id: after.id,
    version: after.version,
    transition: step.name,
    patch: wirePatch(work.actor, of, after, [
      ...changesOf(of, before, after).map((c) => c.field),
      'version',
      'updateTime',
    ]),
    ...undoOf(work, t, back),
  }
}

/**
 * Reads what `decideIn` needs first, so that it can share a round trip with other statements. Where locks depend on
 * values of the records, `decideIn` finds them, in the global order.
 */
export async function askFirst(work: UnitOfWork, { step, ids }: Pick<Prepared, 'step' | 'ids'>): Promise<void> {
  await Promise.all([
    step.rule.lock ? null : work.lock(step.of, ids),
    step.transition.makerChecker && work.param('sod.enabled'),
  ])
}

/**
 * Carries out a prepared decision, all or nothing within the work: locks in the global order → scope → closed → version
 * → status → take-back → maker ≠ checker → guard → update (version + 1) → effect → history, audit trail, outbox. A
 * deletion is refused at the end while other records still reference what it deletes. `last`: done behind all of it, with the
 * records as they were before.
 */
export async function decideIn(
  work: UnitOfWork,
  prepared: Prepared,
  last?: (before: readonly Row[]) => Promise<unknown>,
): Promise<Decided[]> {
  const { step, ids, ask, versions, creates, bySystem, batch } = prepared
  await refuseInvalidNow(work, step, ask)
  const answers: Decided[] = []
  if (creates) answers.push(answerOf(work, step, null, await create(work, step, ask, bySystem)))
  const rows = await lockedRows(work, step, ids)
  for (const row of rows) {
    await check(work, step, row, ask, versions[row.id] ?? null, rows.length > 1, batch || rows.length > 1)
    answers.push(answerOf(work, step, row, await move(work, step, row, ask, bySystem)))
  }
  if (step.transition.to === 'deleted') await refuseRemoval(work, step.of, rows)
  await work.flush()
  await last?.(rows)
  return answers
}
