import { lifecycles, resourceOf, resources } from '../../model/all.ts'
import type { Fields } from '../../model/kernel/field.ts'
import type { Label } from '../../model/kernel/label.ts'
import { isInState, type Lifecycle, type Transition } from '../../model/kernel/lifecycle.ts'
import { inWords, isId, type Problem, problemsOf, tidy } from '../../model/kernel/validate.ts'
import type { Decided } from '../../model/kernel/wire.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context.ts'
import type { Tx } from '../core/database.ts'
import { AppError, forbidden, notFound } from '../core/errors.ts'
import { inScope, may } from '../core/permissions.ts'
import { about, closed, illegal, notOpen, stale } from '../writes/conflict.ts'
import { unreachedIn } from '../writes/references.ts'
import { refuseRemoval } from '../writes/removal.ts'
import { type AnyResource, byId, changesOf, lockName, type Row } from '../writes/rows.ts'
import { type AnyRule, closedWhy, ruleOf } from '../writes/rules.ts'
import { addRecord, duplicate } from '../writes/save.ts'
import type { Written } from '../writes/trail.ts'
import { UnitOfWork } from '../writes/unitOfWork.ts'
import { wirePatch } from '../writes/wire.ts'
import { type MadeUp, madeUpKey, once } from './idempotency.ts'
import { makersOf } from './makers.ts'
import { lastStep, undoOf, undoProblem } from './undo.ts'

/** What somebody wants done to one record. */
export interface DecisionRequest {
  readonly resource: string
  readonly transition: string
  readonly id: string
  /** Answers to what the transition asks; unknown names are ignored. */
  readonly ask?: Readonly<Record<string, unknown>>
  /** The version the person saw; absent = not checked (stock clients). */
  readonly version?: number | null
  readonly key?: string | null
}

/** The same for several records, all or nothing. `versions` by id. */
export interface OrderOfMany extends Omit<DecisionRequest, 'id' | 'version'> {
  readonly ids: readonly string[]
  readonly versions?: Readonly<Record<string, number>>
}

/** One edge with everything it needs. */
export interface Step {
  readonly of: AnyResource
  readonly lifecycle: Lifecycle
  readonly name: string
  readonly transition: Transition
  readonly rule: AnyRule
  /** Why nobody may take it yet, null when it is open. */
  readonly closed: Label | null
}

/** The edge by its names; unknown ones are 404. */
export function stepOf(resource: string, name: string): Step {
  const of = resources.get(resource)
  const lifecycle = lifecycles.get(resource)
  const transition = lifecycle?.transitions[name]
  if (!of || !lifecycle || !transition || !Object.hasOwn(lifecycle.transitions, name))
    throw new AppError(404, ['没找到请求', 'There is no such call'])
  return { of, lifecycle, name, transition, rule: ruleOf(resource, name), closed: closedWhy(resource, name) }
}

/** 400 that names every answer that is wrong. */
function refuseAsked(problems: readonly Problem[], actor: Actor): void {
  if (problems.length === 0) return
  const [zh, en] = [inWords(problems, 'zh'), inWords(problems, 'en')]
  throw new AppError(400, [zh.msg, en.msg], actor.language === 'en' ? en.fields : zh.fields)
}

/** What a transition asks, without the fields of a record it creates: `addRecord` looks at those. */
function askedBeside({ of, transition: t }: Step): Fields {
  const asked = Object.entries(t.ask ?? {})
  return Object.fromEntries(t.from === 'new' ? asked.filter(([name]) => !Object.hasOwn(of.fields, name)) : asked)
}

/** What was answered to the questions of a transition, tidied; 400 names every field that is wrong. */
export function askOf(t: Transition, sent: Readonly<Record<string, unknown>>, actor: Actor): Record<string, unknown> {
  if (!t.ask) return {}
  refuseAsked(problemsOf(t.ask, sent), actor)
  return Object.fromEntries(Object.entries(t.ask).map(([name, f]) => [name, tidy(f, sent[name])]))
}

