import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { lifecycles, resourceOf, resources } from '../../../src/model/business.ts'
import { statusFields } from '../../../src/model/language/derived/past.ts'
import { isChoice } from '../../../src/model/language/fields/field.ts'
import type { Lifecycle, Transition } from '../../../src/model/language/lifecycle.ts'
import { leadingTo } from '../../../src/model/language/makers.ts'
import { fieldOf } from '../../../src/model/language/resource.ts'
import { fen, yuan } from '../../../src/model/values/money.ts'
import { vatOf, withholding } from '../../../src/model/values/tax.ts'
import type { Database, Tx } from '../../../src/server/core/database.ts'
import { rowFrom } from '../../../src/server/database/codec.ts'
import { vatSql, withholdingSql } from '../../../src/server/database/conditions/taxSql.ts'
import { columnOf, quoted, tableOf, variantSql } from '../../../src/server/database/names.ts'
import { sourceOf } from '../../../src/server/database/views/sources.ts'
import { installMenus, installTenant } from '../../../src/server/domains/administration/access/install.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { MemoryForm } from '../../../src/server/promises/form/memoryForm.ts'
import { readBy } from '../../../src/server/promises/form/relation.ts'
import type { Invariant } from '../../../src/server/promises/invariant.ts'
import { brokenInMemory } from '../../../src/server/promises/memoryCheck.ts'
import { type Demo, runScenarios } from '../../../src/server/seed/scenarios/demo.ts'
import { loadDemo } from '../../../src/server/seed/small.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import { type AnyResource, byId, type Row, tableName } from '../../../src/server/writing/unitOfWork/rows.ts'
import { newTenantId, testDatabase } from '../../server/harness.ts'
import { fill } from '../../server/store/fill.ts'

let db: Database
let told: Demo
const tenant = newTenantId()

beforeAll(async () => {
  db = await testDatabase()
  told = await runScenarios(tenant, '2024-06-15', { companies: 3, doctors: 60, months: 12 })
  await db.owner(async (tx) => {
    await installMenus(tx)
    await loadDemo(tx, told)
    await installTenant(tx, { tenantId: tenant, name: '小租户' })
  })
})

it('the tax items of a cycle come to what the cycle does at every status, in money and in points', async () => {
  // as the product's own loading does, and autovacuum everywhere else: plans without statistics take minutes
  await db.owner((tx) => tx.query('analyze'))
  const rows = await db.scoped<{ status: number; cycle: string; items: string; waits: number }>(
    { tenantId: tenant },
    {
      text: `select c.cycle_status as status, c.doctor_amount || ' ' || c.platform_amount as cycle,
          coalesce(x.doctor, 0.00) || ' ' || coalesce(x.platform, 0.00) as items, coalesce(x.waits, 0) as waits
        from settlement_cycle c left join (
          select settlement_cycle_id as id, sum(doctor_amount) as doctor, sum(platform_amount) as platform,
            sum(waiting_count)::integer as waits
          from ${sourceOf(resourceOf('settlementCycleTaxItem'), business.views)} group by 1) x on x.id = c.id
        where c.is_deleted = 0`,
    },
  )
  expect([...new Set(rows.map((r) => r.status))].sort()).toEqual([0, 2, 3])
  for (const r of rows) {
    expect(r.items).toBe(r.cycle)
    if (r.status === 3) expect(r.waits).toBe(0)
  }
  // in money and in points, waiting and in an order
  const found = await db.scoped<{ status: number; type: number; waits: number }>(
    { tenantId: tenant },
    {
      text: `select distinct c.cycle_status as status, x.pay_type as type, sign(x.waiting_count)::integer as waits
        from (select * from ${sourceOf(resourceOf('settlementCycleTaxItem'), business.views)}) x join settlement_cycle c on c.id = x.settlement_cycle_id`,
    },
  )
  const told = found.map((f) => [f.status, f.type, f.waits].join())
  for (const one of ['2,1,1', '2,2,0', '3,1,0', '3,2,0']) expect(told).toContain(one)
})

/** A condition on the id of one record, the lowest that answers. */
const first = (table: string, where: string): string =>
  `id = (select min(id) from ${table} x where x.tenant_id = '${tenant}' and x.is_deleted = 0 and ${where})`
/** The doctor order of the first line that is paid. */
const paidOrder = (lines: string): string =>
  `id = (select l.order_doctor_id from ${lines} l where l.tenant_id = '${tenant}' and l.settle_status = 3 order by l.id limit 1)`
const orderAt = (...status: number[]): string =>
  `exists (select 1 from settlement_order o where o.tenant_id = x.tenant_id and o.id = x.settlement_order_id and o.settlement_status in (${status}))`
const pointOrderAt = (...status: number[]): string =>
  orderAt(...status).replace('settlement_order o', 'settlement_order_point o')
/** Another record's value of a column. */
const other = (table: string, column: string): string =>
  `(select max(y.${column}) from ${table} y where y.tenant_id = t.tenant_id and y.is_deleted = 0 and y.${column} <> t.${column})`
/** A sibling in the same settlement order. */
const sibling = (table: string, column: string): string =>
  `(select max(y.${column}) from ${table} y where y.tenant_id = t.tenant_id and y.settlement_order_id = t.settlement_order_id and y.${column} <> t.${column})`
const several = (table: string, column: string): string =>
  `(select count(distinct y.${column}) from ${table} y where y.tenant_id = x.tenant_id and y.settlement_order_id = x.settlement_order_id) > 1`

/** Whether a doctor's part of a result order is of one that is not void. */
const inLiveResult = (twin: string): string =>
  `exists (select 1 from result_order${twin} o where o.tenant_id = x.tenant_id and o.id = x.result_order_id
     and o.is_deleted = 0 and o.result_status <> 9)`

/** A result order that holds doctor orders. */
const holding = (twin: string): string =>
  first(
    `result_order${twin}`,
    `x.result_status <> 9 and exists (select 1 from result_order_doctor_detail${twin} d where d.tenant_id = x.tenant_id
       and d.result_order_id = x.id and d.is_deleted = 0)`,
  )

/** A part of a result order that is not void is missing. */
const partLost = (part: string, twin = ''): readonly [string, string, string] => [
  `result_order_${part}_detail${twin}`,
  'is_deleted = 1',
  first(
    `result_order_${part}_detail${twin}`,
    `exists (select 1 from result_order${twin} o where o.tenant_id = x.tenant_id and o.id = x.result_order_id and o.result_status <> 9)`,
  ),
]

/** The value of a column of another live record. */
const twice = (table: string, column: string, where = 'true'): readonly [string, string, string, 'unheld'] => [
  table,
  `${column} = (select min(y.${column}) from ${table} y where y.tenant_id = t.tenant_id and y.is_deleted = 0 and y.id <> t.id and ${where.replaceAll('x.', 'y.')} and y.${column} is not null)`,
  first(table, `x.${column} is not null and ${where}`),
  'unheld',
]

type Corruption = readonly [table: string, set: string, where: string]
/**
 * How each invariant is broken: table, what is set, where; `unheld`: without what the database itself holds of the table;
 * `before`: what the demo lacks for it, changed first.
 */
