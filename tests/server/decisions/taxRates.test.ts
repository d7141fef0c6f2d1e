import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { statesOf } from '../../../src/model/language/states.ts'
import { thirdPlatform } from '../../../src/model/people/thirdPlatform.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { taxItemRate } from '../../../src/model/settlement/taxItemRate.ts'
import { monthOf, monthWord } from '../../../src/model/values/dates.ts'
import type { RequestedChange, WireRow } from '../../../src/model/wire/wire.ts'
import { ratesHeld, ratesOf } from '../../../src/server/domains/settlement/taxRates.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { load, rowNow, type World, world } from './fixture.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)

/** Which rate of a tax item taxes a month, and what may still be changed of it (domain §2.4). */
let t: TestApp
let w: World
let [admin, finance]: Client[] = []
let partnerId: string
let n = 0
const ITEM = '3040901'
const RATE = 'blade-base/taxItemRate'
const REQUEST = 'blade-changeRequest'

beforeAll(async () => {
  t = await testApp()
  w = await world('taxRates', await t.newTenant())
  admin = await t.signIn(w.tenantId, 'administrator')
  finance = await t.signIn(w.tenantId, 'finance')
}, 300_000)
afterAll(() => t.app.close())
beforeEach(async () => {
  n += 1
  partnerId = await load(w.context, w.tenantId, async (work) => {
    const { id } = await work.insert(thirdPlatform, { code: `FTR${n}`, name: `州${n}财税`, thirdType: 1 })
    return id
  })
})

const save = (values: object) =>
  (admin as Client).post<WireRow & { changeRequest?: RequestedChange }>(`${RATE}/submit`, {
    ...{ taxItemCode: ITEM, taxItemName: '讲课费', fiscalTaxId: partnerId, vatRate: '0.010000' },
    ...values,
  })
const edit = async (id: string, values: object) => {
  const { version } = await rowNow(w.context, w.tenantId, taxItemRate, id)
  return (admin as Client).post<{ changeRequest?: RequestedChange }>(`${RATE}/submit`, { id, version, ...values })
}
const agree = (id: string | undefined) => (finance as Client).post(`${REQUEST}/review`, { ids: id, status: 1 })
/** An edit that a second person agreed to. */
const agreed = async (id: string, values: object) => {
  const asked = await edit(id, values)
  if (asked.status !== 200) return asked
  const request = (asked.data as { changeRequest?: RequestedChange }).changeRequest
  return request ? agree(request.id) : asked
}
const lineIn = (work: UnitOfWork, more: object) =>
  work.insert(orderDoctorSettlement, {
    ...{ code: `DSR${n}${work.newId()}`, settlementOrderId: work.newId(), settlementOrderDoctorId: work.newId() },
    ...{ orderDoctorId: work.newId(), entrustedCompanyId: w.companyId, doctorId: w.doctors[0] as string },
    ...{ fiscalTaxId: partnerId, taxItemCode: ITEM, grossAmount: '100.00', netAmount: '100.00' },
    ...more,
  } as never)
/** A line of the tax item whose taxes are fixed in a month, or that is under payment. */
const line = (more: object) => load(w.context, w.tenantId, (work) => lineIn(work, more))
const inForce = (taxMonth: string) =>
  load(w.context, w.tenantId, async (work) => (await ratesOf(work, { fiscalTaxId: partnerId, taxMonth })).get(ITEM))

describe('spans of a tax item', () => {
  it('are of whole months', async () => {
    const refused = await save({ effectiveFrom: '2024-02-02', effectiveTo: '2024-03-30' })
    expect(refused).toMatchObject({
      code: 400,
      data: {
        effectiveFrom: '税率按月生效，生效日期应为某月 1 日',
        effectiveTo: '税率按月生效，失效日期应为某月最后一日',
      },
    })
    expect((await save({ effectiveFrom: '2024-02-01', effectiveTo: '2024-02-29' })).code).toBe(200)
  })

  it('have no month in common; a further one is added disabled and enabled by two', async () => {
    const first = await save({ effectiveFrom: '2024-01-01' })
    expect(first.code).toBe(200)
    const over = await save({ effectiveFrom: '2024-06-01', vatRate: '0.03' })
    expect([over.code, over.msg]).toEqual([
      400,
      '与同税目的另一条税率（2024-01-01 至 长期）生效日期重叠，请先设置其失效日期',
    ])
    expect((await agreed(first.data.id, { effectiveTo: '2024-05-31' })).code).toBe(200)
    expect((await save({ effectiveFrom: '2024-06-01', vatRate: '0.03' })).data).toEqual({
      enableStatus: '该税目已有税率：请先以停用状态新增，再申请启用',
    })
    const second = await save({ effectiveFrom: '2024-06-01', vatRate: '0.03', enableStatus: 0 })
    expect(second.code).toBe(200)
    expect(await inForce('202406')).toBeUndefined()
    expect((await agreed(second.data.id, { enableStatus: 1 })).code).toBe(200)
    expect((await inForce('202405'))?.vatRate).toBe(10_000n)
    expect((await inForce('202406'))?.vatRate).toBe(30_000n)
    expect(await inForce('202312')).toBeUndefined()
    // back over the second one: refused when it is asked, not only when it is agreed to
    expect((await edit(first.data.id, { effectiveTo: '2024-06-30' })).code).toBe(400)
  })

  it('that are agreed to one after the other do not overlap either', async () => {
    const [first, second] = [
      await save({ effectiveFrom: '2024-01-01', effectiveTo: '2024-02-29' }),
      await save({ effectiveFrom: '2024-07-01', enableStatus: 0 }),
    ]
    const [longer, on] = [
      await edit(first.data.id, { effectiveTo: '2024-08-31' }),
      await edit(second.data.id, { enableStatus: 1 }),
    ]
    expect([longer.code, on.code]).toEqual([200, 200])
    const [one, other] = await Promise.all([agree(longer.data.changeRequest?.id), agree(on.data.changeRequest?.id)])
    expect([one.code, other.code].sort()).toEqual([200, 400])
  })

  it('of two savers at once only one is kept', async () => {
    const both = await Promise.all(
      ['2024-01-01', '2024-02-01'].map((effectiveFrom) => save({ effectiveFrom, vatRate: '0.03' })),
    )
    expect(both.map((b) => b.code).sort()).toEqual([200, 400])
  })
})

