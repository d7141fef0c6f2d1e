import { MADE_OF, PLAN_TYPES } from '../../activities/words.ts'
import { choice, datetime, integer, money, rate, readOnly, ref, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'
import type { Readers } from '../../language/role.ts'
import { view } from '../../language/view.ts'
import { doctor } from '../../patterns/mixins.ts'

/** Components of a result order: written with it, and what is computed of that (INV-11). */

const ofResult = readOnly({
  resultOrderId: ref('resultOrder', '结果单', 'Result order', { shows: 'resultOrderCode' }),
  resultOrderCode: text('结果单号', 'Result no.', { search: 'code', length: 32, width: 170 }),
})
const ofEmployee = readOnly({ baseEmployeeId: ref('entrustedEmployee', '活动负责人', 'Owner') })
const ofPlan = readOnly({
  planId: ref('activityPlan', '活动', 'Activity', { shows: 'planName' }),
  planCode: text('活动编号', 'Activity no.', { search: 'code', length: 32, width: 170 }),
  planName: text('活动', 'Activity', { length: 200, width: 220 }),
  planType: choice('活动类型', 'Type', PLAN_TYPES, { width: 100 }),
  ...ofEmployee,
})

/** 结果单项目明细: the orders of one activity in a result order. */
export const resultOrderProjectDetail = resource('resultOrderProjectDetail', {
  calls: ['blade-svc/resultOrderProjectDetail'],
  title: ['结果单项目明细', 'Projects of a result order'],
  name: 'planName',
  fields: {
    ...ofResult,
    ...ofPlan,
    ...readOnly({
      orderCount: integer('订单数', 'Orders', { width: 80, initial: 0 }),
      doctorCount: integer('医生数', 'Doctors', { width: 80, initial: 0 }),
      doctorAmount: money('医生劳务费', 'Doctor fees', { width: 130, initial: '0.00' }),
      platformAmount: money('平台服务费', 'Platform fee', { width: 120, initial: '0.00' }),
      totalAmount: money('合计', 'Total', { width: 130, initial: '0.00' }),
    }),
  },
  operations: ['view', 'export'],
  readers: { ops: 'export', finance: 'export', companyAdmin: 'view', employee: 'view', auditor: 'export' },
  list: {
    columns: [
      'planCode',
      'planName',
      'planType',
      'orderCount',
      'doctorCount',
      'doctorAmount',
      'platformAmount',
      'totalAmount',
    ],
    search: ['resultOrderId', 'planName'],
    sort: 'createTime',
    amount: 'totalAmount',
  },
  owner: { through: 'resultOrderId' },
})

/** 结果单医生明细: one doctor order in a result order. */
export const resultOrderDoctorDetail = resource('resultOrderDoctorDetail', {
  calls: ['blade-svc/resultOrderDoctorDetail'],
  title: ['结果单医生明细', 'Doctors of a result order'],
  name: 'orderCode',
  fields: {
    ...ofResult,
    ...readOnly({
      orderDoctorId: ref('orderDoctor', '医生订单', 'Doctor order', { shows: 'orderCode' }),
      orderCode: text('订单编号', 'Order no.', { search: 'code', length: 32, width: 170 }),
    }),
    ...ofPlan,
    ...doctor,
    ...readOnly({
      taxItemCode: text('税目编码', 'Tax item code', { search: 'exact', length: 16, width: 110 }),
      taxItemName: text('税目', 'Tax item', { width: 150 }),
      feeAmount: money('劳务费', 'Fee', { width: 120, initial: '0.00' }),
      platformFee: money('平台服务费', 'Platform fee', { width: 110, initial: '0.00' }),
    }),
  },
  operations: ['view', 'export'],
  readers: { ops: 'export', finance: 'export', companyAdmin: 'view', employee: 'view', auditor: 'export' },
  list: {
    columns: [
      'orderCode',
      'planName',
      'doctorName',
      'phone',
      'hospitalName',
      'taxItemName',
      'feeAmount',
      'platformFee',
    ],
    search: ['resultOrderId', 'orderCode', 'doctorName'],
    filters: ['orderDoctorId'],
    sort: 'createTime',
    amount: 'feeAmount',
  },
  owner: { through: 'resultOrderId' },
  unique: [['orderDoctorId']],
  routes: { detail: '/resultOrderDetail/detail/:id' },
})

/** 结果单平台明细: the platform's fee in a result order, by kind of activity. */
export const resultOrderPlatformDetail = resource('resultOrderPlatformDetail', {
  calls: ['blade-svc/resultOrderPlatformDetail'],
  title: ['结果单平台明细', 'Platform fees of a result order'],
  name: 'serviceName',
  fields: {
    ...ofResult,
    ...readOnly({
      planType: ofPlan.planType,
      serviceName: text('服务名称', 'Service', { width: 220 }),
      baseAmount: money('计费基数', 'Base', { width: 130, initial: '0.00' }),
      feeRate: rate('费率', 'Rate', { width: 90, initial: '0.000000' }),
      platformAmount: money('平台服务费', 'Platform fee', { width: 120, initial: '0.00' }),
    }),
  },
  operations: ['view', 'export'],
  readers: { ops: 'export', finance: 'export', companyAdmin: 'view', auditor: 'export' },
  list: {
    columns: ['serviceName', 'planType', 'baseAmount', 'feeRate', 'platformAmount'],
    search: ['resultOrderId', 'planType'],
    sort: 'createTime',
    amount: 'platformAmount',
  },
  owner: { through: 'resultOrderId' },
})

/**
 * A statistic of a result order: its doctor orders grouped by a field. `fields`: whose activity a row is of; where rows
 * are of several, they are the company's and no employee's.
 */
const statistics = <const Id extends string, F extends Partial<typeof ofEmployee>>(
  id: Id,
  fields: F,
  {
    from,
    calls,
    title,
    readers,
    group,
  }: { from: string; calls: string; title: [string, string]; readers: Readers; group: [string, string] },
) =>
  view(id, {
    from,
    calls: [calls],
    title,
    name: 'groupName',
    readers,
    fields: {
      resultOrderId: ref('resultOrder', '结果单', 'Result order'),
      entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', { short: ['公司', 'Company'] }),
      groupKey: text('编号', 'Key', { search: 'exact', length: 64, width: 170 }),
      groupName: text(...group, { length: 400, width: 260 }),
      orderCount: integer('订单数', 'Orders', { width: 80 }),
      doctorCount: integer('医生数', 'Doctors', { width: 80 }),
      amount: money('劳务费', 'Fees', { width: 130 }),
      ...fields,
    },
    list: {
      columns: ['groupName', 'orderCount', 'doctorCount', 'amount'],
      search: ['resultOrderId'],
      sort: '+groupName',
      amount: 'amount',
    },
    owner: { company: 'entrustedCompanyId', ...('baseEmployeeId' in fields ? {} : { employee: 'closed' as const }) },
  })

/** 结果单产品统计 */
export const resultOrderProductStatistics = statistics(
  'resultOrderProductStatistics',
  {},
  {
    from: 'results.byProduct',
    calls: 'blade-svc/resultOrderProductStatistics',
    title: ['结果单产品统计', 'Result order by product'],
    readers: { ops: 'view', finance: 'view', companyAdmin: 'view', auditor: 'view' },
    group: ['产品', 'Product'],
  },
)

/** 结果单医生统计 */
export const resultOrderDoctorStatistics = statistics(
  'resultOrderDoctorStatistics',
  {},
  {
    from: 'results.byDoctor',
    calls: 'blade-svc/resultOrderDoctorStatistics',
    title: ['结果单医生统计', 'Result order by doctor'],
    readers: { ops: 'view', finance: 'view', companyAdmin: 'view', auditor: 'view' },
    group: ['医生', 'Doctor'],
  },
)

/** 结果单活动统计 */
export const resultOrderActStatistics = statistics('resultOrderActStatistics', ofEmployee, {
  from: 'results.byActivity',
  calls: 'blade-vue/resultOrderActStatistics',
  title: ['结果单活动统计', 'Result order by activity'],
  readers: { ops: 'view', finance: 'view', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  group: ['活动', 'Activity'],
})

/** 结果单活动医生统计 */
export const resultOrderActDoctorStatistics = statistics('resultOrderActDoctorStatistics', ofEmployee, {
  from: 'results.byActivityAndDoctor',
  calls: 'blade-svc/resultOrderActDoctorStatistics',
  title: ['结果单活动医生统计', 'Result order by activity and doctor'],
  readers: { ops: 'view', finance: 'view', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  group: ['活动与医生', 'Activity and doctor'],
})

/** 结果单活动项: the deliverables behind the lines of a result order. */
export const resultOrderActItems = view('resultOrderActItems', {
  from: 'results.deliverables',
  calls: ['blade-svc/resultOrderActItems'],
  title: ['结果单活动项', 'Deliverables of a result order'],
  name: 'bizCode',
  readers: { ops: 'view', finance: 'view', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  fields: {
    resultOrderId: ref('resultOrder', '结果单', 'Result order'),
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', { short: ['公司', 'Company'] }),
    bizType: text('来源类型', 'Made of', { search: 'exact', length: 64, width: 170, says: MADE_OF }),
    bizId: text('来源', 'Source', { search: 'exact', length: 19, width: 170, idOfType: 'bizType' }),
    bizCode: text('提交编号', 'Submission no.', { search: 'code', length: 32, width: 190 }),
    doctorName: text('医生', 'Doctor', { length: 50, width: 90 }),
    submitTime: datetime('提交时间', 'Submitted at', { width: 150 }),
    acceptTime: datetime('验收时间', 'Accepted', { width: 150 }),
    feeAmount: money('劳务费', 'Fee', { width: 110 }),
    evidenceUrl: text('佐证', 'Evidence', { search: 'exact', length: 500, width: 120 }),
    ...ofEmployee,
  },
  list: {
    columns: ['bizCode', 'doctorName', 'submitTime', 'acceptTime', 'feeAmount'],
    search: ['resultOrderId'],
    sort: 'createTime',
    amount: 'feeAmount',
  },
  owner: { company: 'entrustedCompanyId' },
})