const corruptions: Record<string, readonly [...Corruption, unheld?: 'unheld', before?: Corruption]> = {
  'INV-3': ['entrusted_account', 'frozen_amount = t.balance + 1', first('entrusted_account', 'true'), 'unheld'],
  'INV-5': [
    'entrusted_account_record',
    `(biz_type, biz_id, record_type) = (select y.biz_type, y.biz_id, y.record_type from entrusted_account_record y where y.tenant_id = t.tenant_id and y.id <> t.id order by y.id limit 1)`,
    first('entrusted_account_record', 'true'),
    'unheld',
  ],
  'INV-8.prepay': twice('entrusted_account_prepay', 'bank_serial_no'),
  'INV-8.vouchers': twice('service_payment_order_detail', 'bank_serial_no'),
  'INV-9': [
    'order_doctor',
    '(biz_type, biz_id, doctor_id) = (select y.biz_type, y.biz_id, y.doctor_id from order_doctor y where y.tenant_id = t.tenant_id and y.is_deleted = 0 and y.id <> t.id order by y.id limit 1)',
    first('order_doctor', 'true'),
    'unheld',
  ],
  'INV-18': [
    'order_doctor_payment',
    `order_doctor_settlement_id = ${other('order_doctor_payment', 'order_doctor_settlement_id').replace('y.is_deleted = 0', 'y.is_deleted = 0 and y.payment_status in (0, 1, 3, 4, 5, 6)')}`,
    first('order_doctor_payment', 'x.payment_status = 4'),
    'unheld',
  ],
  'INV-18.line': [
    'order_doctor_settlement',
    `settle_status = 5`,
    first(
      'order_doctor_settlement',
      `exists (select 1 from order_doctor_payment p where p.tenant_id = x.tenant_id and p.order_doctor_settlement_id = x.id and p.payment_status in (0, 1, 3, 5, 6) and p.is_deleted = 0)`,
    ),
  ],
  'INV-18.transfers': twice('transfer_account', 'yur_ref'),
  'INV-18.infos': twice('handle_apply_info', 'yur_ref'),
  'INV-18.internal': [
    'dman_internal_transfer',
    'yur_ref = (select min(y.yur_ref) from transfer_account y where y.tenant_id = t.tenant_id)',
    first('dman_internal_transfer', 'true'),
    'unheld',
  ],
  'INV-18.internalPoints': [
    'dman_internal_transfer_point',
    'yur_ref = (select min(y.yur_ref) from dman_internal_transfer y where y.tenant_id = t.tenant_id)',
    first('dman_internal_transfer_point', 'true'),
    'unheld',
  ],
  'INV-22': [
    'trading_manager_info',
    'balance = t.balance + 1',
    first('trading_manager_info', 'x.holder_type = 1 and x.unit_status = 1'),
  ],
  'INV-22.owing': ['trading_manager_info', 'balance = -1', first('trading_manager_info', 'true'), 'unheld'],
  '3.14.invoiced': [
    'order_doctor_settlement',
    'settle_status = 5',
    first(
      'order_doctor_settlement',
      'exists (select 1 from entrusted_invoice i where i.tenant_id = x.tenant_id and i.settlement_order_id = x.settlement_order_id and i.is_deleted = 0 and i.invoice_status in (2, 3))',
    ),
  ],
  '3.14.pointInvoiced': [
    'order_doctor_settlement_point',
    'settle_status = 5',
    first(
      'order_doctor_settlement_point',
      'exists (select 1 from entrusted_invoice_point i where i.tenant_id = x.tenant_id and i.settlement_order_id = x.settlement_order_id and i.is_deleted = 0 and i.invoice_status in (2, 3))',
    ),
  ],
  'INV-35': ['points_account', 'points = t.points + 1', first('points_account', 'true')],
  'INV-35.owing': ['integral_account', 'balance = -1', first('integral_account', 'x.holder_type = 2'), 'unheld'],
  'INV-35.issuer': ['integral_account', 'holder_type = 0', first('integral_account', 'x.holder_type = 2'), 'unheld'],
  'INV-36.pairs': [
    'integral_detail',
    'points = t.points + 1',
    first('integral_detail', 'x.counterpart_type <> 3'),
    'unheld',
  ],
  'INV-36.doctors': ['yuanbao_detail', 'points = t.points + 1', first('yuanbao_detail', 'true'), 'unheld'],
  'INV-10.points': [
    'order_doctor_settlement_point',
    `order_doctor_id = ${sibling('order_doctor_settlement_point', 'order_doctor_id')}`,
    first('order_doctor_settlement_point', 'x.settle_status = 0'),
    'unheld',
  ],
  'INV-15.points': [
    'service_payment_order',
    'amount = amount + 1, doctor_amount = doctor_amount + 1',
    first('service_payment_order', 'x.settlement_order_type = 2 and x.pay_status <> 9'),
  ],
  'INV-17.points': [
    'order_doctor_payment_point',
    'payment_status = 0',
    first('order_doctor_payment_point', 'x.payment_status = 4'),
  ],
  'INV-17.pointOrders': ['order_doctor', 'payment_id = null', paidOrder('order_doctor_settlement_point')],
  'INV-17.pointLines': [
    'order_doctor_payment_point',
    'payment_status = 0',
    first('order_doctor_payment_point', 'x.payment_status = 4'),
  ],
  'INV-18.points': twice('order_doctor_payment_point', 'order_doctor_settlement_id', 'x.payment_status in (0, 4, 6)'),
  'INV-20.points': [
    'order_doctor_settlement_point',
    'settle_status = 1',
    first('order_doctor_settlement_point', pointOrderAt(0)),
  ],
  'INV-21.points': [
    'settlement_order_point',
    'refund_amount = refund_amount + 1',
    first('settlement_order_point', 'x.settlement_status = 5'),
  ],
  'INV-37.issued': [
    'integral_detail',
    `biz_id = '1'`,
    first('integral_detail', `x.change_type = 1 and x.direction = 1 and x.biz_type = 'settlementOrderPoint'`),
    'unheld',
  ],
  'INV-37.returned': [
    'integral_detail',
    `biz_id = '1'`,
    first('integral_detail', `x.change_type = 3 and x.direction = 2 and x.biz_type = 'orderDoctorSettlementPoint'`),
    'unheld',
  ],
  'INV-38.cost': [
    'order_doctor_settlement_point',
    'point_cost = point_cost + 0.01',
    first('order_doctor_settlement_point', 'true'),
  ],
  'INV-38.born': [
    'order_doctor',
    'point_cost = point_cost + 0.01',
    first('order_doctor', 'x.pay_type = 1 and x.order_status = 1'),
  ],
  'INV-38.results': [
    'result_order_doctor_detail_point',
    'point_cost = point_cost + 0.01',
    first('result_order_doctor_detail_point', 'true'),
  ],
  'INV-38.rules': ['integral_rule', 'enable_status = 1', first('integral_rule', 'x.enable_status = 0')],
  'INV-38': ['plat_service_fee_point', 'fee_amount = fee_amount + 0.01', first('plat_service_fee_point', 'true')],
  '3.11.points': [
    'settlement_cycle',
    'cycle_status = 1',
    first(
      'settlement_cycle',
      'x.cycle_status = 2 and exists (select 1 from settlement_order_point o where o.tenant_id = x.tenant_id and o.settlement_cycle_id = x.id and o.is_deleted = 0 and o.settlement_status <> 9)',
    ),
  ],
  '3.12.pointDocuments': [
    'plat_service_fee_point',
    'is_deleted = 1',
    first('plat_service_fee_point', pointOrderAt(4, 5, 6)),
  ],
  '3.12.pointPaid': [
    'service_payment_order',
    'pay_status = 1',
    first('service_payment_order', 'x.settlement_order_type = 2 and x.pay_status = 2'),
  ],
  '3.12.pointDoctorOrders': [
    'order_doctor',
    'order_status = 4',
    first(
      'order_doctor',
      'exists (select 1 from order_doctor_settlement_point l where l.tenant_id = x.tenant_id and l.order_doctor_id = x.id and l.is_deleted = 0 and l.settle_status <> 9)',
    ),
  ],
  'INV-37': [
    'settlement_order_point',
    'paid_points = t.paid_points + 1',
    first('settlement_order_point', 'x.settlement_status <> 9'),
  ],
  'INV-47': [
    'order_doctor_payment',
    'payment_status = 1, doctor_id = (select min(d.id) from authentication_doctor d where d.tenant_id = t.tenant_id and d.black_status = 1 and d.is_deleted = 0)',
    first('order_doctor_payment', 'x.payment_status = 4'),
    'unheld',
  ],
  // a payment waits, and its doctor is listed for its company alone
  'INV-47.entries': [
    'user_blacklist',
    `black_status = 1, black_type = 2, (doctor_id, entrusted_company_id) = (select y.doctor_id, y.entrusted_company_id from order_doctor_payment y
       where y.tenant_id = t.tenant_id and y.is_deleted = 0 and y.payment_status = 1 order by y.id limit 1)`,
    first('user_blacklist', 'x.black_status = 0'),
    'unheld',
    ['order_doctor_payment', 'payment_status = 1', first('order_doctor_payment', 'x.payment_status = 4')],
  ],
  'INV-10': [
    'order_doctor_settlement',
    `order_doctor_id = ${sibling('order_doctor_settlement', 'order_doctor_id')}`,
    first('order_doctor_settlement', 'x.settle_status = 0'),
  ],
  'INV-10.order': [
    'order_doctor',
    'settlement_order_id = null',
    first('order_doctor', 'x.settlement_order_id is not null'),
  ],
  'uniq.order': [
    'settlement_order',
    'fiscal_tax_id = (select y.fiscal_tax_id from settlement_order y where y.tenant_id = t.tenant_id and y.settlement_cycle_id = t.settlement_cycle_id and y.id <> t.id limit 1)',
    first('settlement_order', 'x.settlement_status = 0'),
  ],
  'uniq.doctor': [
    'settlement_order_doctor',
    `doctor_id = ${sibling('settlement_order_doctor', 'doctor_id')}`,
    first('settlement_order_doctor', several('settlement_order_doctor', 'doctor_id')),
  ],
  'uniq.item': [
    'settlement_order_tax_item',
    `tax_item_code = ${sibling('settlement_order_tax_item', 'tax_item_code')}`,
    first('settlement_order_tax_item', several('settlement_order_tax_item', 'tax_item_code')),
  ],
  'INV-16': [
    'service_payment_order',
    `settlement_order_id = ${other('service_payment_order', 'settlement_order_id')}`,
    first('service_payment_order', 'x.settlement_order_type = 1 and x.pay_status <> 9'),
  ],
  'INV-20': ['order_doctor_settlement', 'settle_status = 1', first('order_doctor_settlement', orderAt(0))],
  'INV-43.lines': [
    'order_doctor_settlement',
    `entrusted_company_id = ${other('entrusted_company', 'id').replace('t.id', 't.entrusted_company_id')}`,
    first('order_doctor_settlement', 'true'),
  ],
  'INV-43.doctors': ['settlement_order_doctor', 'fiscal_tax_id = 1', first('settlement_order_doctor', 'true')],
  'INV-43.items': ['settlement_order_tax_item', 'fiscal_tax_id = 1', first('settlement_order_tax_item', 'true')],
  'INV-43.payments': [
    'service_payment_order',
    'entrusted_company_id = 1',
    first('service_payment_order', 'x.settlement_order_type = 1'),
  ],
  'INV-43.fees': ['plat_service_fee', 'entrusted_company_id = 1', first('plat_service_fee', 'true')],
  'INV-43.taxes': ['entrusted_tax_payment_order', 'fiscal_tax_id = 1', first('entrusted_tax_payment_order', 'true')],
  'INV-43.pointLines': [
    'order_doctor_settlement_point',
    `entrusted_company_id = ${other('entrusted_company', 'id').replace('t.id', 't.entrusted_company_id')}`,
    first('order_doctor_settlement_point', 'true'),
  ],
  'INV-43.pointDoctors': [
    'settlement_order_doctor_point',
    'entrusted_company_id = 1',
    first('settlement_order_doctor_point', 'true'),
  ],
  'INV-43.pointItems': [
    'settlement_order_tax_item_point',
    'entrusted_company_id = 1',
    first('settlement_order_tax_item_point', 'true'),
  ],
  'INV-43.pointFees': ['plat_service_fee_point', 'entrusted_company_id = 1', first('plat_service_fee_point', 'true')],
  'INV-43.orders': ['settlement_order', `cycle_month = '200001'`, first('settlement_order', 'true')],
  '3.11.orders': ['settlement_cycle', 'cycle_status = 1', first('settlement_cycle', 'x.cycle_status = 2')],
  '3.12.documents': ['plat_service_fee', 'is_deleted = 1', first('plat_service_fee', orderAt(4, 5, 6))],
  '3.12.paid': ['service_payment_order', 'pay_status = 1', first('service_payment_order', orderAt(5))],
  '3.12.void': [
    'order_doctor_settlement',
    'is_deleted = 0',
    `id = (select min(x.id) from order_doctor_settlement x where x.tenant_id = '${tenant}' and ${orderAt(9)})`,
  ],
  '3.12.doctorOrders': ['order_doctor', 'order_status = 2', first('order_doctor', orderAt(0))],
  'INV-1': [
    'entrusted_account',
    'total_in = total_in + 1, balance = balance + 1, available_amount = available_amount + 1',
    first('entrusted_account', 'true'),
  ],
  'INV-2': [
    'entrusted_account_record',
    'balance_before = balance_before + 1',
    first('entrusted_account_record', 'true'),
  ],
  'INV-2.chain': [
    'entrusted_account_record',
    `previous_hash = 'x'`,
    first('entrusted_account_record', 'x.previous_hash is not null'),
  ],
  'INV-2.last': [
    'entrusted_account',
    'last_record_id = (select min(y.id) from entrusted_account_record y where y.account_id = t.id)',
    first('entrusted_account', 'x.last_record_id is not null'),
  ],
  'INV-7.paid': [
    'service_payment_order',
    'pay_status = 1',
    first('service_payment_order', 'x.pay_status = 2 and x.pay_mode = 2'),
  ],
  'INV-8': [
    'service_payment_order_detail',
    'bank_serial_no = (select min(y.bank_serial_no) from entrusted_account_prepay y where y.tenant_id = t.tenant_id)',
    first('service_payment_order_detail', 'true'),
  ],
  'INV-4': [
    'entrusted_account',
    'frozen_amount = frozen_amount + 1, available_amount = available_amount - 1',
    first('entrusted_account', 'x.available_amount > 1'),
  ],
  '3.23.alert': ['entrusted_account', 'alert_status = 3 - alert_status', first('entrusted_account', 'true')],
  'INV-4.payments': [
    'service_payment_order',
    'frozen_amount = amount',
    first('service_payment_order', 'x.pay_status = 2'),
  ],
  'INV-6': [
    'entrusted_account_prepay',
    'confirm_status = 1',
    first('entrusted_account_prepay', 'x.confirm_status = 2'),
  ],
  'INV-7': [
    'service_payment_order',
    'pay_mode = 1',
    first('service_payment_order', 'x.pay_status = 2 and x.pay_mode = 2'),
  ],
  'INV-17': [
    'order_doctor_payment',
    'net_amount = net_amount - 1, iit_amount = iit_amount + 1',
    first('order_doctor_payment', 'x.payment_status = 4'),
  ],
  'INV-17.orders': ['order_doctor', 'payment_id = null', paidOrder('order_doctor_settlement')],
  'INV-17.paidOrders': ['order_doctor', 'payment_id = null', first('order_doctor', 'x.order_status = 3')],
  'INV-17.lines': ['order_doctor_payment', 'payment_status = 9', first('order_doctor_payment', 'x.payment_status = 4')],
  'INV-17.transfer': [
    'transfer_account',
    'transfer_status = 3',
    first('transfer_account', `x.biz_type = 'orderDoctorPayment'`),
  ],
  'INV-17.again': ['transfer_account', 'again_status = 2', first('transfer_account', 'x.again_status = 0')],
  'INV-17.taxes': [
    'transfer_account',
    'transfer_status = 3',
    first('transfer_account', `x.biz_type = 'entrustedTaxPaymentOrder' and x.transfer_status = 2`),
  ],
  'INV-19': ['handle_apply', 'total_count = total_count + 1', first('handle_apply', 'true')],
  'INV-23.unit': [
    'trading_manager_info',
    'balance = balance + 0.01',
    first('trading_manager_info', 'x.holder_type = 2'),
  ],
  'INV-23': [
    'dman_internal_transfer',
    'plat_service_fee_id = (select max(y.plat_service_fee_id) from dman_internal_transfer y where y.tenant_id = t.tenant_id and y.transfer_status = 2 and y.id <> t.id and y.plat_service_fee_id <> t.plat_service_fee_id)',
    first('dman_internal_transfer', 'x.transfer_status = 2'),
  ],
  'INV-23.points': [
    'dman_internal_transfer_point',
    'plat_service_fee_id = (select max(y.plat_service_fee_id) from dman_internal_transfer_point y where y.tenant_id = t.tenant_id and y.transfer_status = 2 and y.id <> t.id and y.plat_service_fee_id <> t.plat_service_fee_id)',
    first('dman_internal_transfer_point', 'x.transfer_status = 2'),
  ],
  'INV-23.fee': [
    'dman_internal_transfer',
    'amount = amount + 0.01',
    first('dman_internal_transfer', 'x.transfer_status = 2'),
  ],
  'INV-23.pointFee': [
    'dman_internal_transfer_point',
    'transfer_status = 1',
    first('dman_internal_transfer_point', 'x.transfer_status = 2'),
  ],
  'INV-36': ['integral_account', 'balance = balance + 1', first('integral_account', 'true')],
  'INV-48': ['reconciliation_info', 'diff_count = diff_count + 1', first('reconciliation_info', 'x.recon_status = 2')],
  'INV-28': [
    'order_doctor_settlement',
    `tax_month = '200001'`,
    first('order_doctor_settlement', 'x.summary_tax_returns_id is not null'),
  ],
  'INV-29.details': ['summary_tax_returns', 'line_count = line_count + 1', first('summary_tax_returns', 'true')],
  'INV-29.doctors': ['summary_tax_returns', 'doctor_count = doctor_count + 1', first('summary_tax_returns', 'true')],
  'INV-29.certs': ['summary_tax_cert', 'amount = amount + 0.01', first('summary_tax_cert', 'true')],
  'INV-30': ['summary_tax_cert_detail', 'tax_amount = tax_amount + 0.01', first('summary_tax_cert_detail', 'true')],
  'INV-31.details': [
    'summary_invoice_detail',
    'amount = amount + 1, amount_ex_tax = amount_ex_tax + 1',
    first('summary_invoice_detail', 'true'),
  ],
  'INV-31.doctors': [
    'summary_invoice_detail_doctor',
    'amount = amount + 0.01',
    first('summary_invoice_detail_doctor', 'true'),
  ],
  'INV-31.lines': [
    'summary_invoice',
    'total_amount = total_amount + 1, amount_ex_tax = amount_ex_tax + 1',
    first('summary_invoice', 'true'),
  ],
  'INV-31.total': [
    'summary_invoice',
    'amount_ex_tax = amount_ex_tax + 0.01',
    first('summary_invoice', 'true'),
    'unheld',
  ],
  'INV-32': [
    'entrusted_invoice_item',
    'is_deleted = 1',
    first('entrusted_invoice_item', 'x.entrusted_invoice_id is not null'),
  ],
  'INV-33.files': ['entrusted_invoice', 'files_tax = files_tax + 0.01', first('entrusted_invoice', 'true')],
  'INV-33.files.points': [
    'entrusted_invoice_point',
    'files_amount = files_amount - 0.01',
    first('entrusted_invoice_point', 'true'),
  ],
  'INV-33': [
    'entrusted_invoice_detail',
    'check_status = 2',
    first(
      'entrusted_invoice_detail',
      `exists (select 1 from entrusted_invoice i where i.tenant_id = x.tenant_id and i.id = x.entrusted_invoice_id
         and i.invoice_status = 3)`,
    ),
  ],
  'INV-34': [
    'settlement_order',
    'refund_amount = 0.01',
    first(
      'settlement_order',
      `exists (select 1 from entrusted_invoice i where i.tenant_id = x.tenant_id and i.settlement_order_id = x.id
         and i.invoice_status <> 9)`,
    ),
  ],
  'INV-10.result': twice('result_order_doctor_detail', 'order_doctor_id', inLiveResult('')),
  'INV-10.pointResult': twice('result_order_doctor_detail_point', 'order_doctor_id', inLiveResult('_point')),
  'INV-32.points': [
    'entrusted_invoice_item',
    'is_deleted = 1',
    first('entrusted_invoice_item', 'x.entrusted_invoice_point_id is not null'),
  ],
  'INV-33.points': [
    'entrusted_invoice_detail_point',
    'check_status = 2',
    first(
      'entrusted_invoice_detail_point',
      `exists (select 1 from entrusted_invoice_point i where i.tenant_id = x.tenant_id and i.id = x.entrusted_invoice_id
         and i.invoice_status in (2, 3))`,
    ),
  ],
  'INV-34.points': [
    'settlement_order_point',
    'refund_amount = total_amount',
    first(
      'settlement_order_point',
      `exists (select 1 from entrusted_invoice_point i where i.tenant_id = x.tenant_id and i.settlement_order_id = x.id
         and i.invoice_status <> 9)`,
    ),
  ],
  'INV-8.dead': [
    'service_payment_order',
    'pay_status = 9',
    first(
      'service_payment_order',
      `x.pay_status = 2 and exists (select 1 from service_payment_order_detail d where d.tenant_id = x.tenant_id and d.service_payment_order_id = x.id)`,
    ),
  ],
  'INV-17.names': [
    'order_doctor_settlement',
    'payment_id = null',
    first('order_doctor_settlement', 'x.settle_status = 3'),
  ],
  'INV-28.month': [
    'order_doctor_payment',
    `approval_date = approval_date - interval '40 days'`,
    first('order_doctor_payment', 'x.payment_status = 4'),
  ],
  'INV-49': ['intent', 'answered = 1', first('intent', `x.port = 'cmbBank' and x.intent_status = 5`)],
  'INV-49.collect': [
    'intent',
    `port_call = 'collect', intent_status = 3, biz_type = 'entrustedAccountPrepay', biz_id = (select min(p.id)::text
       from entrusted_account_prepay p where p.tenant_id = t.tenant_id and p.confirm_status = 0 and p.is_deleted = 0)`,
    first('intent', `x.port = 'cmbBank'`),
  ],
  'INV-49.move': ['intent', 'intent_status = 3', first('intent', `x.biz_type = 'dmanInternalTransfer'`)],
  'INV-49.pointMove': ['intent', 'intent_status = 3', first('intent', `x.biz_type = 'dmanInternalTransferPoint'`)],
  'INV-49.collected': ['entrusted_account_prepay', 'confirm_status = 3', first('entrusted_account_prepay', 'true')],
  'INV-49.returned': ['transfer_account', 'again_status = 4', first('transfer_account', 'x.again_status = 1')],
  'INV-49.cleared': ['suspense_entry', 'clear_mode = 1', first('suspense_entry', 'x.suspense_status = 2')],
  'INV-49.corrected': ['summary_tax_returns', 'corrected_tax = 0.01', first('summary_tax_returns', 'true')],
  'INV-50.fee': ['intent', 'is_deleted = 1', first('intent', `x.biz_type = 'dmanInternalTransfer'`)],
  'INV-50.pointFee': ['intent', 'is_deleted = 1', first('intent', `x.biz_type = 'dmanInternalTransferPoint'`)],
  'INV-50.transfer': ['transfer_account', 'next_query_time = null', first('transfer_account', 'x.transfer_status = 1')],
  'INV-50.unit': ['intent', 'is_deleted = 1', first('intent', `x.biz_type = 'tradingManagerInfo'`)],
  'INV-50.opening': ['entrusted_company', 'unit_progress = 1', first('entrusted_company', 'x.unit_progress = 3')],
  'INV-50.approval': ['handle_apply', 'next_query_time = null', first('handle_apply', 'x.handle_status = 1')],
  'INV-50.batch': ['handle_apply', 'handle_status = 2', first('handle_apply', 'x.handle_status = 3')],
  'INV-50.payment': [
    'order_doctor_payment',
    'payment_status = 3',
    first('order_doctor_payment', 'x.payment_status = 4'),
  ],
  'INV-50.failed': [
    'order_doctor_payment',
    'payment_status = 5',
    first('order_doctor_payment', 'x.payment_status = 4'),
  ],
  'INV-50.taxes': [
    'entrusted_tax_payment_order',
    'tax_pay_status = 2',
    first('entrusted_tax_payment_order', 'x.tax_pay_status = 1'),
  ],
  'INV-50.void': [
    'cancellation_record',
    'audit_status = 1',
    first('cancellation_record', `x.biz_type = 'orderDoctorSettlement' and x.audit_status = 0`),
  ],
  'INV-50.pointVoid': [
    'cancellation_record',
    'audit_status = 1',
    first('cancellation_record', `x.biz_type = 'orderDoctorSettlementPoint' and x.audit_status = 0`),
  ],
  'INV-10.letGo': ['result_order', 'result_status = 9', holding('')],
  'INV-10.pointLetGo': ['result_order_point', 'result_status = 9', holding('_point')],
  'INV-11.doctors': partLost('doctor'),
  'INV-11.projects': partLost('project'),
  'INV-11.platform': partLost('platform'),
  'INV-11.pointDoctors': partLost('doctor', '_point'),
  'INV-11.pointProjects': partLost('project', '_point'),
  'INV-11.pointPlatform': partLost('platform', '_point'),
  'INV-11.total': ['result_order', 'total_amount = total_amount + 0.01', first('result_order', 'true'), 'unheld'],
  'INV-11.pointTotal': [
    'result_order_point',
    'total_amount = total_amount + 0.01',
    first('result_order_point', 'true'),
    'unheld',
  ],
  'INV-12.total': [
    'settlement_cycle',
    'total_amount = total_amount + 0.01',
    first('settlement_cycle', 'true'),
    'unheld',
  ],
  'INV-12': [
    'settlement_cycle',
    'doctor_amount = doctor_amount + 1, total_amount = total_amount + 1',
    first('settlement_cycle', 'x.result_order_count > 0'),
  ],
  'INV-13': [
    'settlement_order',
    'doctor_amount = doctor_amount + 1, net_amount = net_amount + 1, total_amount = total_amount + 1',
    first('settlement_order', 'x.settlement_status = 0'),
  ],
  '3.11.rest': ['settlement_cycle', 'rest_status = 1 - t.rest_status', first('settlement_cycle', 'x.cycle_status = 2')],
  'INV-14.lines': [
    'order_doctor_settlement',
    'gross_amount = gross_amount + 0.01, net_amount = net_amount + 0.01',
    first('order_doctor_settlement', 'true'),
  ],
  'INV-14.doctors': [
    'settlement_order_doctor',
    'platform_fee = platform_fee + 0.01',
    first('settlement_order_doctor', 'true'),
  ],
  'INV-14.items': ['settlement_order_tax_item', 'is_deleted = 1', first('settlement_order_tax_item', 'true')],
  'INV-14.doctor': [
    'settlement_order_doctor',
    'order_count = order_count + 1',
    first('settlement_order_doctor', 'true'),
  ],
  'INV-14.item': [
    'settlement_order_tax_item',
    'platform_fee = platform_fee + 0.01',
    first('settlement_order_tax_item', 'true'),
  ],
  'INV-14.counts': [
    'settlement_order',
    'doctor_count = doctor_count + 1',
    first('settlement_order', 'x.settlement_status = 2'),
  ],
  'INV-14.paid': ['settlement_order', 'paid_net_amount = 0.01', first('settlement_order', 'x.settlement_status = 0')],
  'INV-14.pointDoctors': [
    'settlement_order_doctor_point',
    'is_deleted = 1',
    first('settlement_order_doctor_point', 'true'),
  ],
  'INV-14.pointItems': [
    'settlement_order_tax_item_point',
    'point_amount = point_amount + 1',
    first('settlement_order_tax_item_point', 'true'),
  ],
  'INV-14.pointDoctor': [
    'settlement_order_doctor_point',
    'point_cost = point_cost + 0.01',
    first('settlement_order_doctor_point', 'true'),
  ],
  'INV-14.pointItem': [
    'settlement_order_tax_item_point',
    'platform_fee = platform_fee + 0.01, total_amount = total_amount + 0.01',
    first('settlement_order_tax_item_point', 'true'),
  ],
  'INV-14.pointCounts': [
    'settlement_order_point',
    'order_count = order_count + 1',
    first('settlement_order_point', 'x.settlement_status <> 9'),
  ],
  'INV-14.total': [
    'settlement_order',
    'total_amount = total_amount + 0.01',
    first('settlement_order', 'true'),
    'unheld',
  ],
  'INV-14.taxes': ['settlement_order', 'tax_amount = tax_amount + 0.01', first('settlement_order', 'true'), 'unheld'],
  'INV-14.itemTotal': [
    'settlement_order_tax_item',
    'total_amount = total_amount + 0.01',
    first('settlement_order_tax_item', 'true'),
    'unheld',
  ],
  'INV-14.pointTotal': [
    'settlement_order_point',
    'total_amount = total_amount + 0.01',
    first('settlement_order_point', 'true'),
    'unheld',
  ],
  'INV-14.pointItemTotal': [
    'settlement_order_tax_item_point',
    'total_amount = total_amount + 0.01',
    first('settlement_order_tax_item_point', 'true'),
    'unheld',
  ],
  'INV-15.payment': [
    'service_payment_order',
    'doctor_amount = doctor_amount + 1, amount = amount + 1',
    first('service_payment_order', 'x.settlement_order_type = 1 and x.pay_status <> 9'),
  ],
  'INV-15.bills': ['service_payment_bill', 'amount = amount + 0.01', first('service_payment_bill', 'true')],
  'INV-15.fee': ['plat_service_fee', 'fee_amount = fee_amount + 0.01', first('plat_service_fee', 'true')],
  'INV-21': ['settlement_order', 'refund_amount = 1', first('settlement_order', 'x.settlement_status = 5')],
  'INV-21.line': [
    'entrusted_account_record',
    'record_type = 1',
    first('entrusted_account_record', `x.record_type = 3 and x.biz_type = 'orderDoctorSettlement'`),
    'unheld',
  ],
  'INV-21.refund': [
    'settlement_order',
    'refund_amount = refund_amount + 0.01',
    first('settlement_order', 'x.settlement_status = 5'),
  ],
  'INV-21.pointLine': [
    'entrusted_account_record',
    'amount = amount + 0.01',
    first('entrusted_account_record', `x.record_type = 3 and x.biz_type = 'orderDoctorSettlementPoint'`),
    'unheld',
  ],
  'INV-21.pointRefund': [
    'settlement_order_point',
    'refund_amount = refund_amount + 0.01',
    first('settlement_order_point', 'x.settlement_status = 5'),
  ],
  'INV-24': [
    'order_doctor_settlement',
    'net_amount = 0, iit_amount = gross_amount - vat_amount - surcharge_amount, tax_final = 1',
    first('order_doctor_settlement', 'x.settle_status = 0'),
  ],
  'INV-25.fixed': [
    'order_doctor_settlement',
    'iit_amount = iit_amount + 0.01, net_amount = net_amount - 0.01',
    first('order_doctor_settlement', 'x.tax_final = 1'),
  ],
  'INV-25.quoted': [
    'order_doctor_settlement',
    'iit_amount = iit_amount + 0.01, net_amount = net_amount - 0.01',
    `id = (select max(id) from order_doctor_settlement x where x.tenant_id = '${tenant}' and x.is_deleted = 0 and x.tax_final = 0)`,
  ],
  'INV-25.rates': ['tax_item_rate', 'effective_to = null', first('tax_item_rate', 'x.effective_to is not null')],
  'INV-27': [
    'entrusted_tax_payment_order',
    'tax_pay_status = 1',
    first(
      'entrusted_tax_payment_order',
      `x.tax_pay_status = 0 and exists (select 1 from order_doctor_settlement l where l.tenant_id = x.tenant_id
        and l.settlement_order_id = x.settlement_order_id and l.is_deleted = 0 and l.settle_status not in (3, 9))`,
    ),
  ],
  'INV-39': ['doctor_award', 'daily_limit = 0', first('doctor_award', 'true')],
  'INV-39.places': [
    'doctor_award',
    `(type, doctor_id, event_day, nth) = (select y.type, y.doctor_id, y.event_day, y.nth from doctor_award y where y.tenant_id = t.tenant_id
      and y.is_deleted = 0 and y.id = (select max(z.id) from doctor_award z where z.tenant_id = t.tenant_id and z.is_deleted = 0))`,
    first('doctor_award', 'true'),
    'unheld',
  ],
  'INV-39.events': [
    'doctor_award',
    `(type, doctor_id, biz_type, biz_id) = (select y.type, y.doctor_id, y.biz_type, y.biz_id from doctor_award y where y.tenant_id = t.tenant_id
      and y.is_deleted = 0 and y.id = (select max(z.id) from doctor_award z where z.tenant_id = t.tenant_id and z.is_deleted = 0))`,
    first('doctor_award', 'true'),
    'unheld',
  ],
  'INV-39.given': ['doctor_award', 'points = points + 1', first('doctor_award', 'x.award_status = 1')],
  'INV-39.earned': [
    'yuanbao_detail',
    'change_type = 0',
    first('yuanbao_detail', 'x.change_type = 10 and x.direction = 1'),
    'unheld',
  ],
  '3.25.readers': ['content_management', 'like_count = like_count + 1', first('content_management', 'true')],
  '3.25.likes': [
    'content_event',
    `(event_type, content_id, doctor_id) = (select y.event_type, y.content_id, y.doctor_id from content_event y where y.tenant_id = t.tenant_id
      and y.id = (select max(z.id) from content_event z where z.tenant_id = t.tenant_id and z.event_type = 6))`,
    first('content_event', 'x.event_type <> 6'),
  ],
  '3.25.comments': ['content_management', 'comment_count = comment_count + 1', first('content_management', 'true')],
  '3.25.answers': ['commen_management', 'comment_num = comment_num + 1', first('commen_management', 'true')],
  'INV-39.rules': [
    'rule',
    'status = 0, type = (select min(y.type) from rule y where y.tenant_id = t.tenant_id and y.is_deleted = 0 and y.status = 0)',
    first('rule', 'x.status = 1'),
    'unheld',
  ],
  'INV-44': [
    'order_doctor',
    'plan_id = (select min(y.id) from activity_plan y where y.tenant_id = t.tenant_id and y.demo = 1)',
    first('order_doctor', 'true'),
  ],
  'INV-45': ['budget_order', 'settled_amount = accepted_amount + 0.01', first('budget_order', 'true')],
  'INV-45.planned': [
    'budget_order',
    'planned_amount = planned_amount + 0.01',
    first('budget_order', 'x.planned_amount > x.accepted_amount'),
  ],
  'INV-45.accepted': [
    'budget_order',
    'accepted_amount = accepted_amount - 0.01',
    first('budget_order', 'x.accepted_amount > x.settled_amount'),
  ],
  'INV-45.settled': [
    'budget_order',
    'settled_amount = settled_amount - 0.01',
    first('budget_order', 'x.settled_amount > 0'),
  ],
  '3.3.accepted': ['order_entrusted', 'accepted_amount = accepted_amount + 0.01', first('order_entrusted', 'true')],
  '3.12.settled': [
    'order_entrusted',
    'settled_amount = settled_amount - 0.01',
    first('order_entrusted', 'x.settled_amount > 0 and x.pay_type = 1'),
  ],
  '3.12.companyOrders': ['order_entrusted', 'order_status = 1', first('order_entrusted', 'x.order_status = 2')],
  'INV-46': ['activity_plan', 'finish_num = finish_num + 1', first('activity_plan', 'x.demo = 0 and x.finish_num > 0')],
  'INV-9.sources': ['order_doctor', `biz_id = '1'`, first('order_doctor', `x.biz_type = 'caseCollectionReport'`)],
  '3.3.running': [
    'activity_plan',
    'plan_search_num = finish_num',
    first('activity_plan', 'x.demo = 0 and x.plan_type <> 1 and x.plan_status = 1'),
  ],
  '3.3.orders': [
    'order_entrusted',
    'order_status = 1',
    first(
      'order_entrusted',
      'exists (select 1 from activity_plan p where p.tenant_id = x.tenant_id and p.id = x.plan_id and p.plan_status = 1)',
    ),
  ],
  'INV-40.chain': [
    'approval_history',
    `from_status = '6'`,
    first('approval_history', `x.biz_type = 'settlementOrder' and x.action = 'confim.pass'`),
  ],
  'INV-41.changeRequest': [
    'change_request',
    'reviewer_id = t.requester_id',
    first('change_request', 'x.request_status = 2'),
  ],
  'INV-41.cycle': [
    'approval_history',
    `operator_id = (select c.confirm_user from settlement_order o join settlement_cycle c on c.tenant_id = o.tenant_id and c.id = o.settlement_cycle_id
      where o.tenant_id = t.tenant_id and o.id::text = t.biz_id)`,
    first('approval_history', `x.biz_type = 'settlementOrder' and x.action = 'audit.pass'`),
  ],
}