describe('a rate by which taxes are fixed', () => {
  const fixed = async () => {
    const { data } = await save({ effectiveFrom: '2024-01-01' })
    await line({ taxFinal: 1, taxMonth: '202404', settleStatus: settleStatus.paid })
    return data.id
  }
  const ENDED = '已按此税率核定至 2024-04 的税款：请把失效日期设为月末，再新增下月起生效的税率'

  it.each([
    ['what it computes with', { vatRate: '0.03' }, 'vatRate'],
    ['how', { iitMethod: 2 }, 'iitMethod'],
    ['its tax item', { taxItemCode: '3040902' }, 'taxItemCode'],
    ['whether it is enabled', { enableStatus: 0 }, 'enableStatus'],
    ['its begin, to after the month', { effectiveFrom: '2024-05-01' }, 'effectiveFrom'],
    ['its end, to before the month', { effectiveTo: '2024-03-31' }, 'effectiveTo'],
  ])('keeps %s', async (_, values, field) => {
    const id = await fixed()
    expect(await edit(id, values)).toMatchObject({ code: 400, msg: ENDED, data: { [field]: ENDED } })
  })

  it('is not deleted', async () => {
    const id = await fixed()
    expect(await (admin as Client).post(`${RATE}/remove`, { ids: id })).toMatchObject({ msg: ENDED })
    expect((await rowNow(w.context, w.tenantId, taxItemRate, id)).isDeleted).toBe(0)
  })

  it('may be ended with the month and later, and change what invoices say', async () => {
    const id = await fixed()
    expect((await edit(id, { invoiceItemName: '*现代服务*讲课费' })).code).toBe(200)
    expect((await agreed(id, { effectiveTo: '2024-04-30' })).code).toBe(200)
  })

  it('is one by which lines are under payment, too; voided lines and other months do not count', async () => {
    const month = monthWord(monthOf(t.context.now()))
    const { data } = await save({ effectiveFrom: '2024-01-01' })
    await line({ taxFinal: 1, taxMonth: '202404', settleStatus: settleStatus.voided })
    await line({ taxFinal: 1, taxMonth: '202312', settleStatus: settleStatus.paid })
    expect((await agreed(data.id, { vatRate: '0.02' })).code).toBe(200)
    await line({ taxFinal: 0, settleStatus: settleStatus.paying })
    expect((await edit(data.id, { vatRate: '0.03' })).msg).toContain(`已按此税率核定至 ${month}`)
  })

  /** Runs `first` up to where it says so, then `second` beside it, which has the time to go ahead where it does not wait. */
  async function beside<T>(
    first: (work: UnitOfWork, here: () => Promise<void>) => Promise<void>,
    second: () => Promise<T>,
  ) {
    let there = () => {}
    const reached = new Promise<void>((done) => {
      there = done
    })
    const begun = load(w.context, w.tenantId, (work) =>
      first(work, async () => {
        there()
        await new Promise((r) => setTimeout(r, 400))
      }),
    )
    await Promise.race([reached, begun])
    const [answer] = await Promise.all([second(), begun])
    return answer
  }
  const at = () => ({ fiscalTaxId: partnerId, taxMonth: '202404' })

  it('is not changed while somebody is fixing taxes by it', async () => {
    const { data } = await save({ effectiveFrom: '2024-01-01' })
    const asked = await edit(data.id, { vatRate: '0.03' })
    const answer = await beside(
      async (work, here) => {
        expect((await ratesHeld(work, at(), [ITEM])).get(ITEM)?.vatRate).toBe(10_000n)
        await here()
        await lineIn(work, { taxFinal: 1, taxMonth: '202404', settleStatus: settleStatus.paid })
      },
      () => agree(asked.data.changeRequest?.id),
    )
    expect(answer).toMatchObject({ code: 400, msg: ENDED })
  })

  it('taxes by what a change under way makes of it', async () => {
    const { data } = await save({ effectiveFrom: '2024-01-01' })
    const fixedBy = await beside(
      async (work, here) => {
        await work.lock(taxItemRate, [data.id])
        await work.unnamed(taxItemRate, [data.id])
        await here()
        await work.update(taxItemRate, data.id, { vatRate: '0.030000' })
      },
      () => load(w.context, w.tenantId, (work) => ratesHeld(work, at(), [ITEM])),
    )
    expect(fixedBy.get(ITEM)?.vatRate).toBe(30_000n)
  })

  it('is refused when it is agreed to, where taxes were fixed meanwhile', async () => {
    const { data } = await save({ effectiveFrom: '2024-01-01' })
    const asked = await edit(data.id, { vatRate: '0.03' })
    await line({ taxFinal: 1, taxMonth: '202404', settleStatus: settleStatus.paid })
    expect(await agree(asked.data.changeRequest?.id)).toMatchObject({ code: 400, msg: ENDED })
  })
})
