import { resourceOf } from '../../../model/business.ts'
import { partChildren } from '../../../model/language/derived/parts.ts'
import { type Field, isRef } from '../../../model/language/fields/field.ts'
import { writtenFields } from '../../../model/language/makers.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderEntrusted } from '../../../model/orders/orderEntrusted.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import type { Label } from '../../../model/values/label.ts'
import { isUnanswered, templateQuestionOf } from '../../../model/values/questionnaire.ts'
import { handsProblem } from '../../deciding/oneHand.ts'
import type { Rules } from '../../writing/rules.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { makeOrders, orderProblem, type Reward } from './acceptance.ts'
import { ANSWERED, HANDED_IN_BY, whoAnswered, whoHeldLinks } from './heldLinks.ts'
import { type Belonging, type Delivering, isShown } from './kinds.ts'
import { amountOf } from './planBudget.ts'
import { locksOfPlan, orderOf } from './planEnds.ts'
import { endedWith } from './planSteps.ts'

const { orderStatus } = statesOf(orderEntrusted)

// Deliverables of doctors: reviewed by operations, accepted by the client (3.4). A meeting has rules of its own.

const CERTIFIED = 2
const AGREED = 1
const RUNNING = 1

/** The activity that something is delivered for. */
export const planOf = async (work: UnitOfWork, { kind, plan }: Delivering, row: Row): Promise<Row | null> =>
  (await work.row(kind.of, row[plan] as string | null)) as Row | null

/** Is the record the doctor's part in the activity, too (an interpretation, an article)? */
export const isOwnPart = ({ of }: Delivering): boolean => Boolean(of.fields.agreementStatus && of.fields.planSearchNum)

/** The doctor's part in the activity of what they delivered; null where nobody is invited, or they are not. */
async function partOf(work: UnitOfWork, d: Delivering, row: Row): Promise<Row | null> {
  if (isOwnPart(d)) return row
  const doctors = d.kind.doctors as Belonging | null
  if (!doctors) return null
  // not `any`: of many that are accepted together this is one question
  const [found] = await work.rows(doctors.of, {
    [doctors.plan]: String(row[d.plan]),
    doctorId: String(row.doctorId),
    agreementStatus: AGREED,
  })
  return (found as Row | undefined) ?? null
}

/** Everything that deciding about something delivered writes besides it, by resource. */
async function locksOf(work: UnitOfWork, d: Delivering, row: Row): Promise<Record<string, string[]>> {
  const plan = await planOf(work, d, row)
  const part = await partOf(work, d, row)
  return {
    ...(plan ? { [d.kind.of.id]: [plan.id], ...(await locksOfPlan(work, plan)) } : {}),
    ...(part && part.id !== row.id && d.kind.doctors ? { [d.kind.doctors.of.id]: [part.id] } : {}),
  }
}

/** Problem of required questions of the template that were not answered. */
async function answersProblem(work: UnitOfWork, { of }: Delivering, row: Row): Promise<Label | null> {
  const f = of.fields.templateId as Field | undefined
  if (!f || !isRef(f) || !row.templateId) return null
  const [attributes] = partChildren(resourceOf(f.to))
  if (!attributes) return null
  const attributesOf = await work.rows(resourceOf(attributes.resource), {
    [attributes.by]: String(row.templateId),
  })
  const answers = (row.collectData ?? {}) as Readonly<Record<string, unknown>>
  const missing = attributesOf
    .map(templateQuestionOf)
    .filter((a) => a.required && isUnanswered(answers[a.attrCode]))
    .map((a) => a.attrName)
  return missing.length > 0
    ? [`采集内容缺少必填项：${missing.join('、')}`, `Required answers are missing: ${missing.join(', ')}`]
    : null
}

/** Why a doctor's own part is not reviewed: what was agreed on is void. */
const agreementProblem = (d: Delivering, row: Row): Label | null =>
  isOwnPart(d) && row.agreementStatus !== AGREED
    ? [
        `医生 ${String(row.doctorName ?? '')} 的协议未签署或已作废，不能通过`,
        `Doctor ${String(row.doctorName ?? '')} has no agreement in force for it: it does not pass`,
      ]
    : null

