import { every } from '../language/every.ts'
import { code, money, points, readOnly, ref } from '../language/fields/field.ts'
import { children, doctorCard, facts, history, panel, related, sums, tracePanel } from '../language/section.ts'
import { lifecycleTwin, twin } from '../language/twin.ts'
import { priced } from '../patterns/mixins.ts'
import { BEING_SIGNED } from '../people/signFlow.ts'
import { orderDoctorSettlementLifecycle, settlementOrderDoctorLifecycle } from './lineLifecycles.ts'
import {
  DOCTORS_SEARCHED,
  LINES_SEARCHED,
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from './settlementLines.ts'
import { settlementOrder } from './settlementOrder.ts'
import { settlementOrderLifecycle } from './settlementOrderLifecycle.ts'
import { ofPointOrder } from './words.ts'

/**
 * Settlement in points: one order a cycle. Points are granted whole, nothing is withheld (domain §3.0 R-points): points
 * and what they cost stand where fees and their taxes are.
 */

const TAXED = ['grossAmount', 'vatAmount', 'surchargeAmount', 'iitAmount', 'netAmount'] as const
const PARTNER = ['fiscalTaxId', 'fiscalTaxName'] as const
const owner = { company: 'entrustedCompanyId' } as const
const granted = {
  ...readOnly({ pointAmount: points('积分', 'Points', { width: 100, initial: 0 }) }),
  pointCost: priced.pointCost,
}

/** 积分结算单 */
export const settlementOrderPoint = twin(settlementOrder, 'settlementOrderPoint', {
  calls: ['blade-svc/settlementOrderPoint'],
  title: ['积分结算单', 'Points settlement orders'],
  readers: { finance: 'export', companyAdmin: 'view', auditor: 'export' },
  without: [
    ...PARTNER,
    'taxMonth',
    'vatAmount',
    'surchargeAmount',
    'iitAmount',
    'taxAmount',
    'netAmount',
    'paidNetAmount',
  ],
  fields: {
    code: code('SOP', '结算单号', 'Order no.', { short: ['单号', 'No'] }),
    ...readOnly({
      doctorAmount: money('积分成本', 'Cost of points', { width: 130, initial: '0.00' }),
      pointAmount: granted.pointAmount,
      paidPoints: points('已发放积分', 'Points granted', { width: 110, initial: 0 }),
    }),
  },
  list: {
    columns: [
      'code',
      'entrustedCompanyName',
      'cycleMonth',
      'doctorCount',
      'pointAmount',
      'doctorAmount',
      'platformAmount',
      'totalAmount',
      'settlementStatus',
      'pushStatus',
      'createTime',
    ],
    search: ['code', 'settlementStatus', 'entrustedCompanyId', 'entrustedCompanyName', 'cycleMonth'],
    filters: ['settlementCycleId'],
    lines: [{ resource: 'settlementOrderDoctorPoint', field: 'doctorName' }],
    sort: 'createTime',
    sorts: ['totalAmount'],
    amount: 'totalAmount',
  },
  owner,
  replies: 'settlementOrder',
  children: [
    { resource: 'orderDoctorSettlementPoint', by: 'settlementOrderId' },
    { resource: 'settlementOrderTaxItemPoint', by: 'settlementOrderId' },
    { resource: 'settlementOrderDoctorPoint', by: 'settlementOrderId' },
    { resource: 'servicePaymentOrder', by: 'settlementOrderPointId' },
    { resource: 'platServiceFeePoint', by: 'settlementOrderId' },
    { resource: 'entrustedInvoicePoint', by: 'settlementOrderId' },
  ],
  sections: [
    facts({
      first: ['code', 'settlementStatus', 'entrustedCompanyName', 'socialCreditCode'],
      last: ['refundAmount', 'createTime'],
    }),
    sums(['doctorAmount', '+platformAmount', '=totalAmount']),
    children('orderDoctorSettlementPoint', ['明细', 'Lines']),
    children('settlementOrderTaxItemPoint', ['税项', 'Tax items']),
    children('settlementOrderDoctorPoint', ['医生', 'Doctors']),
    panel('conservation', ['资金守恒', 'Money conservation']),
    tracePanel(),
    history(),
    related(),
  ],
  routes: { list: '/svc/settlementOrderPoint', detail: '/svc/settlementOrderPoint/detail/:id' },
})

export const settlementOrderPointLifecycle = lifecycleTwin(settlementOrderLifecycle, settlementOrderPoint, {
  // operations see no points of orders (domain §5)
  roles: { push: ['finance'] },
})

/** 积分结算单税目 */
export const settlementOrderTaxItemPoint = twin(settlementOrderTaxItem, 'settlementOrderTaxItemPoint', {
  calls: ['blade-svc/settlementOrderTaxItemPoint'],
  title: ['积分结算单税目', 'Tax items of points'],
  readers: { finance: 'view', companyAdmin: 'view', auditor: 'view' },
  without: [...TAXED, ...PARTNER],
  fields: { ...ofPointOrder, ...granted },
  list: {
    columns: ['taxItemName', 'orderCount', 'pointAmount', 'pointCost', 'platformFee', 'totalAmount'],
    search: ['settlementOrderId'],
    sort: 'createTime',
    amount: 'totalAmount',
  },
  owner,
})

/** 积分结算医生明细 */
export const settlementOrderDoctorPoint = twin(settlementOrderDoctor, 'settlementOrderDoctorPoint', {
  calls: ['blade-svc/settlementOrderDoctorPoint'],
  title: ['积分结算医生明细', 'Points settlement doctors'],
  readers: { finance: 'export', companyAdmin: 'view', auditor: 'export' },
  without: [...TAXED, ...PARTNER],
  fields: { ...ofPointOrder, ...granted },
  list: {
    columns: [
      'settlementOrderCode',
      'doctorName',
      'phone',
      'hospitalName',
      'orderCount',
      'pointAmount',
      'pointCost',
      'fileStatus',
      'paidStatus',
    ],
    search: DOCTORS_SEARCHED,
    sort: 'createTime',
    amount: 'pointCost',
  },
  owner,
  children: [{ resource: 'orderDoctorSettlementPoint', by: 'settlementOrderDoctorId' }],
  routes: { list: '/svc/settlementOrderDoctorPoint', detail: '/settlementOrderDoctorPoint/detail/:id' },
})

export const settlementOrderDoctorPointLifecycle = lifecycleTwin(
  settlementOrderDoctorLifecycle,
  settlementOrderDoctorPoint,
  { roles: { createSettlementOrderFile: ['finance'] } },
)

/** The same of confirmations in points. */
export const pollPointConfirmations = every('settlementOrderDoctorPoint.poll', {
  cron: '* * * * *',
  resource: settlementOrderDoctorPoint.id,
  where: BEING_SIGNED,
  step: 'flow.poll',
})

/** 医生积分结算 */
export const orderDoctorSettlementPoint = twin(orderDoctorSettlement, 'orderDoctorSettlementPoint', {
  calls: ['blade-svc/orderDoctorSettlementPoint'],
  title: ['医生积分结算', 'Doctor points lines'],
  readers: { finance: 'export', companyAdmin: 'view', auditor: 'export' },
  without: [...TAXED, ...PARTNER, 'taxFinal', 'taxMonth', 'releasedMonth', 'summaryTaxReturnsId'],
  fields: {
    code: code('DSP', '结算编号', 'Line no.', { short: ['编号', 'No'] }),
    ...ofPointOrder,
    ...readOnly({
      settlementOrderDoctorId: ref('settlementOrderDoctorPoint', '结算单医生', 'Settlement doctor'),
    }),
    ...granted,
    pointsPerYuan: priced.pointsPerYuan,
  },
  list: {
    columns: [
      'code',
      'settlementOrderCode',
      'doctorName',
      'phone',
      'hospitalName',
      'planName',
      'planType',
      'pointAmount',
      'pointCost',
      'settleStatus',
      'blackFlag',
    ],
    search: LINES_SEARCHED,
    filters: ['doctorId', 'orderDoctorId', 'blackFlag'],
    sort: 'createTime',
    amount: 'pointCost',
  },
  owner,
  sections: [facts(), doctorCard(), tracePanel(), history(), related()],
  routes: {
    list: '/svc/orderDoctorSettlementPoint',
    detail: '/orderdoctosettlementpoint/detail/:id',
    more: { '/orderdoctosettlementpoint/blackList': { screen: 'list', where: { blackFlag: '1' } } },
  },
})

export const orderDoctorSettlementPointLifecycle = lifecycleTwin(
  orderDoctorSettlementLifecycle,
  orderDoctorSettlementPoint,
  {
    roles: { applyForPayment: ['finance'], applyForVoid: ['finance'] },
  },
)
