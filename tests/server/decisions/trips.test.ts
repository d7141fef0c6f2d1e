import { beforeAll, describe, expect, test } from 'vitest'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { entrustedAccountPrepay } from '../../../src/model/funds/prepay.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { tripsOf } from '../trips.ts'
import { load, order, refusal, type World, world } from './fixture.ts'

// What a decision costs beside its work: a round trip more shows here, however little time it takes.

let w: World
beforeAll(async () => {
  w = await world()
})

const pass = { resource: 'settlementOrder', transition: 'audit.pass' } as const
/** Round trips of a call; what it ends with does not matter. */
const cost = async (call: () => Promise<unknown>): Promise<number> =>
  (await tripsOf(() => call().catch(() => undefined))).trips

describe('round trips', () => {
  test('of a decision with key, makers, sums and history: four', async () => {
    const row = await order(w)
    const ask = { ...pass, id: row.id, version: 0, key: `trips-${row.id}` }
    expect(await cost(() => decide(w.context, w.fin, ask))).toBe(4)
    // the same again: the key, and the end of it
    expect(await cost(() => decide(w.context, w.fin, ask))).toBe(2)
  })
  test('of one that is refused by its makers: three, of a stale one as well', async () => {
    const row = await order(w)
    expect(await cost(() => refusal(decide(w.context, w.fin2, { ...pass, id: row.id, version: 0 })))).toBe(3)
    await decide(w.context, w.fin, { ...pass, id: row.id })
    expect(await cost(() => refusal(decide(w.context, w.fin, { ...pass, id: row.id, version: 0 })))).toBe(3)
  })
  test('of one with documents: no more for many lines than for one', async () => {
    const settle = { resource: 'settlementOrder', transition: 'toSettle' } as const
    const [one, many] = [
      await order(w, { status: 3, fees: ['900.00'] }),
      await order(w, { status: 3, fees: Array.from({ length: 12 }, (_, n) => `${500 + n}.00`) }),
    ]
    const first = await cost(() => decide(w.context, w.fin, { ...settle, id: one.id }))
    expect(await cost(() => decide(w.context, w.fin, { ...settle, id: many.id }))).toBeLessThanOrEqual(first)
  })
  test('of a posting: nine, six of them with the account locked, for which others wait', async () => {
    const ids = await load(w.context, w.tenantId, async (work) => {
      await work.insert(entrustedAccount, { accountNo: 'PA1', entrustedCompanyId: w.companyId })
      await work.insert(tradingManagerInfo, { unitNo: 'DM1', holderType: 1, holderId: w.companyId })
      const order = { entrustedCompanyId: w.companyId, chargeType: 1, recordAmount: '9.00' } as const
      const made = ['1', '2'].map((n) => ({ ...order, code: `PP${n}`, bankSerialNo: `S${n}`, recordVoucher: '1' }))
      return (await work.insertAll(entrustedAccountPrepay, made)).map((p) => p.id)
    })
    const confirm = (id: string) =>
      decide(w.context, w.fin, {
        resource: 'entrustedAccountPrepay',
        transition: 'review.pass',
        id,
        key: `trips-${id}`,
      })
    await confirm(ids[0] as string) // counts from nothing
    expect((await tripsOf(() => confirm(ids[1] as string))).trips).toBe(9)
  })
})