for (const id of invariants.map((i) => i.id)) {
  const r = resources.get(/^INV-4[46]\.(\w+)$/.exec(id)?.[1] ?? '')
  if (!r) continue
  const table = quoted(tableOf(r))
  corruptions[id] = id.startsWith('INV-44')
    ? [
        table,
        'is_old_data = 1',
        first(
          table,
          `exists (select 1 from order_doctor o where o.tenant_id = x.tenant_id and o.biz_id = x.id::text and o.is_deleted = 0)`,
        ),
      ]
    : [
        table,
        'plan_search_num = 100000',
        first(table, ['x.agreement_status = 1', ...variantSql(r, 'x.')].join(' and ')),
      ]
}

/** Accepted records are not accepted, and makers have taken further steps. */
for (const id of invariants.map((i) => i.id)) {
  const [, promise = '', family = ''] = /^(INV-9|INV-46)\.(\w+?)(?:\.done)?$/.exec(id) ?? []
  const r = resources.get(family)
  if (!r || corruptions[id]) continue
  const table = quoted(tableOf(r))
  const of = (where: string) => first(table, [where, ...variantSql(r, 'x.')].join(' and '))
  const demo = r.fields.demo && !r.variantOf ? ' and x.demo = 0' : ''
  if (promise === 'INV-9')
    corruptions[id] =
      family === 'meetingDoctor'
        ? [table, 'labour_status = 0', of(`x.labour_status = 1${demo}`)]
        : [
            table,
            'confirm_status = 0',
            of(`x.confirm_status = 1${demo}${r.fields.isOldData ? ' and x.is_old_data = 0' : ''}`),
          ]
  else corruptions[id] = [table, 'finish_num = finish_num + 1', of(`x.finish_num > 0`)]
}

