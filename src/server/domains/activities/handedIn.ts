import { createHash } from 'node:crypto'
import { statesOf } from '../../../model/language/states.ts'
import { acceptance, review } from '../../../model/patterns/mixins.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import type { Label } from '../../../model/values/label.ts'
import { SYSTEM_USER } from '../../core/actor.ts'
import type { Hooks } from '../../writing/hooks.ts'
import type { Rules } from '../../writing/rules.ts'
import { attachmentProblems, claimAttachments } from '../../writing/save/attachments.ts'
import { fieldError } from '../../writing/save/sentFields.ts'
import { keepPrint } from '../../writing/unitOfWork/prints.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { isOwnPart, undecided } from './delivered.ts'
import { type Delivering, isReal, isShown } from './kinds.ts'
import { overProblem } from './lastDay.ts'

const { approvalStatus, confirmStatus } = statesOf({ fields: { ...review, ...acceptance } })

// Submission of deliverables through any channel (3.4): by its doctor, or entered for them.

const RUNNING = 1
const AGREED = 1
/** Of what was handed in: it counts unless its review or its acceptance was refused. */
const STANDING = {
  approvalStatus: [approvalStatus.pending, approvalStatus.approved],
  confirmStatus: [confirmStatus.pending, confirmStatus.accepted],
}
const BY_DOCTOR = 1
const BY_STAFF = 2

type Values = Readonly<Record<string, unknown>>

/** Submitter: its doctor, by whichever way from outside, or somebody for them. */
const submittedBy = ({ actor }: UnitOfWork): number =>
  actor.source || actor.userId === SYSTEM_USER ? BY_DOCTOR : BY_STAFF

/** Why nothing is handed in for an activity now. */
export function planProblem(work: Pick<UnitOfWork, 'time'>, plan: Row): Label | null {
  if (plan.planStatus !== RUNNING)
    return ['活动不在进行中，不能提交成果', 'The activity is not running: nothing is handed in']
  return overProblem(work, plan, ['不能提交成果', 'nothing is handed in any more'])
}

/** How many of what was handed in stand, of an activity and of one of its doctors. */
async function standing(work: UnitOfWork, { of, plan }: Delivering, planId: string, doctorId: string) {
  const rows = (await work.groupBy(of, ['doctorId'], [], { [plan]: planId, ...STANDING })) as readonly {
    readonly key: Values
    readonly count: number
  }[]
  const all = rows.reduce((n, { count }) => n + count, 0)
  return { all, own: rows.find(({ key }) => String(key.doctorId) === doctorId)?.count ?? 0 }
}

/** Why a doctor has no right to deliver: where nobody is invited, the frame agreement covers what they hand in. */
async function uninvitedProblem(work: UnitOfWork, doctorId: string): Promise<Label | null> {
  const doctor = await work.row(authenticationDoctor, doctorId)
  const name = doctor?.doctorName ?? doctorId
  if (doctor?.blackStatus === 1)
    return [`医生 ${name} 在黑名单中，不能提交成果`, `Doctor ${name} is blacklisted: nothing is handed in for them`]
  return doctor?.protocolStatus === AGREED
    ? null
    : [`医生 ${name} 未签署框架协议，不能提交成果`, `Doctor ${name} has not signed the frame agreement`]
}

const unsigned: Label = [
  '该医生未签署该活动的协议，不能提交成果',
  'The doctor has no signed agreement for the activity',
]

/**
 * How many the doctor of a part, or the one named, handed in that stand, how many they may, and how many the activity has in
 * all.
 */
export async function ownStanding(
  work: UnitOfWork,
  d: Delivering,
  plan: Row,
  part: Row | null,
  doctorId = String(part?.doctorId ?? ''),
) {
  const most = Math.min(
    part ? Number(part.planSearchNum ?? 0) : Number.MAX_SAFE_INTEGER,
    Number(plan.perDoctorMax ?? 0) || Number.MAX_SAFE_INTEGER,
  )
  return { ...(await standing(work, d, plan.id, doctorId)), most }
}

/** Why a doctor hands in nothing, or no more: what they agreed to, and how much of it is handed in. */
async function partProblem(
  work: UnitOfWork,
  d: Delivering,
  plan: Row,
  part: Row | null,
  doctorId: string,
): Promise<Label | null> {
  const right = d.kind.doctors
    ? part?.agreementStatus === AGREED
      ? null
      : unsigned
    : await uninvitedProblem(work, doctorId)
  if (right) return right
  const { all, own, most } = await ownStanding(work, d, plan, part, doctorId)
  if (own >= most) return [`该医生的 ${most} 份已全部提交`, `All ${most} of the doctor are handed in`]
  const planned = Number(plan.planSearchNum ?? 0)
  return all >= planned ? [`活动计划的 ${planned} 份已全部提交`, `All ${planned} of the activity are handed in`] : null
}

