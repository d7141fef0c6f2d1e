import type { RowOf } from '../../../../model/language/resource.ts'
import type { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import type { resultOrder } from '../../../../model/settlement/results/resultOrder.ts'
import type {
  resultOrderDoctorDetail,
  resultOrderPlatformDetail,
  resultOrderProjectDetail,
} from '../../../../model/settlement/results/resultOrderDetails.ts'
import type { resultOrderLifecycle } from '../../../../model/settlement/results/resultOrderLifecycle.ts'
import type {
  resultOrderDoctorDetailPoint,
  resultOrderPlatformDetailPoint,
  resultOrderPoint,
  resultOrderPointLifecycle,
  resultOrderProjectDetailPoint,
} from '../../../../model/settlement/results/resultOrderPoint.ts'

type Source = RowOf<typeof orderDoctor>

/**
 * Result orders in money or in points: the order, its three parts, and which doctor orders they take in. A resource here is
 * either of the twins, so that its rows have the fields that both have.
 */
export interface Results {
  readonly order: typeof resultOrder | typeof resultOrderPoint
  readonly steps: typeof resultOrderLifecycle | typeof resultOrderPointLifecycle
  readonly projects: typeof resultOrderProjectDetail | typeof resultOrderProjectDetailPoint
  readonly doctors: typeof resultOrderDoctorDetail | typeof resultOrderDoctorDetailPoint
  readonly platform: typeof resultOrderPlatformDetail | typeof resultOrderPlatformDetailPoint
  /** The field of a doctor order that names the result order it is in. */
  readonly link: 'resultOrderId' | 'resultOrderPointId'
  readonly payType: 1 | 2
  /** The field of a doctor order that names the settlement order it is in. */
  readonly settledBy: 'settlementOrderId' | 'settlementOrderPointId'
  /** The field of a doctor order, and of its row in the result order, that its company pays the doctor by. */
  readonly cost: 'feeAmount' | 'pointCost'
  /** Returns whether a doctor order came about without its cost, which it gets with the result order. Pure. */
  isUnpriced(source: Source): boolean
  /** Fee or points of a doctor order, as its row in the result order has them. Pure. */
  earned(source: Source): Partial<Pick<Source, 'feeAmount' | 'pointAmount' | 'pointCost'>>
  /** Figures of doctor orders together besides amounts and counts. Pure. */
  figures(sources: readonly Source[]): { readonly pointAmount?: number }
}

export type Result = RowOf<Results['order']>
