import { describe, expect, it } from 'vitest'
import { oneCompanyOf, resourceOf } from '../../../src/model/business.ts'
import { companyBy, companyField, foreign, ofOneCompany } from '../../../src/model/language/derived/oneCompany.ts'
import { ref, refs, text } from '../../../src/model/language/fields/field.ts'
import type { Owned } from '../../../src/model/language/owner.ts'

const companyId = ref('entrustedCompany', '委托企业', 'Company')
const family = (id: string, fields: Owned['fields'], owner: Owned['owner']): Owned => ({ id, fields, owner })
const all = [
  family('entrustedCompany', { managerId: ref('person', '经理', 'Manager') }, { company: 'id' }),
  family('person', { companyId }, { company: 'companyId' }),
  family('article', { personId: ref('person', '员工', 'Person') }, { through: 'personId', orNone: true }),
  family('doctor', {}, { company: 'open' }),
  family('menu', {}, 'platform'),
]
const find = (id: string) => all.find((r) => r.id === id)
const named = {
  companyId,
  personId: ref('person', '员工', 'Person', { copies: { deptId: 'deptId' } }),
  deptId: ref('person', '部门', 'Department'),
  articles: refs('article', '文章', 'Articles'),
  doctorId: ref('doctor', '医生', 'Doctor'),
  menuId: ref('menu', '菜单', 'Menu'),
  unknownId: ref('unknown', '未知', 'Unknown'),
  name: text('名称', 'Name'),
}

describe('references of one company', () => {
  it.each<[string, Owned['owner'], string | null, string | null, string[]]>([
    ['its own company', { company: 'companyId' }, 'companyId', 'companyId', ['personId', 'articles']],
    ['that of whom it belongs through', { through: 'personId' }, null, 'personId', ['companyId', 'articles']],
    ['a company itself', { company: 'id' }, null, null, []],
    ['open to all', { company: 'open' }, null, null, []],
    ['of the platform', 'platform', null, null, []],
  ])('of a record of %s', (_, owner, field, by, names) => {
    const r = family('plan', named, owner)
    expect([companyField(r), companyBy(r), ofOneCompany(r, find)]).toEqual([field, by, names])
  })

  it('are those that a plan, a budget and an employee choose of what a company has', () => {
    expect(oneCompanyOf(resourceOf('meeting'))).toEqual([
      'baseEmployeeId',
      'baseProductId',
      'activityServiceProjectId',
      'budgetOrderId',
    ])
    expect(oneCompanyOf(resourceOf('budgetOrder'))).toEqual(['baseProductId'])
    expect(oneCompanyOf(resourceOf('entrustedEmployee'))).toEqual(['deptId', 'productIds', 'userId'])
  })

  it('are refused by their names', () => {
    const r = resourceOf('meeting')
    expect(foreign(r, r.fields.baseEmployeeId as never)).toEqual([
      '所选活动负责人不属于该委托企业，请重新选择',
      'The chosen owner is not of this company; choose another',
    ])
  })
})
