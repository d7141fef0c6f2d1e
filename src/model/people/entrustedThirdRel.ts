import { choice, date, file, longText, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { states } from '../language/states.ts'
import { REVIEW } from '../patterns/mixins.ts'
import { reviewEdges } from '../patterns/review.ts'

/** 企业–合作方: which fiscal-tax company or provider serves a company, per tax item (domain §2.5, 3.7). */
export const entrustedThirdRel = resource('entrustedThirdRel', {
  calls: ['blade-csc/entrustedThirdRel'],
  title: ['企业合作方', 'Company partners'],
  name: 'entrustedName',
  fields: {
    entrustedId: ref('entrustedCompany', '委托企业', 'Company', {
      required: '请选择委托企业',
      requiredEn: 'Please choose a company',
      shows: 'entrustedName',
      width: 210,
    }),
    entrustedName: text('委托企业', 'Company', { readOnly: 'always', width: 210 }),
    thirdPlatformId: ref('thirdPlatform', '合作方', 'Partner', {
      required: '请选择合作方',
      requiredEn: 'Please choose a partner',
      shows: 'thirdPlatformName',
      width: 180,
    }),
    thirdPlatformName: text('合作方', 'Partner', { readOnly: 'always', width: 180 }),
    thirdType: choice(
      '合作方类型',
      'Kind',
      { 1: ['财税公司', 'Fiscal-tax company'], 2: ['服务商', 'Provider'] },
      { width: 110, required: '请选择合作方类型', requiredEn: 'Please choose the kind' },
    ),
    taxItemCodes: text('税目编号', 'Tax item codes', {
      search: 'code',
      length: 200,
      width: 180,
      help: ['财税公司启用的税目，以逗号分隔', 'Tax items with a rate of the fiscal-tax company, joined by commas'],
    }),
    contractNo: text('合同编号', 'Contract no.', { search: 'code', length: 64, width: 140 }),
    contractFile: file('合同文件', 'Contract'),
    startDate: date('开始日期', 'From', { width: 100 }),
    endDate: date('结束日期', 'To', { notBefore: 'startDate', width: 100 }),
    ...readOnly({
      auditStatus: states('审核状态', 'Review', REVIEW, { width: 90, initial: 'pending' }),
      auditRemark: longText('审核意见', 'Remark', { length: 500, width: 200 }),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { ops: 'manage', finance: 'view', companyAdmin: 'view', provider: 'view', auditor: 'view' },
  editable: { edit: { auditStatus: ['pending', 'rejected'] }, delete: { auditStatus: ['pending', 'rejected'] } },
  list: {
    columns: [
      'entrustedId',
      'thirdPlatformId',
      'thirdType',
      'taxItemCodes',
      'contractNo',
      'startDate',
      'endDate',
      'auditStatus',
    ],
    search: ['entrustedName', 'thirdPlatformName', 'thirdType', 'auditStatus'],
    filters: ['entrustedId', 'thirdPlatformId'],
    sort: 'createTime',
  },
  lists: {
    getEntrustedRelList: {
      title: ['企业的合作方', 'Of a company'],
      by: { entrustedId: 'entrustedId' },
      answer: 'list',
    },
  },
  owner: { company: 'entrustedId', fiscalTax: 'thirdPlatformId', provider: 'thirdPlatformId' },
  routes: { list: '/csc/entrustedThirdRel' },
})

/** 3.7: at most one link of a company is in force for each tax item. */
export const entrustedThirdRelLifecycle = lifecycle(
  entrustedThirdRel,
  reviewEdges('auditStatus', 'remark', {
    by: 'operator',
    call: 'POST updateAuditStatus',
    permission: 'entrustedThirdRel_updateAuditStatus',
    roles: ['finance'],
    select: 'many',
    batch: 'perRow',
    // whoever entered the link does not agree to it
    makerChecker: true,
  }),
)
