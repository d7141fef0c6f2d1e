import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { caseInterpretationDoctor } from '../../../src/model/activities/works.ts'
import { intent } from '../../../src/model/administration/system/intent.ts'
import { contentManagement } from '../../../src/model/content/contentManagement.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { integralAccount } from '../../../src/model/funds/integral.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderEntrusted, orderEntrustedRel } from '../../../src/model/orders/orderEntrusted.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { doctorLibrary } from '../../../src/model/people/doctorLists.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { pointsAccount } from '../../../src/model/points/account.ts'
import { doctorAward } from '../../../src/model/points/award.ts'
import { bidRecord } from '../../../src/model/tender/bids.ts'
import { tenderDoctorProtocols } from '../../../src/model/tender/protocols.ts'
import type { AnyResource, Row } from '../../../src/server/writing/unitOfWork/rows.ts'
import { yuan } from './act.ts'
import type { Company, Mind, Order, Part, Plan, Review } from './mind.ts'
import type { Stage } from './stage.ts'

const { submitStatus } = statesOf(caseInterpretationDoctor)
const { awardStatus } = statesOf(doctorAward)
const { enableStatus } = statesOf(entrustedCompany)

// What the product has, beside what the walk itself counted.

/** `holderType` of the account that awards are given out of. */
const PLATFORM = 2

type Facts = Readonly<Record<string, unknown>>

/** Where a record differs from what it must be. */
function differs(stage: Stage, of: AnyResource, id: string, facts: Facts): string[] {
  const row = stage.row(of, id)
  if (!row) return [`${of.id} ${id} is not there`]
  return Object.entries(facts).flatMap(([name, value]) =>
    (row[name] ?? null) === (value ?? null) ? [] : [`${of.id} ${id}: ${name} is ${row[name]}, must be ${value}`],
  )
}

const there = (gone: boolean) => ({ isDeleted: gone ? 1 : 0 })

/** Dates of review and acceptance stand exactly where there is a decision. */
function decidedDiffers(stage: Stage, of: AnyResource, id: string, { approval, confirm }: Review): string[] {
  const row = stage.row(of, id)
  const is = [row?.approvalDate, row?.confirmDate].map(Boolean)
  const must = [approval, confirm].map((status) => status > 0)
  return JSON.stringify(is) === JSON.stringify(must) ? [] : [`${of.id} ${id}: decided ${is}, must be ${must}`]
}

/** What an activity holds, counts and has come to. */
function planDiffers(stage: Stage, plan: Plan): string[] {
  const { kind, meeting } = plan
  const found = differs(stage, kind.of, plan.id, {
    ...{ planStatus: plan.status, planEndedMark: plan.mark, finishNum: plan.done, planSearchNum: plan.many },
    ...{ invitationEndDate: plan.lastDay, budgetOrderId: plan.budget?.id ?? null, ...there(plan.gone) },
    ...(meeting
      ? {
          ...{
            meetingStatus: meeting.status,
            submitStatus: meeting.handedIn ? submitStatus.handedIn : submitStatus.none,
          },
          ...{ approvalStatus: meeting.review.approval, confirmStatus: meeting.review.confirm },
        }
      : {}),
  })
  if (plan.budget && !plan.gone) {
    const row = stage.row(kind.of, plan.id) as Row
    const held = Math.round(Number(row.budgetAmount) * 100) - Math.round(Number(row.releasedAmount) * 100)
    if (held !== plan.held) found.push(`${kind.of.id} ${plan.id} holds ${held}, must hold ${plan.held}`)
  }
  const orders = stage.rows(orderEntrusted, { planId: plan.id })
  const must = plan.order === null ? [] : [[plan.order, yuan(plan.accepted)]]
  const are = orders.map((o) => [o.orderStatus, o.acceptedAmount])
  if (JSON.stringify(are) !== JSON.stringify(must))
    found.push(`company orders of ${plan.id} are ${JSON.stringify(are)}, must be ${JSON.stringify(must)}`)
  return found
}

