import { handleApplyInfo, handleApplyInfoLifecycle } from '../../../../model/funds/handleInfo.ts'
import { reconciliationInfo, reconciliationInfoLifecycle } from '../../../../model/funds/reconciliation.ts'
import { transferAccount } from '../../../../model/funds/transfers.ts'
import type { tradingManagerInfo } from '../../../../model/funds/units.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { orderDoctorPaymentLifecycle } from '../../../../model/payment/orderDoctorPaymentLifecycles.ts'
import { entrustedTaxPaymentOrder } from '../../../../model/payment/payments.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { summaryTaxReturns } from '../../../../model/tax/summaryTaxReturns.ts'
import type { Label } from '../../../../model/values/label.ts'
import { fen, yuan } from '../../../../model/values/money.ts'
import { AppError } from '../../../core/errors.ts'
import { hold, holds } from '../../../writing/save/held.ts'
import { stepEach } from '../../../writing/unitOfWork/caused.ts'
import { LocksMoved } from '../../../writing/unitOfWork/locksMoved.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { locksOfLines } from '../../settlement/lineTaxes.ts'
import { mergedLocks } from '../../settlement/mergedLocks.ts'
import { moneySettlement } from '../../settlement/moneySettlement.ts'
import { linesReleased, paidOut } from '../../settlement/outcomes.ts'
import type { Line } from '../../settlement/requote.ts'
import { locksToSettle, settleIfDone } from '../../settlement/settling.ts'
import { returnedSource, suspend } from '../ledger/suspense.ts'
import { companyUnit, moveUnit, unitIds } from '../ledger/units.ts'
import { type BankAnswer, conclude } from './batches.ts'
import type { Transfer } from './sending.ts'

const { transferStatus } = statesOf(transferAccount)
const { returnsStatus } = statesOf(summaryTaxReturns)
const { settlementStatus } = statesOf(settlementOrder)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)
const { settleStatus } = statesOf(orderDoctorSettlement)

// Consequences of a transfer's result for the document that it pays.

/** Transfers of taxes; all others are of payments to doctors. */
export const TAXES = entrustedTaxPaymentOrder.id

/** The payment of a transfer with its line and its instruction. */
export async function payout(work: UnitOfWork, transfer: Transfer) {
  const payment = await work.row(orderDoctorPayment, transfer.bizId)
  const line = await work.row(orderDoctorSettlement, payment?.orderDoctorSettlementId ?? null)
  const [info] = await work.rows(handleApplyInfo, { yurRef: transfer.yurRef })
  if (!payment || !line) throw new Error(`transfer ${transfer.yurRef} is of no payment`)
  return { payment, line, info, orderId: line.settlementOrderId ?? '' }
}

export async function taxOrder(work: UnitOfWork, transfer: Transfer) {
  const tax = await work.row(entrustedTaxPaymentOrder, transfer.bizId)
  if (!tax) throw new Error(`transfer ${transfer.yurRef} is of no tax payment`)
  return tax
}

/** The same that is locked, for `locksOfAnswer`. */
async function reconciledHeld(work: UnitOfWork, companyId: string | null): Promise<string[]> {
  const there = await reconciled(work, companyId)
  return there ? [...hold(work, [there.id])] : []
}

/** The reconciliation of today of a company's unit, where there is one. */
async function reconciled(work: UnitOfWork, companyId: string | null) {
  const unit = await companyUnit(work, companyId)
  return work.any(reconciliationInfo, { accountNo: unit?.unitNo ?? '', reconDate: work.time.slice(0, 10) })
}

/** Everything that an answer about a transfer may write, one of those that are answered together. */
export async function locksOfAnswer(
  transfer: Transfer,
  work: UnitOfWork,
  { length }: readonly Transfer[],
): Promise<Record<string, string[]>> {
  if (transfer.bizType === TAXES) {
    const tax = await taxOrder(work, transfer)
    const late =
      transfer.transferStatus === transferStatus.succeeded ? await reconciledHeld(work, tax.entrustedCompanyId) : []
    return mergedLocks(await locksToSettle(work, moneySettlement, tax.settlementOrderId ?? '', 0), {
      reconciliationInfo: late,
      transferAccount: again(transfer),
      tradingManagerInfo: await unitIds(work, tax.entrustedCompanyId),
    })
  }
  const { payment, line, info, orderId } = await payout(work, transfer)
  const late =
    transfer.transferStatus === transferStatus.succeeded ? await reconciledHeld(work, payment.entrustedCompanyId) : []
  return mergedLocks(await locksToSettle(work, moneySettlement, orderId, length), await locksOfLines(work, [line]), {
    handleApply: info?.handleApplyId ? [info.handleApplyId] : [],
    handleApplyInfo: info ? [info.id] : [],
    orderDoctorPayment: [payment.id],
    reconciliationInfo: late,
    tradingManagerInfo: await unitIds(work, payment.entrustedCompanyId),
    transferAccount: again(transfer),
  })
}

