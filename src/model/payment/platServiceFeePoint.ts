import { code, readOnly } from '../language/fields/field.ts'
import { facts, history, related, tracePanel } from '../language/section.ts'
import { lifecycleTwin, twin } from '../language/twin.ts'
import { ofPointOrder } from '../settlement/words.ts'
import { platServiceFeeLifecycle } from './paymentLifecycles.ts'
import { platServiceFee } from './payments.ts'

const { baseAmount } = platServiceFee.fields

/** 积分平台服务费: the cost of the points of an order and what the platform takes for them (INV-38). */
export const platServiceFeePoint = twin(platServiceFee, 'platServiceFeePoint', {
  calls: ['blade-svc/platServiceFeePoint'],
  title: ['积分平台服务费', 'Points platform fees'],
  readers: { finance: 'export', cashier: 'export', companyAdmin: 'view', auditor: 'export' },
  fields: {
    code: code('PFP', '服务费单号', 'Fee no.', { short: ['单号', 'No'] }),
    ...ofPointOrder,
    ...readOnly({ baseAmount: { ...baseAmount, label: ['积分成本', 'Cost of points'] as const } }),
  },
  sections: [facts(), tracePanel(), history(), related()],
  routes: { list: '/svc/platServiceFeePoint', detail: '/platServiceFeePoint/detail/:id/:settlementOrderId' },
})

/** 3.18: transferred as the other fee is, by a call of its own. */
export const platServiceFeePointLifecycle = lifecycleTwin(platServiceFeeLifecycle, platServiceFeePoint, {
  path: (whole) => whole.replace('dmanInternalTransfer/', 'dmanInternalTransferPoint/'),
})
