import { intent } from '../../../../model/administration/system/intent.ts'
import { cancellationRecord } from '../../../../model/desk/cancellationRecord.ts'
import { handleApply } from '../../../../model/funds/handle.ts'
import { handleApplyInfo } from '../../../../model/funds/handleInfo.ts'
import { dmanInternalTransfer, dmanInternalTransferPoint, transferAccount } from '../../../../model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../../model/funds/units.ts'
import {
  among,
  and,
  atLeast,
  type Expression,
  equal,
  more,
  or,
  there,
  word,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { entrustedTaxPaymentOrder, platServiceFee } from '../../../../model/payment/payments.ts'
import { platServiceFeePoint } from '../../../../model/payment/platServiceFeePoint.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { orderDoctorSettlementPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { type Total, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'

const { intentStatus } = statesOf(intent)
const { feeStatus } = statesOf(platServiceFee)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { auditStatus } = statesOf(cancellationRecord)
const { transferStatus } = statesOf(transferAccount)
const { unitStatus } = statesOf(tradingManagerInfo)
const { unitProgress } = statesOf(entrustedCompany)
const { handleStatus } = statesOf(handleApply)
const { infoStatus } = statesOf(handleApplyInfo)
const { paymentStatus } = statesOf(orderDoctorPayment)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)

/** Requests about records of a resource that are under way, or for a person. */
const requestedTotal = (of: AnyResource, ...those: readonly Expression[]): Total =>
  total(
    {
      of: intent,
      where: and(
        equal('bizType', word(of.id)),
        among('intentStatus', [intentStatus.pending, intentStatus.sent, intentStatus.unknown, intentStatus.forPerson]),
        ...those,
      ),
    },
    { bizId: 'id' },
    { open: count() },
  )

/** Invariant of a state that no person can leave: the request or job that leads out of it exists. */
const leaves = (
  id: string,
  title: Label,
  of: AnyResource,
  where: Expression,
  by: Readonly<Record<string, Total>>,
  holds: Expression,
): Invariant => invariant(id, title, { of, where, with: by }, holds, { id: 'id' })

/** A fee on its way has a transfer, and the bank was asked about it. */
const feeMoves = (id: string, title: Label, of: AnyResource, move: AnyResource): Invariant =>
  leaves(
    id,
    title,
    of,
    and(equal('feeStatus', feeStatus.transferring), more('feeAmount', 0)),
    {
      moves: total(
        { of: move, where: equal('transferStatus', transferStatus.processing), with: { asked: requestedTotal(move) } },
        { platServiceFeeId: 'id' },
        { open: sum('asked.open') },
      ),
    },
    atLeast('moves.open', 1),
  )

/** A line that waits to be void is asked for. */
const voidRequested = (id: string, title: Label, of: AnyResource): Invariant =>
  leaves(
    id,
    title,
    of,
    equal('settleStatus', settleStatus.voidRequested),
    {
      cancellations: total(
        {
          of: cancellationRecord,
          where: and(equal('bizType', word(of.id)), equal('auditStatus', auditStatus.pending)),
        },
        { bizId: 'id' },
        { open: count() },
      ),
    },
    atLeast('cancellations.open', 1),
  )

/**
 * No document stays where it is for ever (INV-50): in every state there is a decision of a person, a clock, or an answer
 * that is waited for. Those that wait for an answer are asked of here; which states have no way out by declaration is asked
 * of the model (`tests/unit/model/waysOut.test.ts`).
 */
