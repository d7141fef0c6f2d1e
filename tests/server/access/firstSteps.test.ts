import { afterAll, beforeAll, expect, it } from 'vitest'
import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { activityServiceProject } from '../../../src/model/activities/projects.ts'
import { caseCollectionTemplate } from '../../../src/model/activities/templates.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { ports } from '../../../src/model/business.ts'
import { type FirstStep, firstSteps } from '../../../src/model/desk/firstSteps.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { portParam } from '../../../src/model/language/domain/port.ts'
import type { Field } from '../../../src/model/language/fields/field.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { baseProduct } from '../../../src/model/people/baseProduct.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { entrustedEmployee } from '../../../src/model/people/entrustedEmployee.ts'
import { entrustedThirdRel } from '../../../src/model/people/entrustedThirdRel.ts'
import { thirdPlatform } from '../../../src/model/people/thirdPlatform.ts'
import { taxItemRate } from '../../../src/model/settlement/taxItemRate.ts'
import { menuId } from '../../../src/server/auth/menuRows.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { insertRecords } from '../../../src/server/database/records.ts'
import { installTenant } from '../../../src/server/domains/administration/access/install.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

const { accountStatus } = statesOf(entrustedAccount)
const { auditStatus } = statesOf(entrustedCompany)
const { budgetStatus } = statesOf(budgetOrder)
const { certStatus, protocolStatus } = statesOf(authenticationDoctor)
const { templateStatus } = statesOf(caseCollectionTemplate)
const { unitStatus } = statesOf(tradingManagerInfo)

/** What a tenant lacks before its first activity can be paid: who is told, and what does each step. The day is 2024-06-15. */

let t: TestApp
let own: string
let admin: Client
beforeAll(async () => {
  t = await testApp()
  await t.db.transaction({ tenantId: '000000' }, (tx) => installTenant(tx, { tenantId: '000000', name: '平台' }))
  own = await t.newTenant()
  admin = await t.signIn(own, 'administrator')
})
afterAll(() => t?.app.close())

interface Told {
  readonly code: string
  readonly done: number
  readonly path: string
  readonly by: string
}
const told = async (who = admin) => (await who.get<Told[]>('blade-desk/firstSteps')).data
const missing = async () => (await told()).filter(({ done }) => !done).map(({ code }) => code)
const isLed = async (who = admin) => (await who.get('rounds/catalogue')).raw.includes('/desk/firstSteps')
/** Something for every field that a record has to have. */
const required = (of: AnyResource) =>
  Object.fromEntries(
    Object.entries<Field>(of.fields).flatMap(([name, f]) =>
      f.facts.required && f.facts.initial === undefined ? [[name, SAMPLE[f.kind] ?? `138${newId().slice(-8)}`]] : [],
    ),
  )
const SAMPLE: Readonly<Record<string, unknown>> = {
  choice: 1,
  date: '2024-06-01',
  money: '1.00',
  ref: '1',
}
const write = (of: AnyResource, values: object) =>
  t.db.transaction({ tenantId: own }, async (tx) => {
    await insertRecords(tx, of, [{ ...required(of), ...values, id: newId() }])
  })