async function auditProblem(
  work: UnitOfWork,
  d: Delivering,
  row: Row,
  remark: string | null | undefined,
): Promise<Label | null> {
  if (!isShown(row)) {
    const doctor = await work.row(authenticationDoctor, row.doctorId as string | null)
    if (doctor?.certStatus !== CERTIFIED)
      return [
        `医生 ${String(row.doctorName ?? '')} 尚未通过认证`,
        `Doctor ${String(row.doctorName ?? '')} is not certified`,
      ]
  }
  if (row.dupFlag === 1 && !remark)
    return ['链接与其他提交重复，通过须填写审核意见', 'The link is that of another submission: say why it passes']
  return agreementProblem(d, row) ?? answersProblem(work, d, row)
}

/**
 * Why this person does not accept for the client (3.4: people of the platform by a parameter alone). The demonstration has no
 * client: operations accept it.
 */
async function onBehalfProblem(work: UnitOfWork, row: Row): Promise<Label | null> {
  if (isShown(row) || work.actor.company || (await work.param('accept.onBehalf')) === 'true') return null
  return [
    '由委托企业验收；平台代验收须开启参数 accept.onBehalf',
    'The client accepts; people of the platform where the parameter accept.onBehalf is true',
  ]
}

const numbers = (row: Row): { done: number; planned: number } => ({
  done: Number(row.finishNum ?? 0),
  planned: Number(row.planSearchNum ?? 0),
})

const fullProblem = (row: Row, zh: string, en: string): Label | null => {
  const { done, planned } = numbers(row)
  return done >= planned ? [`${zh}的 ${planned} 份已全部验收`, `All ${planned} of the ${en} are accepted`] : null
}

/** Reward of a deliverable: as it says, else as its doctor's part does. */
const rewardOf = (row: Row, part: Row | null): Reward => ({
  feeAmount: amountOf(row.feeAmount) > 0n ? String(row.feeAmount) : String(part?.doctorFee ?? row.feeAmount ?? '0.00'),
  pointAmount: Number(row.pointAmount ?? 0) || Number(part?.doctorPoint ?? 0),
})

async function acceptProblem(work: UnitOfWork, d: Delivering, row: Row): Promise<Label | null> {
  const plan = await planOf(work, d, row)
  if (!plan) return ['活动不存在', 'Its activity is gone']
  const part = await partOf(work, d, row)
  const byPart = isOwnPart(d) || d.kind.doctors !== null
  if (byPart && !isShown(row) && part?.agreementStatus !== AGREED)
    return [
      `医生 ${String(row.doctorName ?? '')} 未签署该活动的协议`,
      `Doctor ${String(row.doctorName ?? '')} has no signed agreement for this activity`,
    ]
  const problem =
    (await onBehalfProblem(work, row)) ??
    fullProblem(plan, '活动计划', 'activity') ??
    (part ? fullProblem(part, '医生分配', 'doctor') : null)
  if (problem || isShown(row) || row.isOldData === 1) return problem
  return orderProblem(work, plan, [rewardOf(row, part)])
}

/** Counts what was accepted, makes its order, and ends the activity with the last of what was planned. */
async function accept(work: UnitOfWork, d: Delivering, row: Row): Promise<Record<string, unknown>> {
  const plan = await planOf(work, d, row)
  if (!plan) return {}
  const part = await partOf(work, d, row)
  const reward = rewardOf(row, part)
  if (!isShown(row) && row.isOldData !== 1)
    await makeOrders(work, plan, [{ bizType: d.of.id, bizId: row.id, doctor: row, ...reward }])
  const { done, planned } = numbers(plan)
  // deliverables from before the platform have no order, and count nowhere
  if (row.isOldData === 1) return {}
  await work.update(d.kind.of, plan.id, { finishNum: done + 1 } as never)
  if (part && part.id !== row.id && d.kind.doctors)
    await work.update(d.kind.doctors.of, part.id, { finishNum: numbers(part).done + 1 } as never)
  if (done + 1 >= planned && plan.planStatus === RUNNING) await work.step(d.kind.of, plan.id, 'complete')
  else await endedWith(work, d.kind, plan.id)
  const own = part?.id === row.id ? { finishNum: numbers(row).done + 1 } : {}
  return { ...own, feeAmount: reward.feeAmount, pointAmount: reward.pointAmount }
}

