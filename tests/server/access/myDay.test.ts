import { afterAll, beforeAll, expect, it } from 'vitest'
import { MY_DAY, type MyDay } from '../../../src/model/wire/myDay.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

const COMPANY = '900'
let t: TestApp
let tenant: string

/** An account of a company: low, or with enough. */
const account = (company: string, alert: 1 | 2) =>
  t.db.owner((tx) =>
    tx.query(
      `insert into "entrusted_account" (tenant_id, id, entrusted_company_id, alert_status) values ($1, $2, $3, $4)`,
      [tenant, newId(), company, alert],
    ),
  )
const low = async (who: Client) => (await who.get<MyDay>(MY_DAY)).data.low

beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
})
afterAll(() => t?.app.close())

it('low accounts are counted for who may see accounts, within their reach, and for nobody else', async () => {
  const [finance, company, content] = await Promise.all([
    t.signIn(tenant, 'finance'),
    t.signIn(tenant, 'companyAdmin', { company: COMPANY }),
    t.signIn(tenant, 'content'),
  ])
  await account('903', 1)
  expect([await low(finance), await low(company), await low(content)]).toEqual([null, null, null])
  await account('901', 2)
  await account('902', 2)
  expect(await low(finance)).toEqual({
    resource: 'entrustedAccount',
    conditions: [{ field: 'alertStatus', op: 'equal', value: '2' }],
    count: 2,
  })
  expect([await low(company), await low(content)]).toEqual([null, null])
  await account(COMPANY, 2)
  expect([(await low(finance))?.count, (await low(company))?.count, await low(content)]).toEqual([3, 1, null])
})
