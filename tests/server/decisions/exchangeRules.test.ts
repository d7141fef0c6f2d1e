import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { integralAccount, integralRule } from '../../../src/model/funds/integral.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import {
  resultOrderDoctorDetailPoint,
  resultOrderPoint,
} from '../../../src/model/settlement/results/resultOrderPoint.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { openAccounts } from '../../../src/server/domains/funds/ledger/pointsLedger.ts'
import { exchangeRuleOn } from '../../../src/server/domains/people/exchangeRule.ts'
import { openPointOrder } from '../../../src/server/domains/settlement/openPointOrder.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { change, load, rowNow, rowsBy, type World, world } from './fixture.ts'

const { orderStatus, payType } = statesOf(orderDoctor)

/** What points cost: by the exchange rule in force, once (R-points, INV-38); and the one account that they come from (INV-35). */
let t: TestApp
let w: World
let admin: Client
let second: Client
let ops: Client
beforeAll(async () => {
  t = await testApp()
  w = await world('exchange', await t.newTenant())
  w.context.clock.pass(300)
  admin = await t.signIn(w.tenantId, 'administrator')
  second = await t.signIn(w.tenantId, 'administrator')
  ops = await t.signIn(w.tenantId, 'ops')
})
afterAll(() => t.app.close())

const RULE = 'blade-pay/integralRule/submit'
type Rule = RowOf<typeof integralRule>
const save = (rule: Partial<Rule>): Promise<Answer<Rule>> =>
  admin.post(RULE, rule.id ? rule : { ruleName: '兑换规则', pointsPerYuan: 10, enableStatus: 1, ...rule })
/** Saves, and lets a second person agree where the change waits for one. */
async function saved(rule: Partial<Rule>): Promise<string> {
  const a = await save(rule)
  expect(a.status, a.msg).toBe(200)
  const asked = (a.data as { changeRequest?: { id: string } }).changeRequest
  expect(asked !== undefined, a.msg).toBe(rule.id !== undefined)
  if (asked) expect((await second.post('blade-changeRequest/review', { id: asked.id, status: 1 })).status).toBe(200)
  return String(a.data.id)
}
/** A rule of one company that is in force: added, then enabled by two persons. */
const savedOwn = async (rule: Partial<Rule>): Promise<string> => {
  const id = await saved({ ...rule, enableStatus: 0 })
  return saved({ id, enableStatus: 1 })
}
const switchOff = (id: string) => saved({ id, enableStatus: 0 })
const OVERLAP = '同一企业同一天只能有一条生效的规则'
const on = (companyId: string, day: string) =>
  load(w.context, w.tenantId, async (work) => (await exchangeRuleOn(work, companyId, day)).ruleName)

let nth = 0
/** Doctor orders in points that were accepted in a year of their own, without a cost. */
async function accepted(points: readonly number[], year: number): Promise<string[]> {
  nth += 1
  return load(w.context, w.tenantId, async (work) =>
    (
      await work.insertAll(
        orderDoctor,
        points.map((pointAmount, n) => ({
          code: `ODX${nth}${n}`,
          entrustedCompanyId: w.companyId,
          baseEmployeeId: w.employeeId,
          planName: '患者教育',
          planType: 3 as const,
          payType: payType.points,
          doctorId: w.doctors[n % 2] as string,
          taxItemCode: '3040407',
          pointAmount,
          acceptTime: `${year}-05-1${n} 10:00:00`,
        })) as never,
      )
    ).map((o) => o.id),
  )
}
const create = (year: number) =>
  ops.post<RowOf<typeof resultOrderPoint>>('blade-svc/resultOrderPoint/create', {
    entrustedCompanyId: w.companyId,
    name: '积分结果单',
    periodStart: `${year}-05-01`,
    periodEnd: `${year}-05-31`,
  })
const INV_38 = invariants.map((i) => i.id).filter((id) => id.startsWith('INV-38') || id.startsWith('INV-35'))
const brokenNow = async () =>
  broken(await w.context.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx, INV_38)))

describe('exchange rules', () => {
  test('of one company, or of all, are in force one at a time: a save that overlaps names the field', async () => {
    const all = await saved({ ruleName: '通用一', effectiveFrom: '1990-01-01', effectiveTo: '1990-06-30' })
    const same = await save({ ruleName: '通用二', effectiveFrom: '1990-06-30' })
    expect([same.status, same.msg]).toEqual([400, expect.stringContaining(`与规则“通用一”的生效日期重叠`)])
    expect(same.data).toEqual({ effectiveFrom: expect.stringContaining(OVERLAP) })
    // on the next day, of a company, and switched off they are none
    const next = await saved({ ruleName: '通用二', effectiveFrom: '1990-07-01', effectiveTo: '1990-12-31' })
    const special = { entrustedCompanyId: w.companyId, effectiveFrom: '1990-03-01', effectiveTo: '1990-08-31' }
    const alone = await save({ ruleName: '专用', ...special })
    expect([alone.status, Object.keys(alone.data)]).toEqual([400, ['enableStatus']])
    const own = await savedOwn({ ruleName: '专用', ...special })
    const off = await saved({ ruleName: '停用', enableStatus: 0, effectiveFrom: '1990-01-01' })
    expect((await save({ id: off, enableStatus: 1 })).status).toBe(400)
    expect((await save({ id: next, effectiveFrom: '1990-06-01' })).status).toBe(400)
    expect((await save({ id: own, entrustedCompanyId: '' })).status).toBe(400)
    expect((await save({ id: all, effectiveTo: '' })).status).toBe(400)
    expect(await on(w.companyId, '1990-02-28')).toBe('通用一')
    expect(await on(w.companyId, '1990-03-01')).toBe('专用')
    expect(await on(w.companyId, '1990-08-31')).toBe('专用')
    expect(await on(w.companyId, '1990-09-01')).toBe('通用二')
    await expect(on(w.companyId, '1991-01-01')).rejects.toThrow('在 1991-01-01 没有生效的积分兑换规则')
    expect(await brokenNow()).toEqual([])
  })

  test('saved at the same moment for the same days: one of them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        save({ ruleName: `同时${n}`, effectiveFrom: '1980-01-01', effectiveTo: '1980-12-31' }),
      ),
    )
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect(await brokenNow()).toEqual([])
  })

  test('that overlap all the same, behind the back of the application, are refused where points are costed', async () => {
    const [rule] = await rowsBy(w.context, w.tenantId, integralRule, 'rule_name', '停用')
    await change(w.context, w.tenantId, integralRule, rule?.id as string, { enableStatus: 1 })
    await expect(on(w.companyId, '1990-02-01')).rejects.toThrow('有多条生效的积分兑换规则（通用一、停用）')
    expect((await brokenNow()).map((b) => b.id)).toEqual(['INV-38.rules'])
    await change(w.context, w.tenantId, integralRule, rule?.id as string, { enableStatus: 0 })
  })
})

