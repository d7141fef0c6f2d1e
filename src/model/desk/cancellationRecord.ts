import { is } from '../language/conditions/condition.ts'
import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { choice, datetime, integer, longText, money, points, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import type { Queue } from '../language/queue.ts'
import { resource } from '../language/resource.ts'
import { children, facts, history, panel } from '../language/section.ts'
import { states, statesOf } from '../language/states.ts'
import { company, REVIEW } from '../patterns/mixins.ts'
import { reviewEdges } from '../patterns/review.ts'
import { REFUND_STEPS } from './refundStepsWire.ts'

const { entrustedCompanyName, socialCreditCode } = company

/** Fields of an application; the other kinds have calls of their own. */
const WHOLE = {
  settlementOrder: ['结算单', 'Settlement order'],
  settlementOrderPoint: ['积分结算单', 'Points settlement order'],
  resultOrder: ['结果单', 'Result order'],
  resultOrderPoint: ['积分结果单', 'Points result order'],
  tenderDoctorProtocols: ['医生协议', 'Doctor protocol'],
} as const

/** 作废记录: a document that is to be void, and who agreed (domain §2.4, 3.14). */
export const cancellationRecord = resource('cancellationRecord', {
  calls: ['blade-sys/cancellationRecord'],
  title: ['作废记录', 'Cancellations'],
  name: 'bizCode',
  replies: 'cancellationRecord',
  fields: {
    bizType: choice(
      '单据类型',
      'Document',
      {
        orderDoctorSettlement: ['医生结算', 'Doctor settlement line'],
        orderDoctorSettlementPoint: ['医生积分结算', 'Points settlement line'],
        ...WHOLE,
      },
      { required: '请选择单据类型', width: 120 },
    ),
    bizCode: text('单号', 'Document no.', { required: '请输入单号', search: 'code', length: 32, width: 170 }),
    ...readOnly({
      bizId: text('单据编号', 'Document id', { search: 'exact', length: 19, width: 170, idOfType: 'bizType' }),
      entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', { shows: 'entrustedCompanyName' }),
      entrustedCompanyName,
      socialCreditCode,
      doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'doctorName' }),
      doctorName: text('医生', 'Doctor', { length: 50, width: 90, means: 'person' }),
      amount: money('金额', 'Amount', { width: 110, initial: '0.00' }),
      pointAmount: points('积分', 'Points', { width: 90 }),
    }),
    reason: longText('作废原因', 'Reason', { required: '请输入作废原因', length: 500, width: 260 }),
    ...readOnly({
      applyUserName: text('申请人', 'Applied by', { length: 50, width: 90 }),
      applyTime: datetime('申请时间', 'Applied', { width: 150 }),
      auditStatus: states('审核状态', 'Review', REVIEW, { width: 90, initial: 'pending' }),
      auditUserName: text('审核人', 'Reviewer', { length: 50, width: 90 }),
      auditTime: datetime('审核时间', 'Reviewed', { width: 150 }),
      auditRemark: longText('审核意见', 'Remark', { length: 500, width: 200 }),
      prevStatus: integer('原状态', 'State before', { width: 80 }),
      refundRecordId: text('退款流水', 'Refund', {
        search: 'exact',
        length: 19,
        width: 170,
        idOf: 'entrustedAccountRecord',
      }),
    }),
  },
  operations: ['view', 'export'],
  readers: { ops: 'view', finance: 'export', auditor: 'export' },
  list: {
    columns: ['bizCode', 'bizType', 'doctorName', 'amount', 'reason', 'applyTime', 'auditStatus'],
    search: ['bizType', 'auditStatus', 'bizCode', 'doctorName'],
    filters: ['doctorId', 'bizId'],
    sort: 'createTime',
    amount: 'amount',
  },
  owner: { company: 'entrustedCompanyId' },
  // the line itself, which its record names by its number
  children: [
    { resource: 'orderDoctorSettlement', by: 'code', of: 'bizCode' },
    { resource: 'orderDoctorSettlementPoint', by: 'code', of: 'bizCode' },
  ],
  sections: [
    facts([
      'bizCode',
      'bizType',
      'auditStatus',
      'entrustedCompanyId',
      'doctorId',
      'amount',
      'pointAmount',
      'reason',
      'applyUserName',
      'applyTime',
      'auditUserName',
      'auditTime',
      'auditRemark',
    ]),
    panel('taxSteps', ['退款预览', 'Refund']),
    children('orderDoctorSettlement', ['原明细', 'Line']),
    children('orderDoctorSettlementPoint', ['原积分明细', 'Points line']),
    history(),
  ],
  routes: { list: '/sys/cancellationRecord' },
})

const { auditStatus } = statesOf(cancellationRecord)

/**
 * 3.14: takes a document out of the chain, and refunds what was paid for it. Lines are asked for by their own call; whole
 * orders in money or in points (3.10, 3.12) and agreements that doctors have signed (3.2) by an application here.
 */
export const cancellationRecordLifecycle = lifecycle(cancellationRecord, {
  apply: {
    label: ['申请作废', 'Apply for cancellation'],
    from: 'new',
    to: { auditStatus: 'pending' },
    by: 'operator',
    call: 'POST submit',
    permission: 'cancellationRecord_submit',
    roles: ['finance', 'ops'],
    ask: {
      bizType: choice('单据类型', 'Document', WHOLE, { required: '请选择单据类型' }),
      bizCode: cancellationRecord.fields.bizCode,
      reason: cancellationRecord.fields.reason,
    },
    result: 'other',
  },
  ...reviewEdges('auditStatus', 'auditRemark', {
    by: 'operator',
    call: 'POST audit',
    permission: 'cancellationRecord_audit',
    roles: ['finance'],
    select: 'many',
    batch: 'allOrNothing',
    makerChecker: true,
    money: true,
  }),
})

/** Q19 (domain §6): requests to void documents, with their refunds. */
export const cancellationQueue: Queue = {
  code: 'cancellationRecord',
  title: ['作废审核', 'Cancellation review'],
  icon: 'ban',
  views: [
    {
      code: 'audit',
      title: ['作废审核', 'Cancellation review'],
      resource: 'cancellationRecord',
      where: [is('auditStatus', auditStatus.pending)],
      permission: 'cancellationRecord_audit',
      decisions: ['audit.pass', 'audit.reject'],
      sort: '+createTime',
    },
  ],
}

/** Amounts that a cancellation would refund, and the company's balance after it. */
export const refundSteps = call('cancellationRecord.refundSteps', {
  method: 'GET',
  paths: [REFUND_STEPS],
  title: ['退款预览', 'Refund'],
  permission: 'cancellationRecord_view',
  on: cancellationRecord,
  safe: true,
  answer: answer.list({
    what: text('步骤', 'Step', { length: 100 }),
    how: text('算式', 'How', { length: 200 }),
    amount: money('金额', 'Amount', { min: '-9999999999.99' }),
  }),
})