/** Why what was refused is not handed in again: its doctor has no agreement in force for it by now. */
async function againProblem(work: UnitOfWork, d: Delivering, row: Row): Promise<Label | null> {
  const { doctors } = d.kind
  if (isOwnPart(d)) return row.agreementStatus === AGREED ? null : unsigned
  if (!doctors) return uninvitedProblem(work, String(row.doctorId))
  const own = { [doctors.plan]: String(row[d.plan]), doctorId: String(row.doctorId), agreementStatus: AGREED }
  return (await work.any(doctors.of, own)) ? null : unsigned
}

/** Before the digits of what stands beside the reports of an activity, so that no two have one number. */
const mark = ({ kind, of }: Delivering): string =>
  kind.doctors && of.fields.submitStatus && of.id !== kind.doctors.of.id ? 'J' : ''

/** The next number of what is handed in for a locked activity: its code and five digits. */
async function nextNumber(work: UnitOfWork, d: Delivering, row: Row): Promise<string> {
  const { of, plan } = d
  const there = await work.rows(of, { [plan]: row.id })
  const last = there.reduce((n, one) => Math.max(n, Number(/(\d+)$/.exec(String(one.codeNumber ?? ''))?.[1] ?? 0)), 0)
  return `${String(row.code ?? '')}-${mark(d)}${String(last + 1).padStart(5, '0')}`
}

/** By whom and when something is handed in. */
const handedInBy = (work: UnitOfWork) => ({
  submitType: submittedBy(work),
  submitTime: work.time,
})

/**
 * Hooks of reports: they are handed in for a running activity by a doctor who has signed for it, no more than was allotted; their
 * fee is the one agreed on.
 */
export const handedInHooks = (d: Delivering): Hooks => ({
  prepare: async (values, before, work) => {
    if (before) return {}
    const planId = String(values[d.plan] ?? '')
    // two who hand in at once wait for each other at their activity
    const [plan] = await work.lock(d.kind.of, [planId])
    if (!plan) return {}
    const over = planProblem(work, plan)
    if (over) throw fieldError(work.actor, d.plan, over, 409)
    const { doctors } = d.kind
    const found = doctors
      ? await work.any(doctors.of, {
          [doctors.plan]: planId,
          doctorId: String(values.doctorId),
          agreementStatus: AGREED,
        })
      : null
    const part = found as Row | null
    const problem = isShown(plan) ? null : await partProblem(work, d, plan, part, String(values.doctorId))
    if (problem) throw fieldError(work.actor, 'doctorId', problem, 409)
    return {
      codeNumber: await nextNumber(work, d, plan),
      ...(plan.templateId ? { templateId: plan.templateId } : {}),
      ...handedInBy(work),
      feeAmount: part?.doctorFee ?? plan.unitFee ?? '0.00',
      pointAmount: Number(part?.doctorPoint ?? plan.unitPoint ?? 0),
      ...(d.of.fields.urlHash && values.contentUrl ? await hashed(work, d, values) : {}),
    }
  },
  added: (row, work) => keepPrint(work, d.of, row),
})

/** A link is a double where another report has it, however it is written. */
async function hashed(work: UnitOfWork, { of }: Delivering, values: Values): Promise<Record<string, unknown>> {
  const link = String(values.contentUrl)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '')
  const urlHash = createHash('sha256').update(link).digest('hex')
  return { urlHash, dupFlag: (await work.any(of, { urlHash })) ? 1 : 0 }
}

/** Submitted values, of the fields that the record has. */
const work = ({ of }: Delivering, ask: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(ask).filter(([name]) => Object.hasOwn(of.fields, name)))

/** Rules of handing in: only while the activity runs, and with files that are whoever's hands them in. */
export function handInRules(d: Delivering): Rules {
  if (!isReal(d.kind)) return {}
  const planOf = async (row: Row, uow: UnitOfWork) => (await uow.row(d.kind.of, String(row[d.plan]))) as Row | null
  const again = {
    // whoever stops the activity meanwhile waits, or is waited for
    lock: async (row: Row) => ({ [d.kind.of.id]: [String(row[d.plan])] }),
    guard: async (row: Row, ask: Values, uow: UnitOfWork): Promise<Label | null> => {
      const plan = await planOf(row, uow)
      if (!plan) return null
      const [file] = await attachmentProblems(uow, d.of, work(d, ask), row)
      return planProblem(uow, plan) ?? (await againProblem(uow, d, row)) ?? file?.message ?? null
    },
    set: (_row: Row, ask: Values, uow: UnitOfWork) => ({ ...work(d, ask), ...handedInBy(uow), ...undecided() }),
    effect: async (row: Row, ask: Values, uow: UnitOfWork, before: Row) => {
      await claimAttachments(uow, d.of, work(d, ask), before, row.id)
      await keepPrint(uow, d.of, row)
      return undefined
    },
  }
  const first = {
    ...again,
    set: (_row: Row, ask: Values, uow: UnitOfWork) => ({ ...work(d, ask), ...handedInBy(uow) }),
    effect: async (row: Row, ask: Values, uow: UnitOfWork, before: Row) => {
      await again.effect(row, ask, uow, before)
      const plan = await planOf(row, uow)
      return plan ? { codeNumber: await nextNumber(uow, d, plan) } : undefined
    },
  }
  return { handIn: isOwnPart(d) ? first : {}, resubmit: again, 'resubmit.refused': again }
}
