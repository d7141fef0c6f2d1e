import { code, money, points, readOnly, ref } from '../../language/fields/field.ts'
import { children, facts, files, history, related, sums, tracePanel } from '../../language/section.ts'
import { lifecycleTwin, twin } from '../../language/twin.ts'
import { RESULT_FACTS, RESULT_FIGURES, resultOrder } from './resultOrder.ts'
import { resultOrderDoctorDetail, resultOrderPlatformDetail, resultOrderProjectDetail } from './resultOrderDetails.ts'
import { resultOrderLifecycle } from './resultOrderLifecycle.ts'

/** Result orders of activities that are settled in points: the same, with points and what they cost (domain §2.8, §10). */

const pointAmount = points('积分', 'Points', { width: 100, initial: 0 })
const cost = money('积分成本', 'Cost of points', { width: 120, initial: '0.00' })
const ofResult = readOnly({
  resultOrderId: ref('resultOrderPoint', '积分结果单', 'Points result order', { shows: 'resultOrderCode' }),
})

/** 积分结果单 */
export const resultOrderPoint = twin(resultOrder, 'resultOrderPoint', {
  calls: ['blade-svc/resultOrderPoint'],
  title: ['积分结果单', 'Points result orders'],
  readers: { ops: 'export', finance: 'export', companyAdmin: 'view', auditor: 'export' },
  fields: {
    code: code('ROP', '结果单号', 'Result no.', { short: ['单号', 'No'] }),
    ...readOnly({ pointAmount, doctorAmount: cost }),
  },
  list: {
    ...resultOrder.list,
    columns: [
      'code',
      'entrustedCompanyName',
      'periodStart',
      'periodEnd',
      'orderCount',
      'doctorCount',
      'pointAmount',
      'totalAmount',
      'resultStatus',
      'createTime',
    ],
  },
  owner: {
    company: 'entrustedCompanyId',
    employee: {
      within: 'resultOrderProjectDetailPoint',
      by: 'resultOrderId',
      figures: [...RESULT_FIGURES, 'pointAmount'],
    },
  },
  replies: 'resultOrder',
  children: [
    { resource: 'resultOrderProjectDetailPoint', by: 'resultOrderId' },
    { resource: 'resultOrderDoctorDetailPoint', by: 'resultOrderId' },
    { resource: 'resultOrderPlatformDetailPoint', by: 'resultOrderId' },
  ],
  sections: [
    facts([...RESULT_FACTS, 'pointAmount']),
    sums(['doctorAmount', '+platformAmount', '=totalAmount']),
    children('resultOrderProjectDetailPoint', ['项目', 'Projects']),
    children('resultOrderDoctorDetailPoint', ['医生', 'Doctors']),
    children('resultOrderPlatformDetailPoint', ['平台', 'Platform']),
    files(['serviceReportUrl'], ['服务报告', 'Service report']),
    tracePanel(),
    history(),
    related(),
  ],
  routes: { list: '/svc/resultOrderPoint', detail: '/resultOrderPoint/detail/:id', add: '/resultOrderPoint/add' },
})

export const resultOrderPointLifecycle = lifecycleTwin(resultOrderLifecycle, resultOrderPoint)

/** 积分结果单项目明细 */
export const resultOrderProjectDetailPoint = twin(resultOrderProjectDetail, 'resultOrderProjectDetailPoint', {
  calls: ['blade-svc/resultOrderProjectDetailPoint'],
  title: ['积分结果单项目明细', 'Projects of a points result order'],
  readers: { ops: 'export', finance: 'export', companyAdmin: 'view', auditor: 'export' },
  fields: { ...ofResult, ...readOnly({ pointAmount, doctorAmount: cost }) },
  list: {
    ...resultOrderProjectDetail.list,
    columns: [
      'planCode',
      'planName',
      'planType',
      'orderCount',
      'doctorCount',
      'pointAmount',
      'doctorAmount',
      'platformAmount',
      'totalAmount',
    ],
  },
})

/** 积分结果单医生明细 */
export const resultOrderDoctorDetailPoint = twin(resultOrderDoctorDetail, 'resultOrderDoctorDetailPoint', {
  calls: ['blade-svc/resultOrderDoctorDetailPoint'],
  title: ['积分结果单医生明细', 'Doctors of a points result order'],
  readers: { ops: 'export', finance: 'export', companyAdmin: 'view', auditor: 'export' },
  without: ['feeAmount'],
  fields: { ...ofResult, ...readOnly({ pointAmount, pointCost: cost }) },
  list: {
    columns: [
      'orderCode',
      'planName',
      'doctorName',
      'phone',
      'hospitalName',
      'pointAmount',
      'pointCost',
      'platformFee',
    ],
    search: ['resultOrderId', 'orderCode', 'doctorName'],
    filters: ['orderDoctorId'],
    sort: 'createTime',
    amount: 'pointCost',
  },
})

/** 积分结果单平台明细 */
export const resultOrderPlatformDetailPoint = twin(resultOrderPlatformDetail, 'resultOrderPlatformDetailPoint', {
  calls: ['blade-svc/resultOrderPlatformDetailPoint'],
  title: ['积分结果单平台明细', 'Platform fees of a points result order'],
  readers: { ops: 'export', finance: 'export', companyAdmin: 'view', auditor: 'export' },
  fields: ofResult,
})