/** The transfer that came back late and is paid once more by this one. */
const again = ({ againOfId }: Transfer): string[] => (againOfId ? [againOfId] : [])

/** The company from whose unit a transfer is paid. */
export async function companyOf(work: UnitOfWork, transfer: Transfer): Promise<string | null> {
  if (transfer.bizType === TAXES) return (await taxOrder(work, transfer)).entrustedCompanyId
  return (await payout(work, transfer)).payment.entrustedCompanyId
}

async function unitOf(work: UnitOfWork, companyId: string | null): Promise<RowOf<typeof tradingManagerInfo>> {
  const unit = await companyUnit(work, companyId)
  // a person sees to it: the answer of the bank is not lost
  if (!unit)
    throw new AppError(409, [
      '该企业没有正常的交易管家子单元，资金无法入账',
      'This company has no trading-manager unit in use: the money cannot be booked',
    ])
  return unit
}

const stepInfo = (work: UnitOfWork, id: string, name: 'succeed' | 'fail', answer: BankAnswer): Promise<void> =>
  stepEach(work, handleApplyInfo, handleApplyInfoLifecycle, name, [
    { id, bankCode: answer.bankCode, bankMsg: answer.bankMsg, finishTime: work.time },
  ])

/** The bank has paid: the unit has less, and what was paid for is done. */
export async function transferPaid(work: UnitOfWork, transfer: Transfer, answer: BankAnswer): Promise<void> {
  const amount = fen(transfer.amount ?? '0')
  if (transfer.againOfId) {
    // its document counts as paid since the first time
    await moveUnit(work, (await unitOf(work, await companyOf(work, transfer))).id, -amount)
    await work.step(transferAccount, transfer.againOfId, 'again.paid')
    return
  }
  if (transfer.bizType === TAXES) {
    const tax = await taxOrder(work, transfer)
    await moveUnit(work, (await unitOf(work, tax.entrustedCompanyId)).id, -amount)
    await work.step(entrustedTaxPaymentOrder, tax.id, 'succeed')
    await settleIfDone(work, moneySettlement, tax.settlementOrderId ?? '')
    return
  }
  const { payment, line, info, orderId } = await payout(work, transfer)
  await moveUnit(work, (await unitOf(work, payment.entrustedCompanyId)).id, -amount)
  await stepEach(work, orderDoctorPayment, orderDoctorPaymentLifecycle, 'pay', [
    { id: payment.id, payTime: work.time, failReason: null },
  ])
  await paidOut(work, orderId, [line])
  if (info) {
    await stepInfo(work, info.id, 'succeed', answer)
    await conclude(work, info.handleApplyId ?? '', { ...answer, infoId: info.id })
  }
  await settleIfDone(work, moneySettlement, orderId)
}

/** The bank has not paid: a person sends it again or returns it. */
export async function transferFailed(work: UnitOfWork, transfer: Transfer, answer: BankAnswer): Promise<void> {
  if (transfer.againOfId) {
    await work.step(transferAccount, transfer.againOfId, 'again.fail', { remark: answer.bankMsg })
    return
  }
  if (transfer.bizType === TAXES) {
    await work.step(entrustedTaxPaymentOrder, (await taxOrder(work, transfer)).id, 'fail', { remark: answer.bankMsg })
    return
  }
  const { payment, info } = await payout(work, transfer)
  await stepEach(
    work,
    orderDoctorPayment,
    orderDoctorPaymentLifecycle,
    'fail',
    [{ id: payment.id, failReason: answer.bankMsg }],
    answer.bankMsg ?? null,
  )
  if (!info) return
  await stepInfo(work, info.id, 'fail', answer)
  await conclude(work, info.handleApplyId ?? '', { ...answer, infoId: info.id })
}

