import { beforeAll, expect, test } from 'vitest'
import { statesOf } from '../../../src/model/language/states.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { GatheringUnitOfWork } from '../../../src/server/writing/unitOfWork/gatheringUnitOfWork.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { order, type World, world } from '../../server/decisions/fixture.ts'
import { tripsOf } from '../../server/trips.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)

let w: World
/** Orders with one line, several, and one that is not there. */
let ids: string[]
beforeAll(async () => {
  w = await world()
  const made = [await order(w), await order(w, { fees: ['900.00'] }), await order(w, { fees: ['10.00', '20.00'] })]
  for (const o of made.slice(0, 2))
    await decide(w.context, w.fin, { resource: 'settlementOrder', transition: 'audit.pass', id: o.id })
  ids = [...made.map((o) => o.id), '77']
})

const amounts = ['grossAmount', 'vatAmount'] as const
/** Everything a rule may ask of one record, at once. */
const ask = (work: UnitOfWork, id: string) =>
  Promise.all([
    work.row(settlementOrder, id),
    work.rows(orderDoctorSettlement, { settlementOrderId: id }),
    work.rows(orderDoctorSettlement, {
      settlementOrderId: id,
      settleStatus: [settleStatus.unsettled, settleStatus.payable],
    }),
    work.rows(orderDoctorSettlement, {
      settleStatus: settleStatus.unsettled,
      settlementOrderId: id,
      taxMonth: '202406',
    }),
    work.any(settlementOrderDoctor, { settlementOrderId: id }),
    work.any(settlementOrder, { id }),
    work.rows(settlementOrder, { entrustedCompanyId: [w.companyId], id }),
    work.sum(orderDoctorSettlement, amounts, { settlementOrderId: id }),
    work.sum(orderDoctorSettlement, amounts, { settlementOrderId: id, settleStatus: { not: 9 } }),
    work.groupBy(settlementOrderTaxItem, ['taxItemCode'], amounts, { settlementOrderId: id }),
    work.sums([
      { of: settlementOrderDoctor, fields: amounts, where: { settlementOrderId: id }, by: ['doctorId'] },
      { of: settlementOrderTaxItem, fields: amounts, where: { settlementOrderId: id } },
      { of: settlementOrderTaxItem, fields: ['totalAmount'], where: { entrustedCompanyId: w.companyId } },
    ]),
    work.decidedBy(settlementOrder, id, ['audit.pass', 'submit']),
    work.editedBy(settlementOrder, id, ['remark', 'approvalRemark']),
    work.lastStep(settlementOrder, id),
    work.param('sod.enabled'),
  ])

/** Counts what is asked of parameters. */
class Counting extends GatheringUnitOfWork {
  readonly keys: string[] = []

  protected override paramValues(key: string): Promise<string[]> {
    this.keys.push(key)
    return super.paramValues(key)
  }
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : value

test('what is asked for many records at once is answered as for each alone, in as many questions as for one', async () => {
  const scope = { tenantId: w.tenantId }
  const alone = await w.context.db.transaction(scope, async (tx) => {
    const answers = []
    for (const id of ids) answers.push(await ask(new SqlUnitOfWork(w.context, w.fin, tx), id))
    return answers
  })
  const { trips, answer } = await tripsOf(() =>
    w.context.db.transaction(scope, async (tx) => {
      const work = new Counting(w.context, w.fin, tx)
      return { together: await Promise.all(ids.map((id) => ask(work, id))), read: work.read, params: work.keys }
    }),
  )
  const { together, read, params } = answer
  expect(params).toEqual(['sod.enabled'])
  expect(together.map(sorted)).toEqual(alone.map(sorted))
  expect(together[0]?.[1]).toHaveLength(3)
  expect(together[0]?.[11]).toEqual([w.fin.userId])
  expect(together[3]?.slice(0, 3)).toEqual([null, [], []])
  expect(trips).toBe(2)
  expect([...read].sort()).toEqual(
    ['orderDoctorSettlement', 'settlementOrder', 'settlementOrderDoctor', 'settlementOrderTaxItem'].sort(),
  )
})
