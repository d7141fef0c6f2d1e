import { entrustedAccount, entrustedAccountRecord } from '../../../../model/funds/accounts.ts'
import { entrustedAccountPrepay } from '../../../../model/funds/prepay.ts'
import { and, atLeast, atMost, equal, minus } from '../../../../model/language/conditions/expression.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { servicePaymentOrderDetail } from '../../../../model/payment/servicePayment.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import { once } from './once.ts'

/** Promises of prepaid ledgers and of what is recorded once: INV-3, 5, 8, 9. */
export const ledgerInvariants: readonly Invariant[] = [
  invariant(
    'INV-3',
    ['冻结金额不为负且不超过余额', 'What is frozen of a prepaid balance is a part of it'],
    { of: entrustedAccount },
    and(
      atLeast('frozenAmount', 0),
      atMost('frozenAmount', 'balance'),
      equal('availableAmount', minus('balance', 'frozenAmount')),
    ),
    { accountNo: 'accountNo', balance: 'balance', frozenAmount: 'frozenAmount' },
  ),
  once('INV-5', ['同一业务同一类型只记一条流水', 'A document is posted once of each kind'], entrustedAccountRecord, [
    'bizType',
    'bizId',
    'recordType',
  ]),
  once(
    'INV-8.prepay',
    ['预付款的银行流水号不重复', 'A bank serial number stands for one prepayment'],
    entrustedAccountPrepay,
    ['bankSerialNo'],
  ),
  once(
    'INV-8.vouchers',
    ['支付凭证的银行流水号不重复', 'A bank serial number stands for one voucher'],
    servicePaymentOrderDetail,
    ['bankSerialNo'],
  ),
  once('INV-9', ['同一来源每位医生只有一张订单', 'A deliverable has one order a doctor'], orderDoctor, [
    'bizType',
    'bizId',
    'doctorId',
  ]),
]
