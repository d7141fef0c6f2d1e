import { activityPlan } from '../../../../model/activities/activityPlan.ts'
import { meetingDoctor } from '../../../../model/activities/doctors.ts'
import {
  among,
  and,
  atMost,
  type Expression,
  equal,
  less,
  not,
  or,
  there,
  word,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { orderEntrusted } from '../../../../model/orders/orderEntrusted.ts'
import { acceptance, review } from '../../../../model/patterns/mixins.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count, distinct } from '../../../promises/form/aggregate.ts'
import { type Lookup, one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import { delivering, isReal, kinds } from '../kinds.ts'

const { approvalStatus, confirmStatus } = statesOf({ fields: { ...review, ...acceptance } })
const { labourStatus } = statesOf(meetingDoctor)
const { planStatus } = statesOf(activityPlan)
const { orderStatus } = statesOf(orderEntrusted)

// Accepted deliverables and doctor orders belong together, both ways (INV-9); doctors and activities count them (INV-46, 3.3).

/** A meeting is completed as a whole. */
const MEETING = 1

/** Kinds of activities that orders come of. */
const real = [...kinds.values()].filter(isReal)
/** Resources of deliverables accepted one by one; a meeting is accepted as a whole. */
const single = [...delivering.values()].filter(({ kind, of }) => isReal(kind) && of !== kind.of)

/** Orders that came of a record, of its own doctor. */
const ordersOf = ({ id }: AnyResource): Lookup =>
  total({ of: orderDoctor, where: equal('bizType', word(id)) }, { bizId: 'id', doctorId: 'doctorId' }, { all: count() })

/** Promise that an order exists exactly where something is accepted. */
const goTogether = (id: string, of: AnyResource, title: Label, accepted: Expression, where?: Expression): Invariant =>
  invariant(
    id,
    title,
    { of, with: { orders: ordersOf(of) }, ...(where ? { where } : {}) },
    or(and(accepted, equal('orders.all', 1)), and(not(accepted), equal('orders.all', 0))),
    { doctorName: 'doctorName', found: 'orders.all' },
  )

/** Condition of deliverables that make orders: neither demonstration nor older than the platform (INV-44). */
const owed = ({ fields }: AnyResource): Expression | undefined => {
  const marks = ['isOldData', 'demo'].filter((name) => fields[name])
  return marks.length > 0 ? and(...marks.map((name) => equal(name, 0))) : undefined
}

const lower = ({ title }: AnyResource): Label => [title[0], title[1].toLowerCase()]

const acceptances = single.map(({ of }) => {
  const [zh, en] = lower(of)
  return goTogether(
    `INV-9.${of.id}`,
    of,
    [
      `已验收的${zh}恰有一张医生订单，其余没有`,
      `Each of the ${en} that was accepted has one doctor order, no other has any`,
    ],
    and(equal('approvalStatus', approvalStatus.approved), equal('confirmStatus', confirmStatus.accepted)),
    owed(of),
  )
})

/** How many orders a doctor's part in an activity has by its reports. */
const doneBy = real.flatMap(({ doctors, deliverables }) => {
  const reports = deliverables.filter(({ of }) => of.fields.collectData)
  return doctors && reports.length > 0 ? [{ ...doctors, reports: reports.map(({ of }) => word(of.id)) }] : []
})

/** Fields of a doctor order that name its deliverable. */
const sources: readonly AnyResource[] = [...single.map(({ of }) => of), meetingDoctor]

/** Acceptances and orders, counts of doctors, ends of activities and their company orders. */
export const deliveryInvariants: readonly Invariant[] = [
  ...acceptances,
  goTogether(
    'INV-9.meetingDoctor',
    meetingDoctor,
    [
      '履约的会议医生恰有一张医生订单，其余没有',
      'A doctor who performed in a meeting has one doctor order, no other has any',
    ],
    equal('labourStatus', labourStatus.performed),
    owed(meetingDoctor),
  ),
  invariant(
    'INV-9.sources',
    ['医生订单的来源存在', 'What a doctor order came of is there'],
    {
      of: orderDoctor,
      with: Object.fromEntries(sources.map((of) => [of.id, one(of, 'bizId')])),
      where: among(
        'bizType',
        sources.map(({ id }) => word(id)),
      ),
    },
    or(...sources.map(({ id }) => and(equal('bizType', word(id)), there(`${id}.id`)))),
    { code: 'code', bizType: 'bizType' },
  ),
  ...doneBy.map(({ of, plan, reports }) =>
    invariant(
      `INV-46.${of.id}.done`,
      [
        `${of.title[0]}的已完成数量等于其订单，且不超过分配数量`,
        `What ${of.title[1].toLowerCase()} have done is what orders came of, and no more than was allotted`,
      ],
      {
        of,
        with: {
          orders: total(
            { of: orderDoctor, where: among('bizType', reports) },
            { planId: plan, doctorId: 'doctorId' },
            { delivered: distinct('bizId') },
          ),
        },
      },
      and(equal('finishNum', 'orders.delivered'), atMost('finishNum', 'planSearchNum')),
      { doctorName: 'doctorName', finishNum: 'finishNum', found: 'orders.delivered' },
    ),
  ),
  invariant(
    '3.3.running',
    [
      '进行中的活动仍有计划数量未验收',
      'An activity that runs has not been delivered whole: with the last of it, it is completed',
    ],
    { of: activityPlan, where: and(equal('planStatus', planStatus.inProgress), not(equal('planType', MEETING))) },
    less('finishNum', 'planSearchNum'),
    { code: 'code', finishNum: 'finishNum', planSearchNum: 'planSearchNum' },
  ),
  invariant(
    '3.3.orders',
    [
      '进行中的活动恰有一张进行中的企业订单，计划中的没有',
      'An activity that runs has one company order, which runs, too; one that is planned has none',
    ],
    {
      of: activityPlan,
      with: {
        orders: total(
          { of: orderEntrusted },
          { planId: 'id' },
          { all: count(), open: count(equal('orderStatus', orderStatus.running)) },
        ),
      },
    },
    or(
      and(equal('planStatus', planStatus.planning), equal('orders.all', 0)),
      and(equal('planStatus', planStatus.inProgress), equal('orders.all', 1), equal('orders.open', 1)),
      and(equal('planStatus', planStatus.ended), atMost('orders.all', 1)),
    ),
    { code: 'code', planStatus: 'planStatus', found: 'orders.all', open: 'orders.open' },
  ),
]
