import {
  ACTIVITIES,
  codes,
  DELIVERED,
  DEMO,
  INVITED,
  LISTED,
  ORDERED,
  PLANS,
  TENDER,
  TENDERED,
} from './activityGrants.ts'
import { FUNDS, FUNDS_EXPORTED } from './fundsGrants.ts'
import { POINT_ORDERS, RESULTS, SETTLED, SETTLED_EXPORTS } from './settlementGrants.ts'

/** Grants that stand together: what one kind of work reads and writes (domain §5). */

/** What an invoice, a summary invoice and a return are made of: read with them. */
const INVOICE_PARTS = [
  'entrustedInvoiceItem',
  'entrustedInvoiceDetail',
  'entrustedInvoiceDetailPoint',
  'summaryInvoiceDetail',
  'summaryTaxReturnsDetail',
]

/** T6 as finance and the fiscal-tax companies read it (domain §5). */
export const TAXED: readonly string[] = [
  ...codes('view', [
    'entrustedInvoice',
    'entrustedInvoicePoint',
    'summaryInvoice',
    'summaryInvoiceDetailDoctor',
    'summaryTaxReturns',
    'summaryTaxCert',
    'summaryTaxCertDetail',
    ...INVOICE_PARTS,
  ]),
  ...codes('export', [
    'entrustedInvoice',
    'entrustedInvoicePoint',
    'summaryInvoice',
    'summaryInvoiceDetailDoctor',
    'summaryTaxReturns',
    'summaryTaxCert',
    'summaryTaxCertDetail',
  ]),
]

/** What tax staff write besides what they decide. */
export const FILED: readonly string[] = [
  ...codes('edit', ['entrustedInvoice', 'entrustedInvoicePoint', 'summaryInvoice', 'summaryTaxCert']),
  ...codes('add', ['entrustedInvoiceDetail', 'entrustedInvoiceDetailPoint']),
  ...codes('delete', ['entrustedInvoiceDetail', 'entrustedInvoiceDetailPoint']),
]

/** Invoices as the company reads them, and writes its own part. */
export const INVOICED: readonly string[] = [
  ...codes('view', [
    'entrustedInvoice',
    'entrustedInvoiceItem',
    'entrustedInvoiceDetail',
    'entrustedInvoicePoint',
    'entrustedInvoiceDetailPoint',
    'platServiceFeePoint',
    'summaryInvoice',
    'summaryInvoiceDetail',
    'summaryInvoiceDetailDoctor',
  ]),
  ...codes('export', ['entrustedInvoice', 'entrustedInvoicePoint', 'summaryInvoice']),
  ...codes('edit', ['entrustedInvoice', 'entrustedInvoicePoint']),
]

/**
 * What the auditor reads and takes along (domain §5: `_view` and `_export` only). A new resource is added here by its
 * name.
 */
const exported = [
  ...PLANS,
  ...INVITED,
  ...DELIVERED,
  ...LISTED,
  ...TENDERED,
  ...ORDERED,
  ...SETTLED_EXPORTS,
  ...FUNDS_EXPORTED,
  'meetingCost',
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
  'entrustedInvoice',
  'entrustedInvoicePoint',
  'platServiceFeePoint',
  'entrustedTaxPaymentOrder',
  'summaryInvoice',
  'summaryInvoiceDetailDoctor',
  'summaryTaxCert',
  'summaryTaxCertDetail',
  'summaryTaxReturns',
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
  ...ACTIVITIES,
  ...TENDER,
  ...DEMO,
  ...SETTLED,
  ...RESULTS,
  ...POINT_ORDERS,
  ...FUNDS,
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
  'flowManager',
  'flowModel',
  'follow',
  'iconInfo',
  'leave',
  'ledgerCheck',
  'modelPrototype',
  'mpFollowUser',
  'notice',
  'oss',
  'partnerMessage',
  'pageIconRel',
  'pageInfo',
  'pointInfo',
  'pointsAccount',
  'doctorAward',
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
  ...INVOICE_PARTS,
  'taxItemRate',
  'thirdPlatform',
  'claim',
  'projectQuickReply',
  'start',
  'user',
  'work',
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
  'contentEvent',
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
export const EVERYBODY = [
  'notice_view',
  'feedback_view',
  'feedback_add',
  'work_view',
  'claim_view',
  'start_view',
  'leave_view',
  'leave_add',
]

/** Codes of the auditor. */
export const AUDITED: readonly string[] = [...codes('view', viewed), ...codes('export', exported)]
