import { cancellationRecord } from '../desk/cancellationRecord.ts'
import { leaf, type TopMenu } from '../language/menu.ts'
import { orderDoctorPayment } from '../payment/orderDoctorPayment.ts'
import { platServiceFee, servicePaymentBill, servicePaymentOrder } from '../payment/payments.ts'
import { budgetOrder } from '../settlement/results/budgetOrder.ts'
import { resultOrder } from '../settlement/results/resultOrder.ts'
import { settlementCycle } from '../settlement/results/settlementCycle.ts'
import { orderDoctorSettlement, settlementOrderDoctor } from '../settlement/settlementLines.ts'
import { settlementOrder } from '../settlement/settlementOrder.ts'

/** T5: from budgets over results to what doctors are paid. */
export const settlementMenu: TopMenu = {
  code: 'svc',
  title: ['结算管理', 'Settlement'],
  icon: 'calculator',
  groups: [
    {
      code: 'svcResults',
      title: ['预算与结果', 'Budgets & results'],
      icon: 'landmark',
      leaves: [
        leaf(budgetOrder, {
          icon: 'landmark',
          with: ['budgetOrderActStatistics'],
          words: 'spending, plan, 预算, 额度',
        }),
        leaf(resultOrder, {
          icon: 'clipboard-list',
          with: [
            'resultOrderProjectDetail',
            'resultOrderDoctorDetail',
            'resultOrderPlatformDetail',
            'resultOrderProductStatistics',
            'resultOrderDoctorStatistics',
            'resultOrderActStatistics',
            'resultOrderActDoctorStatistics',
            'resultOrderActItems',
          ],
          words: 'accepted, outcome, 成果单, 结果',
        }),
      ],
    },
    {
      code: 'svcSettle',
      title: ['结算', 'Settlement'],
      icon: 'calculator',
      leaves: [
        leaf(settlementCycle, {
          icon: 'refresh-cw',
          go: 'g y',
          with: ['settlementCycleTaxItem', 'settlementCycleProjectDetail'],
          words: 'month, period, 账期, 月结, 月份',
        }),
        leaf(settlementOrder, {
          icon: 'file-spreadsheet',
          go: 'g o',
          with: ['settlementOrderTaxItem'],
          words: 'bill, statement, 对账, 账单',
        }),
        leaf(settlementOrderDoctor, {
          icon: 'users',
          with: ['settlementOrderDoctorDetailOut'],
          words: 'fee, labor, 劳务费, 劳务',
        }),
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
      code: 'svcDoctor',
      title: ['医生付款', 'Doctor payment'],
      icon: 'banknote',
      leaves: [
        leaf(orderDoctorSettlement, {
          icon: 'banknote',
          go: 'g l',
          words: 'payout, income, 收入, 发钱, 劳务报酬, 工资',
        }),
        leaf(orderDoctorPayment, {
          title: ['医生付款审核', 'Doctor payouts'],
          icon: 'badge-check',
          words: '发放, 付款审批',
        }),
        leaf(cancellationRecord, {
          title: ['作废审核', 'Cancellations'],
          icon: 'ban',
          words: 'void, cancel, 作废, 退款',
        }),
      ],
    },
  ],
}
