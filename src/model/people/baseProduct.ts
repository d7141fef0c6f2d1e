import { text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { company, enabled } from '../patterns/mixins.ts'

/** 产品: what a company's activities are about (domain §2.4). */
export const baseProduct = resource('baseProduct', {
  calls: ['blade-sys/baseProduct'],
  title: ['产品', 'Products'],
  name: 'productName',
  fields: {
    ...company,
    productCode: text('产品编号', 'Code', {
      search: 'code',
      length: 32,
      required: '请输入产品编号',
      requiredEn: 'Please enter the code',
      width: 110,
    }),
    productName: text('产品名称', 'Product', {
      length: 100,
      required: '请输入产品名称',
      requiredEn: 'Please enter the name',
      width: 180,
    }),
    genericName: text('通用名', 'Generic name', { length: 100, width: 160 }),
    productLine: text('产品线', 'Line', { length: 50, width: 110 }),
    spec: text('规格', 'Pack', { length: 100, width: 130 }),
    approvalNumber: text('批准文号', 'Approval no.', { search: 'code', length: 64, width: 150 }),
    ...enabled,
  },
  operations: ['view', 'add', 'edit', 'delete', 'import', 'export'],
  readers: { ops: 'manage', companyAdmin: 'manage', employee: 'view', auditor: 'export' },
  list: {
    columns: [
      'productCode',
      'productName',
      'genericName',
      'entrustedCompanyId',
      'productLine',
      'spec',
      'approvalNumber',
      'enableStatus',
    ],
    search: ['productName', 'entrustedCompanyId', 'productCode'],
    sort: 'createTime',
  },
  lists: {
    getList: { title: ['产品选项', 'To choose from'], answer: 'list' },
  },
  owner: { company: 'entrustedCompanyId' },
  unique: [['entrustedCompanyId', 'productCode']],
  routes: { list: '/sys/baseProduct' },
})
