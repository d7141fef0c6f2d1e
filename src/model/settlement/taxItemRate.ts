import { choice, date, flag, integer, money, rate, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { fiscalTax } from '../patterns/mixins.ts'

/**
 * 税目税率: what R-tax (domain §3.0) computes with, by fiscal-tax company and tax item: one row in force in a month. Everything
 * that decides which rate is taken, and what it is, changes by two persons.
 */
export const taxItemRate = resource('taxItemRate', {
  calls: ['blade-base/taxItemRate'],
  title: ['税目税率', 'Tax items and rates'],
  name: 'taxItemName',
  fields: {
    taxItemCode: text('税目编码', 'Code', {
      dualControl: true,
      search: 'exact',
      length: 16,
      required: '请输入税目编码',
      width: 110,
    }),
    taxItemName: text('税目名称', 'Tax item', { required: '请输入税目名称', width: 220 }),
    fiscalTaxId: ref('thirdPlatform', '财税公司', 'Fiscal-tax company', {
      shows: 'fiscalTaxName',
      short: ['财税', 'Partner'],
      dualControl: true,
    }),
    fiscalTaxName: fiscalTax.fiscalTaxName,
    vatRate: rate('增值税率', 'VAT rate', { dualControl: true, width: 90, min: '0', max: '1', initial: '0' }),
    vatMonthThreshold: money('月起征额', 'Monthly threshold', {
      dualControl: true,
      width: 120,
      min: '0',
      initial: '0.00',
    }),
    urbanRate: rate('城建税率', 'Urban rate', { dualControl: true, width: 90, min: '0', max: '1', initial: '0' }),
    eduRate: rate('教育附加率', 'Education rate', { dualControl: true, width: 90, min: '0', max: '1', initial: '0' }),
    localEduRate: rate('地方教育附加率', 'Local education rate', {
      dualControl: true,
      width: 110,
      min: '0',
      max: '1',
      initial: '0',
    }),
    reductionRate: rate('减征比例', 'Reduction', { dualControl: true, width: 90, min: '0', max: '1', initial: '0' }),
    iitMethod: choice(
      '个税方式',
      'Income tax by',
      { 1: ['劳务预扣', 'Withholding scale'], 2: ['核定征收', 'Fixed rate'] },
      { dualControl: true, width: 90, initial: 1 },
    ),
    iitFixedRate: rate('核定率', 'Fixed rate', { dualControl: true, width: 90, min: '0', max: '1', initial: '0' }),
    invoiceItemName: text('开票项目名称', 'Invoice item', { length: 100, width: 200 }),
    invoiceTaxRate: rate('开票税率', 'Invoice tax rate', {
      dualControl: true,
      width: 90,
      min: '0',
      max: '1',
      initial: '0.060000',
    }),
    sort: integer('排序', 'Order', { width: 60, initial: 0 }),
    effectiveFrom: date('生效日期', 'From', { dualControl: true, width: 100 }),
    effectiveTo: date('失效日期', 'To', { notBefore: 'effectiveFrom', dualControl: true, width: 100 }),
    enableStatus: flag('启用', 'Enabled', { initial: 1, width: 70, dualControl: true }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { finance: 'view', tax: 'manage', fiscalTax: 'view', auditor: 'view' },
  list: {
    columns: [
      'taxItemCode',
      'taxItemName',
      'fiscalTaxName',
      'effectiveFrom',
      'effectiveTo',
      'vatRate',
      'vatMonthThreshold',
      'urbanRate',
      'reductionRate',
      'iitMethod',
      'iitFixedRate',
      'invoiceTaxRate',
      'enableStatus',
    ],
    search: ['taxItemName', 'fiscalTaxId', 'fiscalTaxName'],
    sort: 'createTime',
  },
  frame: true,
  owner: { fiscalTax: 'fiscalTaxId' },
  unique: [['fiscalTaxId', 'taxItemCode', 'effectiveFrom']],
  routes: { list: '/base/taxItemRate' },
})
