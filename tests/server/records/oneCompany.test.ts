import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page, WireRow } from '../../../src/model/wire/wire.ts'
import { creditCodeOf } from '../../../src/server/seed/values/numbers.ts'
import { admit, type Client, type TestApp, testApp } from '../app.ts'

let t: TestApp
let admin: Client
/** Two companies with what each has. */
let one: Has
let other: Has

interface Has {
  readonly company: string
  readonly dept: string
  readonly employee: string
  readonly product: string
  readonly template: string
  readonly project: string
}

let n = 0
async function add(path: string, body: object): Promise<string> {
  const answer = await admin.post<WireRow>(`${path}/submit`, body)
  expect(answer.status, answer.raw).toBe(200)
  return answer.data.id
}
const EMPLOYEE = 'blade-csc/entrustedEmployee'
const PRODUCT = 'blade-sys/baseProduct'
const PLAN = 'blade-act/caseCollection'
const PROJECT = 'blade-act/activityServiceProject'

async function companyWith(): Promise<Has> {
  n += 1
  const company = await add('blade-csc/entrustedCompany', {
    name: `企业${n}`,
    socialCreditCode: creditCodeOf(7_000 + n),
    legalPerson: '张三',
    establishDate: '2010-05-01',
  })
  const entrustedCompanyId = company
  await admit(t, company)
  const dept = await add('blade-csc/entrustedDept', { entrustedCompanyId, deptName: `部门${n}` })
  const product = await add(PRODUCT, { entrustedCompanyId, productCode: `P${n}`, productName: `产品${n}` })
  const employee = await add(EMPLOYEE, { entrustedCompanyId, employeeNumber: `E${n}`, name: `员工${n}`, deptId: dept })
  const template = await add('blade-act/caseCollectionTemplate', { name: `模板${n}`, baseProductId: product })
  const project = await add(PROJECT, { name: `服务${n}`, projectType: 3, taxItemCode: '3040', baseProductId: product })
  return { company, dept, employee, product, template, project }
}

const planOf = (of: Has, more: object = {}) => ({
  name: '征集',
  entrustedCompanyId: of.company,
  baseEmployeeId: of.employee,
  baseProductId: of.product,
  activityServiceProjectId: of.project,
  invitationStartDate: '2024-06-01',
  invitationEndDate: '2024-06-30',
  planSearchNum: 5,
  ...more,
})
const refused = async (path: string, body: object, language = 'zh') => {
  const answer = await admin.post<Record<string, string>>(`${path}/submit`, body, {}, { 'accept-language': language })
  expect(answer.status, answer.raw).toBe(400)
  return answer.data
}

beforeAll(async () => {
  t = await testApp()
  admin = await t.signIn(await t.newTenant(), 'administrator')
  one = await companyWith()
  other = await companyWith()
})
afterAll(() => t?.app.close())

