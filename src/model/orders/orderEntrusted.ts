import { PAY_TYPES, PLAN_TYPES } from '../activities/words.ts'
import { choice, code, datetime, integer, money, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { states } from '../language/states.ts'
import { company, employee } from '../patterns/mixins.ts'

/** 企业订单: the client's side of one plan, made when it starts (domain §2.6). */
export const orderEntrusted = resource('orderEntrusted', {
  calls: ['blade-svc/orderEntrusted'],
  title: ['企业订单', 'Company orders'],
  name: 'code',
  fields: {
    code: code('OE', '订单编号', 'Order no.', { short: ['编号', 'No'] }),
    ...readOnly({
      planId: ref('activityPlan', '活动', 'Activity', { shows: 'planName' }),
      planType: choice('活动类型', 'Type', PLAN_TYPES, { width: 100 }),
      planName: text('活动', 'Activity', { length: 200, width: 200 }),
      payType: states('结算方式', 'Settled in', PAY_TYPES, { width: 90, initial: 'money' }),
      ...company,
      ...employee,
      budgetAmount: money('预算金额', 'Budget', { width: 120, initial: '0.00' }),
      acceptedAmount: money('已验收金额', 'Accepted', { width: 120, initial: '0.00' }),
      settledAmount: money('已结算金额', 'Settled', { width: 120, initial: '0.00' }),
      doctorCount: integer('医生数', 'Doctors', { width: 80, initial: 0 }),
      orderStatus: states(
        '订单状态',
        'Status',
        {
          running: [0, '执行中', 'Running', 'busy'],
          completed: [1, '已完成', 'Completed', 'good'],
          settled: [2, '已结清', 'Settled', 'good'],
          cancelled: [9, '已取消', 'Cancelled', 'off'],
        },
        { short: ['状态', 'Status'], width: 90, initial: 'running' },
      ),
      startTime: datetime('开始时间', 'From', { width: 150 }),
      endTime: datetime('结束时间', 'To', { notBefore: 'startTime', width: 150 }),
    }),
  },
  operations: ['view', 'export'],
  readers: { ops: 'export', companyAdmin: 'export', auditor: 'export' },
  list: {
    columns: [
      'code',
      'planName',
      'planType',
      'entrustedCompanyName',
      'budgetAmount',
      'acceptedAmount',
      'settledAmount',
      'doctorCount',
      'orderStatus',
      'createTime',
    ],
    search: ['code', 'planName', 'entrustedCompanyId', 'entrustedCompanyName', 'planType', 'orderStatus'],
    filters: ['planId'],
    sort: 'createTime',
    amount: 'budgetAmount',
  },
  detailBy: 'orderEntrustedId',
  lockedLast: true,
  owner: { company: 'entrustedCompanyId' },
  unique: [['code'], ['planId']],
  children: [{ resource: 'orderEntrustedRel', by: 'orderEntrustedId' }],
  routes: { list: '/svc/orderEntrusted', detail: '/orderentrusted/detail/:id' },
})

/**
 * Moved only by what happens to its plan and to its settlement (3.3, 3.12): completed with the end of its activity,
 * settled with the last of what was accepted.
 */
export const orderEntrustedLifecycle = lifecycle(orderEntrusted, {
  complete: {
    label: ['完成', 'Complete'],
    from: { orderStatus: 'running' },
    to: { orderStatus: 'completed' },
    by: 'system',
  },
  reopen: {
    label: ['重新执行', 'Run again'],
    from: { orderStatus: ['completed', 'settled'] },
    to: { orderStatus: 'running' },
    by: 'system',
  },
  settle: {
    label: ['结清', 'Settle'],
    from: { orderStatus: 'completed' },
    to: { orderStatus: 'settled' },
    by: 'system',
  },
  cancel: {
    label: ['取消', 'Cancel'],
    from: { orderStatus: 'running' },
    to: { orderStatus: 'cancelled' },
    by: 'system',
  },
})

/** 企业订单明细: the doctors' orders that belong to a company's order. */
export const orderEntrustedRel = resource('orderEntrustedRel', {
  calls: ['blade-svc/orderEntrustedRel'],
  title: ['企业订单明细', 'Doctors of a company order'],
  name: 'orderDoctorCode',
  fields: readOnly({
    orderEntrustedId: ref('orderEntrusted', '企业订单', 'Company order', {}),
    orderDoctorId: ref('orderDoctor', '医生订单', 'Doctor order', { shows: 'orderDoctorCode' }),
    orderDoctorCode: text('医生订单', 'Doctor order', { search: 'code', length: 32, width: 170 }),
    doctorName: text('医生', 'Doctor', { length: 50, width: 90 }),
    amount: money('金额', 'Amount', { width: 110, initial: '0.00' }),
  }),
  operations: ['view'],
  readers: { ops: 'view', companyAdmin: 'view', auditor: 'view' },
  list: {
    columns: ['orderDoctorId', 'doctorName', 'amount', 'createTime'],
    search: ['orderDoctorCode', 'doctorName'],
    filters: ['orderEntrustedId', 'orderDoctorId'],
    sort: 'createTime',
    amount: 'amount',
  },
  owner: { through: 'orderEntrustedId' },
})
