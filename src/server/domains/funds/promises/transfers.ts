import { handleApplyInfo } from '../../../../model/funds/handleInfo.ts'
import { dmanInternalTransfer, dmanInternalTransferPoint, transferAccount } from '../../../../model/funds/transfers.ts'
import { among, equal, plus, there } from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count } from '../../../promises/form/aggregate.ts'
import { one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import { once } from './once.ts'

const { paymentStatus } = statesOf(orderDoctorPayment)
const { settleStatus } = statesOf(orderDoctorSettlement)

const referred = (of: AnyResource) => total({ of }, { yurRef: 'yurRef' }, { all: count() })

/** The bank's reference of an internal transfer is of no other one, to units or to accounts. */
const ownReference = (id: string, title: Label, of: AnyResource): Invariant =>
  invariant(
    id,
    title,
    {
      of,
      where: there('yurRef'),
      with: {
        transfers: referred(transferAccount),
        internal: referred(dmanInternalTransfer),
        points: referred(dmanInternalTransferPoint),
      },
    },
    equal(plus('transfers.all', 'internal.all', 'points.all'), 1),
    { code: 'code', yurRef: 'yurRef' },
  )

/** Promises of payments on their way and of bank references: INV-18. */
export const transferInvariants: readonly Invariant[] = [
  once(
    'INV-18',
    ['同一结算明细最多一张未结束的付款单', 'A line has at most one payment that is not over'],
    orderDoctorPayment,
    ['orderDoctorSettlementId'],
    among('paymentStatus', [
      paymentStatus.pending,
      paymentStatus.approved,
      paymentStatus.paying,
      paymentStatus.paid,
      paymentStatus.failed,
      paymentStatus.frozen,
    ]),
  ),
  invariant(
    'INV-18.line',
    ['未结束的付款单，其结算明细在付款中', 'The line of a payment that is not over is being paid'],
    {
      of: orderDoctorPayment,
      where: among('paymentStatus', [
        paymentStatus.pending,
        paymentStatus.approved,
        paymentStatus.paying,
        paymentStatus.failed,
        paymentStatus.frozen,
      ]),
      with: { line: one(orderDoctorSettlement, 'orderDoctorSettlementId') },
    },
    equal('line.settleStatus', settleStatus.paying),
    { code: 'code', paymentStatus: 'paymentStatus', found: 'line.settleStatus' },
  ),
  once('INV-18.transfers', ['转账的业务参考号不重复', 'A bank reference stands for one transfer'], transferAccount, [
    'yurRef',
  ]),
  once('INV-18.infos', ['经办明细的业务参考号不重复', 'A bank reference stands for one instruction'], handleApplyInfo, [
    'yurRef',
  ]),
  ownReference(
    'INV-18.internal',
    ['内部转账不使用其他转账的业务参考号', 'No internal transfer has the bank reference of another one'],
    dmanInternalTransfer,
  ),
  ownReference(
    'INV-18.internalPoints',
    ['积分内部转账不使用其他转账的业务参考号', 'No internal transfer of points has the bank reference of another one'],
    dmanInternalTransferPoint,
  ),
]
