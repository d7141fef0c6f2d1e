import { cmbBank } from '../../../model/funds/cmbBank.ts'
import { dmanInternalTransfer, type dmanInternalTransferLifecycle } from '../../../model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../model/funds/units.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import type { entrustedTaxPaymentOrderLifecycle } from '../../../model/payment/paymentLifecycles.ts'
import { entrustedTaxPaymentOrder } from '../../../model/payment/payments.ts'
import { thirdPlatform } from '../../../model/people/thirdPlatform.ts'
import type { Label } from '../../../model/values/label.ts'
import { fen } from '../../../model/values/money.ts'
import { yurRefOf } from '../../writing/requests.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { moneySettlement } from '../settlement/moneySettlement.ts'
import { pointsSettlement } from '../settlement/pointsSettlement.ts'
import type { Settlement, SettlementFee } from '../settlement/settlement.ts'
import { locksToSettle, settleIfDone } from '../settlement/settling.ts'

const { transferStatus } = statesOf(dmanInternalTransfer)

// Shares of a paid order that do not go to doctors: the platform's fee, to the platform's own unit, and the taxes, to
// the fiscal-tax company (3.17, 3.18).

type Move = RowOf<Settlement['move']>

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)

const paidOff = (status: number | null | undefined): boolean => status === 5 || status === 6

/** Why a fee is not transferred now. */
async function feeProblem(work: UnitOfWork, settlement: Settlement, fee: SettlementFee): Promise<Label | null> {
  const order = await work.row(settlement.order, fee.settlementOrderId)
  if (!paidOff(order?.settlementStatus))
    return ['结算单尚未付款，不能划转服务费', 'The settlement order is not paid: its fee stays where it is']
  if (fen(fee.feeAmount ?? '0') === 0n) return ['服务费为零，无需划转', 'The fee is zero: there is nothing to transfer']
  const moves = await work.rows(settlement.move, {
    platServiceFeeId: fee.id,
    transferStatus: [transferStatus.processing, transferStatus.succeeded],
  })
  if (moves.length > 0) return ['该服务费已有划转中或已成功的转账', 'A transfer of this fee is on its way or done']
  if (!(await work.domains.services.funds.platformUnit(work)))
    return [
      '平台没有正常的交易管家子单元，请财务先在“交易管家”开通',
      'The platform has no trading-manager unit in use: finance opens it on the page of units',
    ]
  return work.domains.services.funds.unitShort(work, fee.entrustedCompanyId, fen(fee.feeAmount ?? '0'))
}

/** 3.18: between units of the platform's own account, so that it is one instruction to the bank. */
const feeRulesOf = (settlement: Settlement): RulesOf<Settlement['fee'], Settlement['feeSteps'], UnitOfWork> => ({
  transfer: {
    lock: async (fee, work) => ({
      [settlement.move.id]: idsOf(await work.rows(settlement.move, { platServiceFeeId: fee.id })),
      tradingManagerInfo: await work.domains.services.funds.unitIds(work, fee.entrustedCompanyId),
    }),
    guard: (fee, _ask, work) => feeProblem(work, settlement, fee),
    effect: async (fee, _ask, work) => {
      const [from, to] = [
        await work.domains.services.funds.companyUnit(work, fee.entrustedCompanyId),
        await work.domains.services.funds.platformUnit(work),
      ]
      const values = {
        yurRef: yurRefOf(work, 'YD'),
        outUnitNo: from?.unitNo ?? '',
        outUnitName: from?.unitName,
        inUnitNo: to?.unitNo ?? '',
        inUnitName: to?.unitName,
        amount: fee.feeAmount ?? '0.00',
      }
      // a transfer that was only drafted is sent, not drafted again
      const [draft] = await work.rows(settlement.move, {
        platServiceFeeId: fee.id,
        transferStatus: transferStatus.pending,
      })
      const move = draft
        ? await work.update(settlement.move, draft.id, values)
        : await work.insert(settlement.move, {
            ...values,
            code: await work.code(settlement.move),
            platServiceFeeId: fee.id,
            platServiceFeeCode: fee.code,
          })
      await work.step(settlement.move, move.id, 'send')
      await work.intend(
        cmbBank,
        'internalTransfer',
        { outUnitNo: values.outUnitNo, inUnitNo: values.inUnitNo, amount: values.amount },
        values.yurRef,
        { of: settlement.move, id: move.id, code: move.code, done: 'succeed', failed: 'fail' },
      )
      return undefined
    },
  },
  succeed: { set: (_fee, _ask, work) => ({ transferTime: work.time }) },
})

