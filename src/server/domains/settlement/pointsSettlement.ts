import { dmanInternalTransferPoint } from '../../../model/funds/transfers.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctorPaymentPoint } from '../../../model/payment/orderDoctorPayment.ts'
import { orderDoctorPaymentPointLifecycle } from '../../../model/payment/orderDoctorPaymentLifecycles.ts'
import { servicePaymentOrder } from '../../../model/payment/payments.ts'
import { platServiceFeePoint, platServiceFeePointLifecycle } from '../../../model/payment/platServiceFeePoint.ts'
import {
  orderDoctorSettlementPoint,
  orderDoctorSettlementPointLifecycle,
  settlementOrderDoctorPoint,
  settlementOrderDoctorPointLifecycle,
  settlementOrderPoint,
  settlementOrderTaxItemPoint,
} from '../../../model/settlement/settlementOrderPoint.ts'
import { entrustedInvoicePoint } from '../../../model/tax/entrustedInvoicePoint.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import type { Settlement } from './settlement.ts'
import { sumProblem } from './sums.ts'

const { settlementOrderType } = statesOf(servicePaymentOrder)

type Order = RowOf<typeof settlementOrderPoint>

/** Settlement in points, which are granted whole and without a bank, and which the platform sells to the client. */
export const pointsSettlement = {
  order: settlementOrderPoint,
  lines: orderDoctorSettlementPoint,
  lineSteps: orderDoctorSettlementPointLifecycle,
  doctors: settlementOrderDoctorPoint,
  doctorSteps: settlementOrderDoctorPointLifecycle,
  items: settlementOrderTaxItemPoint,
  payments: orderDoctorPaymentPoint,
  paymentSteps: orderDoctorPaymentPointLifecycle,
  fee: platServiceFeePoint,
  feeSteps: platServiceFeePointLifecycle,
  move: dmanInternalTransferPoint,
  invoice: entrustedInvoicePoint,
  taxes: [],
  link: 'settlementOrderPointId',
  messageLink: 'settlementOrderPointId',
  settlementOrderType: settlementOrderType.points,
  amounts: [
    { inOrder: 'pointAmount', inParts: 'pointAmount', title: ['积分', 'points'] },
    { inOrder: 'doctorAmount', inParts: 'pointCost', title: ['积分成本', 'cost of points'] },
    { inOrder: 'platformAmount', inParts: 'platformFee', title: ['平台服务费', 'platform fee'] },
  ],
  totals: [{ total: 'totalAmount', of: ['doctorAmount', 'platformAmount'], title: ['结算总额', 'total'] }],
  worthOf: (line: RowOf<typeof orderDoctorSettlementPoint>) => ({
    amount: line.pointCost,
    pointAmount: line.pointAmount,
  }),
  costOf: (item: RowOf<typeof settlementOrderTaxItemPoint>) => item.pointCost ?? '0.00',
  feeOf: (order: Order) => order.totalAmount,
  submitProblem: (work: UnitOfWork, order: Order): Promise<Label | null> => sumProblem(work, pointsSettlement, order),
  // nothing is withheld: there is nothing to quote anew
  submitted: async () => undefined,
  // the company's points account is opened with its first order in points
  locksOfDocuments: (order: Order): Record<string, string[]> =>
    order.entrustedCompanyId ? { entrustedCompany: [order.entrustedCompanyId] } : {},
  documentsCreated: (work: UnitOfWork, order: Order) =>
    work.domains.services.funds.openAccounts(work, order.entrustedCompanyId),
  locksOfPayment: (work: UnitOfWork, entrustedCompanyId: string | null) =>
    work.domains.services.funds.pointsOf(work, entrustedCompanyId),
  clientPaid: async (work: UnitOfWork, orderId: string) => {
    const order = await work.row(settlementOrderPoint, orderId)
    const biz = { type: settlementOrderPoint.id, id: orderId, code: order?.code ?? null }
    await work.domains.services.funds.issuePoints(work, order?.entrustedCompanyId ?? null, {
      points: order?.pointAmount ?? 0,
      biz,
    })
  },
  finished: async () => {},
} as const satisfies Settlement