/** Promises of each lifecycle are broken by its declaration. */
for (const l of lifecycles.values()) {
  const r = resourceOf(l.resource)
  const table = quoted(tableOf(r))
  const [name = ''] = statusFields(l)
  const f = fieldOf(r, name)
  const [one, two] = f && isChoice(f) ? Object.keys(f.values) : []
  const status = quoted(columnOf(name))
  corruptions[`INV-40.${l.resource}`] = [
    table,
    `${status} = (case when t.${status}::text = '${one}' then '${two}' else '${one}' end)::${f?.kind === 'word' ? 'text' : 'smallint'}`,
    first(
      table,
      // void records may not become valid beside valid ones: the database refuses that itself
      `x.${status}::text <> '9' and exists (select 1 from approval_history h where h.tenant_id = x.tenant_id and h.biz_type = '${l.resource}' and h.biz_id = x.id::text)`,
    ),
  ]
  const checked = Object.entries<Transition>(l.transitions).filter(([, t]) => t.makerChecker)
  const actions = checked.map(([action]) => `'${action}'`).join(', ')
  for (const [action, t] of checked) {
    const maker = `(select r.create_user from ${table} r where r.tenant_id = x.tenant_id and r.id::text = x.biz_id)`
    // lifecycles whose makers are all declared (a meeting) may be decided by the creator
    if (invariants.some(({ id }) => id === `INV-41.${l.resource}.created`))
      corruptions[`INV-41.${l.resource}.created`] ??= [
        'approval_history',
        `operator_id = ${maker.replaceAll('x.', 't.')}`,
        first('approval_history', `x.biz_type = '${l.resource}' and x.action in (${actions}) and ${maker} is not null`),
      ]
    const after = leadingTo(l, t)
    if (after.length === 0) continue
    const submitted = `from approval_history s where s.tenant_id = x.tenant_id and s.biz_type = x.biz_type and s.biz_id = x.biz_id
      and s.action in ('${after.join("', '")}') and s.operator_id is not null`
    corruptions[`INV-41.${l.resource}.submitted`] ??= [
      'approval_history',
      `operate_time = t.operate_time + interval '1 year', operator_id = (select min(s.operator_id) ${submitted.replaceAll('x.', 't.')})`,
      first(
        'approval_history',
        `x.biz_type = '${l.resource}' and x.action = '${action}' and exists (select 1 ${submitted})`,
      ),
    ]
  }
}

