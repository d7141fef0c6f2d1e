import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { resultOrder } from '../../../../model/settlement/results/resultOrder.ts'
import {
  resultOrderDoctorDetail,
  resultOrderPlatformDetail,
  resultOrderProjectDetail,
} from '../../../../model/settlement/results/resultOrderDetails.ts'
import { resultOrderLifecycle } from '../../../../model/settlement/results/resultOrderLifecycle.ts'
import type { Results } from './results.ts'

const { payType } = statesOf(orderDoctor)

/** Result orders in money. */
export const moneyResults: Results = {
  order: resultOrder,
  steps: resultOrderLifecycle,
  projects: resultOrderProjectDetail,
  doctors: resultOrderDoctorDetail,
  platform: resultOrderPlatformDetail,
  link: 'resultOrderId',
  payType: payType.money,
  settledBy: 'settlementOrderId',
  cost: 'feeAmount',
  isUnpriced: () => false,
  earned: ({ feeAmount }) => ({ feeAmount }),
  figures: () => ({}),
}