/** The doctor's part, and that it has one protocol which says the same: no second one waits or is in force. */
function partDiffers(stage: Stage, part: Part): string[] {
  const live = stage
    .rows(tenderDoctorProtocols, { planId: part.plan.id, doctorId: part.doctor.id })
    .filter((p) => p.partId === part.id && Number(p.agreementStatus) <= 1)
  const valid = !part.gone && part.agreement <= 1 ? [part.protocol] : []
  const own = part.plan.works.some((w) => w.part === part)
  return [
    ...differs(stage, part.of.of, part.id, {
      ...there(part.gone),
      ...(part.gone ? {} : { agreementStatus: part.agreement, finishNum: part.done }),
      ...{ doctorFee: yuan(part.fee), doctorPoint: part.points },
      ...(own ? {} : { planSearchNum: part.allotted }),
      ...(part.plan.meeting ? { attended: part.attended ? 1 : 0 } : {}),
    }),
    ...differs(stage, tenderDoctorProtocols, part.protocol, {
      ...{ agreementStatus: part.gone ? goneAs(stage, part) : part.agreement, feeStandard: yuan(part.fee) },
    }),
    ...(JSON.stringify(live.map(({ id }) => id)) === JSON.stringify(valid)
      ? []
      : [`${part.id} has the valid protocols ${live.map(({ id }) => id)}, must have ${valid}`]),
  ]
}

/** Whoever was taken off had refused, or their agreement is void. */
const goneAs = (_stage: Stage, part: Part): number => (part.agreement === 2 ? 2 : 3)

const orderOf = (row: Row): Order => ({
  bizType: String(row.bizType),
  bizId: String(row.bizId),
  planId: String(row.planId),
  companyId: String(row.entrustedCompanyId),
  doctorId: String(row.doctorId),
  doctorName: String(row.doctorName),
  fee: String(row.feeAmount),
  points: Number(row.pointAmount ?? 0),
  cost: String(row.pointCost),
  taxItem: (row.taxItemCode ?? null) as string | null,
  partner: (row.fiscalTaxId ?? null) as string | null,
  platform: String(row.platformFee),
})

const byBiz = (a: Order, b: Order) => (a.bizId < b.bizId ? -1 : 1)

/** One doctor's order for each acceptance, with its fee, each in its company's order; none besides. */
function ordersDiffer(stage: Stage, mind: Mind): string[] {
  const rows = stage.rows(orderDoctor)
  const is = JSON.stringify(rows.map(orderOf).sort(byBiz))
  const must = JSON.stringify([...mind.orders].sort(byBiz))
  const entered = stage.rows(orderEntrustedRel).map((r) => String(r.orderDoctorId))
  return [
    ...(is === must ? [] : [`doctor orders are ${is}, must be ${must}`]),
    ...rows
      .filter((r) => entered.filter((id) => id === r.id).length !== 1)
      .map((r) => `order ${r.id} is not entered once`),
    ...(entered.length === rows.length ? [] : ['a company order has entries of no doctor order']),
  ]
}

/** What doctors have earned: each award once, with its place of the day, given or not. */
function awardsDiffer(stage: Stage, mind: Mind): string[] {
  const of = (rows: readonly Facts[]) =>
    rows
      .map((a) => [a.type, a.doctor, a.bizId, a.day, a.nth, a.points, a.given].join(' '))
      .sort()
      .join('\n')
  const rows = stage.rows(doctorAward).map((row) => ({
    ...{ type: row.type, doctor: row.doctorId, bizId: row.bizId, day: row.eventDay, nth: row.nth },
    ...{ points: row.points, given: row.awardStatus === awardStatus.given },
  }))
  const [is, must] = [of(rows), of(mind.awards as unknown as Facts[])]
  return is === must ? [] : [`awards are\n${is}\nmust be\n${must}`]
}

/** The platform has the points that were issued and not given; each doctor has those that were given to them. */
function pointsDiffer(stage: Stage, mind: Mind): string[] {
  const [platform] = stage.rows(integralAccount).filter((row) => row.holderType === PLATFORM)
  const left = Number(platform?.balance ?? 0)
  return [
    ...(left === mind.issued ? [] : [`the platform has ${left} points, must have ${mind.issued}`]),
    ...mind.doctors.flatMap(({ id }) => {
      const given = mind.awards.reduce((sum, a) => sum + (a.doctor === id && a.given ? a.points : 0), 0)
      const has = Number(stage.rows(pointsAccount, { doctorId: id })[0]?.points ?? 0)
      return has === given ? [] : [`doctor ${id} has ${has} points, must have ${given}`]
    }),
  ]
}