/** Thrown when the rows to lock moved between reading and locking; the database takes it for 40001 and tries again. */
class LocksMoved extends Error {
  readonly code = '40001'
}

/**
 * Locks of all records of an order in the one global order: resource id, then record id. A record to be created has
 * none yet.
 */
async function lockAll(work: UnitOfWork, step: Step, rows: readonly Row[]): Promise<void> {
  const wanted = new Map<string, Set<string>>([[step.of.id, new Set(rows.map((r) => r.id).filter(Boolean))]])
  if (step.rule.lock) {
    for (const row of rows) {
      for (const [resource, ids] of Object.entries(await step.rule.lock(row, work))) {
        const set = wanted.get(resource) ?? new Set<string>()
        for (const id of ids) set.add(id)
        wanted.set(resource, set)
      }
    }
  }
  const named = [...wanted].map(([resource, ids]) => ({ of: resourceOf(resource), ids: [...ids] }))
  named.sort((a, b) => (lockName(a.of) < lockName(b.of) ? -1 : 1))
  for (const { of, ids } of named) await work.lock(of, ids)
}

/** The records of an order, locked, live, visible to the person. Anything else is 404. */
async function lockedRows(work: UnitOfWork, step: Step, ids: readonly string[]): Promise<Row[]> {
  const visible = (row: Row | undefined): Row => {
    if (!row || row.isDeleted === 1 || !inScope(work.actor, step.of, row)) throw notFound()
    return row
  }
  const seen = new Map<string, Row>()
  if (step.rule.lock) {
    const found = (await work.rows(step.of, { id: ids })) as unknown as Row[]
    for (const row of found) seen.set(row.id, row)
    await lockAll(
      work,
      step,
      ids.map((id) => visible(seen.get(id))),
    )
  }
  const locked = await work.lock(step.of, ids)
  return ids.map((id) => {
    const row = visible(locked.find((r) => r.id === id))
    const before = seen.get(id)
    if (before && before.version !== row.version) throw new LocksMoved('the record changed while its locks were taken')
    return row
  })
}

const restored = async (
  work: UnitOfWork,
  step: Step,
  row: Row,
  names: readonly string[],
): Promise<Record<string, unknown>> => {
  const last = await lastStep(work, step.of, row.id)
  const back: Record<string, unknown> = {}
  for (const name of names) {
    const change = last?.changes.find((c) => c.field === name)
    if (!change) throw new AppError(409, ['没有可恢复的状态', 'There is no earlier state to go back to'])
    back[name] = change.from
  }
  return back
}

/** Moves a locked record along an edge: status and further fields in one update, then the effect. */
async function move(
  work: UnitOfWork,
  step: Step,
  row: Row,
  ask: Readonly<Record<string, unknown>>,
  bySystem: boolean,
): Promise<Row> {
  const { of, transition: t, rule, name } = step
  const told: Pick<Written, 'action' | 'decision'> = {
    action: name,
    decision: { transition: t, lifecycle: step.lifecycle, remark: remarkOf(ask), bySystem },
  }
  const to: Record<string, unknown> = t.to === 'deleted' ? { isDeleted: 1 } : { ...t.to }
  const back = Object.keys(to).filter((field) => to[field] === 'previous')
  if (back.length > 0) Object.assign(to, await restored(work, step, row, back))
  const after = (await work.update(
    of,
    row.id,
    { ...rule.set?.(row, ask, work), ...to } as never,
    told,
  )) as unknown as Row
  const more = await rule.effect?.(after, ask, work)
  return more && Object.keys(more).length > 0 ? work.amend(of, row.id, more as Record<string, unknown>) : after
}

const remarkOf = (ask: Readonly<Record<string, unknown>>): string | null => {
  const said = ask.remark ?? ask.reason
  return typeof said === 'string' ? said : null
}

