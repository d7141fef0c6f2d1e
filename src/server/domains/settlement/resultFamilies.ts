import { resultOrder } from '../../../model/settlement/results/resultOrder.ts'
import {
  resultOrderDoctorDetail,
  resultOrderPlatformDetail,
  resultOrderProjectDetail,
} from '../../../model/settlement/results/resultOrderDetails.ts'
import {
  resultOrderDoctorDetailPoint,
  resultOrderPlatformDetailPoint,
  resultOrderPoint,
  resultOrderProjectDetailPoint,
} from '../../../model/settlement/results/resultOrderPoint.ts'

/** Result orders in money or in points: the order, its three parts, and which doctor orders they take in. */
export interface ResultFamilies {
  readonly order: typeof resultOrder
  readonly projects: typeof resultOrderProjectDetail
  readonly doctors: typeof resultOrderDoctorDetail
  readonly platform: typeof resultOrderPlatformDetail
  /** The field of a doctor order that names the result order it is in. */
  readonly link: 'resultOrderId' | 'resultOrderPointId'
  readonly payType: 1 | 2
  /** The field of a doctor order that names the settlement order it is in. */
  readonly settledBy: 'settlementOrderId' | 'settlementOrderPointId'
}

export const RESULTS: ResultFamilies = {
  order: resultOrder,
  projects: resultOrderProjectDetail,
  doctors: resultOrderDoctorDetail,
  platform: resultOrderPlatformDetail,
  link: 'resultOrderId',
  payType: 2,
  settledBy: 'settlementOrderId',
}

/** Those in points: the twins have the fields that the rules read and write. */
export const POINT_RESULTS = {
  order: resultOrderPoint,
  projects: resultOrderProjectDetailPoint,
  doctors: resultOrderDoctorDetailPoint,
  platform: resultOrderPlatformDetailPoint,
  link: 'resultOrderPointId',
  payType: 1,
  settledBy: 'settlementOrderPointId',
} as unknown as ResultFamilies
