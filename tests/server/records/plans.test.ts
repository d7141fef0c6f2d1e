import { beforeAll, expect, test } from 'vitest'
import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { caseCollection, knowledgeCreation } from '../../../src/model/activities/collections.ts'
import { caseCollectionDoctor } from '../../../src/model/activities/doctors.ts'
import { activityServiceProject } from '../../../src/model/activities/projects.ts'
import type { WireHeld } from '../../../src/model/language/held.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { load, rowNow, type World, world } from '../decisions/fixture.ts'

const { budgetStatus } = statesOf(budgetOrder)
const { protocolStatus } = statesOf(authenticationDoctor)

/** INV-45 and 46: what is planned keeps to its budget and to what doctors were promised. */
let t: TestApp
let w: World
let ops: Client
let budgetId: string
const plans: string[] = []
beforeAll(async () => {
  t = await testApp()
  w = await world('http', await t.newTenant())
  ops = await t.signIn(w.tenantId, 'ops')
  await load(w.context, w.tenantId, async (work) => {
    const own = { entrustedCompanyId: w.companyId, entrustedCompanyName: '杭州康泰医药有限公司' }
    const budget = await work.insert(budgetOrder, {
      code: 'BO1',
      name: '年度预算',
      ...own,
      periodStart: '2024-01-01',
      periodEnd: '2024-12-31',
      budgetAmount: '1000.00',
      plannedAmount: '700.00',
      budgetStatus: budgetStatus.active,
    })
    budgetId = budget.id
    const project = await work.insert(activityServiceProject, {
      code: 'FW1',
      name: '病例服务',
      projectType: 3,
      taxItemCode: '3040407',
      enableStatus: 1,
    } as never)
    for (const [n, budgetAmount] of ['400.00', '300.00'].entries()) {
      const plan = await work.insert(caseCollection, {
        code: `HD${n}`,
        name: `征集${n}`,
        planType: 3,
        activityServiceProjectId: project.id,
        unitFee: (Number(budgetAmount) / 10).toFixed(2),
        baseEmployeeId: '1',
        baseEmployeeName: '某负责人',
        ...own,
        budgetOrderId: budget.id,
        invitationStartDate: '2024-06-01',
        invitationEndDate: '2024-06-30',
        planSearchNum: 10,
        budgetAmount,
      })
      plans.push(plan.id)
    }
    for (const agreementStatus of [0, 1, 2] as const)
      await work.insert(caseCollectionDoctor, {
        caseCollectionId: plans[0] ?? '',
        doctorId: '1',
        doctorName: '某医生',
        planSearchNum: 3,
        agreementStatus,
      })
  })
})

const edit = (n: number, values: object): Promise<Answer> =>
  ops.post('blade-act/caseCollection/submit', { id: plans[n], ...values })
const planned = async () => (await rowNow(w.context, w.tenantId, budgetOrder, budgetId)).plannedAmount
const clean = async () => {
  const found = await t.db.transaction({ tenantId: w.tenantId }, (tx) =>
    checkInvariants(tx, ['INV-45', 'INV-45.planned', 'INV-46.caseCollectionDoctor']),
  )
  expect(broken(found)).toEqual([])
}

test('a budget knows what its activities plan, whoever edits or deletes them, and never more than it has', async () => {
  expect((await edit(0, { unitFee: '50.00' })).status).toBe(200)
  expect(await planned()).toBe('800.00')
  const over = await edit(0, { unitFee: '70.01' })
  expect([over.status, over.msg]).toEqual([400, '预算单 BO1 剩余 200.00，不足以增加该活动的预算'])
  const both = await Promise.all([edit(0, { unitFee: '65.00' }), edit(1, { unitFee: '45.00' })])
  expect(both.map((a) => a.status).sort()).toEqual([200, 400])
  await clean()
  expect((await edit(1, { name: '改名' })).status).toBe(200)
  expect((await ops.post('blade-act/caseCollection/remove', undefined, { ids: plans[1] })).status).toBe(200)
  await clean()
  // what was reserved and released stands with the budget, each with the activity and what happened to it
  const all = await t.signIn(w.tenantId, 'administrator')
  const { data: told } = await all.get<WireHeld[]>('rounds/held', { resource: 'budgetOrder', id: budgetId })
  const [released, , first] = [told[0], told[1], told.at(-1)]
  expect(Number(released?.change)).toBeLessThan(0)
  // a record that is gone has no page to lead to
  expect(released?.documents).toEqual([])
  expect(first).toMatchObject({
    change: '100.00',
    after: '800.00',
    documents: [{ resource: 'caseCollection', id: plans[0], name: '征集0', step: '修改' }],
  })
})

test('an activity plans no less than its doctors are allotted', async () => {
  const fewer = await edit(0, { planSearchNum: 5 })
  expect([fewer.status, fewer.msg]).toEqual([400, '计划数量不能少于已分配的 6'])
  expect((await edit(0, { planSearchNum: 6 })).status).toBe(200)
  await clean()
})

test('authors of an activity are no more than it plans, also two who are invited at once', async () => {
  const { plan, doctors } = await load(w.context, w.tenantId, async (work) => ({
    plan: await work.insert(knowledgeCreation, {
      code: 'HD9',
      name: '创作',
      planType: 8,
      activityServiceProjectId: '1',
      baseEmployeeId: '1',
      baseEmployeeName: '某负责人',
      entrustedCompanyId: w.companyId,
      entrustedCompanyName: '杭州康泰医药有限公司',
      invitationStartDate: '2024-06-01',
      invitationEndDate: '2024-06-30',
      planSearchNum: 2,
      unitFee: '800.00',
    }),
    doctors: await work.insertAll(
      authenticationDoctor,
      [1, 2, 3].map((n) => ({
        code: `D${n}`,
        doctorName: `医生${n}`,
        phone: `1990000000${n}`,
        protocolStatus: protocolStatus.agreed,
      })) as never,
    ),
  }))
  const [one = '', two = '', three = ''] = doctors.map(({ id }) => id)
  const invite = (doctorId: string): Promise<Answer> =>
    ops.post('blade-act/knowledgeCreationDoctor/submit', { planId: plan.id, doctorId, title: '作品' })
  const first = await invite(one)
  expect([first.status, first.msg]).toEqual([200, expect.any(String)])
  const both = await Promise.all([invite(two), invite(three)])
  expect(both.map((a) => a.status).sort()).toEqual([200, 400])
  expect(both.find((a) => a.status === 400)).toMatchObject({
    msg: '该活动仅余 0 份可分配',
    data: { planSearchNum: '不能多于 0' },
  })
  const { id } = first.data as { id: string }
  expect((await ops.post('blade-act/knowledgeCreationDoctor/remove', undefined, { ids: id })).status).toBe(200)
  expect((await invite(one)).status).toBe(200)
  const found = await t.db.transaction({ tenantId: w.tenantId }, (tx) =>
    checkInvariants(tx, ['INV-46.knowledgeCreationDoctor', 'INV-46.caseInterpretationDoctor']),
  )
  expect(broken(found)).toEqual([])
})
