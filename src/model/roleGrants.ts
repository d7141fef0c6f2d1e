/** Grants that stand together: what one kind of work reads and writes (domain §5). */

const codes = (operation: 'view' | 'export', ids: readonly string[]): string[] => ids.map((id) => `${id}_${operation}`)

/**
 * What the auditor reads and takes along (domain §5: `_view` and `_export` only). A new resource is added here by its
 * name.
 */
const exported = [
  'authenticationDoctor',
  'baseProduct',
  'cancellationRecord',
  'contentManagement',
  'customerCertificationRecord',
  'doctorLibrary',
  'entrustedEmployee',
  'logApi',
  'logError',
  'logUsual',
  'entrustedCompany',
  'entrustedTaxPaymentOrder',
  'orderDoctor',
  'orderDoctorSettlement',
  'platServiceFee',
  'servicePaymentBill',
  'servicePaymentOrder',
  'settlementCycle',
  'settlementOrder',
  'settlementOrderDoctor',
]
const viewed = [
  ...exported,
  'apiMessagePool',
  'apiScope',
  'appVersion',
  'attach',
  'client',
  'code',
  'commenManagement',
  'contentAudit',
  'dataScope',
  'datasource',
  'devModel',
  'dict',
  'doctorEmployeeRel',
  'doctorTemp',
  'entrustedCompanyMember',
  'entrustedDept',
  'entrustedThirdRel',
  'feedback',
  'feedbackImage',
  'iconInfo',
  'modelPrototype',
  'mpFollowUser',
  'notice',
  'oss',
  'pageIconRel',
  'pageInfo',
  'pointInfo',
  'pointsAccount',
  'post',
  'region',
  'report',
  'rule',
  'shareQrCode',
  'shortUrlManage',
  'sms',
  'smsLog',
  'tenant',
  'tenantPackage',
  'topmenu',
  'userBlacklist',
  'yuanbaoDetail',
  'approvalHistory',
  'changeRequest',
  'dept',
  'dictBiz',
  'intent',
  'menu',
  'param',
  'quickReply',
  'role',
  'securityEvent',
  'settlementCycleTaxItem',
  'settlementOrderTaxItem',
  'taxItemRate',
  'thirdPlatform',
  'user',
]

/** T3, as far as operations works it: what it adds and edits besides deciding. */
export const OPERATED = [
  'entrustedCompany',
  'entrustedEmployee',
  'entrustedDept',
  'entrustedCompanyMember',
  'entrustedThirdRel',
  'doctorLibrary',
  'doctorTemp',
  'doctorEmployeeRel',
  'customerCertificationRecord',
].map((id) => `${id}_*`)

/** Content and how it is shown, as the content team works it. */
export const EDITED = [
  'quickReply',
  'contentManagement',
  'contentAudit',
  'commenManagement',
  'feedback',
  'feedbackImage',
  'iconInfo',
  'pageInfo',
  'pageIconRel',
  'shareQrCode',
  'mpFollowUser',
  'rule',
  'pointInfo',
].map((id) => `${id}_*`)

/** What everybody reads and may tell. */
export const EVERYBODY = ['notice_view', 'feedback_view', 'feedback_add']

/** Codes of the auditor. */
export const AUDITED: readonly string[] = [...codes('view', viewed), ...codes('export', exported)]
