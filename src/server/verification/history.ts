import { lifecycles, resourceOf } from '../../model/business.ts'
import { approvalHistory } from '../../model/desk/approvalHistory.ts'
import { changeRequest } from '../../model/desk/changeRequest.ts'
import {
  among,
  and,
  before,
  differs,
  equal,
  not,
  or,
  same,
  text,
  there,
  word,
} from '../../model/language/conditions/expression.ts'
import { statusFields } from '../../model/language/derived/past.ts'
import { type Choice, choiceOf, type Field, isChoice } from '../../model/language/fields/field.ts'
import { isByPeople, type Lifecycle, type Transition } from '../../model/language/lifecycle.ts'
import { leadingTo, makersOf } from '../../model/language/makers.ts'
import { settlementCycle } from '../../model/settlement/results/settlementCycle.ts'
import { settlementOrderLifecycle } from '../../model/settlement/settlementOrderLifecycle.ts'
import { closedWhy } from '../core/open.ts'
import { business } from '../domains/domains.ts'
import { count } from '../promises/form/aggregate.ts'
import { last, one, type Relation, total } from '../promises/form/relation.ts'
import { type Invariant, invariant } from '../promises/invariant.ts'

const ORDER = ['operateTime', 'id'] as const
const status = (l: Lifecycle) => text(statusFields(l), '/')
const fieldsOf = (l: Lifecycle) => resourceOf(l.resource).fields as Readonly<Record<string, Field>>

/**
 * Is no edge open to people, and are those of the system declared closed where there are no others? Records of such a
 * lifecycle come without having been decided.
 */
const isAsleep = (l: Lifecycle): boolean => {
  const edges = Object.entries<Transition>(l.transitions).filter(([, t]) => isByPeople(t) || t.closed)
  return (
    edges.length > 0 &&
    edges.every(([name, t]) => t.closed !== undefined || closedWhy(business, l.resource, name) !== null)
  )
}

/**
 * Does every value but the first have an edge that leads to it? Only then must each record explain how it got there.
 */
function isWhole(l: Lifecycle): boolean {
  if (isAsleep(l)) return false
  return statusFields(l).every((name) => {
    const f = fieldsOf(l)[name] as Choice
    const reached = Object.values<Transition>(l.transitions).map((t) =>
      typeof t.to === 'object' ? (t.to as Record<string, unknown>)[name] : undefined,
    )
    return (
      isChoice(f) &&
      Object.keys(f.values).every((v) => v === String(f.facts.initial) || reached.includes(choiceOf(f, v)))
    )
  })
}

const initial = (l: Lifecycle): string =>
  statusFields(l)
    .map((name) => String(fieldsOf(l)[name]?.facts.initial ?? ''))
    .join('/')

/**
 * INV-40 of one lifecycle: the last history row has the record's state, and a record not in its first state has one.
 */
const ofLifecycle = (l: Lifecycle): Invariant => {
  const [zh, en] = resourceOf(l.resource).title
  return invariant(
    `INV-40.${l.resource}`,
    [`${zh}的状态与其审批记录一致`, `${en} stand where their history says`],
    {
      of: resourceOf(l.resource),
      with: { last: last(approvalHistory, { bizId: 'id' }, ORDER, { where: equal('bizType', word(l.resource)) }) },
    },
    or(
      equal('last.toStatus', status(l)),
      and(not(there('last.id')), ...(isWhole(l) ? [equal(status(l), word(initial(l)))] : [])),
    ),
    { status: status(l), found: 'last.toStatus' },
  )
}

/** A transition that needs a checker, those that lead to where it starts, and whether only who took a step is a maker. */
interface Checked {
  readonly name: string
  readonly after: readonly string[]
  readonly byStep: boolean
}

/** Transitions of a lifecycle that need a checker. */
const checkedOf = (l: Lifecycle): Checked[] =>
  Object.entries<Transition>(l.transitions).flatMap(([name, t]) =>
    t.makerChecker ? [{ name, after: leadingTo(l, t), byStep: makersOf(l, t).every((maker) => 'took' in maker) }] : [],
  )

const words = (names: readonly string[]) => names.map(word)

/**
 * Reviews of the records (`record`) of a lifecycle that were done while separation of duties was in force, as the history
 * of its parameter says.
 */