/** Everything that may speak against an operator's decision, in the order people should hear it. */
async function check(
  work: UnitOfWork,
  step: Step,
  row: Row,
  ask: Readonly<Record<string, unknown>>,
  version: number | null,
  many: boolean,
): Promise<void> {
  const { of, transition: t, rule } = step
  const { tx, actor } = work
  if (step.closed) throw await closed(tx, actor, of, row)
  if (version !== null && version !== row.version) throw await stale(tx, actor, of, row, version)
  if (!isInState(t.from, row)) throw await illegal(tx, actor, of, row)
  const undo = await undoProblem(work, of, t, row)
  if (undo) throw new AppError(400, about(of, row, many, undo))
  if (t.makerChecker && (await sodEnabled(work))) {
    const makers = await (rule.makers ? rule.makers(row, work) : makersOf(work, of, step.lifecycle, t, row))
    if (makers.includes(actor.userId)) {
      throw new AppError(
        400,
        about(of, row, many, [
          `经办与审核不能是同一人：${actor.name}是该${of.title[0]}的经办人`,
          `Maker and checker must differ: ${actor.name} made what is decided here (${of.title[1]})`,
        ]),
      )
    }
  }
  const problem = await rule.guard?.(row, ask, work)
  if (problem) throw new AppError(400, about(of, row, many, problem))
}

/** Separation of duties is on unless the guarded parameter says otherwise. */
const sodEnabled = async (work: UnitOfWork): Promise<boolean> => (await work.param('sod.enabled')) !== 'false'

/** System edges caused by effects: the same guard and history, no permission, no question, no maker. */
async function systemStep(work: UnitOfWork, of: AnyResource, ids: readonly string[], name: string): Promise<void> {
  const step = stepOf(of.id, name)
  if (step.transition.by !== 'system') throw new Error(`${of.id}.${name} is not a system transition`)
  const rows = await work.lock(of, [...ids].sort(byId))
  if (rows.length < new Set(ids).size) throw new Error(`${of.id}: a record to ${name} is missing`)
  for (const row of rows) {
    if (row.isDeleted === 1 || !isInState(step.transition.from, row)) throw await illegal(work.tx, work.actor, of, row)
    const problem = await step.rule.guard?.(row, {}, work)
    if (problem) throw new AppError(400, problem)
  }
  const { transition: t, lifecycle, rule } = step
  if (rule.effect || rule.set || t.to === 'deleted' || Object.values(t.to).includes('previous')) {
    for (const row of rows) await move(work, step, row, {}, true)
    if (t.to === 'deleted') await refuseRemoval(work, of, rows)
    return
  }
  // Plain edges of many records (the doctor orders of a settlement order) are one statement.
  await work.updateAll(of, rows.map((row) => ({ id: row.id, ...(t.to as object) })) as never, {
    action: name,
    decision: { transition: t, lifecycle, remark: null, bySystem: true },
  })
}

const idsOf = (ids: readonly string[]): string[] => {
  const unique = [...new Set(ids)]
  for (const id of unique) if (!isId(id)) throw notFound()
  return unique.sort(byId)
}

/**
 * A transition that creates its record from what is asked, through every check that a submit of a new record passes.
 */
async function create(work: UnitOfWork, step: Step, ask: Readonly<Record<string, unknown>>): Promise<Row> {
  const { of, transition: t, rule } = step
  if (step.closed) throw notOpen()
  const sent = Object.fromEntries(Object.entries(ask).filter(([name]) => Object.hasOwn(of.fields, name)))
  const row = await addRecord(work, of, sent, {
    own: async (values) => {
      const draft = { id: '', tenantId: work.tx.tenantId ?? '', version: 0, ...values } as Row
      if (rule.lock) await lockAll(work, step, [draft])
      const problem = await rule.guard?.(draft, ask, work)
      if (problem) throw new AppError(400, problem)
      return { ...rule.set?.(draft, ask, work), ...(t.to as object) }
    },
    told: {
      action: step.name,
      decision: { transition: t, lifecycle: step.lifecycle, remark: remarkOf(ask), bySystem: false },
    },
  })
  const more = await rule.effect?.(row, ask, work)
  return more && Object.keys(more).length > 0 ? work.amend(of, row.id, more as Record<string, unknown>) : row
}