/** The id of a planted record and of its first line of history. */
const PLANTED = 7_000_000
/** The lifecycle an invariant is about, for those whose family has nothing in the demo. */
const lifecycleOf = (id: string) => lifecycles.get(/^INV-4[01]\.(\w+)/.exec(id)?.[1] ?? '')

/** Record in the course of its lifecycle: made by one person, submitted by another, checked by a third. */
async function plant(tx: Tx, l: Lifecycle): Promise<void> {
  const r = resourceOf(l.resource)
  const table = quoted(tableOf(r))
  const status = quoted(columnOf(statusFields(l)[0] ?? ''))
  const reviews = Object.entries<Transition>(l.transitions).filter(([, t]) => t.makerChecker)
  const checked = reviews.find(([, t]) => leadingTo(l, t).length > 0) ?? reviews[0]
  const steps = checked ? [...leadingTo(l, checked[1]).slice(0, 1), checked[0]] : Object.keys(l.transitions).slice(0, 1)
  await fill(tx, r, tenant, 1, {}, PLANTED)
  // of a table that several resources share it is this one's
  const own = ['create_user = 1', ...variantSql(r)].join(', ')
  await tx.query(`update ${table} set ${own} where tenant_id = $1 and id = $2`, [tenant, PLANTED + 1])
  for (const [n, action] of steps.entries())
    await tx.query(
      `insert into approval_history (tenant_id, id, biz_type, biz_id, biz_code, action, from_status, to_status, operator_id, operate_time)
       select $1::varchar, $2::bigint, $3::varchar, x.id::text, '', $4::varchar, '', x.${status}::text, $5::bigint,
         timestamptz '2024-06-01 10:00:00+08' + $6::int * interval '1 hour'
       from ${table} x where x.tenant_id = $1 and x.id = $7`,
      [tenant, PLANTED + 1 + n, r.id, action, n + 2, n, PLANTED + 1],
    )
}

