import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import {
  resultOrderDoctorDetailPoint,
  resultOrderPlatformDetailPoint,
  resultOrderPoint,
  resultOrderPointLifecycle,
  resultOrderProjectDetailPoint,
} from '../../../../model/settlement/results/resultOrderPoint.ts'
import type { Results } from './results.ts'

const { payType } = statesOf(orderDoctor)

/** Result orders in points: doctor orders that came about without a cost get it with them (R-points). */
export const pointsResults: Results = {
  order: resultOrderPoint,
  steps: resultOrderPointLifecycle,
  projects: resultOrderProjectDetailPoint,
  doctors: resultOrderDoctorDetailPoint,
  platform: resultOrderPlatformDetailPoint,
  link: 'resultOrderPointId',
  payType: payType.points,
  settledBy: 'settlementOrderPointId',
  cost: 'pointCost',
  isUnpriced: ({ pointsPerYuan }) => pointsPerYuan === null,
  earned: ({ pointAmount, pointCost }) => ({ pointAmount, pointCost }),
  figures: (sources) => ({ pointAmount: sources.reduce((n, s) => n + (s.pointAmount ?? 0), 0) }),
}
