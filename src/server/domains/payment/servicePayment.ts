import { entrustedAccount } from '../../../model/funds/accounts.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { servicePaymentOrder } from '../../../model/payment/payments.ts'
import { servicePaymentOrderDetail, type servicePaymentOrderLifecycle } from '../../../model/payment/servicePayment.ts'
import type { Label } from '../../../model/values/label.ts'
import { fen, readable, sum } from '../../../model/values/money.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { moneySettlement } from '../settlement/moneySettlement.ts'
import { orderPaid } from '../settlement/outcomes.ts'
import { pointsSettlement } from '../settlement/pointsSettlement.ts'
import type { Settlement } from '../settlement/settlement.ts'
import { vouchersFreed, vouchersOf } from './vouchers.ts'

type Payment = RowOf<typeof servicePaymentOrder>

const [PREPAID, TRANSFER] = [1, 2]

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)

/** Why a bank transfer is not proved: its vouchers, each of which has its file, come to the amount. */
async function voucherProblem(work: UnitOfWork, payment: Payment): Promise<Label | null> {
  const vouchers = await vouchersOf(work, [payment])
  if (vouchers.length === 0) return ['请先上传付款凭证', 'Upload the vouchers of the transfer first']
  const total = sum(vouchers.map((v) => v.amount ?? '0'))
  return fen(total) === fen(payment.amount ?? '0')
    ? null
    : [
        `凭证合计 ${readable(total)} 与支付金额 ${readable(payment.amount)} 不符`,
        `The vouchers come to ${readable(total)}, not to ${readable(payment.amount)}`,
      ]
}

/** The settlement that a payment is of. */
const settlementOf = ({ settlementOrderType }: Payment): Settlement =>
  settlementOrderType === pointsSettlement.settlementOrderType ? pointsSettlement : moneySettlement

/** The order that is paid for, in money or in points. */
const orderOf = (payment: Payment): string => payment[settlementOf(payment).link] ?? ''

/** How a payment is made: as asked, else as it was before it was refused, else from the account. */
const modeOf = (payment: Payment, requested: number | null): 1 | 2 =>
  (requested ?? payment.payMode ?? PREPAID) === TRANSFER ? 2 : 1

/** Money of the company, and the vouchers, none of which goes meanwhile. */
const lockMoney = async (payment: Payment, work: UnitOfWork) => ({
  [servicePaymentOrderDetail.id]: idsOf(await vouchersOf(work, [payment])),
  ...(await work.domains.services.funds.moneyOf(work, payment.entrustedCompanyId)),
})

const reviewed = (work: UnitOfWork, remark: string | null): Partial<Payment> => ({
  reviewUserName: work.actor.name,
  reviewTime: work.time,
  reviewRemark: remark,
})

/** Freezes the amount of a payment from the account (`sign` 1), or lets go of it (-1). */
async function freezePayment(work: UnitOfWork, payment: Payment, sign: 1n | -1n): Promise<void> {
  const found = await work.domains.services.funds.accountOf(work, payment.entrustedCompanyId)
  const [account] = found ? await work.lock(entrustedAccount, [found.id]) : []
  if (!account) throw new Error(`company ${payment.entrustedCompanyId} has no account`)
  await work.domains.services.funds.freeze(work, account as never, sign * fen(payment.amount ?? '0'))
}

/** Guards and effects of lifecycle 3.13. */
export const servicePaymentOrderRules: RulesOf<
  typeof servicePaymentOrder,
  typeof servicePaymentOrderLifecycle,
  UnitOfWork
> = {
  confimPay: {
    lock: lockMoney,
    guard: async (payment, ask, work) => {
      if (modeOf(payment, ask.payMode) === TRANSFER) return voucherProblem(work, payment)
      const account = await work.domains.services.funds.accountOf(work, payment.entrustedCompanyId)
      return (
        work.domains.services.funds.outProblem(account) ??
        (account && work.domains.services.funds.availableProblem(account, fen(payment.amount ?? '0')))
      )
    },
    set: (payment, ask, work) => {
      const payMode = modeOf(payment, ask.payMode)
      return {
        payMode,
        frozenAmount: payMode === PREPAID ? payment.amount : '0.00',
        confirmUserName: work.actor.name,
        reviewUserName: null,
        reviewTime: null,
        reviewRemark: null,
      }
    },
    effect: async (payment, _ask, work) => {
      if (payment.payMode === PREPAID) await freezePayment(work, payment, 1n)
      return undefined
    },
  },
  'submitReview.pass': {
    lock: async (payment, work) => {
      const [settlement, orderId] = [settlementOf(payment), orderOf(payment)]
      return {
        ...(await lockMoney(payment, work)),
        ...(await settlement.locksOfPayment(work, payment.entrustedCompanyId)),
        [settlement.lines.id]: idsOf(await work.rows(settlement.lines, { settlementOrderId: orderId })),
        [settlement.order.id]: [orderId],
      }
    },
    guard: async (payment, _ask, work) => {
      const account = await work.domains.services.funds.accountOf(work, payment.entrustedCompanyId)
      const problem = work.domains.services.funds.outProblem(account)
      if (problem || payment.payMode === PREPAID) return problem
      return (
        (await work.domains.services.funds.unitShort(work, payment.entrustedCompanyId, 0n)) ??
        voucherProblem(work, payment)
      )
    },
    set: (_payment, ask, work) => ({ ...reviewed(work, ask.remark), payTime: work.time, frozenAmount: '0.00' }),
    effect: async (payment, _ask, work) => {
      const amount = fen(payment.amount ?? '0')
      const biz = { type: servicePaymentOrder.id, id: payment.id, code: payment.code }
      const out = { recordType: 2, amount, biz } as const
      const posted =
        payment.payMode === PREPAID
          ? await work.domains.services.funds.post(work, payment.entrustedCompanyId, [out], amount)
          : await work.domains.services.funds.post(work, payment.entrustedCompanyId, [{ ...out, recordType: 5 }, out])
      if (payment.payMode === PREPAID) await vouchersFreed(work, payment)
      await orderPaid(work, settlementOf(payment), orderOf(payment))
      return { accountRecordId: posted.at(-1)?.id ?? null }
    },
  },
  'submitReview.reject': {
    lock: lockMoney,
    set: (_payment, ask, work) => ({ ...reviewed(work, ask.remark), frozenAmount: '0.00' }),
    effect: async (payment, _ask, work) => {
      if (payment.payMode === PREPAID) await freezePayment(work, payment, -1n)
      return undefined
    },
  },
  void: {
    effect: async (payment, _ask, work) => {
      await vouchersFreed(work, payment)
      return undefined
    },
  },
}
