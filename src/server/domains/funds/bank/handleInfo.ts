import { handleApply, handleStatusRecord } from '../../../../model/funds/handle.ts'
import { handleApplyInfo, type handleApplyInfoLifecycle } from '../../../../model/funds/handleInfo.ts'
import type { RulesOf } from '../../../../model/language/lifecycle.ts'
import { isIn, statesOf } from '../../../../model/language/states.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { orderDoctorPaymentLifecycle } from '../../../../model/payment/orderDoctorPaymentLifecycles.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { summaryTaxReturns } from '../../../../model/tax/summaryTaxReturns.ts'
import type { Label } from '../../../../model/values/label.ts'
import { fen } from '../../../../model/values/money.ts'
import { bareNumber } from '../../../../model/values/officialNumbers.ts'
import { yurRefOf } from '../../../writing/requests.ts'
import { fieldError } from '../../../writing/save/sentFields.ts'
import { stepEach } from '../../../writing/unitOfWork/caused.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { isListed } from '../../people/blacklist.ts'
import { locksOfLines } from '../../settlement/lineTaxes.ts'
import { linesReleased } from '../../settlement/outcomes.ts'
import { personOf } from '../../settlement/results/personOf.ts'
import { unitIds, unitShort } from '../ledger/units.ts'
import { type Batch, conclude, type Info, recordStatus } from './batches.ts'
import { sendInfos } from './sending.ts'

const { toStatus } = statesOf(handleStatusRecord)

const { handleStatus } = statesOf(handleApply)
const { returnsStatus } = statesOf(summaryTaxReturns)

/** The batch, the payment and its line of an instruction, as far as they are there. */
async function found(work: UnitOfWork, info: Info) {
  const payment = await work.row(orderDoctorPayment, info.orderDoctorPaymentId)
  const batch = await work.row(handleApply, info.handleApplyId)
  const line = await work.row(orderDoctorSettlement, payment?.orderDoctorSettlementId ?? null)
  return { payment, batch, line }
}

/** Payment, batch and line of an instruction that is being handled: all must exist. */
async function around(work: UnitOfWork, info: Info) {
  const { payment, batch, line } = await found(work, info)
  if (!payment || !batch || !line) throw new Error(`instruction ${info.id} has no payment, batch or line`)
  return { payment, batch, line }
}

const idsOf = (row: { readonly id: string } | null): string[] => (row ? [row.id] : [])

/** Failed instructions are handled while their batch is with the bank or has been answered. */
const handled = (batch: Batch): Label | null =>
  isIn([handleStatus.processing, handleStatus.partlyFailed, handleStatus.failed], batch.handleStatus)
    ? null
    : ['该经办申请已结束，不能再处理其明细', 'This batch has ended: its instructions stay as they are']

/** Why an instruction may not be sent again, but only returned. */
async function mustReturn(info: Info, work: UnitOfWork): Promise<Label | null> {
  const { payment, batch, line } = await around(work, info)
  const declared = await work.any(summaryTaxReturns, {
    fiscalTaxId: line.fiscalTaxId,
    taxMonth: line.taxMonth,
    returnsStatus: [returnsStatus.declared, returnsStatus.taxed],
  })
  if (declared)
    return [
      `${line.taxMonth ?? ''} 的税款已申报，只能退回`,
      `The taxes of ${line.taxMonth ?? ''} are declared: it can only be returned`,
    ]
  if (await isListed(work, payment.doctorId, payment.entrustedCompanyId))
    return ['医生在黑名单中，只能退回', 'The doctor is blacklisted: it can only be returned']
  return unitShort(work, batch.entrustedCompanyId, fen(info.amount ?? '0'))
}

/**
 * The doctor's present bank card, which changes by two persons: what is sent again is paid to no other, whatever the
 * cashier gives.
 * @throws AppError 400 naming the field that was given something else, or that the doctor lacks.
 */
