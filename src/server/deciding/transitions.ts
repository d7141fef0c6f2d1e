import { lifecycles, resources } from '../../model/business.ts'
import { inWords, isId, type Problem, problemsOf, tidy } from '../../model/language/derived/validate.ts'
import type { Fields } from '../../model/language/fields/field.ts'
import { isByPeople, isBySystem, type Lifecycle, type Transition } from '../../model/language/lifecycle.ts'
import type { Label } from '../../model/values/label.ts'
import type { BatchOrder } from '../../model/wire/batchWire.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerDomains } from '../core/domains.ts'
import { AppError, forbidden, notFound } from '../core/errors.ts'
import { closedWhy } from '../core/open.ts'
import { may } from '../core/permissions.ts'
import { type AnyRule, ruleOf } from '../writing/rules.ts'
import { type AnyResource, byId } from '../writing/unitOfWork/rows.ts'

/** A decision that is asked for one record. */
export interface DecisionRequest {
  readonly resource: string
  readonly transition: string
  readonly id: string
  /** Answers to what the transition asks; unknown names are ignored. */
  readonly ask?: Readonly<Record<string, unknown>>
  /** The version the user has seen; absent = not checked (clients of the specification). */
  readonly version?: number | null
  readonly key?: string | null
  /** Part of a batch. */
  readonly batch?: true
  /**
   * Proofs of a person who decides outside a batch: the amount is counted. Absent where it was counted with others (a
   * batch, a call row by row).
   */
  readonly proofs?: Proofs
}

/** Proofs beside the answers: the total, a one-time code. */
export type Proofs = Pick<BatchOrder, 'typedAmount' | 'oneTimeCode'>

/** The same for several records, all or nothing. `versions` by id. */
export interface OrderOfMany extends Omit<DecisionRequest, 'id' | 'version'> {
  readonly ids: readonly string[]
  readonly versions?: Readonly<Record<string, number>>
}

/** A transition with its resource, lifecycle and rule. */
export interface Step {
  readonly of: AnyResource
  readonly lifecycle: Lifecycle
  readonly name: string
  readonly transition: Transition
  readonly rule: AnyRule
  /** Why the transition is not open yet, null when it is. */
  readonly closed: Label | null
}

/** Returns a transition by its names; unknown ones are 404. */
export function stepOf(domains: ServerDomains, resource: string, name: string): Step {
  const of = resources.get(resource)
  const lifecycle = lifecycles.get(resource)
  const transition = lifecycle?.transitions[name]
  if (!of || !lifecycle || !transition || !Object.hasOwn(lifecycle.transitions, name))
    throw new AppError(404, ['没找到请求', 'There is no such call'])
  return {
    of,
    lifecycle,
    name,
    transition,
    rule: ruleOf(domains, resource, name),
    closed: closedWhy(domains, resource, name),
  }
}

/** Throws 400 with every wrong answer. */
export function refuseInvalid(problems: readonly Problem[], actor: Actor): void {
  if (problems.length === 0) return
  const [zh, en] = [inWords(problems, 'zh'), inWords(problems, 'en')]
  throw new AppError(400, [zh.msg, en.msg], actor.language === 'en' ? en.fields : zh.fields)
}

/** Returns the asked fields without those of a record it creates, which `addRecord` checks. */
export function answersBeside({ of, transition: t }: Step): Fields {
  const fields = Object.entries(t.ask ?? {})
  return Object.fromEntries(t.from === 'new' ? fields.filter(([name]) => !Object.hasOwn(of.fields, name)) : fields)
}

/** Returns the normalised answers to what a transition asks; 400 names every wrong field. */
export function askOf(t: Transition, sent: Readonly<Record<string, unknown>>, actor: Actor): Record<string, unknown> {
  if (!t.ask) return {}
  refuseInvalid(problemsOf(t.ask, sent), actor)
  return Object.fromEntries(Object.entries(t.ask).map(([name, f]) => [name, tidy(f, sent[name])]))
}

const idsOf = (ids: readonly string[]): string[] => {
  const unique = [...new Set(ids)]
  for (const id of unique) if (!isId(id)) throw notFound()
  return unique.sort(byId)
}

/** A decision that passed the checks without data, normalised: the input of `decideIn`. */
export interface Prepared {
  readonly step: Step
  /** The records, ascending; none where the transition creates its record. */
  readonly ids: readonly string[]
  readonly ask: Readonly<Record<string, unknown>>
  /** Versions the user has seen, by id. */
  readonly versions: Readonly<Record<string, number>>
  readonly creates: boolean
  /** Taken by the system (clock or partner), not by a user. */
  readonly bySystem: boolean
  /** Part of a batch. */
  readonly batch: boolean
}

/**
 * Checks of a decision that need no data: 404 where the transition is not for this kind of actor, 403 without
 * permission, 400 for wrong answers.
 */
export function prepare(domains: ServerDomains, actor: Actor, order: OrderOfMany): Prepared {
  return read(actor, stepFor(domains, actor, order), order, false)
}

/** The transition that a person wants to take: 404 of the system, 403 of others. */
function stepFor(domains: ServerDomains, actor: Actor, order: Pick<OrderOfMany, 'resource' | 'transition'>): Step {
  const step = stepOf(domains, order.resource, order.transition)
  if (!isByPeople(step.transition)) throw new AppError(404, ['没找到请求', 'There is no such call'])
  if (!may(actor, step.transition.permission ?? '')) throw forbidden()
  return step
}

/** Refuses as `prepare` does, whichever records are decided: without the permission, or without what is asked. */
export function refuseAsk(
  domains: ServerDomains,
  actor: Actor,
  order: Pick<OrderOfMany, 'resource' | 'transition' | 'ask'>,
): void {
  const step = stepFor(domains, actor, order)
  if (!step.closed) askOf(step.transition, order.ask ?? {}, actor)
}

/**
 * The same for transitions taken by the system: no permission.
 * @throws Error for transitions that only users may take.
 */
export function prepareForSystem(domains: ServerDomains, actor: Actor, order: OrderOfMany): Prepared {
  const step = stepOf(domains, order.resource, order.transition)
  if (!isBySystem(step.transition)) throw new Error(`${order.resource}.${order.transition} is no system transition`)
  return read(actor, step, order, true)
}

/**
 * The same of what a doctor does outside the console, who holds no permission: steps that the system may take, too, on
 * a record that the caller found to be theirs. History names the doctor.
 * @throws Error for anybody else
 */
export function prepareForDoctor(domains: ServerDomains, actor: Actor, order: OrderOfMany): Prepared {
  if (!actor.source) throw new Error(`${actor.name} comes by no doctor's way`)
  return { ...prepareForSystem(domains, actor, order), bySystem: false }
}

function read(actor: Actor, step: Step, order: OrderOfMany, bySystem: boolean): Prepared {
  const { transition: t } = step
  const creates = t.from === 'new'
  const ids = creates ? [] : idsOf(order.ids)
  if (!creates && ids.length === 0)
    throw new AppError(400, ['请选择至少一条数据', 'Please select at least one record'], { id: '请选择至少一条数据' })
  const ask = step.closed ? {} : askOf(t, order.ask ?? {}, actor)
  return { step, ids, ask, versions: order.versions ?? {}, creates, bySystem, batch: order.batch === true }
}
