import { MADE_OF, PAY_TYPES, PLAN_TYPES } from '../activities/words.ts'
import { is } from '../language/conditions/condition.ts'
import { choice, code, datetime, money, points, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { facts, history, related, tracePanel } from '../language/section.ts'
import { states } from '../language/states.ts'
import { company, doctor, employee, fiscalTax, priced, product } from '../patterns/mixins.ts'

/** 医生订单: exactly one per accepted deliverable; the source of a settlement line (domain §2.6). */
export const orderDoctor = resource('orderDoctor', {
  calls: ['blade-svc/orderDoctor'],
  title: ['医生订单', 'Doctor orders'],
  name: 'code',
  fields: {
    code: code('OD', '订单编号', 'Order no.', { short: ['编号', 'No'] }),
    ...readOnly({
      planName: text('活动', 'Activity', { length: 200, width: 200 }),
      bizType: text('来源类型', 'Made of', { search: 'exact', length: 64, width: 140, says: MADE_OF }),
      bizId: text('来源', 'Source', { search: 'exact', length: 19, idOfType: 'bizType' }),
      planId: ref('activityPlan', '活动', 'Activity', { shows: 'planName' }),
      planCode: text('活动编号', 'Activity no.', { search: 'code', length: 32, width: 170 }),
      planType: choice('活动类型', 'Type', PLAN_TYPES, { width: 100 }),
      payType: states('结算方式', 'Settled in', PAY_TYPES, { width: 90, initial: 'money' }),
    }),
    ...company,
    ...readOnly({ ...employee, ...product }),
    ...doctor,
    ...readOnly({
      taxItemCode: text('税目编码', 'Tax item code', { search: 'exact', length: 16 }),
      taxItemName: text('税目', 'Tax item', { width: 150 }),
    }),
    ...fiscalTax,
    ...readOnly({
      feeAmount: money('劳务费', 'Fee', { width: 120, initial: '0.00', short: ['金额', 'Amount'] }),
      platformFee: money('平台服务费', 'Platform fee', { width: 110, initial: '0.00' }),
      pointAmount: points('积分', 'Points', { width: 80, initial: 0 }),
      ...priced,
      acceptTime: datetime('验收时间', 'Accepted', { width: 150 }),
      orderStatus: states(
        '订单状态',
        'Status',
        {
          open: [0, '待出结果', 'No result yet', 'wait'],
          collected: [1, '已入结果单', 'In a result order', 'busy'],
          settling: [2, '结算中', 'Settling', 'busy'],
          paid: [3, '已付款', 'Paid', 'good'],
          taxed: [4, '已完税', 'Taxed', 'good'],
          voided: [9, '已作废', 'Void', 'off'],
        },
        { short: ['状态', 'Status'], width: 100, initial: 'open' },
      ),
      resultOrderId: ref('resultOrder', '结果单', 'Result order'),
      settlementOrderId: ref('settlementOrder', '结算单', 'Settlement order'),
      // of orders that are settled in points
      resultOrderPointId: ref('resultOrderPoint', '积分结果单', 'Points result order'),
      settlementOrderPointId: ref('settlementOrderPoint', '积分结算单', 'Points settlement order'),
      paymentId: text('付款', 'Payment', { search: 'exact', length: 19, idOf: 'orderDoctorPayment' }),
    }),
  },
  operations: ['view', 'export'],
  readers: { ops: 'export', finance: 'view', companyAdmin: 'view', auditor: 'export' },
  list: {
    columns: [
      'code',
      'planName',
      'planType',
      'doctorName',
      'entrustedCompanyName',
      'feeAmount',
      'orderStatus',
      'acceptTime',
    ],
    search: [
      'code',
      'doctorName',
      'entrustedCompanyId',
      'entrustedCompanyName',
      'planType',
      'orderStatus',
      'settlementOrderId',
    ],
    filters: ['planId', 'doctorId', 'resultOrderId', 'resultOrderPointId', 'settlementOrderPointId'],
    sort: 'createTime',
    amount: 'feeAmount',
  },
  lists: {
    meetingOrderList: {
      title: ['会议的订单', 'Orders of meetings'],
      paths: ['/blade-act/meeting/meetingOrderList'],
      where: [is('planType', 1)],
      answer: 'page',
    },
    orderDoctorList: {
      title: ['讲座的订单', 'Orders of lectures'],
      paths: ['/blade-act/lecture/orderDoctorList', '/blade-act/lectureReport/orderDoctorList'],
      where: [is('planType', 2)],
      answer: 'page',
    },
    // no order comes of the demonstration: of one of its activities there are none
    demoOrderList: {
      title: ['演示活动的订单', 'Orders of the demo'],
      paths: [
        '/blade-act/demo/meeting/meetingOrderList',
        '/blade-act/demo/lecture/orderDoctorList',
        '/blade-act/demo/lectureReport/orderDoctorList',
      ],
      by: { planId: 'planId' },
      answer: 'page',
    },
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  unique: [['code']],
  sections: [facts(), tracePanel(), history(), related()],
  routes: { list: '/svc/orderDoctor', detail: '/orderdoctor/detail/:id' },
})

/** Moved only by what happens to its result order (3.10), its settlement (3.12) and its taxes (3.22). */
export const orderDoctorLifecycle = lifecycle(orderDoctor, {
  collect: {
    label: ['进入结果单', 'Into a result order'],
    from: { orderStatus: 'open' },
    to: { orderStatus: 'collected' },
    by: 'system',
  },
  drop: {
    label: ['退出结果单', 'Out of its result order'],
    from: { orderStatus: 'collected' },
    to: { orderStatus: 'open' },
    by: 'system',
  },
  settle: {
    label: ['进入结算', 'Settling'],
    from: { orderStatus: 'collected' },
    to: { orderStatus: 'settling' },
    by: 'system',
  },
  pay: { label: ['已付款', 'Paid'], from: { orderStatus: 'settling' }, to: { orderStatus: 'paid' }, by: 'system' },
  bounce: { label: ['退票', 'Bounced'], from: { orderStatus: 'paid' }, to: { orderStatus: 'settling' }, by: 'system' },
  tax: { label: ['完税', 'Taxed'], from: { orderStatus: 'paid' }, to: { orderStatus: 'taxed' }, by: 'system' },
  untax: {
    label: ['退回已付款', 'Back to paid'],
    from: { orderStatus: 'taxed' },
    to: { orderStatus: 'paid' },
    by: 'system',
  },
  void: {
    label: ['作废', 'Voided'],
    from: { orderStatus: ['collected', 'settling'] },
    to: { orderStatus: 'voided' },
    by: 'system',
  },
  release: {
    label: ['退出结算', 'Out of settlement'],
    from: { orderStatus: 'settling' },
    to: { orderStatus: 'collected' },
    by: 'system',
  },
})