export async function cardOf(
  work: UnitOfWork,
  doctorId: string | null,
  given: { readonly payeeAccount?: string | null; readonly payeeBankNo?: string | null },
) {
  const doctor = await work.row(authenticationDoctor, doctorId)
  const refuse = (field: 'payeeAccount' | 'payeeBankNo', text: Label) => fieldError(work.actor, field, text)
  if (!doctor?.bankAccount)
    throw refuse('payeeAccount', [
      '医生未登记银行账号，请先在医生信息中登记',
      'The doctor has no bank account: enter it with the doctor first',
    ])
  if (given.payeeAccount && bareNumber(given.payeeAccount) !== bareNumber(doctor.bankAccount))
    throw refuse('payeeAccount', [
      '收款账号与医生现有银行账号不一致，请先变更医生的银行账号（须另一人复核）',
      'The account is not the present one of the doctor: change the bank account of the doctor first, which a second person agrees to',
    ])
  if (given.payeeBankNo && bareNumber(given.payeeBankNo) !== bareNumber(doctor.bankBranchNo ?? ''))
    throw refuse('payeeBankNo', [
      '联行号与医生现有联行号不一致，请先变更医生的联行号（须另一人复核）',
      'The branch no. is not the present one of the doctor: change the branch no. of the doctor first, which a second person agrees to',
    ])
  return { account: doctor.bankAccount, bank: doctor.bankName ?? null, branchNo: doctor.bankBranchNo ?? null }
}

/** 3.16: what failed is sent again under a new reference, or returned. */
export const handleApplyInfoRules: RulesOf<typeof handleApplyInfo, typeof handleApplyInfoLifecycle, UnitOfWork> = {
  'fail.resend': {
    lock: async (info, work) => {
      const { payment, batch } = await found(work, info)
      return {
        // before who lists the doctor, or after
        authenticationDoctor: payment ? [payment.doctorId] : [],
        handleApply: idsOf(batch),
        orderDoctorPayment: idsOf(payment),
        tradingManagerInfo: await unitIds(work, batch?.entrustedCompanyId ?? null),
      }
    },
    guard: async (info, ask, work) => {
      const refused = handled((await around(work, info)).batch) ?? (await mustReturn(info, work))
      if (!refused) await cardOf(work, info.doctorId, ask)
      return refused
    },
    effect: async (info, ask, work) => {
      const { payment, batch } = await around(work, info)
      const card = await cardOf(work, info.doctorId, ask)
      const again = await work.insert(handleApplyInfo, {
        handleApplyId: info.handleApplyId,
        handleApplyCode: info.handleApplyCode,
        orderDoctorPaymentId: info.orderDoctorPaymentId,
        orderDoctorPaymentCode: info.orderDoctorPaymentCode,
        ...personOf(info),
        payeeName: info.payeeName,
        payeeAccount: card.account,
        payeeBank: card.bank,
        payeeBankNo: card.branchNo,
        amount: info.amount,
        yurRef: yurRefOf(work, 'YR'),
        retryOfId: info.id,
      })
      await stepEach(
        work,
        orderDoctorPayment,
        orderDoctorPaymentLifecycle,
        'resend',
        [
          {
            id: payment.id,
            handleApplyInfoId: again.id,
            yurRef: again.yurRef,
            failReason: null,
            bankAccount: card.account,
            bankName: card.bank,
          },
        ],
        ask.remark,
      )
      await sendInfos(work, batch, [again])
      if (batch.handleStatus !== handleStatus.processing) {
        await work.step(handleApply, batch.id, 'resend')
        await recordStatus(work, batch, batch.handleStatus, toStatus.processing, { infoId: again.id })
      }
      await conclude(work, batch.id, { infoId: again.id, bankMsg: ask.remark })
      return undefined
    },
  },
  'fail.return': {
    lock: async (info, work) => {
      const { payment, batch, line } = await found(work, info)
      const lines = line ? await locksOfLines(work, [line]) : {}
      return { ...lines, handleApply: idsOf(batch), orderDoctorPayment: idsOf(payment) }
    },
    guard: async (info, _ask, work) => handled((await around(work, info)).batch),
    effect: async (info, ask, work) => {
      const { payment, batch, line } = await around(work, info)
      await stepEach(work, orderDoctorPayment, orderDoctorPaymentLifecycle, 'close', [{ id: payment.id }], ask.remark)
      await linesReleased(work, line.settlementOrderId ?? '', [line], 'fail', ask.remark)
      await conclude(work, batch.id, { infoId: info.id, bankMsg: ask.remark })
      return undefined
    },
  },
}