const [from, to] = ['2024-06-01', '2024-06-30']
/** What does a step, behind what does not do it yet. */
const ways: Readonly<Record<string, readonly [of: AnyResource, ...rows: object[]]>> = {
  // each port by its parameter; what is pushed to clients pays nobody
  ports: [
    param,
    ...[...ports.keys()]
      .filter((id) => id !== 'messagePush')
      .map((id) => ({ paramKey: portParam(id), paramValue: 'sandbox' })),
  ],
  partner: [
    thirdPlatform,
    { thirdType: 2, bankAccount: '6222020000000000001' },
    { thirdType: 1 },
    { thirdType: 1, bankAccount: '6222020000000000001' },
  ],
  taxRate: [
    taxItemRate,
    { fiscalTaxId: '1', effectiveTo: '2024-05-31', enableStatus: 1 },
    { fiscalTaxId: '1', enableStatus: 0 },
    { fiscalTaxId: '1', effectiveFrom: from, effectiveTo: to, enableStatus: 1 },
  ],
  platformUnit: [tradingManagerInfo, { holderType: 2, unitStatus: unitStatus.closed }, { holderType: 2 }],
  company: [
    entrustedCompany,
    { auditStatus: auditStatus.approved, enableStatus: 1, platformFeeRate: '0.000000' },
    { auditStatus: auditStatus.approved, enableStatus: 0, platformFeeRate: '0.060000' },
    { auditStatus: auditStatus.pending, enableStatus: 1, platformFeeRate: '0.060000' },
    { auditStatus: auditStatus.approved, enableStatus: 1, platformFeeRate: '0.060000' },
  ],
  account: [entrustedAccount, { accountStatus: accountStatus.closed }, { accountStatus: accountStatus.normal }],
  companyUnit: [tradingManagerInfo, { holderType: 3 }, { holderType: 1 }],
  link: [
    entrustedThirdRel,
    { thirdType: 1, auditStatus: auditStatus.pending },
    { thirdType: 1, auditStatus: auditStatus.approved, endDate: '2024-06-14' },
    { thirdType: 1, auditStatus: auditStatus.approved, endDate: '2024-06-15' },
  ],
  employee: [entrustedEmployee, { enableStatus: 0 }, { enableStatus: 1 }],
  product: [baseProduct, { enableStatus: 0 }, { enableStatus: 1 }],
  project: [activityServiceProject, { enableStatus: 0 }, { enableStatus: 1 }],
  template: [
    caseCollectionTemplate,
    { templateStatus: templateStatus.draft },
    { templateStatus: templateStatus.enabled },
  ],
  budget: [budgetOrder, { budgetStatus: budgetStatus.pending }, { budgetStatus: budgetStatus.active }],
  doctor: [
    authenticationDoctor,
    { certStatus: certStatus.certified, protocolStatus: protocolStatus.agreed },
    { certStatus: certStatus.inProgress, protocolStatus: protocolStatus.agreed, bankAccount: '6222020000000000001' },
    { certStatus: certStatus.certified, protocolStatus: protocolStatus.agreed, bankAccount: '6222020000000000001' },
  ],
  balance: [
    entrustedAccount,
    {
      entrustedCompanyId: '2',
      accountStatus: accountStatus.normal,
      balance: '0.01',
      totalIn: '0.01',
      availableAmount: '0.01',
    },
  ],
}
const PARTY: Readonly<Record<string, object>> = { companyAdmin: { userType: 2, company: '1' } }

it('first steps are told to its administrators alone', async () => {
  for (const role of ['ops', 'finance', 'auditor']) {
    const who = await t.signIn(own, role)
    expect((await who.get('blade-desk/firstSteps')).status, role).toBe(403)
  }
  const bound = await t.signIn(own, 'administrator', { company: '11', userType: 2 })
  expect((await bound.get('blade-desk/firstSteps')).status).toBe(403)
  expect(await isLed(await t.signIn(own, 'finance'))).toBe(false)
  expect(await isLed()).toBe(true)
  for (const { path, by } of await told()) expect([path[0], by.length > 0]).toEqual(['/', true])
})

it('first steps are done each by what it says, and gone with the last', async () => {
  const users = firstSteps.flatMap(({ code, users }: FirstStep) => (users ? [{ code, ...users }] : []))
  for (const { code, role, least } of users) {
    const { n = 0 } =
      (
        await t.db.owner((tx) =>
          tx.query<{ n: number }>(
            `select count(*)::int as n from "user_role" ur join "role" r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
         where ur.tenant_id = $1 and r.role_alias = $2`,
            [own, role],
          ),
        )
      )[0] ?? {}
    for (let at = n; at < least; at += 1) {
      expect(await missing(), `${code} ${at}`).toContain(code)
      await t.addUser(own, { account: `${role}${at}`, roles: [role], ...PARTY[role] })
    }
    expect(await missing(), code).not.toContain(code)
  }
  expect(await missing()).toEqual(firstSteps.map(({ code }) => code).filter((code) => code in ways))
  for (const [code, [of, ...rows]] of Object.entries(ways))
    for (const values of rows) {
      expect(await missing(), `${code} ${JSON.stringify(values)}`).toContain(code)
      await write(of, values)
    }
  expect(await missing()).toEqual([])
  expect(await isLed()).toBe(false)
})

it('first steps are of what its package holds', async () => {
  const platform = await t.signIn('000000', 'administrator')
  const pack = await platform.post<{ id: string }>('blade-system/tenant-package/submit', {
    packageName: newId(),
    menuId: ['firstSteps', 'user', 'entrustedCompany'].map(menuId).join(),
  })
  const give = (packageId: string) =>
    platform.post('blade-system/tenant/package-setting', {}, { tenantId: own, packageId })
  expect((await give(pack.data.id)).status).toBe(200)
  const of = new Set((await told()).map(({ path }) => path))
  expect([...of].sort()).toEqual(['/csc/entrustedCompany', '/system/user'].sort())
  expect((await give('')).status).toBe(200)
})
