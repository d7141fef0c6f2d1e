import { expect } from 'vitest'
import { type Client, client } from '../api.ts'
import type { Hands } from '../hands/hands.ts'
import { type Persons, payOut } from '../moneyWalk.ts'
import { activity, company, doctor, means } from './chainHead.ts'
import { enterAgain, found, type Ground, listed, looking, STAFF } from './people.ts'
import { COMPANY, missing, partner, people, trial } from './setUp.ts'

/**
 * The first day of a tenant in which there is one administrator and nothing else, to a doctor who is paid and whose taxes are
 * declared: every step through screens, by the person whose it is. `sit`: seats somebody who has not signed in yet. `quick`:
 * what is done several times in the same way (users, parameters) is done through screens once, and beside them then.
 */
export async function firstDay(ground: Ground, sit: Persons, quick = false): Promise<void> {
  const seated = new Map<string, Hands>()
  const besides = quick ? new Set(['admin3', ...STAFF.map(([account]) => account)]) : new Set<string>()
  const at: Persons = async (account) => {
    const known = seated.get(account)
    if (known) return known
    const there = await sit(account)
    if (besides.has(account)) await enterAgain(there, ground, account)
    seated.set(account, there)
    return there
  }
  const { account, password } = ground.administrator
  const c = await client(ground.url, account, password, ground.tenantId)
  const admin = await at('admin')
  await admin.page.goto('/desk/firstSteps')
  await admin.page.locator('[data-step]').first().waitFor()
  expect((await missing(c)).length).toBeGreaterThan(15)

  await people(ground, admin, c, at, quick)
  const third = quick ? await looking(ground, 'admin3') : undefined
  await trial(admin, await at('admin3'), await at('admin2'), c, third)
  await partner(c, at)
  await company(ground, c, at)
  await means(c, at)
  await doctor(c, at)
  // the page of first steps lists the needs of an activity, and disappears with the last
  expect(await missing(c)).toEqual([])
  await activity(c, at)

  await money(ground, c, at)
  await checked(c, at)
}

/** From the doctor's order to the declared taxes. */
export async function money(ground: Ground, c: Client, at: Persons): Promise<void> {
  const ops = await at('ops')
  await ops.openList('resultOrder')
  await ops.take('resultOrder.add', async () => (await listed(c, 'blade-svc/resultOrder')).length > 0, {
    texts: { entrustedCompanyId: COMPANY, periodStart: '2024-07-01', periodEnd: '2024-07-31' },
  })
  const made = await found(c, 'blade-svc/resultOrder', {})
  const boss = await looking(ground, 'ca001')
  await payOut({ url: ground.url }, at, c, boss, made.id)
  const [line] = await listed(c, 'blade-svc/orderDoctorSettlement')
  expect(line).toMatchObject({ settleStatus: 3, iitAmount: '440.00', netAmount: '2560.00' })
  expect(await found(c, 'blade-svc/summaryTaxReturns', {})).toMatchObject({ returnsStatus: 3, taxTotal: '440.00' })
}

/** Finance has everything checked that is promised of the money, and all of it holds. */
export async function checked(c: Client, at: Persons): Promise<void> {
  const checks = 'blade-svc/ledgerCheck'
  const fin = await at('fin')
  await fin.openList('ledgerCheck')
  const done = async () => (await listed(c, checks, { origin: 2 })).some(({ checkStatus }) => checkStatus !== 0)
  await fin.take('ledgerCheck.add', done)
  expect(await found(c, checks, { origin: 2 })).toMatchObject({ checkStatus: 1, violationCount: 0 })
}