const reviewsOf = (l: Lifecycle) =>
  ({
    of: approvalHistory,
    with: {
      record: one(resourceOf(l.resource), 'bizId'),
      duties: last(approvalHistory, {}, ORDER, {
        where: and(equal('bizType', word('param')), equal('bizCode', word('sod.enabled'))),
        only: before(ORDER, ['up.operateTime', 'up.id']),
      }),
    },
    where: and(
      equal('bizType', word(l.resource)),
      among('action', words(checkedOf(l).map((t) => t.name))),
      there('record.id'),
      not(same('duties.toStatus', word('false'))),
    ),
  }) satisfies Relation

const shown = { bizCode: 'bizCode', action: 'action', operatorName: 'operatorName' }

/**
 * INV-41 of one lifecycle: creator and submitter of a record differ from its checker. Makers of other kinds (`makers`,
 * such as the person who confirmed the cycle) have invariants of their own.
 */
function apartOf(l: Lifecycle): Invariant[] {
  const checked = checkedOf(l)
  if (checked.length === 0) return []
  const [zh, en] = resourceOf(l.resource).title
  const led = checked
    .filter((t) => t.after.length > 0)
    .map((t) => and(equal('up.action', word(t.name)), among('action', words(t.after))))
  const reviews = reviewsOf(l)
  // the planner of a meeting may accept it: makers are the submitter and the reviewer
  const ofMakers = checked.filter((t) => !t.byStep).map((t) => t.name)
  const created = invariant(
    `INV-41.${l.resource}.created`,
    [`${zh}不由新增它的人审核`, `Who created one of the ${en.toLowerCase()} did not review it`],
    { ...reviews, where: and(reviews.where, ...(ofMakers.length > 0 ? [among('action', words(ofMakers))] : [])) },
    not(equal('operatorId', 'record.createUser')),
    shown,
  )
  const byCreators = ofMakers.length > 0 ? [created] : []
  if (led.length === 0) return byCreators
  const submitted = invariant(
    `INV-41.${l.resource}.submitted`,
    [`${zh}不由提交它的人审核`, `Who submitted one of the ${en.toLowerCase()} did not review it afterwards`],
    {
      ...reviews,
      with: {
        ...reviews.with,
        made: total(
          { of: approvalHistory },
          { bizType: 'bizType', bizId: 'bizId', operatorId: 'operatorId' },
          { all: count() },
          and(before(ORDER, ['up.operateTime', 'up.id']), or(...led)),
        ),
      },
    },
    equal('made.all', 0),
    shown,
  )
  return [...byCreators, submitted]
}

/** INV-40 and 41 of one lifecycle, from its declaration. */
export const invariantsOf = (l: Lifecycle): readonly Invariant[] => [ofLifecycle(l), ...apartOf(l)]

/** Promises of the history: INV-40, 41. */
export const historyInvariants: readonly Invariant[] = [
  invariant(
    'INV-41.changeRequest',
    ['变更申请不由申请人自己复核', 'Nobody reviewed their own change request'],
    { of: changeRequest },
    not(equal('reviewerId', 'requesterId')),
    { code: 'code', requesterName: 'requesterName' },
  ),
  invariant(
    'INV-40.chain',
    ['每条审批记录从上一条的新状态开始', 'Each history row starts where the one before it ended'],
    {
      of: approvalHistory,
      previous: { by: ['bizType', 'bizId'], order: ORDER, fields: ['toStatus'] },
      where: there('previous.toStatus'),
    },
    not(and(there('fromStatus'), differs('previous.toStatus', 'fromStatus'))),
    { bizType: 'bizType', bizId: 'bizId', fromStatus: 'fromStatus', found: 'previous.toStatus' },
  ),
  ...[...lifecycles.values()].flatMap(invariantsOf),
  invariant(
    'INV-41.cycle',
    ['确认周期的人不得审核其结算单', 'Whoever confirmed the cycle did not review its orders'],
    {
      ...reviewsOf(settlementOrderLifecycle),
      with: {
        ...reviewsOf(settlementOrderLifecycle).with,
        cycle: one(settlementCycle, 'record.settlementCycleId'),
      },
    },
    not(equal('operatorId', 'cycle.confirmUser')),
    shown,
  ),
]