/** Rows of the demo by id, as they are when nothing is corrupted. */
const demoRows = new Map<AnyResource, ReadonlyMap<string, Row>>()

/** The rows of a resource as the database has them: all, or those only that this transaction has written. */
async function rowsIn(tx: Tx, r: AnyResource, written = false): Promise<Map<string, Row>> {
  const where = ['tenant_id = $1', ...variantSql(r), ...(written ? ['xmin = pg_current_xact_id()::xid'] : [])]
  const found = await tx.query(`select * from ${tableName(r)} where ${where.join(' and ')}`, [tenant])
  return new Map(found.map((row) => [String(row.id), rowFrom(r, row)]))
}

/**
 * Violations that the form in memory finds in the rows of the database. Each corruption is undone, so that all other
 * rows are the demo's.
 */
async function violationsInMemory(tx: Tx, { of, holds }: Invariant): Promise<string[]> {
  const rows = new Map<AnyResource, Row[]>()
  for (const r of readBy(of)) {
    const [{ n } = { n: '' }] = await tx.query<{ n: string }>(
      `select count(*) as n from ${tableName(r)} where ${['tenant_id = $1', ...variantSql(r)].join(' and ')}`,
      [tenant],
    )
    const all = new Map([...(demoRows.get(r) ?? []), ...(await rowsIn(tx, r, true))])
    // none is lost: a corruption takes no row away
    expect(String(all.size), tableName(r)).toBe(String(n))
    rows.set(r, [...all.values()])
  }
  return new MemoryForm((r) => rows.get(r) ?? []).violations(of, holds)
}