describe('points cost', () => {
  test('nothing where no rule is in force: refused with what to do, and nothing is written', async () => {
    const [id] = await accepted([500], 1995)
    const a = await create(1995)
    expect([a.status, a.msg]).toEqual([
      409,
      '企业 杭州康泰医药有限公司 在 1995-05-10 没有生效的积分兑换规则，请先在积分兑换规则中新增或启用一条',
    ])
    expect(await rowNow(w.context, w.tenantId, orderDoctor, id as string)).toMatchObject({
      orderStatus: orderStatus.open,
      pointsPerYuan: null,
      resultOrderPointId: null,
    })
    await saved({ ruleName: '补上', effectiveFrom: '1995-01-01', effectiveTo: '1995-12-31' })
    expect((await create(1995)).status).toBe(200)
  })

  test('what the rule says on the day they were accepted, once: edits of the rule change nothing of it', async () => {
    const rule = await saved({
      ruleName: '十一',
      pointsPerYuan: 11,
      entrustedCompanyId: w.companyId,
      effectiveFrom: '1996-01-01',
      effectiveTo: '1996-12-31',
    })
    const ids = await accepted([500, 1200], 1996)
    const made = await create(1996)
    expect([made.status, made.msg]).toEqual([200, '操作成功'])
    await saved({ id: rule, pointsPerYuan: 50 })
    await switchOff(rule)
    // 500 / 11 = 45.4545…, 1200 / 11 = 109.0909…
    const sources = await Promise.all(ids.map((id) => rowNow(w.context, w.tenantId, orderDoctor, id)))
    expect(sources.map((s) => [s.pointsPerYuan, s.pointCost])).toEqual([
      [11, '45.45'],
      [11, '109.09'],
    ])
    const rate = Number(sources[0]?.platformFee) / 45.45
    expect(rate).toBeCloseTo(0.06, 3)
    const result = String(made.data.id)
    expect(await rowNow(w.context, w.tenantId, resultOrderPoint, result)).toMatchObject({
      pointAmount: 1700,
      doctorAmount: '154.54',
    })
    const details = await rowsBy(w.context, w.tenantId, resultOrderDoctorDetailPoint, 'result_order_id', result)
    expect(details.map((d) => d.pointCost).sort()).toEqual(['109.09', '45.45'])
    const order = await load(w.context, w.tenantId, async (work) => {
      await work.lock(orderDoctor, ids)
      return openPointOrder(work, { id: null, entrustedCompanyId: w.companyId } as never, sources)
    })
    const lines = await rowsBy(w.context, w.tenantId, orderDoctorSettlementPoint, 'settlement_order_id', order)
    expect(lines.map((l) => [l.pointsPerYuan, l.pointCost]).sort()).toEqual([
      [11, '109.09'],
      [11, '45.45'],
    ])
    expect(await rowNow(w.context, w.tenantId, settlementOrderPoint, order)).toMatchObject({ doctorAmount: '154.54' })
    expect(await brokenNow()).toEqual([])
    // as though points were ten a yuan all the same
    await change(w.context, w.tenantId, orderDoctorSettlementPoint, lines[0]?.id as string, { pointCost: '50.00' })
    expect((await brokenNow()).map((b) => b.id)).toContain('INV-38.cost')
    await change(w.context, w.tenantId, orderDoctorSettlementPoint, lines[0]?.id as string, {
      pointCost: lines[0]?.pointCost as string,
    })
  })
})

test('companies that settle in points for the first time at the same moment are issued points from one account', async () => {
  const other = await load(w.context, w.tenantId, (work) =>
    work.insert(entrustedCompany, {
      code: 'C9',
      name: '另一企业',
      legalPerson: '王五',
      socialCreditCode: '91110000600037341L',
    } as never),
  )
  const companies = [w.companyId, other.id]
  await Promise.all(
    companies.map((id) =>
      load(w.context, w.tenantId, async (work) => {
        // as the rules of settlement: the company's lock is held
        await openAccounts(work, id)
      }),
    ),
  )
  const issuers = await rowsBy(w.context, w.tenantId, integralAccount, 'holder_type', 0)
  expect(issuers).toHaveLength(1)
  const own = await rowsBy(w.context, w.tenantId, integralAccount, 'holder_type', 1)
  expect(own.map((a) => a.holderId).sort()).toEqual([...companies].sort())
})