/** Fields that a review sets: reviewer, time and remark. */
export const reviewed = (_row: Row, ask: { readonly remark?: string | null }, work: UnitOfWork) => ({
  approvalOfficer: work.actor.name.slice(0, 50),
  approvalDate: work.time,
  approvalRemark: ask.remark ?? null,
})

/** The same of an acceptance. */
export const confirmed = (_row: Row, ask: { readonly confirmResult?: string | null }, work: UnitOfWork) => ({
  confirmer: work.actor.name.slice(0, 50),
  confirmDate: work.time,
  confirmResult: ask.confirmResult ?? null,
})

/** Fields that taking back a review empties. */
export const unreviewed = () => ({ approvalOfficer: null, approvalDate: null, approvalRemark: null })

/** Fields of the review and the acceptance, emptied: of a record that is handed in again. */
export const undecided = () => ({ ...unreviewed(), confirmer: null, confirmDate: null, confirmResult: null })

/** Why the review of something is not taken back: its activity is over, and so is the order of the company. */
export async function recallProblem(work: UnitOfWork, plan: Row | null): Promise<Label | null> {
  const order = plan && !isShown(plan) ? await orderOf(work, plan.id) : null
  return order && order.orderStatus !== orderStatus.running
    ? ['活动已结束并结转，不能撤回审核', 'The activity has ended and its order is completed: nothing is taken back']
    : null
}

/** Why this person decides nothing of it: it is of their own hand, besides by having made it (`handsProblem`). */
async function handProblem(work: UnitOfWork, d: Delivering, row: Row): Promise<Label | null> {
  const { of } = d
  const [part, edited, again] = await Promise.all([
    partOf(work, d, row),
    work.editedBy(of, row.id, writtenFields(of)),
    work.decidedBy(of, row.id, ['resubmit', 'resubmit.refused']),
  ])
  return handsProblem(work, [
    {
      of: [...edited, ...again],
      why: [
        '您修改或重新提交过该成果，须由他人审核与验收',
        'You edited it or handed it in again: somebody else decides',
      ],
    },
    {
      of: await whoHeldLinks(
        work,
        { doctorId: String(row.doctorId) },
        [part?.id, row.id],
        HANDED_IN_BY,
        row.submitTime,
      ),
      why: [
        '您生成过该医生提交成果的二维码或链接，须由他人审核与验收',
        'You made the code or link by which the doctor hands in: somebody else decides',
      ],
    },
    {
      of: await whoAnswered(work, { doctorId: String(row.doctorId) }, (p) =>
        p.partId ? p.partId === part?.id : p.planId === String(row[d.plan]),
      ),
      why: ANSWERED,
    },
  ])
}

/** Rules of what is delivered for activities of a kind (3.4). */
export function deliveredRules(d: Delivering): Rules {
  const lock = (row: Row, work: UnitOfWork) => locksOf(work, d, row)
  const hands = (row: Row, _ask: unknown, work: UnitOfWork) => handProblem(work, d, row)
  /** Something that was waited for is over: its activity may have ended with it. */
  const over = async (row: Row, _ask: unknown, work: UnitOfWork) => {
    const plan = await planOf(work, d, row)
    if (plan) await endedWith(work, d.kind, plan.id)
    return undefined
  }
  return {
    'audit.pass': {
      guard: async (row: Row, ask: { readonly remark?: string | null }, work) =>
        (await handProblem(work, d, row)) ?? auditProblem(work, d, row, ask.remark),
      set: reviewed,
    },
    'audit.reject': { lock, guard: hands, set: reviewed, effect: over },
    'confirm.pass': {
      lock,
      guard: async (row: Row, _ask, work) => (await handProblem(work, d, row)) ?? acceptProblem(work, d, row),
      set: confirmed,
      effect: (row: Row, _ask, work) => accept(work, d, row),
    },
    'confirm.reject': {
      lock,
      guard: async (row: Row, ask, work) => (await hands(row, ask, work)) ?? onBehalfProblem(work, row),
      set: confirmed,
      effect: over,
    },
    'recall.audit': {
      lock,
      guard: async (row: Row, _ask, work) => recallProblem(work, await planOf(work, d, row)),
      set: unreviewed,
    },
  }
}
