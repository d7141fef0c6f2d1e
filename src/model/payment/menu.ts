import { type GroupLeaves, leaf } from '../language/menu.ts'
import { doctorPaymentDetails } from './doctorPaymentDetails.ts'
import { orderDoctorPayment, orderDoctorPaymentPoint } from './orderDoctorPayment.ts'
import { entrustedTaxPaymentOrder, platServiceFee, servicePaymentBill, servicePaymentOrder } from './payments.ts'
import { platServiceFeePoint } from './platServiceFeePoint.ts'

/** Leaves of the menu tree that lead to screens of this domain. */
export const paymentMenu: readonly GroupLeaves[] = [
  {
    group: 'svcSettle',
    leaves: [
      leaf(servicePaymentOrder, {
        icon: 'credit-card',
        go: 'g p',
        with: ['servicePaymentOrderDetail'],
        words: 'pay, 付款, 打款, 出纳',
      }),
      leaf(servicePaymentBill, { icon: 'receipt', words: 'invoice, 对账单' }),
      leaf(platServiceFee, { icon: 'percent', words: 'commission, 手续费, 平台费' }),
    ],
  },
  {
    group: 'svcDoctor',
    leaves: [
      leaf(orderDoctorPayment, {
        title: ['医生付款审核', 'Doctor payouts'],
        icon: 'badge-check',
        words: '发放, 付款审批',
      }),
    ],
  },
  {
    group: 'taxReturns',
    after: 'summaryTaxCertDetail',
    leaves: [leaf(entrustedTaxPaymentOrder, { icon: 'building-2', words: '缴税, 报税, 完税, 个税' })],
  },
  {
    group: 'payBank',
    after: 'tradingManagerInfo',
    leaves: [leaf(doctorPaymentDetails, { icon: 'banknote', words: '付款记录, 到账' })],
  },
  {
    group: 'pointSettle',
    leaves: [
      leaf(orderDoctorPaymentPoint, {
        title: ['医生积分发放审核', 'Points payouts'],
        icon: 'badge-check',
        words: '发积分',
      }),
      leaf(platServiceFeePoint, { icon: 'percent' }),
    ],
  },
]
