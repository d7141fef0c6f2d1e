import { choice, code, datetime, money, readOnly, ref, text } from '../kernel/field.ts'
import { lifecycle } from '../kernel/lifecycle.ts'
import { resource } from '../kernel/resource.ts'
import { company, doctor, fiscalTax } from '../mixins.ts'

/** 医生订单: exactly one per accepted deliverable; the source of a settlement line (domain §2.6). */
export const orderDoctor = resource('orderDoctor', {
  calls: ['blade-svc/orderDoctor'],
  title: ['医生订单', 'Doctor orders'],
  name: 'code',
  fields: {
    code: code('OD', '订单编号', 'Order no.', { short: ['编号', 'No'] }),
    ...readOnly({
      planName: text('活动', 'Activity', { length: 200, width: 200 }),
      planType: choice(
        '活动类型',
        'Type',
        {
          1: ['会议', 'Meeting'],
          2: ['讲座', 'Lecture'],
          3: ['病例征集', 'Case collection'],
          4: ['临床调研', 'Clinical research'],
          5: ['用药反馈', 'Medication feedback'],
          6: ['专业评审', 'Professional review'],
          7: ['患者教育', 'Patient education'],
          8: ['知识创作', 'Knowledge creation'],
        },
        { width: 100 },
      ),
    }),
    ...company,
    ...doctor,
    ...readOnly({
      taxItemCode: text('税目编码', 'Tax item code', { search: 'exact', length: 16 }),
    }),
    ...fiscalTax,
    ...readOnly({
      feeAmount: money('劳务费', 'Fee', { width: 120, initial: '0.00', short: ['金额', 'Amount'] }),
      platformFee: money('平台服务费', 'Platform fee', { width: 110, initial: '0.00' }),
      acceptTime: datetime('验收时间', 'Accepted', { width: 150 }),
      orderStatus: choice(
        '订单状态',
        'Status',
        {
          0: ['待出结果', 'No result yet', 'wait'],
          1: ['已入结果单', 'In a result order', 'busy'],
          2: ['结算中', 'Settling', 'busy'],
          3: ['已付款', 'Paid', 'good'],
          4: ['已完税', 'Taxed', 'good'],
          9: ['已作废', 'Void', 'off'],
        },
        { short: ['状态', 'Status'], width: 100, initial: 0 },
      ),
      settlementOrderId: ref('settlementOrder', '结算单', 'Settlement order'),
    }),
  },
  operations: ['view', 'export'],
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
    sort: 'createTime',
    amount: 'feeAmount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  unique: [['code']],
  routes: { list: '/svc/orderDoctor', detail: '/orderdoctor/detail/:id' },
})

/** Moved only by what happens to its settlement (3.12). */
export const orderDoctorLifecycle = lifecycle(orderDoctor, {
  settle: { label: ['进入结算', 'Settling'], from: { orderStatus: 1 }, to: { orderStatus: 2 }, by: 'system' },
  pay: { label: ['已付款', 'Paid'], from: { orderStatus: 2 }, to: { orderStatus: 3 }, by: 'system' },
  release: { label: ['退出结算', 'Out of settlement'], from: { orderStatus: 2 }, to: { orderStatus: 1 }, by: 'system' },
})