/** A company that was admitted here has what it works with, once: a prepaid account, one of points, a unit of the bank. */
function accountsDiffer(stage: Stage, { id, entered, admitted }: Company): string[] {
  if (!entered) return []
  const asked = stage.rows(intent, { portCall: 'unitOpen' }).filter((row) => row.bizId === id)
  const is = [
    stage.rows(entrustedAccount, { entrustedCompanyId: id }).length,
    stage.rows(integralAccount, { holderId: id }).length,
    asked.length,
  ]
  return is.every((n) => n === Number(admitted))
    ? []
    : [`company ${id} has ${is} accounts and units, admitted: ${admitted}`]
}

/** Everything in which the product differs from what the walk knows; nothing where all is well. */
export function difference(stage: Stage, mind: Mind): string[] {
  const held = (budget: object) => mind.plans.reduce((sum, p) => sum + (p.budget === budget && !p.gone ? p.held : 0), 0)
  return [
    ...mind.plans.flatMap((plan) => planDiffers(stage, plan)),
    ...mind.plans.flatMap((plan) => plan.parts.flatMap((part) => partDiffers(stage, part))),
    ...mind.works.flatMap(({ of, id, review, part, handedIn }) =>
      differs(stage, of.of, id, {
        ...{ approvalStatus: review.approval, confirmStatus: review.confirm },
        ...(part ? { submitStatus: handedIn ? submitStatus.handedIn : submitStatus.none } : {}),
      }),
    ),
    ...mind.works.flatMap(({ of, id, review }) => decidedDiffers(stage, of.of, id, review)),
    ...mind.plans.flatMap(({ kind, id, meeting }) =>
      meeting ? decidedDiffers(stage, kind.of, id, meeting.review) : [],
    ),
    ...ordersDiffer(stage, mind),
    ...awardsDiffer(stage, mind),
    ...pointsDiffer(stage, mind),
    ...mind.companies.flatMap((company) => accountsDiffer(stage, company)),
    ...mind.doctors.flatMap(({ id, library }) =>
      stage.rows(doctorLibrary, { authDoctorId: id }).length === Number(library)
        ? []
        : [`doctor ${id} is not once in the library, or is without being certified`],
    ),
    ...mind.budgets.flatMap((budget) => [
      ...differs(stage, budgetOrder, budget.id, {
        ...{ budgetStatus: budget.status, budgetAmount: yuan(budget.total), ...there(budget.gone) },
        ...{ plannedAmount: yuan(budget.planned), acceptedAmount: yuan(budget.accepted) },
      }),
      // reserved and used and free is what it has, and none of them is below nothing
      ...(budget.planned === held(budget) && budget.accepted >= 0 && budget.accepted <= budget.planned
        ? []
        : [`budget ${budget.id} of the walk itself does not add up`]),
      ...(budget.planned <= budget.total ? [] : [`budget ${budget.id} is overdrawn`]),
    ]),
    ...mind.companies.flatMap((c) =>
      differs(stage, entrustedCompany, c.id, {
        auditStatus: c.audit,
        enableStatus: c.enabled ? enableStatus.enabled : enableStatus.disabled,
      }),
    ),
    ...mind.doctors.flatMap((d) =>
      differs(stage, authenticationDoctor, d.id, {
        ...{ certStatus: d.cert, protocolStatus: d.frame, blackStatus: d.listed ? 1 : 0 },
      }),
    ),
    ...mind.templates.flatMap((t) => differs(stage, t.of, t.id, { templateStatus: t.status, ...there(t.gone) })),
    ...mind.contents.flatMap((c) =>
      differs(stage, contentManagement, c.id, { status: c.status, likeCount: c.likes.size }),
    ),
    ...mind.bids.flatMap((b) => differs(stage, bidRecord, b.id, { bidStatus: b.status })),
  ]
}
