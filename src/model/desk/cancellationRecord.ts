import { choice, datetime, integer, longText, money, points, readOnly, ref, text } from '../kernel/field.ts'
import { lifecycle } from '../kernel/lifecycle.ts'
import { resource } from '../kernel/resource.ts'
import { company, REVIEW } from '../mixins.ts'
import { reviewEdges } from '../review.ts'

const { entrustedCompanyName, socialCreditCode } = company

/** 作废记录: a document that is to be void, and who agreed (domain §2.4, 3.14). Made by applications; decided with the money chain. */
export const cancellationRecord = resource('cancellationRecord', {
  calls: ['blade-sys/cancellationRecord'],
  title: ['作废记录', 'Cancellations'],
  name: 'bizCode',
  replies: 'cancellationRecord',
  fields: {
    ...readOnly({
      bizType: choice(
        '单据类型',
        'Document',
        {
          orderDoctorSettlement: ['医生结算', 'Doctor settlement line'],
          orderDoctorSettlementPoint: ['医生积分结算', 'Points settlement line'],
          settlementOrder: ['结算单', 'Settlement order'],
          resultOrder: ['结果单', 'Result order'],
          tenderDoctorProtocols: ['医生协议', 'Doctor protocol'],
        },
        { width: 120 },
      ),
      bizId: text('单据编号', 'Document id', { search: 'exact', length: 19, width: 170 }),
      bizCode: text('单号', 'Document no.', { search: 'code', length: 32, width: 170 }),
      entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', { shows: 'entrustedCompanyName' }),
      entrustedCompanyName,
      socialCreditCode,
      doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'doctorName' }),
      doctorName: text('医生', 'Doctor', { length: 50, width: 90, means: 'person' }),
      amount: money('金额', 'Amount', { width: 110, initial: '0.00' }),
      pointAmount: points('积分', 'Points', { width: 90 }),
      reason: longText('作废原因', 'Reason', { length: 500, width: 260 }),
      applyUserName: text('申请人', 'Applied by', { length: 50, width: 90 }),
      applyTime: datetime('申请时间', 'Applied', { width: 150 }),
      auditStatus: choice('审核状态', 'Review', REVIEW, { width: 90, initial: 0 }),
      auditUserName: text('审核人', 'Reviewer', { length: 50, width: 90 }),
      auditTime: datetime('审核时间', 'Reviewed', { width: 150 }),
      auditRemark: longText('审核意见', 'Remark', { length: 500, width: 200 }),
      prevStatus: integer('原状态', 'State before', { width: 80 }),
      refundRecordId: text('退款流水', 'Refund', { search: 'exact', length: 19, width: 170 }),
    }),
  },
  operations: ['view', 'export'],
  list: {
    columns: ['bizCode', 'bizType', 'doctorName', 'amount', 'reason', 'applyTime', 'auditStatus'],
    search: ['bizType', 'auditStatus', 'bizCode', 'doctorName'],
    filters: ['doctorId'],
    sort: 'createTime',
    amount: 'amount',
  },
  owner: { company: 'entrustedCompanyId' },
  routes: { list: '/sys/cancellationRecord' },
})

/** 3.14: refunds what was paid and takes the document out of the chain. */
export const cancellationRecordLifecycle = lifecycle(
  cancellationRecord,
  reviewEdges('auditStatus', 'auditRemark', {
    closed: ['作废尚未开放', 'Cancelling is not open yet'],
    by: 'operator',
    call: 'POST audit',
    permission: 'cancellationRecord_audit',
    roles: ['finance'],
    select: 'many',
    batch: 'perRow',
  }),
)
