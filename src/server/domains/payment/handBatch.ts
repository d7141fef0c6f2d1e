import { handleApply } from '../../../model/funds/handle.ts'
import { handleApplyInfo } from '../../../model/funds/handleInfo.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { fen, sum, yuan } from '../../../model/values/money.ts'
import { LocksMoved } from '../../writing/unitOfWork/locksMoved.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { personOf } from '../settlement/results/personOf.ts'
import type { Payment } from './paymentOf.ts'

const { handleStatus } = statesOf(handleApply)

type Apply = RowOf<typeof handleApply>

/** The batches that a work knows and holds, by what they are of. */
const known = new WeakMap<UnitOfWork, Map<string, string>>()

const keyOf = (p: Payment): string => `${p.entrustedCompanyId} ${p.fiscalTaxId}`

/** The batch that this review has opened for the company and partner of a payment, if the cashier has not taken it up. */
async function opened(work: UnitOfWork, p: Payment): Promise<Apply | null> {
  const { entrustedCompanyId, fiscalTaxId } = p
  const own = { handleStatus: handleStatus.pending, reviewNo: work.actor.requestId.slice(0, 64) }
  const found = await work.rows(handleApply, { entrustedCompanyId, fiscalTaxId, ...own })
  return found.find((a) => a.createUser === work.actor.userId) ?? null
}

/**
 * The batch of a review that a payment will stand in, for `lock`: what one person approves by one call, or by one batch of
 * the console, goes to the bank together, by company and partner. The company is locked, so that none is opened twice.
 */
export async function locksOfBatch(work: UnitOfWork, p: Payment): Promise<Record<string, string[]>> {
  const batch = await opened(work, p)
  const map = known.get(work) ?? new Map<string, string>()
  known.set(work, map)
  if (batch) map.set(keyOf(p), batch.id)
  return { entrustedCompany: p.entrustedCompanyId ? [p.entrustedCompanyId] : [], handleApply: batch ? [batch.id] : [] }
}

async function batchFor(work: UnitOfWork, p: Payment): Promise<Apply> {
  const map = known.get(work) ?? new Map<string, string>()
  const held = await work.row(handleApply, map.get(keyOf(p)) ?? null)
  if (held?.handleStatus === handleStatus.pending) return held
  // opened by the same review while the locks were taken
  if (await opened(work, p)) throw new LocksMoved('the review has opened its batch meanwhile')
  const made = await work.insert(handleApply, {
    code: await work.code(handleApply),
    fiscalTaxId: p.fiscalTaxId,
    fiscalTaxName: p.fiscalTaxName,
    entrustedCompanyId: p.entrustedCompanyId,
    entrustedCompanyName: p.entrustedCompanyName,
    socialCreditCode: p.socialCreditCode,
    payAccount: (await work.domains.services.funds.companyUnit(work, p.entrustedCompanyId))?.bankAccount ?? null,
    reviewNo: work.actor.requestId.slice(0, 64),
  })
  map.set(keyOf(p), made.id)
  known.set(work, map)
  return made
}

/** Puts an approved payment into the batch of its review, as an instruction to the bank; returns what the payment says of it. */
export async function intoBatch(work: UnitOfWork, p: Payment): Promise<Partial<Payment>> {
  const batch = await batchFor(work, p)
  const doctor = await work.row(authenticationDoctor, p.doctorId)
  const id = work.newId()
  const yurRef = `YR${id}`
  await work.insert(handleApplyInfo, {
    id,
    handleApplyId: batch.id,
    handleApplyCode: batch.code,
    orderDoctorPaymentId: p.id,
    orderDoctorPaymentCode: p.code,
    ...personOf(p),
    payeeName: p.doctorName,
    payeeAccount: p.bankAccount,
    payeeBank: p.bankName,
    payeeBankNo: doctor?.bankBranchNo ?? null,
    amount: p.netAmount,
    yurRef,
  })
  await work.update(handleApply, batch.id, {
    totalCount: (batch.totalCount ?? 0) + 1,
    totalAmount: yuan(fen(batch.totalAmount ?? '0') + fen(p.netAmount ?? '0')),
  })
  return { handleApplyId: batch.id, handleApplyCode: batch.code, handleApplyInfoId: id, yurRef }
}

/** Fields of a payment that stands in no batch. */
export const IN_NO_BATCH: Partial<Payment> = {
  handleApplyId: null,
  handleApplyCode: null,
  handleApplyInfoId: null,
  yurRef: null,
}

/**
 * Takes the instructions of payments out of a batch that the cashier has not taken up (3.15, 1→6); a batch with nothing
 * left in it is gone. Batch and instructions are locked.
 */
export async function outOfBatch(work: UnitOfWork, batchId: string, payments: readonly Payment[]): Promise<void> {
  await work.remove(
    handleApplyInfo,
    payments.flatMap((p) => p.handleApplyInfoId ?? []),
  )
  const left = await work.rows(handleApplyInfo, { handleApplyId: batchId, infoStatus: { not: 5 } })
  if (left.length === 0) await work.remove(handleApply, [batchId])
  else
    await work.update(handleApply, batchId, {
      totalCount: left.length,
      totalAmount: sum(left.map((i) => i.amount ?? '0')),
    })
}
