import { createHash } from 'node:crypto'
import { transitionsOf } from '../../../model/all.ts'
import type { Label } from '../../../model/kernel/label.ts'
import { SYSTEM_USER } from '../../core/actor.ts'
import { claimAttachments } from '../../writes/attachments.ts'
import type { Hooks } from '../../writes/hooks.ts'
import type { Row } from '../../writes/rows.ts'
import type { Rules } from '../../writes/rules.ts'
import { fieldError } from '../../writes/sentFields.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { fileProblem } from '../invoices/held.ts'
import { type Delivering, isReal, isShown } from './kinds.ts'

// What is handed in for an activity, by whichever way (3.4): by its doctor, or entered for them.

const RUNNING = 1
const AGREED = 1
/** Of what was handed in: it counts unless its review or its acceptance was refused. */
const STANDING = { approvalStatus: [0, 1], confirmStatus: [0, 1] }
const BY_DOCTOR = 1
const BY_STAFF = 2

type Values = Readonly<Record<string, unknown>>

/** Who hands in: its doctor, by whichever way from outside, or somebody for them. */
const submittedBy = ({ actor }: UnitOfWork): number =>
  actor.source || actor.userId === SYSTEM_USER ? BY_DOCTOR : BY_STAFF

/** Why nothing is handed in for an activity now. */
export function planProblem(work: Pick<UnitOfWork, 'time'>, plan: Row): Label | null {
  if (plan.planStatus !== RUNNING)
    return ['活动不在进行中，不能提交成果', 'The activity is not running: nothing is handed in']
  const last = plan.invitationEndDate
  return typeof last === 'string' && last < work.time.slice(0, 10)
    ? [`征集已于 ${last} 结束，不能提交成果`, `The invitation ended on ${last}: nothing is handed in any more`]
    : null
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

/** How many the doctor of a part handed in that stand, how many they may, and how many the activity has in all. */
export async function ownStanding(work: UnitOfWork, d: Delivering, plan: Row, part: Row | null) {
  const most = Math.min(
    part ? Number(part.planSearchNum ?? 0) : Number.MAX_SAFE_INTEGER,
    Number(plan.perDoctorMax ?? 0) || Number.MAX_SAFE_INTEGER,
  )
  return { ...(await standing(work, d, plan.id, String(part?.doctorId ?? ''))), most }
}

/** The doctor's part in the activity; why they hand nothing in. */
async function partProblem(work: UnitOfWork, d: Delivering, plan: Row, part: Row | null): Promise<Label | null> {
  if (d.kind.doctors && part?.agreementStatus !== AGREED)
    return ['该医生未签署该活动的协议，不能提交成果', 'The doctor has no signed agreement for the activity']
  const { all, own, most } = await ownStanding(work, d, plan, part)
  if (part && own >= most) return [`该医生的 ${most} 份已全部提交`, `All ${most} of the doctor are handed in`]
  const planned = Number(plan.planSearchNum ?? 0)
  return all >= planned ? [`活动计划的 ${planned} 份已全部提交`, `All ${planned} of the activity are handed in`] : null
}

/** The next number of what is handed in for a locked activity: its code and five digits. */
async function nextNumber(work: UnitOfWork, { of, plan }: Delivering, row: Row): Promise<string> {
  const there = (await work.rows(of, { [plan]: row.id })) as unknown as Row[]
  const last = there.reduce((n, one) => Math.max(n, Number(/-(\d+)$/.exec(String(one.codeNumber ?? ''))?.[1] ?? 0)), 0)
  return `${String(row.code ?? '')}-${String(last + 1).padStart(5, '0')}`
}

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
    const problem = isShown(plan) ? null : await partProblem(work, d, plan, part)
    if (problem) throw fieldError(work.actor, 'doctorId', problem, 409)
    return {
      codeNumber: await nextNumber(work, d, plan),
      ...(plan.templateId ? { templateId: plan.templateId } : {}),
      submitType: submittedBy(work),
      submitTime: work.time,
      feeAmount: part?.doctorFee ?? plan.unitFee ?? '0.00',
      pointAmount: Number(part?.doctorPoint ?? plan.unitPoint ?? 0),
      ...(d.of.fields.urlHash && values.contentUrl ? await hashed(work, d, values) : {}),
    }
  },
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

const anew = (_row: Row, ask: Values, work: UnitOfWork): Record<string, unknown> => ({
  ...('collectData' in ask ? { collectData: ask.collectData } : {}),
  ...('files' in ask ? { files: ask.files } : {}),
  submitType: submittedBy(work),
  submitTime: work.time,
  approvalOfficer: null,
  approvalDate: null,
  approvalRemark: null,
  confirmer: null,
  confirmDate: null,
  confirmResult: null,
})

/** Rules of handing in: anew only while the activity runs. */
export function handInRules(d: Delivering): Rules {
  const again = {
    // whoever stops the activity meanwhile waits, or is waited for
    lock: async (row: Row) => ({ [d.kind.of.id]: [String(row[d.plan])] }),
    guard: async (row: Row, ask: Values, work: UnitOfWork) => {
      const plan = (await work.row(d.kind.of, String(row[d.plan]))) as Row | null
      const over = plan ? planProblem(work, plan) : null
      if (over) return over
      // files come with the step, past the checks of a save
      return fileProblem(work, d.of, row, ask)
    },
    effect: async (row: Row, ask: Values, work: UnitOfWork, before: Row) => {
      await claimAttachments(work, d.of, ask, before, row.id)
      return undefined
    },
    set: (row: Row, ask: Values, work: UnitOfWork) => {
      const own = anew(row, ask, work)
      // an article and an interpretation have no time at which they were handed in
      return Object.fromEntries(Object.entries(own).filter(([name]) => Object.hasOwn(d.of.fields, name)))
    },
  }
  if (!isReal(d.kind)) return {}
  // what is written in the console alone has no form to hand it in by
  return { ...('handIn' in transitionsOf(d.of.id) ? { handIn: {} } : {}), resubmit: again, 'resubmit.refused': again }
}