/** Takes away what the database holds of a table: its checks, what is unique, its triggers. */
async function unheld(tx: Tx, table: string): Promise<void> {
  const held = await tx.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
     from pg_constraint where conrelid = $1::regclass and contype in ('c', 'u')
     union all
     select format('drop index %s', i.indexrelid::regclass)
     from pg_index i where i.indrelid = $1::regclass and i.indisunique and not i.indisprimary
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  )
  for (const { statement } of held) await tx.query(statement)
  await tx.query(`alter table ${table} disable trigger user`)
}

/** Ends a transaction without keeping anything of it. */
class Undo extends Error {}

describe('each invariant', () => {
  it('holds of the demo', async () => {
    const found = await db.transaction({ tenantId: tenant }, (tx) => checkInvariants(tx))
    expect(broken(found)).toEqual([])
  })

  it('holds of the demo in memory, before any database has it', () =>
    expect(brokenInMemory((r) => told.stage.store.table(r).all(r), invariants)).toEqual([]))

  it('has a corruption that shows it, and the other way round', () =>
    expect(Object.keys(corruptions).sort()).toEqual(invariants.map((i) => i.id).sort()))

  it.each(invariants.map((i) => [i.id, i.title[1]]))('%s (%s) finds what is broken', async (id) => {
    const [table, set, where, free, before] = corruptions[id] as (typeof corruptions)[string]
    const invariant = invariants.find((i) => i.id === id) as Invariant
    let violations: readonly string[] = []
    let inMemory: readonly string[] = []
    const unread = [...readBy(invariant.of)].filter((r) => !demoRows.has(r))
    if (unread.length > 0)
      await db.owner(async (tx) => {
        for (const r of unread) demoRows.set(r, await rowsIn(tx, r))
      })
    await db
      .owner(async (tx) => {
        const change = ([table, set, where]: Corruption) =>
          tx.query(`update ${table} t set ${set} where t.tenant_id = $1 and t.${where} returning t.id`, [tenant])
        const corrupt = () => change([table, set, where])
        if (before) expect((await change(before)).length, 'rows changed before').toBe(1)
        if (free) await unheld(tx, table)
        let changed = await corrupt()
        const l = lifecycleOf(id)
        if (changed.length === 0 && l) {
          await plant(tx, l)
          changed = await corrupt()
        }
        expect(changed.length, 'rows corrupted').toBe(1)
        // Seen as this tenant: other tests' tenants are in the same database, and only some violations are shown.
        await tx.query(`select set_config('rounds.tenant', $1, true)`, [tenant])
        await tx.query('set local role rounds_app')
        const found = await checkInvariants(tx, [id])
        expect(found[0]?.violations.length, 'violations').toBeGreaterThan(0)
        violations = (await tx.query<{ id: string }>(invariant.sql)).map((v) => String(v.id)).sort(byId)
        inMemory = await violationsInMemory(tx, invariant)
        throw new Undo()
      })
      .catch((e) => {
        if (!(e instanceof Undo)) throw e
      })
    // both forms of the declaration find the same rows
    expect(inMemory).toEqual(violations)
    expect(violations.length).toBeGreaterThan(0)
  })

  it('has a name in both languages and an id of its own', () => {
    expect(new Set(invariants.map((i) => i.id)).size).toBe(invariants.length)
    for (const i of invariants)
      expect(/\p{Script=Han}/u.test(i.title[0]) && /^[\x20-\x7e]+$/.test(i.title[1]), i.id).toBe(true)
  })
})

