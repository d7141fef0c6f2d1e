import { choice, datetime, json, longText, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { facts } from '../language/section.ts'

/**
 * 审批记录: one row per transition of any record, append-only (INV-40). Statuses are texts: a record may have several.
 * Where a second person agreed to a change, `operator` is the reviewer, `requester` who asked for it, `remark` why.
 */
export const approvalHistory = resource('approvalHistory', {
  calls: ['blade-approvalHistory', 'blade-approvalHistory/approvalHistory'],
  title: ['审批记录', 'Approval history'],
  name: 'bizCode',
  appendOnly: true,
  fields: {
    bizType: text('单据类型', 'Record type', { search: 'exact', length: 64, width: 150 }),
    bizId: text('单据编号', 'Record id', { search: 'exact', length: 19, width: 170 }),
    bizCode: text('单号', 'Record no.', { search: 'exact', length: 64, width: 170 }),
    action: text('操作', 'Action', { search: 'exact', length: 64, width: 120, stepOf: 'bizType' }),
    fromStatus: text('原状态', 'From', { search: 'exact', length: 32, width: 150, stateOf: 'bizType' }),
    toStatus: text('新状态', 'To', { search: 'exact', length: 32, width: 150, stateOf: 'bizType' }),
    result: choice(
      '结果',
      'Result',
      { 1: ['通过', 'Pass', 'good'], 2: ['驳回', 'Reject', 'bad'], 3: ['其他', 'Other', 'off'] },
      { width: 70 },
    ),
    remark: longText('意见', 'Remark', { length: 500, width: 260 }),
    operatorId: ref('user', '操作人', 'Operator', { shows: 'operatorName' }),
    operatorName: text('操作人', 'Operator', { length: 50, width: 100 }),
    // a name is chosen and may change; the account is neither
    operatorAccount: text('操作账号', 'Account', { search: 'exact', length: 50, width: 100 }),
    operatorRole: text('角色', 'Role', { width: 110 }),
    requesterId: ref('user', '申请人', 'Requested by', { shows: 'requesterName' }),
    requesterName: text('申请人', 'Requested by', { length: 50, width: 100 }),
    requesterAccount: text('申请账号', 'Account that asked', { search: 'exact', length: 50, width: 100 }),
    changeRequestId: ref('changeRequest', '变更申请', 'Change request', { shows: 'changeRequestCode' }),
    changeRequestCode: text('变更申请', 'Change request', { length: 64, width: 170 }),
    operateTime: datetime('操作时间', 'Time', { width: 150 }),
    requestId: text('请求编号', 'Request id', { search: 'exact', length: 64, width: 120 }),
    recordVersion: text('版本', 'Version', { search: 'exact', length: 10, width: 60 }),
    changes: json('变更', 'Changes', { changesOf: 'bizType' }),
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', {}),
    fiscalTaxId: ref('thirdPlatform', '财税公司', 'Fiscal-tax company', {}),
    providerId: ref('thirdPlatform', '服务商', 'Provider', {}),
  },
  operations: ['view'],
  readers: {
    ops: 'view',
    finance: 'view',
    tax: 'view',
    content: 'view',
    companyAdmin: 'view',
    fiscalTax: 'view',
    auditor: 'view',
  },
  list: {
    columns: [
      'operateTime',
      'operatorName',
      'operatorAccount',
      'action',
      'bizType',
      'bizCode',
      'fromStatus',
      'toStatus',
      'result',
      'remark',
    ],
    search: ['bizType', 'bizId', 'bizCode', 'operatorName', 'operateTime'],
    sort: 'operateTime',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId', provider: 'providerId' },
  concerns: { resource: 'bizType', id: 'bizId', name: 'bizCode' },
  // versions and requests are for programs
  sections: [
    facts([
      'operateTime',
      'operatorName',
      'operatorAccount',
      'operatorRole',
      'bizType',
      'bizCode',
      'action',
      'fromStatus',
      'toStatus',
      'result',
      'requesterName',
      'requesterAccount',
      'changeRequestCode',
      'remark',
      'changes',
    ]),
  ],
  routes: { list: '/sys/approvalHistory' },
})
