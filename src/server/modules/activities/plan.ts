import { resourceOf } from '../../../model/all.ts'
import { fen, readable, yuan } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { budgetOrder } from '../../../model/settlement/budgetOrder.ts'
import { AppError } from '../../core/errors.ts'
import { refuseNotAdmitted } from '../../writes/admitted.ts'
import type { Hooks } from '../../writes/hooks.ts'
import type { AnyResource, Row } from '../../writes/rows.ts'
import { fieldError } from '../../writes/sentFields.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'

/** Doctors that a plan allots its number to, and the field that names the plan. */
export interface Allotted {
  readonly of: AnyResource
  readonly plan: string
}

const allottedTo = (doctors: string, plan: string): Allotted => ({ of: resourceOf(doctors), plan })

/** Kinds of plans, with the doctors that share what is planned. A meeting and a lecture have all of their doctors. */
export const plans: ReadonlyMap<string, Allotted | null> = new Map([
  ['meeting', null],
  ['lecture', null],
  ['patientEducation', null],
  ['caseCollection', allottedTo('caseCollectionDoctor', 'caseCollectionId')],
  ['clinicalResearch', allottedTo('clinicalResearchDoctor', 'clinicalResearchId')],
  ['medicationFeedback', allottedTo('medicationFeedbackDoctor', 'medicationFeedbackId')],
  ['professionalReview', allottedTo('professionalReviewDoctor', 'professionalReviewId')],
  ['knowledgeCreation', allottedTo('knowledgeCreationDoctor', 'planId')],
])

const amountOf = (value: unknown): bigint => fen(String(value ?? '0'))

/** INV-45: what is planned of a budget moves with its activities, within what it has. */
async function budgeted(work: UnitOfWork, budgetId: string, by: bigint): Promise<void> {
  const [found] = await work.lock(budgetOrder, [budgetId])
  const budget = found as RowOf<typeof budgetOrder> | undefined
  if (!budget || by === 0n) return
  const planned = fen(budget.plannedAmount ?? '0') + by
  if (by > 0n && planned > fen(budget.budgetAmount ?? '0')) {
    const left = readable(yuan(fen(budget.budgetAmount ?? '0') - fen(budget.plannedAmount ?? '0')))
    throw new AppError(400, [
      `预算单 ${budget.code} 剩余 ${left}，不足以增加该活动的预算`,
      `The budget ${budget.code} has ${left} left, too little for this activity`,
    ])
  }
  await work.update(budgetOrder, budgetId, { plannedAmount: yuan(planned) })
}

/** INV-46: an activity plans no less than its doctors are allotted. */
async function refuseFewer(work: UnitOfWork, { of, plan: by }: Allotted, id: string, planned: number): Promise<void> {
  const doctors = await work.rows(of, { [by]: id, agreementStatus: [0, 1] })
  const allotted = doctors.reduce((n, d) => n + Number(d.planSearchNum ?? 0), 0)
  if (planned < allotted)
    throw fieldError(work.actor, 'planSearchNum', [
      `计划数量不能少于已分配的 ${allotted}`,
      `Doctors are allotted ${allotted}: plan no less`,
    ])
}

/** Hooks of plans: edits and deletions keep to their budget and to what doctors were promised. */
export const planHooks = (allotted: Allotted | null): Hooks => ({
  prepare: async (values, before, work) => {
    if (!before) {
      await refuseNotAdmitted(work, values.entrustedCompanyId, 'entrustedCompanyId', [
        '新建活动',
        'it gets no activities yet',
      ])
      return {}
    }
    if (allotted && values.planSearchNum !== undefined)
      await refuseFewer(work, allotted, String(before.id), Number(values.planSearchNum))
    if (before.budgetOrderId && values.budgetAmount !== undefined)
      await budgeted(work, String(before.budgetOrderId), amountOf(values.budgetAmount) - amountOf(before.budgetAmount))
    return {}
  },
  removed: async (rows: readonly Row[], work) => {
    const held = rows.filter((row) => row.budgetOrderId)
    await work.lock(budgetOrder, [...new Set(held.map((row) => String(row.budgetOrderId)))])
    for (const row of held) await budgeted(work, String(row.budgetOrderId), -amountOf(row.budgetAmount))
  },
})

/** Doctors that count: who has refused, or was taken off, is allotted nothing. */
const COUNTS = [0, 1]

/** Hooks of the doctors of plans of a kind: they are allotted no more together than their plan has (INV-46). */
export const allottedHooks = (planId: string, { of, plan: by }: Allotted): Hooks => ({
  // two who are added or edited at once wait for each other at their plan
  first: async (ids, work) => {
    const rows = (await work.rows(of, { id: [...ids] })) as unknown as Row[]
    await work.lock(resourceOf(planId), [...new Set(rows.map((row) => String(row[by])))])
  },
  prepare: async (values, before, work) => {
    if (before && values[by] === undefined && values.planSearchNum === undefined) return {}
    const now = { ...before, ...values }
    const id = now[by]
    if (typeof id !== 'string' || !COUNTS.includes(Number(now.agreementStatus ?? 0))) return {}
    const kind = resourceOf(planId)
    const plan = (before ? await work.row(kind, id) : (await work.lock(kind, [id]))[0]) as Row | null | undefined
    const doctors = (await work.rows(of, { [by]: id, agreementStatus: COUNTS })) as unknown as Row[]
    const others = doctors.filter((d) => d.id !== before?.id).reduce((n, d) => n + Number(d.planSearchNum ?? 0), 0)
    const left = Number(plan?.planSearchNum ?? 0) - others
    if (plan && Number(now.planSearchNum ?? 1) > left)
      throw new AppError(400, [`该活动仅余 ${left} 份可分配`, `The activity has ${left} left to allot`], {
        planSearchNum: `不能多于 ${left}`,
      })
    return {}
  },
})