describe('R-tax in SQL is R-tax in code', () => {
  const CASES = 100_000
  it(`on ${CASES} amounts`, async () => {
    const edges = [
      0n,
      1n,
      800_00n,
      800_01n,
      800_03n,
      4000_00n,
      4000_01n,
      25_000_00n,
      25_000_01n,
      62_500_00n,
      62_500_03n,
    ]
    const amounts = [...edges, ...fc.sample(fc.bigInt({ min: 0n, max: 200_000_00n }), { numRuns: CASES, seed: 7 })]
    const rows = await db.owner((tx) =>
      tx.query<{ w: string; v: string; v3: string }>(
        `select (${withholdingSql('x')})::numeric(18,2) w, (${vatSql('x', '0.01', '500')})::numeric(18,2) v, (${vatSql('x', '0.03', '100000')})::numeric(18,2) v3
         from unnest($1::numeric[]) with ordinality as t(x, n) order by n`,
        [amounts.map(yuan)],
      ),
    )
    const wrong = amounts.filter(
      (a, i) =>
        fen(rows[i]?.w ?? '') !== withholding(a) ||
        fen(rows[i]?.v ?? '') !== vatOf(a, { vatRate: 10_000n, threshold: 500_00n }) ||
        fen(rows[i]?.v3 ?? '') !== vatOf(a, { vatRate: 30_000n, threshold: 100_000_00n }),
    )
    expect(wrong).toEqual([])
  })
})
