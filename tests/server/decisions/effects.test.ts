import { beforeAll, describe, expect, test } from 'vitest'
import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { caseCollection } from '../../../src/model/activities/collections.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import {
  entrustedTaxPaymentOrder,
  platServiceFee,
  servicePaymentBill,
  servicePaymentOrder,
} from '../../../src/model/payment/payments.ts'
import { servicePaymentOrderDetail } from '../../../src/model/payment/servicePayment.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { sum } from '../../../src/model/values/money.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { remove } from '../../../src/server/writing/save/remove.ts'
import { change, count, load, order, refusal, rowNow, rowsBy, type World, world } from './fixture.ts'

const { budgetStatus } = statesOf(budgetOrder)
const { cycleStatus } = statesOf(settlementCycle)
const { feeStatus } = statesOf(platServiceFee)
const { payStatus } = statesOf(servicePaymentOrder)
const { planStatus } = statesOf(caseCollection)
const { settlementStatus } = statesOf(settlementOrder)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)

let w: World
beforeAll(async () => {
  w = await world()
})

const ask = { remark: '资料不全' }
const run = (name: string, id: string, more: object = {}, actor = w.admin) =>
  decide(w.context, actor, { resource: 'settlementOrder', transition: name, id, ask, ...more })

describe('effects', () => {
  test('audit refuses sums that do not hold (INV-14)', async () => {
    const row = await order(w)
    const [line] = await rowsBy(w.context, w.tenantId, orderDoctorSettlement, 'settlement_order_id', row.id)
    await change(w.context, w.tenantId, orderDoctorSettlement, line?.id as string, { platformFee: '0.01' })
    const r = await refusal(run('audit.pass', row.id, {}, w.fin))
    expect([r.code, r.text[0]]).toEqual([400, expect.stringContaining('平台服务费')])
    await run('audit.reject', row.id, {}, w.fin)
  })

  test('submit quotes taxes anew and never changes the total', async () => {
    const row = await order(w, { fees: ['3000.00', '3000.00', '3000.00', '500.00'] })
    await run('audit.reject', row.id, {}, w.fin)
    // without the threshold every fee bears VAT
    await w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
      tx.query('update "tax_item_rate" set vat_month_threshold = 0 where tenant_id = $1', [w.tenantId]),
    )
    const decided = await run('submit', row.id, { version: 1 }, w.admin)
    await w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
      tx.query(`update "tax_item_rate" set vat_month_threshold = 1000 where tenant_id = $1`, [w.tenantId]),
    )
    const now = await rowNow(w.context, w.tenantId, settlementOrder, row.id)
    expect(now).toMatchObject({
      settlementStatus: settlementStatus.pending,
      version: 2,
      totalAmount: row.totalAmount,
      doctorAmount: row.doctorAmount,
      platformAmount: row.platformAmount,
      approvalOfficer: null,
    })
    expect(now.vatAmount).not.toBe(row.vatAmount)
    expect(decided.patch).toMatchObject({
      settlementStatus: settlementStatus.pending,
      vatAmount: now.vatAmount,
      netAmount: now.netAmount,
      version: 2,
    })
    const lines = await rowsBy(w.context, w.tenantId, orderDoctorSettlement, 'settlement_order_id', row.id)
    for (const family of [orderDoctorSettlement, settlementOrderTaxItem, settlementOrderDoctor]) {
      const rows = await rowsBy(w.context, w.tenantId, family, 'settlement_order_id', row.id)
      for (const [field, own] of [
        ['grossAmount', 'doctorAmount'],
        ['vatAmount', 'vatAmount'],
        ['iitAmount', 'iitAmount'],
        ['netAmount', 'netAmount'],
        ['platformFee', 'platformAmount'],
      ] as const) {
        expect(sum(rows.map((r) => r[field] as string)), `${family.id}.${field}`).toBe(now[own])
      }
    }
    // only what changed was written: above the threshold the VAT was due before, too
    expect(lines.map((l) => [l.taxItemCode, l.version])).toEqual([
      ['3040407', 0],
      ['3040603', 1],
      ['3040407', 0],
      ['3040603', 1],
    ])
    await run('audit.pass', row.id, { version: 2 }, w.fin)
  })

  test('submit needs a rate in force', async () => {
    const other = await world()
    const row = await order(other, { status: 1 })
    await other.context.db.transaction({ tenantId: other.tenantId }, (tx) =>
      tx.query(`update "tax_item_rate" set effective_to = '2024-05-31' where tenant_id = $1`, [other.tenantId]),
    )
    const r = await refusal(
      decide(other.context, other.fin, { resource: 'settlementOrder', transition: 'submit', id: row.id }),
    )
    expect(r.text[0]).toContain('没有有效的税率')
  })

  test('confim sets who and when; rejecting needs a reason', async () => {
    const row = await order(w, { status: 2 })
    await run('confim.pass', row.id, {}, w.ca)
    expect(await rowNow(w.context, w.tenantId, settlementOrder, row.id)).toMatchObject({
      settlementStatus: settlementStatus.confirmed,
      confirmUserName: '康管理',
      confirmTime: '2024-06-15 10:00:00',
    })
    const other = await order(w, { status: 2 })
    expect((await refusal(run('confim.reject', other.id, { ask: {} }, w.ca))).code).toBe(400)
    await run('confim.reject', other.id, {}, w.ca)
    expect(await rowNow(w.context, w.tenantId, settlementOrder, other.id)).toMatchObject({
      settlementStatus: settlementStatus.rejected,
      approvalRemark: '资料不全',
    })
  })

  test('toSettle creates the documents, their sums hold, the doctor orders settle', async () => {
    const row = await order(w, { status: 3, fees: ['3000.00', '3000.00', '1234.56', '88.08'] })
    await run('toSettle', row.id, {}, w.fin)
    const by = <R extends Parameters<typeof rowsBy>[2]>(of: R) =>
      rowsBy(w.context, w.tenantId, of, 'settlement_order_id', row.id)
    const [payment, ...more] = await by(servicePaymentOrder)
    expect(more).toHaveLength(0)
    expect(payment).toMatchObject({
      amount: row.totalAmount,
      doctorAmount: row.doctorAmount,
      platformAmount: row.platformAmount,
      payStatus: payStatus.toPay,
      settlementOrderCode: row.code,
      entrustedCompanyId: w.companyId,
    })
    expect(payment?.code).toMatch(/^SP20240615\d{6}$/)
    const bills = await rowsBy(w.context, w.tenantId, servicePaymentBill, 'service_payment_order_id', payment?.id)
    expect(sum(bills.map((b) => b.amount as string))).toBe(row.totalAmount) // INV-15
    expect(bills.map((b) => b.billType).sort()).toEqual([1, 1, 2])
    const [fee] = await by(platServiceFee)
    expect(fee).toMatchObject({
      feeRate: '0.060000',
      baseAmount: row.doctorAmount,
      feeAmount: row.platformAmount,
      feeStatus: feeStatus.pending,
    })
    const [tax] = await by(entrustedTaxPaymentOrder)
    expect(tax).toMatchObject({
      amount: row.taxAmount,
      lineCount: 4,
      taxPayStatus: taxPayStatus.toFix,
      fiscalTaxId: w.partnerId,
      taxMonth: '202406',
    })
    const orders = await by(orderDoctor)
    expect(orders.map((o) => o.orderStatus)).toEqual([2, 2, 2, 2])
    // every doctor order has its own history row, by the system (INV-40)
    expect(
      await count(
        w.context,
        w.tenantId,
        'approval_history',
        `biz_type = 'orderDoctor' and action = 'settle' and from_status = '1' and to_status = '2' and biz_id = any($2)`,
        [orders.map((o) => o.id)],
      ),
    ).toBe(4)
    expect((await refusal(run('toSettle', row.id, {}, w.fin))).code).toBe(409)
  })

  test('the payment order is of the budget of its activities, where all are of one', async () => {
    const company = { entrustedCompanyId: w.companyId, entrustedCompanyName: '杭州康泰医药有限公司' }
    const budget = (n: number) =>
      load(w.context, w.tenantId, (work) =>
        work.insert(budgetOrder, {
          ...company,
          code: `BO9${n}`,
          name: '年度预算',
          periodStart: '2024-01-01',
          periodEnd: '2024-12-31',
          budgetAmount: '900000.00',
          budgetStatus: budgetStatus.active,
        }),
      )
    const plan = (code: string, budgetOrderId: string | null) =>
      load(w.context, w.tenantId, (work) =>
        work.insert(caseCollection, {
          ...company,
          code,
          name: '病例征集',
          baseEmployeeId: w.employeeId,
          planType: 3,
          activityServiceProjectId: '1',
          budgetOrderId,
          invitationStartDate: '2024-01-01',
          invitationEndDate: '2024-06-30',
          planSearchNum: 9,
          budgetAmount: '500.00',
          planStatus: planStatus.inProgress,
        } as never),
      )
    const [first, second] = [await budget(1), await budget(2)]
    const plans = {
      one: (await plan('HD91', first.id)).id,
      same: (await plan('HD92', first.id)).id,
      other: (await plan('HD93', second.id)).id,
      none: (await plan('HD94', null)).id,
    }
    const of = async (...named: (keyof typeof plans | null)[]) => {
      const row = await order(w, { status: 3, fees: named.map((_, n) => `${n + 5}.00`) })
      const orders = await rowsBy(w.context, w.tenantId, orderDoctor, 'settlement_order_id', row.id)
      for (const [n, o] of orders.entries()) {
        const name = named[n]
        await change(w.context, w.tenantId, orderDoctor, o.id, { planId: name ? plans[name] : null })
      }
      await run('toSettle', row.id, {}, w.fin)
      const [payment] = await rowsBy(w.context, w.tenantId, servicePaymentOrder, 'settlement_order_id', row.id)
      return payment?.budgetOrderId
    }
    expect(await of('one')).toBe(first.id)
    expect(await of('one', 'same')).toBe(first.id)
    expect(await of('one', 'other')).toBeNull()
    expect(await of('one', 'none')).toBeNull()
    expect(await of('none')).toBeNull()
    expect(await of('one', null)).toBeNull()
    expect(await of(null)).toBeNull()
  })

  test('a voucher goes only while its payment order is to be paid or was refused (3.13)', async () => {
    const row = await order(w, { status: 3, fees: ['700.00'] })
    await run('toSettle', row.id, {}, w.fin)
    const [payment] = await rowsBy(w.context, w.tenantId, servicePaymentOrder, 'settlement_order_id', row.id)
    const paid = payment?.id as string
    const voucher = await load(w.context, w.tenantId, (work) =>
      work.insert(servicePaymentOrderDetail, {
        servicePaymentOrderId: paid,
        amount: '700.00',
        payTime: '2024-06-10 10:00:00',
        voucherUrl: '1',
        bankSerialNo: 'BSN1',
      }),
    )
    const take = () => load(w.context, w.tenantId, (work) => remove(work, servicePaymentOrderDetail, [voucher.id]))
    await change(w.context, w.tenantId, servicePaymentOrder, paid, { payStatus: payStatus.toCheck })
    expect((await refusal(take())).text[1]).toContain('its vouchers stay as they are')
    await change(w.context, w.tenantId, servicePaymentOrder, paid, { payStatus: payStatus.refused })
    await take()
    expect(await rowNow(w.context, w.tenantId, servicePaymentOrderDetail, voucher.id)).toMatchObject({ isDeleted: 1 })
  })

  test('toSettle refuses while there is a payment order (INV-16), and leaves nothing half done', async () => {
    const row = await order(w, { status: 3 })
    await load(w.context, w.tenantId, (work) =>
      work.insert(servicePaymentOrder, {
        settlementOrderId: row.id,
        entrustedCompanyId: w.companyId,
        payStatus: payStatus.toPay,
      }),
    )
    expect((await refusal(run('toSettle', row.id, {}, w.fin))).text[0]).toBe('该结算单已有未作废的支付单')
    const second = await order(w, { status: 3 })
    await w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
      tx.query('update "order_doctor" set order_status = 0 where tenant_id = $1 and settlement_order_id = $2', [
        w.tenantId,
        second.id,
      ]),
    )
    expect((await refusal(run('toSettle', second.id, {}, w.fin))).code).toBe(409)
    expect(await count(w.context, w.tenantId, 'service_payment_order', 'settlement_order_id = $2', [second.id])).toBe(0)
    expect((await rowNow(w.context, w.tenantId, settlementOrder, second.id)).settlementStatus).toBe(
      settlementStatus.confirmed,
    )
  })

  test('remove deletes what hangs on it, frees the doctor orders, and reopens the cycle when nothing is left', async () => {
    const other = await world()
    const [a, b, c] = [await order(other), await order(other, { status: 1 }), await order(other, { status: 9 })]
    const go = (id: string) =>
      decide(other.context, other.fin, { resource: 'settlementOrder', transition: 'remove', id })
    const cycle = () => rowNow(other.context, other.tenantId, settlementCycle, other.cycleId)
    const decided = await go(a.id)
    expect(decided.patch).toMatchObject({ isDeleted: 1 })
    expect((await cycle()).cycleStatus).toBe(cycleStatus.confirmed)
    for (const family of [orderDoctorSettlement, settlementOrderTaxItem, settlementOrderDoctor]) {
      expect(
        (await rowsBy(other.context, other.tenantId, family, 'settlement_order_id', a.id)).every(
          (r) => r.isDeleted === 1,
        ),
      ).toBe(true)
    }
    expect(await rowsBy(other.context, other.tenantId, orderDoctor, 'settlement_order_id', a.id)).toHaveLength(0)
    await go(b.id)
    expect((await cycle()).cycleStatus).toBe(cycleStatus.toConfirm)
    expect(
      await count(
        other.context,
        other.tenantId,
        'approval_history',
        `biz_type = 'settlementCycle' and action = 'reopen'`,
      ),
    ).toBe(1)
    expect((await rowNow(other.context, other.tenantId, settlementOrder, c.id)).isDeleted).toBe(0)
  })
})