/** A double click of a client without keys creates one record, unless that was deleted in between; seconds. */
const DOUBLE = 2

const answerOf = (work: UnitOfWork, step: Step, before: Row | null, after: Row): Decided => {
  const { of, transition: t, lifecycle } = step
  const back = t.undo && closedWhy(of.id, t.undo) === null ? lifecycle.transitions[t.undo] : undefined
  return {
    id: after.id,
    version: after.version,
    transition: step.name,
    patch: wirePatch(of, after, [...changesOf(of, before, after).map((c) => c.field), 'version', 'updateTime']),
    ...undoOf(work, t, back),
  }
}

/**
 * Decides records, all or nothing, in one transaction: key → permission → locks in the global order → scope → closed →
 * version → status → take-back → maker ≠ checker → guard → update (version + 1) → effect → history, audit trail,
 * outbox.
 * A deletion is refused at the end while other records still point at what it deletes.
 * `also` runs in the same transaction, on a replay too. Refusals change nothing and leave the key unused.
 */
export async function decideAll(
  context: ServerContext,
  actor: Actor,
  order: OrderOfMany,
  also?: (tx: Tx, decided: readonly Decided[]) => Promise<void>,
): Promise<Decided[]> {
  const step = stepOf(order.resource, order.transition)
  const { transition: t } = step
  if (t.by !== 'operator') throw new AppError(404, ['没找到请求', 'There is no such call'])
  if (!may(actor, t.permission ?? '')) throw forbidden()
  const creates = t.from === 'new'
  const ids = creates ? [] : idsOf(order.ids)
  if (!creates && ids.length === 0)
    throw new AppError(400, ['请选择至少一条数据', 'Please select at least one record'], { id: '请选择至少一条数据' })
  const ask = step.closed ? {} : askOf(t, order.ask ?? {}, actor)
  const said = { resource: order.resource, transition: order.transition, ids, ask, versions: order.versions ?? {} }
  const key = order.key ?? (creates ? madeUpKey(said) : null)
  const run = async (tx: Tx): Promise<Decided[]> => {
    const work = new UnitOfWork(context, actor, tx, systemStep)
    const again: MadeUp<Decided[]> | undefined =
      creates && !order.key
        ? { seconds: DOUBLE, stands: async ([made]) => (await work.row(step.of, made?.id ?? null)) !== null }
        : undefined
    const effect = async (): Promise<Decided[]> => {
      refuseAsked(await unreachedIn(work, askedBeside(step), ask), actor)
      const answers: Decided[] = []
      if (creates) answers.push(answerOf(work, step, null, await create(work, step, ask)))
      const rows = await lockedRows(work, step, ids)
      for (const row of rows) {
        await check(work, step, row, ask, order.versions?.[row.id] ?? null, rows.length > 1)
        answers.push(answerOf(work, step, row, await move(work, step, row, ask, false)))
      }
      if (t.to === 'deleted') await refuseRemoval(work, step.of, rows)
      if (rows.length > 0 || creates) await work.flush()
      return answers
    }
    const decided = await once(tx, actor, key, said, effect, again)
    await also?.(tx, decided)
    return decided
  }
  try {
    return await context.db.transaction({ tenantId: actor.tenantId }, run)
  } catch (e) {
    throw (creates ? duplicate(step.of, e) : null) ?? e
  }
}

/** Decides one record. */
export async function decide(
  context: ServerContext,
  actor: Actor,
  order: DecisionRequest,
  also?: (tx: Tx, decided: Decided) => Promise<void>,
): Promise<Decided> {
  const { id, version, ...rest } = order
  const versions = version === undefined || version === null ? undefined : { [id]: version }
  const [one] = await decideAll(
    context,
    actor,
    { ...rest, ids: [id], versions },
    also && (async (tx, all) => (all[0] ? also(tx, all[0]) : undefined)),
  )
  if (!one) throw notFound()
  return one
}
