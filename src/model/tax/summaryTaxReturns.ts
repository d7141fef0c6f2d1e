import { is, isNot } from '../language/conditions/condition.ts'
import { code, datetime, file, image, integer, money, rate, readOnly, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { children, downloads, facts, files, history, related, sums, tracePanel } from '../language/section.ts'
import { states } from '../language/states.ts'
import { doctor, fee } from '../patterns/mixins.ts'
import { ofFiscalTax, taxItem } from './words.ts'

const { grossAmount, vatAmount, surchargeAmount, iitAmount } = fee

/** 汇总完税申报: what a fiscal-tax company declares for one month (domain §2.8). */
export const summaryTaxReturns = resource('summaryTaxReturns', {
  calls: ['blade-svc/summaryTaxReturns'],
  title: ['汇总完税申报', 'Tax returns'],
  about: ['一家财税公司一个税款所属月的申报', 'What a fiscal-tax company declares for one tax month'],
  name: 'code',
  fields: {
    code: code('TR', '申报单号', 'Return no.', { short: ['单号', 'No'] }),
    fiscalTaxId: ref('thirdPlatform', '财税公司', 'Fiscal-tax company', {
      required: '请选择财税公司',
      requiredEn: 'Please choose the fiscal-tax company',
      readOnly: 'edit',
      shows: 'fiscalTaxName',
      short: ['财税', 'Partner'],
    }),
    fiscalTaxName: ofFiscalTax.fiscalTaxName,
    taxMonth: text('税款所属月', 'Tax month', {
      required: '请输入税款所属月',
      requiredEn: 'Please enter the month',
      readOnly: 'edit',
      search: 'exact',
      length: 6,
      means: 'month',
      priority: 1,
      width: 90,
      short: ['月份', 'Month'],
    }),
    ...readOnly({
      doctorCount: integer('医生数', 'Doctors', { short: ['医生', 'Docs'], width: 80, initial: 0 }),
      lineCount: integer('明细数', 'Lines', { width: 80, initial: 0 }),
      grossAmount,
      vatAmount,
      surchargeAmount,
      iitAmount,
      taxTotal: money('税款合计', 'Taxes', { width: 130, initial: '0.00', short: ['税款', 'Taxes'] }),
      overWithheld: money('多扣缴', 'Over-withheld', { width: 110, min: '-9999999999999999.99', initial: '0.00' }),
      correctedTax: money('更正税款', 'Taxes corrected', {
        width: 110,
        initial: '0.00',
        help: [
          '以前月份已缴、因退票最终未付给医生的税款，随本期申报更正',
          'Taxes paid in earlier months of what came back and no doctor got: corrected with this return',
        ],
      }),
      returnsStatus: states(
        '申报状态',
        'Status',
        {
          draft: [0, '草稿', 'Draft', 'off'],
          generated: [1, '已生成', 'Generated', 'wait'],
          declared: [2, '已申报', 'Declared', 'busy'],
          taxed: [3, '已完税', 'Taxed', 'good'],
        },
        { short: ['状态', 'Status'], width: 90, initial: 'draft' },
      ),
      taxCertStatus: states(
        '出证状态',
        'Certificates',
        {
          none: [0, '未出证', 'None', 'off'],
          inProgress: [1, '出证中', 'In progress', 'busy'],
          issued: [2, '已出证', 'Issued', 'good'],
        },
        { width: 90, initial: 'none' },
      ),
      declareNo: text('申报受理号', 'Declaration no.', { search: 'code', length: 64, width: 170 }),
      declareTime: datetime('申报时间', 'Declared at', { width: 150 }),
      declareFile: file('申报回执', 'Receipt', { width: 100 }),
      idCardFile: file('身份证汇总', 'Collected identity cards', {
        width: 100,
        openedBy: { permission: 'summaryTaxReturns_downloadIdCard' },
      }),
      idCardSealFile: file('盖章身份证汇总', 'Stamped identity cards', {
        width: 120,
        openedBy: { permission: 'summaryTaxReturns_downloadIdCardSeal' },
      }),
      idCardStatus: states(
        '身份证处理',
        'Identity cards',
        {
          none: [0, '未处理', 'Not collected', 'off'],
          collecting: [1, '处理中', 'Collecting', 'busy'],
          collected: [2, '已处理', 'Collected', 'good'],
        },
        { width: 100, initial: 'none' },
      ),
    }),
  },
  operations: ['view', 'export'],
  readers: { finance: 'export', tax: 'export', fiscalTax: 'export', auditor: 'export' },
  list: {
    columns: [
      'code',
      'fiscalTaxName',
      'taxMonth',
      'doctorCount',
      'grossAmount',
      'taxTotal',
      'overWithheld',
      'returnsStatus',
      'taxCertStatus',
      'createTime',
    ],
    search: ['code', 'fiscalTaxId', 'fiscalTaxName', 'taxMonth', 'returnsStatus', 'taxCertStatus'],
    sort: 'createTime',
    sorts: ['createTime', 'taxMonth'],
    amount: 'taxTotal',
  },
  // of a partner, which all the clients of larger demo data share
  frame: true,
  owner: { fiscalTax: 'fiscalTaxId' },
  unique: [['code'], ['fiscalTaxId', 'taxMonth']],
  children: [
    { resource: 'summaryTaxReturnsDetail', by: 'summaryTaxReturnsId' },
    { resource: 'summaryTaxCert', by: 'summaryTaxReturnsId' },
    { resource: 'orderDoctorSettlement', by: 'summaryTaxReturnsId' },
    { resource: 'suspenseEntry', by: 'summaryTaxReturnsId' },
  ],
  sections: [
    facts({ first: ['code', 'returnsStatus', 'fiscalTaxId', 'createTime'], without: ['fiscalTaxName'] }),
    facts(
      ['declareNo', 'declareTime', 'taxCertStatus', 'idCardStatus'],
      ['申报与出证', 'Declaration and certificates'],
      'declared',
    ),
    sums(['vatAmount', '+surchargeAmount', '+iitAmount', '=taxTotal']),
    files(['declareFile', 'idCardFile', 'idCardSealFile']),
    downloads(),
    children('summaryTaxReturnsDetail', ['申报明细', 'Details']),
    children('summaryTaxCert', ['完税证明', 'Certificates']),
    children('orderDoctorSettlement', ['结算明细', 'Lines']),
    children('suspenseEntry', ['更正明细', 'Corrections']),
    tracePanel(),
    history(),
    related(),
  ],
  flags: [
    { label: ['扣缴有差额', 'Withheld differs'], tone: 'wait', where: [isNot('overWithheld', '0.00')] },
    { label: ['身份证处理中', 'Collecting identity cards'], tone: 'busy', where: [is('idCardStatus', 1)] },
  ],
  routes: { list: '/svc/summaryTaxReturns', detail: '/summarytaxreturns/detail/:id' },
})

/** 申报明细: what is declared for one doctor and tax item. Made anew whenever the return is (3.22). */
export const summaryTaxReturnsDetail = resource('summaryTaxReturnsDetail', {
  calls: ['blade-svc/summaryTaxReturnsDetail'],
  title: ['申报明细', 'Return details'],
  name: 'doctorName',
  fields: {
    ...readOnly({
      summaryTaxReturnsId: ref('summaryTaxReturns', '申报单', 'Return', { shows: 'summaryTaxReturnsCode' }),
      summaryTaxReturnsCode: text('申报单号', 'Return no.', { search: 'code', length: 32, width: 170 }),
      ...doctor,
    }),
    ...taxItem,
    ...readOnly({ lineCount: integer('明细数', 'Lines', { width: 80, initial: 0 }) }),
    ...fee,
    ...readOnly({
      taxableIncome: money('应纳税所得额', 'Taxable income', { width: 130, initial: '0.00' }),
      taxRate: rate('税率', 'Tax rate', { width: 80, initial: '0.000000' }),
      quickDeduction: money('速算扣除数', 'Quick deduction', { width: 110, initial: '0.00' }),
      overWithheld: money('多扣缴', 'Over-withheld', { width: 110, min: '-9999999999999999.99', initial: '0.00' }),
      idCardFront: image('身份证正面', 'Identity card, front', {
        width: 110,
        openedBy: { permission: 'summaryTaxReturns_downloadIdCard' },
      }),
      idCardBack: image('身份证反面', 'Identity card, back', {
        width: 110,
        openedBy: { permission: 'summaryTaxReturns_downloadIdCard' },
      }),
    }),
  },
  operations: ['view'],
  readers: { finance: 'view', tax: 'view', fiscalTax: 'view', auditor: 'view' },
  list: {
    columns: [
      'doctorName',
      'phone',
      'taxItemName',
      'lineCount',
      'grossAmount',
      'vatAmount',
      'surchargeAmount',
      'iitAmount',
      'netAmount',
      'taxableIncome',
      'taxRate',
      'quickDeduction',
      'overWithheld',
    ],
    search: ['doctorName', 'doctorId', 'taxItemCode'],
    filters: ['summaryTaxReturnsId'],
    sort: 'createTime',
    amount: 'grossAmount',
  },
  frame: true,
  owner: { through: 'summaryTaxReturnsId' },
  sections: [
    facts(),
    sums(['grossAmount', '-vatAmount', '-surchargeAmount', '-iitAmount', '=netAmount']),
    history(),
    related(),
  ],
})