describe('a record names records of its own company', () => {
  it('when it is added', async () => {
    await add(PLAN, planOf(one, { templateId: one.template }))
    expect(await refused(PLAN, planOf(one, { baseEmployeeId: other.employee, templateId: other.template }))).toEqual({
      baseEmployeeId: '所选活动负责人不属于该委托企业，请重新选择',
      templateId: '所选病例模板不属于该委托企业，请重新选择',
    })
    expect(await refused(PLAN, planOf(one, { baseProductId: other.product }), 'en')).toEqual({
      baseProductId: 'The chosen product is not of this company; choose another',
    })
    const employee = { entrustedCompanyId: one.company, employeeNumber: 'E77', name: '丙' }
    expect(await refused(EMPLOYEE, { ...employee, productIds: [one.product, other.product] })).toEqual({
      productIds: '所选负责产品不属于该委托企业，请重新选择',
    })
    await add(EMPLOYEE, { ...employee, productIds: [one.product] })
  })

  it('or of none: what the platform offers is for all', async () => {
    const project = { name: '服务', projectType: 3, taxItemCode: '3040' }
    const forAll = await add(PROJECT, project)
    const own = await add(PROJECT, { ...project, baseProductId: other.product })
    await add(PLAN, planOf(one, { activityServiceProjectId: forAll }))
    expect(await refused(PLAN, planOf(one, { activityServiceProjectId: own }))).toEqual({
      activityServiceProjectId: '所选服务项目不属于该委托企业，请重新选择',
    })
    const found = await admin.get<Page>(`${PROJECT}/list`, { ofCompany: one.company })
    expect(found.data.records.map((row) => row.id)).toEqual([forAll, one.project])
    const member = await t.signIn(admin.tenantId, 'companyAdmin', { userType: 2, company: one.company })
    expect((await member.get<Page>(`${PROJECT}/list`)).data.records.map((row) => row.id)).toEqual([forAll, one.project])
  })

  it('when it is edited, and what it named before is left alone', async () => {
    const id = await add(PLAN, planOf(one))
    expect(await refused(PLAN, { id, baseEmployeeId: other.employee })).toHaveProperty('baseEmployeeId')
    await t.db.owner((tx) =>
      tx.query('update "activity_plan" set base_product_id = $3 where tenant_id = $1 and id = $2', [
        admin.tenantId,
        id,
        other.product,
      ]),
    )
    expect((await admin.post(`${PLAN}/submit`, { id, baseProductId: other.product, planSearchNum: 6 })).status).toBe(
      200,
    )
  })

  it('when its company changes: each that stays is told at its field', async () => {
    const id = await add(PLAN, planOf(one, { templateId: one.template }))
    const entrustedCompanyId = other.company
    expect(Object.keys(await refused(PLAN, { id, entrustedCompanyId, baseEmployeeId: other.employee })).sort()).toEqual(
      ['activityServiceProjectId', 'baseProductId', 'templateId'],
    )
    const { employee: baseEmployeeId, product: baseProductId, project: activityServiceProjectId } = other
    const all = { id, entrustedCompanyId, baseEmployeeId, baseProductId, activityServiceProjectId, templateId: '' }
    expect((await admin.post(`${PLAN}/submit`, all)).status).toBe(200)
  })

  it('and keeps its company while it is named, or by what nobody may change', async () => {
    await add(PLAN, planOf(one))
    const move = { id: one.employee, entrustedCompanyId: other.company, deptId: '' }
    expect(await refused(EMPLOYEE, move)).toEqual({
      entrustedCompanyId: expect.stringMatching(/^“员工1”已被.*引用，不能更换委托企业$/),
    })
    // what belongs through a product goes with it, unless a record of another company names it
    const product = await add(PRODUCT, { entrustedCompanyId: one.company, productCode: 'P77', productName: '新品' })
    const templateId = await add('blade-act/caseCollectionTemplate', { name: '新品模板', baseProductId: product })
    await add('blade-act/caseCollectionTemplateRel', { productId: product, templateId })
    const plan = await add(PLAN, planOf(one, { templateId, baseProductId: '' }))
    const goes = { id: product, entrustedCompanyId: other.company }
    expect(await refused(PRODUCT, goes)).toEqual({
      entrustedCompanyId: expect.stringMatching(/^“新品模板”已被.*引用，不能更换委托企业$/),
    })
    await add(PLAN, { id: plan, templateId: '' })
    expect((await admin.post(`${PRODUCT}/submit`, goes)).status).toBe(200)
    const own = { entrustedCompanyId: one.company, employeeNumber: 'E88', name: '丁' }
    const [free, bound] = [await add(EMPLOYEE, own), await add(EMPLOYEE, { ...own, employeeNumber: 'E89' })]
    expect((await admin.post(`${EMPLOYEE}/submit`, { ...move, id: free })).status).toBe(200)
    const userId = await t.addUser(admin.tenantId, { account: 'bound', userType: 2, company: one.company })
    await t.db.owner((tx) =>
      tx.query('update "entrusted_employee" set user_id = $3 where tenant_id = $1 and id = $2', [
        admin.tenantId,
        bound,
        userId,
      ]),
    )
    expect(await refused(EMPLOYEE, { ...move, id: bound })).toEqual({
      entrustedCompanyId: '账号属于原委托企业，不能更换委托企业',
    })
  })
})

it('lists of what is chosen from are those of a company', async () => {
  const listed = async (path: string, params: Readonly<Record<string, string>>) => {
    const { data } = await admin.get<Page>(`${path}/list`, { size: 100, ...params })
    return data.records.map((row) => row.entrustedCompanyId ?? row.id)
  }
  expect(new Set(await listed(EMPLOYEE, { ofCompany: other.company }))).toEqual(new Set([other.company]))
  expect(await listed(EMPLOYEE, { ofCompany: other.company, ids: one.employee })).toEqual([])
  expect(await listed('blade-act/caseCollectionTemplate', { ofCompany: one.company })).toEqual([one.template])
  // of what belongs to no company nothing is left out
  expect((await listed('blade-system/param', { ofCompany: one.company })).length).toBeGreaterThan(0)
  expect((await admin.get(`${EMPLOYEE}/list`, { ofCompany: 'x' })).status).toBe(400)
})
