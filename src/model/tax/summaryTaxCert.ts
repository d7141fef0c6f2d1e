import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { choice, code, date, file, money, readOnly, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { children, downloads, facts, files, history, related, tracePanel } from '../language/section.ts'
import { states } from '../language/states.ts'
import { doctor } from '../patterns/mixins.ts'
import { CERT_TYPES, ofCompany, ofFiscalTax, taxItem, taxMonth } from './words.ts'

const certType = choice('证明类型', 'Type', CERT_TYPES, { width: 120 })

/** 完税证明: that the taxes of a return were paid (domain §2.8). */
export const summaryTaxCert = resource('summaryTaxCert', {
  calls: ['blade-svc/summaryTaxCert'],
  title: ['完税证明', 'Tax certificates'],
  name: 'code',
  fields: {
    code: code('TC', '证明单号', 'Certificate no.', { short: ['单号', 'No'] }),
    ...readOnly({
      summaryTaxReturnsId: ref('summaryTaxReturns', '申报单', 'Return', { shows: 'summaryTaxReturnsCode' }),
      summaryTaxReturnsCode: text('申报单号', 'Return no.', { search: 'code', length: 32, width: 170 }),
    }),
    ...ofFiscalTax,
    ...readOnly({ taxMonth, certType }),
    certNo: text('证明号码', 'Number', { search: 'code', length: 64, width: 170 }),
    certDate: date('开具日期', 'Date', { past: true, width: 100 }),
    ...readOnly({ amount: money('税款金额', 'Amount', { width: 130, initial: '0.00', short: ['金额', 'Amount'] }) }),
    fileUrl: file('证明文件', 'File', { width: 100 }),
    ...readOnly({
      certStatus: states(
        '证明状态',
        'Status',
        {
          toUpload: [0, '待上传', 'To upload', 'wait'],
          uploaded: [1, '已上传', 'Uploaded', 'busy'],
          effective: [2, '已生效', 'Effective', 'good'],
        },
        { short: ['状态', 'Status'], width: 90, initial: 'toUpload' },
      ),
    }),
  },
  operations: ['view', 'edit', 'export'],
  readers: { finance: 'export', tax: 'manage', fiscalTax: 'manage', auditor: 'export' },
  editable: { edit: { certStatus: ['toUpload', 'uploaded'] } },
  list: {
    columns: [
      'code',
      'fiscalTaxName',
      'taxMonth',
      'certType',
      'certNo',
      'certDate',
      'amount',
      'certStatus',
      'createTime',
    ],
    search: ['code', 'fiscalTaxId', 'fiscalTaxName', 'taxMonth', 'certType', 'certStatus'],
    filters: ['summaryTaxReturnsId'],
    sort: 'createTime',
    amount: 'amount',
  },
  // as its return
  frame: true,
  owner: { fiscalTax: 'fiscalTaxId' },
  unique: [['code'], ['summaryTaxReturnsId', 'certType']],
  children: [{ resource: 'summaryTaxCertDetail', by: 'summaryTaxCertId' }],
  sections: [
    facts(),
    files(['fileUrl'], ['证明文件', 'File']),
    downloads(),
    children('summaryTaxCertDetail', ['明细', 'Details']),
    tracePanel(),
    history(),
    related(),
  ],
  routes: {
    list: '/svc/summaryTaxCert',
    detail: '/summarytaxcert/detail/:id',
    edit: '/summarytaxcert/edit/:id',
  },
})

/** 完税证明明细: the taxes of one doctor and client in a certificate (INV-30: they add up to it). */
export const summaryTaxCertDetail = resource('summaryTaxCertDetail', {
  calls: ['blade-svc/summaryTaxCertDetail'],
  title: ['完税证明明细', 'Certificate details'],
  name: 'doctorName',
  fields: {
    ...readOnly({
      summaryTaxCertId: ref('summaryTaxCert', '完税证明', 'Certificate', { shows: 'summaryTaxCertCode' }),
      summaryTaxCertCode: text('证明单号', 'Certificate no.', { search: 'code', length: 32, width: 170 }),
      certType,
      ...doctor,
    }),
    ...ofCompany,
    ...taxItem,
    ...readOnly({
      grossAmount: money('税前金额', 'Gross', { width: 120, initial: '0.00' }),
      taxAmount: money('税款', 'Tax', { width: 110, initial: '0.00' }),
      fileUrl: file('证明文件', 'File', { width: 100, openedBy: 'unmask' }),
    }),
  },
  operations: ['view', 'export'],
  readers: { finance: 'export', tax: 'export', fiscalTax: 'export', auditor: 'export' },
  list: {
    columns: [
      'summaryTaxCertCode',
      'certType',
      'doctorName',
      'phone',
      'entrustedCompanyName',
      'taxItemName',
      'grossAmount',
      'taxAmount',
    ],
    search: ['summaryTaxCertCode', 'certType', 'doctorName', 'entrustedCompanyId', 'entrustedCompanyName'],
    filters: ['summaryTaxCertId', 'doctorId'],
    sort: 'createTime',
    amount: 'taxAmount',
  },
  lists: {
    listDetailByType: {
      title: ['按类型列出明细', 'Details of one type'],
      paths: ['/blade-svc/summaryTaxCert/listDetailByType'],
      by: { type: 'certType' },
      answer: 'page',
    },
  },
  frame: true,
  owner: { through: 'summaryTaxCertId' },
  routes: {
    list: '/svc/summaryTaxCertDetail',
    more: { '/summaryTaxCertDetail/detail/:id': { screen: 'list', where: { summaryTaxCertId: ':id' } } },
  },
})

/** A workbook with what each doctor was paid and taxed for a certificate. */
export const exportDoctorSummary = call('summaryTaxCert.exportDoctorSummary', {
  method: 'GET',
  paths: ['blade-svc/summaryTaxCert/exportDoctorSummary'],
  title: ['导出医生汇总', 'Doctors as a workbook'],
  permission: 'summaryTaxCertDetail_export',
  on: summaryTaxCert,
  key: 'summaryTaxCertId',
  safe: true,
  answer: answer.download,
})
