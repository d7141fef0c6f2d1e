import { is } from '../language/conditions/condition.ts'
import { choice, code, datetime, integer, json, longText, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import type { Checked } from '../language/makers.ts'
import type { Queue } from '../language/queue.ts'
import { resource } from '../language/resource.ts'
import { facts, history } from '../language/section.ts'
import { states, statesOf } from '../language/states.ts'
import { rejection } from '../patterns/review.ts'

/**
 * 配置变更申请: an edit of a dual-controlled field, or the deletion of a record that has one, waiting for a second person.
 * The old values are in force until then. `changes` holds personal data masked; the whole values are in a table of
 * their own (migrations/0003: change_request_values).
 */
export const changeRequest = resource('changeRequest', {
  calls: ['blade-changeRequest'],
  title: ['配置变更申请', 'Change requests'],
  about: [
    '银行账户、费率、税率、受保护参数的修改，须由第二人复核后生效',
    'Bank accounts, rates and guarded parameters change once a second person agrees',
  ],
  name: 'code',
  fields: {
    code: code('CR', '申请编号', 'Request no.', { short: ['编号', 'No'] }),
    ...readOnly({
      requestType: choice(
        '变更方式',
        'Kind',
        { 1: ['修改', 'Edit'], 2: ['删除', 'Deletion', 'bad'] },
        { width: 70, initial: 1 },
      ),
      bizType: text('数据类型', 'Record type', { search: 'exact', length: 64, width: 130 }),
      bizId: text('数据编号', 'Record id', { search: 'exact', length: 19, width: 170 }),
      bizName: text('数据名称', 'Record', { width: 180, short: ['名称', 'Record'] }),
      recordVersion: integer('申请时版本', 'Version asked for', { width: 80 }),
      changes: json('变更内容', 'Changes', { width: 380, changesOf: 'bizType' }),
      remark: longText('申请说明', 'Reason', { length: 500, width: 200 }),
      requesterId: ref('user', '申请人', 'Requested by', { shows: 'requesterName' }),
      requesterName: text('申请人', 'Requested by', { length: 50, width: 90, short: ['申请人', 'By'] }),
      requesterAccount: text('申请账号', 'Account that asked', { search: 'exact', length: 50, width: 100 }),
      requesterFrom: text('申请来自', 'Requested from', { length: 400, width: 200 }),
      requestStatus: states(
        '复核状态',
        'Status',
        {
          pending: [0, '待复核', 'Pending', 'wait'],
          applied: [1, '已生效', 'Applied', 'good'],
          rejected: [2, '已驳回', 'Rejected', 'bad'],
          withdrawn: [3, '已撤回', 'Withdrawn', 'off'],
          voided: [4, '已失效', 'Void', 'off'],
        },
        { width: 90, initial: 'pending', short: ['状态', 'Status'] },
      ),
      reviewerId: ref('user', '复核人', 'Reviewed by', { shows: 'reviewerName' }),
      reviewerName: text('复核人', 'Reviewed by', { length: 50, width: 90 }),
      reviewerAccount: text('复核账号', 'Account that reviewed', { search: 'exact', length: 50, width: 100 }),
      reviewerFrom: text('复核来自', 'Reviewed from', { length: 400, width: 200 }),
      reviewTime: datetime('复核时间', 'Reviewed at', { width: 150 }),
      reviewRemark: longText('复核意见', 'Review remark', { length: 500, width: 200 }),
      entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company'),
      fiscalTaxId: ref('thirdPlatform', '财税公司', 'Fiscal-tax company'),
      providerId: ref('thirdPlatform', '服务商', 'Provider'),
    }),
  },
  operations: ['view'],
  readers: { ops: 'view', finance: 'view', tax: 'view', auditor: 'view' },
  list: {
    columns: [
      'code',
      'bizName',
      'changes',
      'bizType',
      'requestType',
      'requesterName',
      'requestStatus',
      'reviewerName',
      'reviewTime',
      'createTime',
    ],
    search: ['code', 'bizType', 'bizId', 'requesterName', 'requestStatus'],
    sort: 'createTime',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId', provider: 'providerId' },
  concerns: { resource: 'bizType', id: 'bizId', name: 'bizName' },
  sections: [
    facts(
      [
        'code',
        'requestStatus',
        'bizType',
        'bizName',
        'requestType',
        'changes',
        'remark',
        'requesterName',
        'requesterAccount',
        'requesterFrom',
        'createTime',
        'reviewerName',
        'reviewerAccount',
        'reviewerFrom',
        'reviewTime',
        'reviewRemark',
      ],
      ['变更', 'Change'],
    ),
    history(),
  ],
  routes: { list: '/sys/changeRequest', detail: '/sys/changeRequest/detail/:id' },
})

const { requestStatus } = statesOf(changeRequest)

/** The requester never decides their own request, also while separation of duties is switched off. */
const notByRequester: Checked = { makers: [{ field: 'requesterId' }], always: true }

/** A request is decided once and not by its requester, whatever the value of `sod.enabled`. */
export const changeRequestLifecycle = lifecycle(changeRequest, {
  approve: {
    label: ['复核通过', 'Approve'],
    from: { requestStatus: 'pending' },
    to: { requestStatus: 'applied' },
    by: 'operator',
    call: 'POST review',
    match: { status: 1 },
    permission: 'changeRequest_review',
    roles: ['finance'],
    select: 'many',
    batch: 'allOrNothing',
    ask: { remark: longText('复核意见', 'Remark', { length: 500 }) },
    makerChecker: notByRequester,
    money: true,
    key: 'a',
    result: 'pass',
  },
  reject: {
    label: ['复核驳回', 'Reject'],
    from: { requestStatus: 'pending' },
    to: { requestStatus: 'rejected' },
    by: 'operator',
    call: 'POST review',
    match: { status: 2 },
    permission: 'changeRequest_review',
    roles: ['finance'],
    select: 'many',
    batch: 'allOrNothing',
    ask: {
      remark: rejection,
    },
    makerChecker: notByRequester,
    key: 'r',
    result: 'reject',
  },
  withdraw: {
    label: ['撤回申请', 'Withdraw'],
    from: { requestStatus: 'pending' },
    to: { requestStatus: 'withdrawn' },
    by: 'operator',
    call: 'POST withdraw',
    permission: 'changeRequest_withdraw',
    roles: ['ops', 'tax'],
    select: 'many',
    batch: 'allOrNothing',
    result: 'other',
  },
  // the record was changed or deleted meanwhile: the remark says which
  lapse: {
    label: ['失效', 'Void'],
    from: { requestStatus: 'pending' },
    to: { requestStatus: 'voided' },
    by: 'system',
    result: 'reject',
  },
})

/** Changes that wait for a second person, oldest first. */
export const changeRequestQueue: Queue = {
  code: 'changeRequest',
  title: ['配置变更复核', 'Configuration change review'],
  icon: 'shield',
  views: [
    {
      code: 'review',
      title: ['配置变更复核', 'Configuration change review'],
      resource: 'changeRequest',
      where: [is('requestStatus', requestStatus.pending)],
      permission: 'changeRequest_review',
      words: 'audit, approve, 审核, 审批, 待审',
      decisions: ['approve', 'reject'],
      sort: '+createTime',
    },
  ],
  columns: {
    changeRequest: [
      'code',
      'bizName',
      'changes',
      'createTime',
      'bizType',
      'requestType',
      'requesterName',
      'requesterAccount',
    ],
  },
}
