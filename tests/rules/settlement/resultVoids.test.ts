import { describe, expect, it } from 'vitest'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { integralRule } from '../../../src/model/funds/integral.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { moneyResults } from '../../../src/server/domains/settlement/results/moneyResults.ts'
import { pointsResults } from '../../../src/server/domains/settlement/results/pointsResults.ts'
import type { Results } from '../../../src/server/domains/settlement/results/results.ts'
import { loader } from '../people.ts'
import { World } from '../world.ts'

const { orderStatus } = statesOf(orderDoctor)

/** Doctor orders that wait for a result, in money or in points. */
async function waiting(w: World, results: Results): Promise<string[]> {
  const points = results === pointsResults
  const made = await w.as(loader('world')).load(async (work) => {
    if (points) await work.insert(integralRule, { ruleName: '通用', pointsPerYuan: 10, enableStatus: 1 })
    return work.insertAll(
      orderDoctor,
      ['3000', '500'].map((fee, n) => ({
        code: `ODV${n}`,
        entrustedCompanyId: w.g.companyId,
        baseEmployeeId: w.g.employeeId,
        planName: '病例征集',
        planType: 3,
        payType: points ? 1 : 2,
        doctorId: w.g.doctors[n],
        taxItemCode: '3040407',
        fiscalTaxId: points ? null : w.g.partnerId,
        ...(points ? { pointAmount: Number(fee) } : { feeAmount: fee, platformFee: '30.00' }),
        acceptTime: `2024-05-1${n} 10:00:00`,
        orderStatus: orderStatus.open,
      })) as never,
    )
  })
  return made.map((o) => o.id)
}

describe.each([
  ['money', moneyResults],
  ['points', pointsResults],
])('a result order in %s', (_, results) => {
  it.each(['void', 'removed'])('that is %s holds its doctor orders no more: they enter another', async (how) => {
    const w = await World.made()
    const { ops, fin, fin2, admin, client } = w.people
    const orders = await waiting(w, results)
    const ask = {
      entrustedCompanyId: w.g.companyId,
      periodStart: '2024-05-01',
      periodEnd: '2024-05-31',
      orderDoctorIds: orders,
    }
    const id = await w.begin(ops, results.order, 'create', ask)
    if (how === 'removed') await w.decide(ops, results.order, 'remove', id)
    else {
      await w.decide(ops, results.order, 'submit', id)
      await w.decide(fin, results.order, 'audit.pass', id)
      await w.decide(client, results.order, 'confirm.pass', id)
      const { code } = w.row(results.order, id)
      const asked = { bizType: results.order.id, bizCode: code, reason: '归属月份有误' }
      const record = await w.begin(admin, cancellationRecord, 'apply', asked)
      await w.decide(fin2, cancellationRecord, 'audit.pass', record, { auditRemark: '同意' })
    }
    expect(w.rows(results.doctors, { resultOrderId: id })).toEqual([])
    expect(w.broken()).toEqual([])
    const next = await w.begin(ops, results.order, 'create', ask)
    expect(w.rows(results.doctors, { resultOrderId: next }).map((d) => d.orderDoctorId)).toEqual(orders)
    expect(w.broken()).toEqual([])
  })
})