export const wayOutInvariants: readonly Invariant[] = [
  feeMoves(
    'INV-50.fee',
    ['划转中的平台服务费有待答复的划转', 'A platform fee on its way has a transfer that the bank was asked for'],
    platServiceFee,
    dmanInternalTransfer,
  ),
  feeMoves(
    'INV-50.pointFee',
    [
      '划转中的积分平台服务费有待答复的划转',
      'A platform fee for points on its way has a transfer that the bank was asked for',
    ],
    platServiceFeePoint,
    dmanInternalTransferPoint,
  ),
  leaves(
    'INV-50.transfer',
    [
      '未结束的银行转账会再次查询，或有待答复的请求',
      'A transfer that has not ended is asked about again, or waits for an answer',
    ],
    transferAccount,
    among('transferStatus', [transferStatus.accepted, transferStatus.processing]),
    { asked: requestedTotal(transferAccount) },
    // a transfer that the bank has not taken is requested again, not queried
    or(and(equal('transferStatus', transferStatus.processing), there('nextQueryTime')), atLeast('asked.open', 1)),
  ),
  leaves(
    'INV-50.unit',
    ['开通中、关闭中的子单元有待答复的请求', 'A unit that is being opened or closed waits for the answer of the bank'],
    tradingManagerInfo,
    among('unitStatus', [unitStatus.closing, unitStatus.opening]),
    { asked: requestedTotal(tradingManagerInfo) },
    atLeast('asked.open', 1),
  ),
  leaves(
    'INV-50.opening',
    ['开通中的子单元有待答复的开户请求', 'A unit that is being opened waits for the answer of the bank'],
    entrustedCompany,
    equal('unitProgress', unitProgress.opening),
    { asked: requestedTotal(entrustedCompany, equal('portCall', word('unitOpen'))) },
    atLeast('asked.open', 1),
  ),
  leaves(
    'INV-50.approval',
    [
      '银行审批中的经办会再次查询，或有待答复的请求',
      'A batch with the approvers of the bank is asked about again, or waits for an answer',
    ],
    handleApply,
    equal('handleStatus', handleStatus.approving),
    { asked: requestedTotal(handleApply) },
    or(there('nextQueryTime'), atLeast('asked.open', 1)),
  ),
  leaves(
    'INV-50.batch',
    ['处理中的经办有未结束的明细', 'A batch with the bank has an instruction that has not ended'],
    handleApply,
    equal('handleStatus', handleStatus.processing),
    {
      infos: total(
        { of: handleApplyInfo, where: among('infoStatus', [infoStatus.pending, infoStatus.processing]) },
        { handleApplyId: 'id' },
        { open: count() },
      ),
    },
    atLeast('infos.open', 1),
  ),
  leaves(
    'INV-50.payment',
    ['付款中的付款单有处理中的经办明细', 'A payment with the bank has an instruction that is under way'],
    orderDoctorPayment,
    and(equal('paymentStatus', paymentStatus.paying), equal('channel', 1)),
    {
      infos: total(
        { of: handleApplyInfo, where: among('infoStatus', [infoStatus.pending, infoStatus.processing]) },
        { orderDoctorPaymentId: 'id' },
        { open: count() },
      ),
    },
    atLeast('infos.open', 1),
  ),
  leaves(
    'INV-50.failed',
    ['付款失败的付款单有待处理的失败明细', 'A payment that failed has an instruction to be sent again or returned'],
    orderDoctorPayment,
    and(equal('paymentStatus', paymentStatus.failed), equal('channel', 1)),
    {
      infos: total(
        { of: handleApplyInfo, where: equal('infoStatus', infoStatus.failed) },
        { orderDoctorPaymentId: 'id' },
        { open: count() },
      ),
    },
    atLeast('infos.open', 1),
  ),
  leaves(
    'INV-50.taxes',
    ['支付中的税费支付单有未结束的转账', 'A tax payment on its way has a transfer that has not ended'],
    entrustedTaxPaymentOrder,
    equal('taxPayStatus', taxPayStatus.paying),
    {
      transfers: total(
        {
          of: transferAccount,
          where: and(
            equal('bizType', word(entrustedTaxPaymentOrder.id)),
            among('transferStatus', [transferStatus.accepted, transferStatus.processing]),
          ),
        },
        { bizId: 'id' },
        { open: count() },
      ),
    },
    atLeast('transfers.open', 1),
  ),
  voidRequested(
    'INV-50.void',
    ['作废审核中的明细有待审核的作废记录', 'A line that waits to be void is asked for'],
    orderDoctorSettlement,
  ),
  voidRequested(
    'INV-50.pointVoid',
    ['作废审核中的积分明细有待审核的作废记录', 'A points line that waits to be void is asked for'],
    orderDoctorSettlementPoint,
  ),
]
