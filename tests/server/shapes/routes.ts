import { answer } from '../../../src/model/language/domain/answer.ts'
import { call } from '../../../src/model/language/domain/call.ts'
import { publicPage } from '../../../src/model/language/domain/page.ts'
import { flag, money, ref, text } from '../../../src/model/language/fields/field.ts'
import { resource } from '../../../src/model/language/resource.ts'
import { company } from '../../../src/model/patterns/mixins.ts'
import { declare } from './declare.ts'

/** Shapes: a record with several addresses, and a page for people who are not signed in. */

export const shapeContract = resource('shapeContract', {
  calls: ['blade-shape/contract'],
  title: ['合同', 'Contracts'],
  name: 'title',
  fields: {
    title: text('名称', 'Title', { required: '请输入名称', requiredEn: 'Please enter the title' }),
    ...company,
    parentId: ref('shapeContract', '主合同', 'Main contract'),
    blackFlag: flag('黑名单', 'Blacklisted', { initial: 0 }),
    amount: money('金额', 'Amount', { initial: '0.00' }),
    token: text('链接', 'Link', { search: 'exact', length: 32 }),
  },
  operations: ['view', 'add', 'edit'],
  list: { columns: ['title', 'amount'], search: ['title', 'blackFlag', 'parentId', 'token'], sort: 'createTime' },
  owner: { company: 'entrustedCompanyId' },
  routes: {
    list: '/shape/contract',
    detail: '/contract/detail/:id',
    aliases: { '/contract_1/detail/:id': 'detail' },
    more: {
      '/detailContract/:id/:tabindex': { screen: 'detail' },
      '/contract/blackList': { screen: 'list', where: { blackFlag: '1' } },
      '/contract/below/:id': { screen: 'list', where: { parentId: ':id' } },
    },
  },
})

/** What the bearer of a link is shown. The link names the tenant, because nobody is signed in who has one. */
export const shapeContractShown = call('shapeContract.shown', {
  method: 'GET',
  paths: ['blade-shape/contract/shown'],
  title: ['查看合同', 'Show a contract'],
  open: 'public',
  query: { code: text('链接', 'Link', { required: '链接不完整', requiredEn: 'The link is not complete' }) },
  safe: true,
  answer: answer.one({ title: text('名称', 'Title'), amount: money('金额', 'Amount') }),
})

export const shapeContractPage = publicPage('shapeContractPage', {
  path: '/getShapeContract/:code',
  title: ['合同详情', 'Contract detail'],
  call: shapeContractShown,
})

export default declare('shapeRoutes', {
  resources: [shapeContract],
  calls: [shapeContractShown],
  pages: [shapeContractPage],
})
