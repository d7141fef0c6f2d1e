/** Families of the settlement that are granted together (domain §5). */

/** What a result order is made up of. */
const RESULT_PARTS = ['resultOrderProjectDetail', 'resultOrderDoctorDetail', 'resultOrderPlatformDetail']
const RESULT_PARTS_POINT = RESULT_PARTS.map((id) => `${id}Point`)

/** Result orders in money, with what is in them of each activity. */
export const RESULTS_BY_ACTIVITY = [
  'resultOrder',
  'resultOrderProjectDetail',
  'resultOrderDoctorDetail',
  'resultOrderActStatistics',
  'resultOrderActDoctorStatistics',
  'resultOrderActItems',
]

/** Result orders in money, with what belongs to them. */
export const RESULTS = [
  ...RESULTS_BY_ACTIVITY,
  'resultOrderPlatformDetail',
  'resultOrderProductStatistics',
  'resultOrderDoctorStatistics',
]

/** Result orders in points. */
export const POINT_RESULTS = ['resultOrderPoint', ...RESULT_PARTS_POINT]

/** Settlement in points, from the result to the doctor. */
export const POINT_ORDERS = [
  ...POINT_RESULTS,
  'settlementOrderPoint',
  'settlementOrderTaxItemPoint',
  'settlementOrderDoctorPoint',
  'orderDoctorSettlementPoint',
]

/** What may be taken along as a file, of results and points. */
export const SETTLED_EXPORTS = [
  'budgetOrder',
  'resultOrder',
  ...RESULT_PARTS,
  'settlementOrderDoctorDetailOut',
  ...POINT_RESULTS,
  'settlementOrderPoint',
  'settlementOrderDoctorPoint',
  'orderDoctorSettlementPoint',
]

/** What stands beside budgets, cycles, settlement and payment orders. */
export const SETTLED_PARTS = [
  'budgetOrderActStatistics',
  'settlementCycleProjectDetail',
  'settlementOrderDoctorDetailOut',
  'servicePaymentOrderDetail',
]

/** Everything of the settlement that is neither result nor points. */
export const SETTLED = ['budgetOrder', ...SETTLED_PARTS]
