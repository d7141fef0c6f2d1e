import { type GroupLeaves, leaf } from '../language/menu.ts'
import { resultOrder } from './results/resultOrder.ts'
import { resultOrderPoint } from './results/resultOrderPoint.ts'
import { settlementCycle } from './results/settlementCycle.ts'
import { orderDoctorSettlement, settlementOrderDoctor } from './settlementLines.ts'
import { settlementOrder } from './settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderDoctorPoint, settlementOrderPoint } from './settlementOrderPoint.ts'
import { taxItemRate } from './taxItemRate.ts'

/** Leaves of the menu tree that lead to screens of this domain. */
export const settlementMenu: readonly GroupLeaves[] = [
  {
    group: 'svcResults',
    leaves: [
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
    group: 'svcSettle',
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
    ],
  },
  {
    group: 'svcDoctor',
    leaves: [
      leaf(orderDoctorSettlement, {
        icon: 'banknote',
        go: 'g l',
        words: 'payout, income, 收入, 发钱, 劳务报酬, 工资',
      }),
    ],
  },
  {
    group: 'pointSettle',
    leaves: [
      leaf(resultOrderPoint, {
        icon: 'clipboard-list',
        with: ['resultOrderProjectDetailPoint', 'resultOrderDoctorDetailPoint', 'resultOrderPlatformDetailPoint'],
        words: 'outcome, 积分成果单',
      }),
      leaf(settlementOrderPoint, {
        icon: 'file-spreadsheet',
        with: ['settlementOrderTaxItemPoint'],
        words: 'statement, 积分账单',
      }),
      leaf(settlementOrderDoctorPoint, { icon: 'users', words: '积分医生' }),
      leaf(orderDoctorSettlementPoint, { icon: 'coins', words: 'grant, 积分发放' }),
    ],
  },
  {
    group: 'taxReturns',
    after: 'summaryTaxCertDetail',
    leaves: [leaf(taxItemRate, { icon: 'percent', words: 'tax rate, vat, 增值税' })],
  },
]
