import { choice, phone, sealed, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { enabled } from '../patterns/mixins.ts'

/** 第三方平台: fiscal-tax companies (withholding agents), providers, payment channels. */
export const thirdPlatform = resource('thirdPlatform', {
  calls: ['blade-csc/thirdPlatform'],
  title: ['第三方平台', 'Partners'],
  name: 'name',
  fields: {
    code: text('平台编号', 'Code', { search: 'code', length: 32, required: '请输入平台编号', width: 100 }),
    name: text('平台名称', 'Partner', { required: '请输入平台名称', width: 180 }),
    thirdType: choice(
      '类型',
      'Kind',
      { 1: ['财税公司', 'Fiscal-tax company'], 2: ['服务商', 'Provider'], 3: ['支付渠道', 'Payment channel'] },
      { width: 120, required: '请选择类型' },
    ),
    socialCreditCode: text('统一社会信用代码', 'Credit code', {
      search: 'code',
      length: 18,
      width: 170,
      means: 'creditCode',
    }),
    taxAuthority: text('主管税务机关', 'Tax authority', { width: 170 }),
    bankName: text('开户行', 'Bank', { moves: 'money', dualControl: true, width: 150 }),
    bankAccount: sealed('银行账号', 'Bank account', {
      dualControl: true,
      length: 32,
      masked: true,
      width: 170,
      means: 'bankAccount',
    }),
    contactName: text('联系人', 'Contact', { length: 50, width: 90 }),
    contactPhone: phone('联系电话', 'Contact phone', { masked: true, width: 120 }),
    ...enabled,
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { ops: 'view', finance: 'view', tax: 'view', auditor: 'view' },
  list: {
    columns: ['code', 'name', 'thirdType', 'socialCreditCode', 'taxAuthority', 'contactName', 'enableStatus'],
    search: ['name', 'thirdType'],
    sort: 'createTime',
  },
  frame: true,
  owner: { fiscalTax: 'id', provider: 'id' },
  unique: [['code']],
  routes: { list: '/csc/thirdPlatform' },
})