export const platServiceFeeRules = feeRulesOf(moneySettlement)
export const platServiceFeePointRules = feeRulesOf(pointsSettlement)

const unitsOf = (work: UnitOfWork, move: Move) =>
  Promise.all([move.outUnitNo, move.inUnitNo].map((unitNo) => work.any(tradingManagerInfo, { unitNo: unitNo ?? '' })))

/** The bank's answer about a fee: both units move with it, or none. */
const moveRulesOf = (
  settlement: Settlement,
): RulesOf<Settlement['move'], typeof dmanInternalTransferLifecycle, UnitOfWork> => ({
  succeed: {
    lock: async (move, work) => {
      const fee = await work.row(settlement.fee, move.platServiceFeeId)
      return {
        ...(await locksToSettle(work, settlement, fee?.settlementOrderId ?? '', 0)),
        tradingManagerInfo: (await unitsOf(work, move)).flatMap((u) => (u ? [u.id] : [])),
      }
    },
    set: (_move, _ask, work) => ({ finishTime: work.time, bankMsg: null }),
    effect: async (move, _ask, work) => {
      const [from, to] = await unitsOf(work, move)
      const amount = fen(move.amount ?? '0')
      await work.domains.services.funds.moveUnit(work, from?.id ?? '', -amount)
      await work.domains.services.funds.moveUnit(work, to?.id ?? '', amount)
      const fee = await work.row(settlement.fee, move.platServiceFeeId)
      await work.step(settlement.fee, move.platServiceFeeId ?? '', 'succeed')
      await settleIfDone(work, settlement, fee?.settlementOrderId ?? '')
      return undefined
    },
  },
  fail: {
    lock: async (move) => ({ [settlement.fee.id]: move.platServiceFeeId ? [move.platServiceFeeId] : [] }),
    set: (_move, ask: { readonly remark?: string | null }, work) => ({
      finishTime: work.time,
      bankMsg: (ask.remark ?? '').slice(0, 255),
    }),
    effect: async (move, ask: { readonly remark?: string | null }, work) => {
      await work.step(settlement.fee, move.platServiceFeeId ?? '', 'fail', { remark: ask.remark })
      return undefined
    },
  },
})

export const dmanInternalTransferRules = moveRulesOf(moneySettlement)
export const dmanInternalTransferPointRules = moveRulesOf(pointsSettlement)

/** 3.17: the taxes of an order go to its fiscal-tax company. */
export const taxPaymentRules: RulesOf<
  typeof entrustedTaxPaymentOrder,
  typeof entrustedTaxPaymentOrderLifecycle,
  UnitOfWork
> = {
  aloneHandle: {
    lock: async (tax, work) => ({
      tradingManagerInfo: await work.domains.services.funds.unitIds(work, tax.entrustedCompanyId),
    }),
    guard: async (tax, _ask, work) => {
      const payee = await work.row(thirdPlatform, tax.fiscalTaxId)
      if (!payee?.bankAccount)
        return ['财税公司没有银行账号，请先维护', 'The fiscal-tax company has no bank account: enter it first']
      return work.domains.services.funds.unitShort(work, tax.entrustedCompanyId, fen(tax.amount ?? '0'))
    },
    effect: async (tax, _ask, work) => {
      const payee = await work.row(thirdPlatform, tax.fiscalTaxId)
      const unit = await work.domains.services.funds.companyUnit(work, tax.entrustedCompanyId)
      await work.domains.services.funds.sendTransfers(work, [
        {
          yurRef: yurRefOf(work, 'YT'),
          bizType: entrustedTaxPaymentOrder.id,
          bizId: tax.id,
          bizCode: tax.code,
          payAccount: unit?.bankAccount ?? null,
          payeeName: payee?.name ?? null,
          payeeAccount: payee?.bankAccount ?? null,
          amount: tax.amount,
          purpose: `代扣税款 ${tax.taxMonth ?? ''}`,
        },
      ])
      return undefined
    },
  },
  succeed: { set: (_tax, _ask, work) => ({ payTime: work.time }) },
}
