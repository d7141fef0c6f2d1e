import { beforeAll, describe, expect, test } from 'vitest'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { entrustedAccountPrepay } from '../../../src/model/funds/prepay.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Conflict, Decided } from '../../../src/model/wire/wire.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { decide, decideAll } from '../../../src/server/deciding/engine.ts'
import { bodyHash, keyOf } from '../../../src/server/deciding/idempotency.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import { person } from '../../rules/people.ts'
import { count, load, order, refusal, rowNow, type World, world } from './fixture.ts'

/** Two or twenty people decide at once; `rounds` records are raced for by twenty. */
export function raceCases(rounds: number): void {
  let w: World
  beforeAll(async () => {
    w = await world()
  })

  /** Results of calls that may be refused; anything else than a refusal fails. */
  const settle = async (calls: readonly Promise<Decided>[]) => {
    const ended = await Promise.allSettled(calls)
    return ended.map((e) => {
      if (e.status === 'fulfilled') return e.value
      if (e.reason instanceof AppError) return e.reason
      throw e.reason
    })
  }
  const refusals = (ended: readonly (Decided | AppError)[]) => ended.filter((e) => e instanceof AppError)

  describe('the same key', () => {
    test('answers the same again without a second effect', async () => {
      const row = await order(w)
      const ask = {
        resource: 'settlementOrder',
        transition: 'audit.pass',
        id: row.id,
        ask: { remark: '好' },
        version: 0,
        key: `k-${row.id}`,
      }
      const first = await decide(w.context, w.fin, ask)
      w.context.clock.pass(1)
      expect(await decide(w.context, w.fin, ask)).toEqual(first)
      w.context.clock.pass(-1)
      expect(await count(w.context, w.tenantId, 'approval_history', 'biz_id = $2', [row.id])).toBe(1)
      expect((await rowNow(w.context, w.tenantId, settlementOrder, row.id)).version).toBe(1)
    })
    test('with another body is 422', async () => {
      const row = await order(w)
      const ask = { resource: 'settlementOrder', transition: 'audit.pass', id: row.id, key: `k-${row.id}` }
      await decide(w.context, w.fin, ask)
      for (const other of [
        { ...ask, ask: { remark: '别的' } },
        { ...ask, transition: 'audit.reject', ask: { remark: 'x' } },
        { ...ask, version: 7 },
        { ...ask, id: '1' },
      ]) {
        expect((await refusal(decide(w.context, w.fin, other))).code).toBe(422)
      }
    })
    test('belongs to one person', async () => {
      const [a, b] = [await order(w), await order(w)]
      const key = `mine-${a.id}`
      await decide(w.context, w.fin, { resource: 'settlementOrder', transition: 'audit.pass', id: a.id, key })
      await decide(w.context, w.admin, { resource: 'settlementOrder', transition: 'audit.pass', id: b.id, key })
    })
    test('is not used up by a refusal', async () => {
      const row = await order(w, { status: 2 })
      const ask = { resource: 'settlementOrder', transition: 'audit.pass', id: row.id, key: `k-${row.id}` }
      expect((await refusal(decide(w.context, w.fin, ask))).code).toBe(409)
      await decide(w.context, w.ca, {
        resource: 'settlementOrder',
        transition: 'confim.reject',
        id: row.id,
        ask: { remark: 'x' },
      })
      await decide(w.context, w.admin, { resource: 'settlementOrder', transition: 'submit', id: row.id })
      expect((await decide(w.context, w.fin, ask)).version).toBe(3)
    })
    test('twenty at once are one effect', async () => {
      for (let round = 0; round < 3; round++) {
        const row = await order(w, { status: 3 })
        const ask = { resource: 'settlementOrder', transition: 'toSettle', id: row.id, key: `k-${row.id}` }
        const ended = await settle(Array.from({ length: 20 }, () => decide(w.context, w.fin, ask)))
        const answers = ended.filter((e) => !(e instanceof AppError))
        expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1)
        for (const r of refusals(ended) as AppError[])
          expect([r.code, (r.data as Conflict).reason]).toEqual([409, 'busy'])
        expect(await count(w.context, w.tenantId, 'service_payment_order', 'settlement_order_id = $2', [row.id])).toBe(
          1,
        )
        expect(await count(w.context, w.tenantId, 'approval_history', 'biz_id = $2', [row.id])).toBe(1)
      }
    })
  })

  test('two operators on one row: exactly one succeeds, the other is told who', async () => {
    for (let round = 0; round < 10; round++) {
      const row = await order(w)
      const other = person(w.tenantId, 'finance', { name: '孙二' })
      const ended = await settle([
        decide(w.context, w.fin, { resource: 'settlementOrder', transition: 'audit.pass', id: row.id, version: 0 }),
        decide(w.context, other, {
          resource: 'settlementOrder',
          transition: 'audit.reject',
          id: row.id,
          version: 0,
          ask: { remark: 'x' },
        }),
      ])
      const lost = refusals(ended) as AppError[]
      expect(lost).toHaveLength(1)
      const won = ended[0] instanceof AppError ? '孙二' : '钱审核'
      expect(lost[0]?.data).toMatchObject({ reason: 'stale', by: won, version: 1 })
      expect(await count(w.context, w.tenantId, 'approval_history', 'biz_id = $2', [row.id])).toBe(1)
    }
  })

  /** A record that waits for a second person, and the decision: of a settlement order, or of money that was paid in. */
  async function waits(
    n: number,
  ): Promise<{ readonly of: AnyResource; readonly transition: string; readonly id: string }> {
    if (n % 2 === 0)
      return { of: settlementOrder, transition: 'audit.pass', id: (await order(w, { fees: ['900.00'] })).id }
    const { id } = await load(w.context, w.tenantId, (work) =>
      work.insert(entrustedAccountPrepay, {
        code: `PR${n}`,
        entrustedCompanyId: w.companyId,
        chargeType: 1,
        recordAmount: '9.00',
        bankSerialNo: `PAID${n}`,
        recordVoucher: '1',
      }),
    )
    return { of: entrustedAccountPrepay, transition: 'review.pass', id }
  }

  test(`twenty approvers, ${rounds} rounds, with and without versions: one winner, whom the others are told`, {
    timeout: 3_600_000,
  }, async () => {
    await load(w.context, w.tenantId, async (work) => {
      await work.insert(entrustedAccount, { accountNo: 'PA1', entrustedCompanyId: w.companyId })
      await work.insert(tradingManagerInfo, { unitNo: 'DM1', holderType: 1, holderId: w.companyId })
    })
    const approvers = Array.from({ length: 20 }, (_, n) => person(w.tenantId, 'finance', { name: `审核${n}` }))
    for (let round = 0; round < rounds; round++) {
      const { of, transition, id } = await waits(round)
      const version = round % 4 < 2 ? null : 0
      const ended = await settle(
        approvers.map((who) => decide(w.context, who, { resource: of.id, transition, id, version })),
      )
      const won = ended.findIndex((e) => !(e instanceof AppError))
      const lost = refusals(ended) as AppError[]
      expect(lost).toHaveLength(19)
      for (const e of lost) expect([e.code, e.data]).toMatchObject([409, { by: approvers[won]?.name, version: 1 }])
      expect((await rowNow(w.context, w.tenantId, of, id)).version).toBe(1)
      expect(await count(w.context, w.tenantId, 'approval_history', 'biz_id = $2', [id])).toBe(1)
      if (of === entrustedAccountPrepay)
        expect(await count(w.context, w.tenantId, 'entrusted_account_record', 'biz_id = $2', [id])).toBe(1)
    }
  })

  test('crossing decisions over several records and their documents do not deadlock', async () => {
    const rows = []
    for (let n = 0; n < 8; n++) rows.push(await order(w, { status: 3, fees: ['900.00'] }))
    const ids = rows.map((r) => r.id)
    const groups = [ids, [...ids].reverse(), ids.slice(2), ids.slice(0, 5).reverse(), ...ids.map((id) => [id])]
    const ended = await Promise.allSettled(
      groups.map((group) =>
        decideAll(w.context, w.fin, { resource: 'settlementOrder', transition: 'toSettle', ids: group }),
      ),
    )
    for (const e of ended)
      if (e.status === 'rejected') expect(e.reason, String(e.reason?.stack)).toBeInstanceOf(AppError)
    expect(
      await count(w.context, w.tenantId, 'service_payment_order', 'settlement_order_id = any($2::bigint[])', [ids]),
    ).toBe(8)
    for (const id of ids)
      expect(await count(w.context, w.tenantId, 'service_payment_order', 'settlement_order_id = $2', [id])).toBe(1)
    const codes = await w.context.db.scoped<{ code: string }>(
      { tenantId: w.tenantId },
      { text: 'select code from "service_payment_order" where tenant_id = $1', values: [w.tenantId] },
    )
    expect(new Set(codes.map((c) => c.code)).size).toBe(codes.length)
  })

  test('removing the last two orders of a cycle at once reopens it once', async () => {
    const other = await world()
    const [a, b] = [await order(other), await order(other)]
    await Promise.all(
      [a, b].map((o) =>
        decide(other.context, other.fin, { resource: 'settlementOrder', transition: 'remove', id: o.id }),
      ),
    )
    expect(
      await count(
        other.context,
        other.tenantId,
        'approval_history',
        `biz_type = 'settlementCycle' and action = 'reopen'`,
      ),
    ).toBe(1)
    expect(await count(other.context, other.tenantId, 'settlement_cycle', 'cycle_status = 1')).toBe(1)
  })

  test('hashes of equal requests are equal', () => {
    expect(bodyHash({ a: 1, b: [{ c: 2, d: undefined }] })).toBe(bodyHash({ b: [{ c: 2 }], a: 1 }))
    expect(bodyHash({ a: [1, 2] })).not.toBe(bodyHash({ a: [2, 1] }))
    expect(keyOf('')).toBeNull()
    for (const bad of ['a b', 'ü', 'x'.repeat(201), 7, ['a']]) expect(() => keyOf(bad)).toThrow(AppError)
  })
}