/** Whether the settlement of a line can still take a payment back (3.14, 3→4). */
async function takesBack(work: UnitOfWork, line: Line): Promise<boolean> {
  const settlementOrderId = line.settlementOrderId ?? ''
  const order = await work.row(settlementOrder, settlementOrderId)
  const [tax] = await work.rows(entrustedTaxPaymentOrder, { settlementOrderId })
  const declared = await work.any(summaryTaxReturns, {
    fiscalTaxId: line.fiscalTaxId,
    taxMonth: line.taxMonth,
    returnsStatus: [returnsStatus.declared, returnsStatus.taxed],
  })
  return (
    order?.settlementStatus === settlementStatus.paid &&
    (tax?.taxPayStatus === taxPayStatus.toFix || tax?.taxPayStatus === taxPayStatus.toPay) &&
    !declared
  )
}

/**
 * Records a late return as a difference that a person handles: paid here, returned at the bank; the money is to be paid
 * again.
 */
async function cameLate(work: UnitOfWork, transfer: Transfer, companyId: string | null): Promise<void> {
  const unit = await unitOf(work, companyId)
  const day = { accountNo: unit.unitNo ?? '', reconDate: work.time.slice(0, 10) }
  const kept = await reconciled(work, companyId)
  if (kept && !holds(work, [kept.id])) throw new LocksMoved('another return was written down meanwhile')
  const there = kept ?? (await work.insert(reconciliationInfo, { taskid: await work.code(reconciliationInfo), ...day }))
  hold(work, [there.id])
  const amount = transfer.amount ?? '0.00'
  const found = {
    yurRef: transfer.yurRef ?? '',
    our: amount,
    bank: null,
    diffType: 4 as const,
    handle: '',
    remark: '退票',
  }
  await stepEach(work, reconciliationInfo, reconciliationInfoLifecycle, 'bounced', [
    {
      id: there.id,
      ourCount: (there.ourCount ?? 0) + 1,
      ourAmount: yuan(fen(there.ourAmount ?? '0') + fen(amount)),
      diffCount: (there.diffCount ?? 0) + 1,
      diffAmount: yuan(fen(there.diffAmount ?? '0') + fen(amount)),
      resultDetail: [...(there.resultDetail ?? []), found],
    },
  ])
  await work.step(transferAccount, transfer.id, 'again.owe')
}

/** Suspense entry of a returned transfer that is not paid again, until finance clears it. */
export async function suspendReturned(work: UnitOfWork, transfer: Transfer, why: Label): Promise<void> {
  const taxes = transfer.bizType === TAXES
  await suspend(work, {
    companyId: await companyOf(work, transfer),
    source: returnedSource(taxes),
    biz: { type: transferAccount.id, id: transfer.id, code: transfer.yurRef },
    amount: transfer.amount,
    serial: transfer.bankSerialNo,
    why,
    ...(taxes ? {} : { line: (await payout(work, transfer)).line }),
  })
}

/**
 * Money came back after the bank had paid (退票): the unit has it again. While the order is open its line has failed and may
 * be paid again or voided; later a person handles the difference, and it is paid once more as it was (3.14). Where no unit of the
 * company is in use it is in suspense.
 */
export async function transferBounced(work: UnitOfWork, transfer: Transfer, answer: BankAnswer): Promise<void> {
  const amount = fen(transfer.amount ?? '0')
  const companyId = await companyOf(work, transfer)
  const unit = await companyUnit(work, companyId)
  if (!unit) {
    await work.step(transferAccount, transfer.id, 'again.suspend')
    await suspendReturned(work, transfer, ['退票时子单元已关闭', 'The unit was closed when it came back'])
    return
  }
  await moveUnit(work, unit.id, amount)
  if (transfer.bizType === TAXES) {
    await cameLate(work, transfer, companyId)
    return
  }
  const { payment, line, orderId } = await payout(work, transfer)
  if (line.settleStatus !== settleStatus.paid || !(await takesBack(work, line))) {
    await cameLate(work, transfer, payment.entrustedCompanyId)
    return
  }
  const [tax] = await work.rows(entrustedTaxPaymentOrder, {
    settlementOrderId: orderId,
    taxPayStatus: taxPayStatus.toPay,
  })
  if (tax) await work.step(entrustedTaxPaymentOrder, tax.id, 'reopen')
  const why = answer.bankMsg ?? '退票'
  await stepEach(
    work,
    orderDoctorPayment,
    orderDoctorPaymentLifecycle,
    'bounce',
    [{ id: payment.id, failReason: why }],
    why,
  )
  await stepEach(work, orderDoctorPayment, orderDoctorPaymentLifecycle, 'close', [{ id: payment.id }])
  await linesReleased(work, orderId, [line], 'bounce', why)
}
