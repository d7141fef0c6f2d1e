import type { Invariant } from './invariant.ts'

const twice = (table: string, columns: string, more = ''): string => `
  select tenant_id, min(id) as id, ${columns}, count(*) as found from ${table} where is_deleted = 0${more}
  group by tenant_id, ${columns} having count(*) > 1`

const belongs = (table: string, partner = true): string => `
  select d.tenant_id, d.id, '${table}' as kind from ${table} d
  left join settlement_order o on o.tenant_id = d.tenant_id and o.id = d.settlement_order_id
  where d.is_deleted = 0 and (o.id is null or d.entrusted_company_id <> o.entrusted_company_id${partner ? ' or d.fiscal_tax_id is distinct from o.fiscal_tax_id' : ''})`

/** Number of an order's documents that are not deleted. */
const DOCUMENTS = `
  select o.tenant_id, o.id, o.code, o.settlement_status as status,
    (select count(*) from service_payment_order p where p.tenant_id = o.tenant_id and p.settlement_order_id = o.id and p.is_deleted = 0 and p.pay_status <> 9) payments,
    (select count(*) from service_payment_order p where p.tenant_id = o.tenant_id and p.settlement_order_id = o.id and p.is_deleted = 0 and p.pay_status = 2) paid,
    (select count(*) from plat_service_fee f where f.tenant_id = o.tenant_id and f.settlement_order_id = o.id and f.is_deleted = 0) fees,
    (select count(*) from plat_service_fee f where f.tenant_id = o.tenant_id and f.settlement_order_id = o.id and f.is_deleted = 0 and f.fee_status = 2) fees_done,
    (select count(*) from entrusted_tax_payment_order t where t.tenant_id = o.tenant_id and t.settlement_order_id = o.id and t.is_deleted = 0) taxes,
    (select count(*) from entrusted_tax_payment_order t where t.tenant_id = o.tenant_id and t.settlement_order_id = o.id and t.is_deleted = 0 and t.tax_pay_status = 3) taxes_done
  from settlement_order o where o.is_deleted = 0`

/** Which records go together: INV-10, 16, 20, 43, and what the lifecycles 3.11 and 3.12 promise of their documents. */
export const documentInvariants: readonly Invariant[] = [
  {
    id: 'INV-10',
    title: ['一个医生订单最多有一条有效结算明细', 'A doctor order has at most one live line'],
    sql: twice('order_doctor_settlement', 'order_doctor_id', ' and settle_status <> 9'),
  },
  {
    id: 'INV-10.order',
    title: ['医生订单所指的结算单有它的明细', 'A doctor order names the settlement order that has its line'],
    sql: `
      select l.tenant_id, l.id, l.code, d.settlement_order_id as found from order_doctor_settlement l
      left join order_doctor d on d.tenant_id = l.tenant_id and d.id = l.order_doctor_id and d.is_deleted = 0
      where l.is_deleted = 0 and l.settle_status <> 9 and (d.settlement_order_id is distinct from l.settlement_order_id
        or d.fee_amount <> l.gross_amount or d.platform_fee <> l.platform_fee or d.doctor_id <> l.doctor_id)`,
  },
  {
    id: 'uniq.order',
    title: ['每个周期与财税公司只有一张有效结算单', 'One live order per cycle and fiscal-tax company'],
    sql: twice('settlement_order', 'settlement_cycle_id, fiscal_tax_id', ' and settlement_status <> 9'),
  },
  {
    id: 'uniq.doctor',
    title: ['结算单内每位医生一条', 'One row per order and doctor'],
    sql: twice('settlement_order_doctor', 'settlement_order_id, doctor_id'),
  },
  {
    id: 'uniq.item',
    title: ['结算单内每个税目一条', 'One row per order and tax item'],
    sql: twice('settlement_order_tax_item', 'settlement_order_id, tax_item_code'),
  },
  {
    id: 'INV-16',
    title: ['一张结算单最多一张未作废的支付单', 'An order has at most one payment order that is not void'],
    sql: twice('service_payment_order', 'settlement_order_id, settlement_order_type', ' and pay_status <> 9'),
  },
  {
    id: 'INV-20',
    title: ['只有已付款结算单的明细可付款', 'Only lines of a paid order are payable or paid'],
    sql: `
      select l.tenant_id, l.id, l.code, o.settlement_status as found from order_doctor_settlement l
      join settlement_order o on o.tenant_id = l.tenant_id and o.id = l.settlement_order_id
      where l.is_deleted = 0 and l.settle_status in (1, 2, 3, 4) and o.settlement_status not in (5, 6)`,
  },
  {
    id: 'INV-43.lines',
    title: ['明细与结算单同属一家企业和财税公司', 'A line belongs to the company and partner of its order'],
    sql: belongs('order_doctor_settlement'),
  },
  {
    id: 'INV-43.doctors',
    title: ['结算单医生与结算单同属', 'A doctor row belongs to the company and partner of its order'],
    sql: belongs('settlement_order_doctor'),
  },
  {
    id: 'INV-43.items',
    title: ['结算单税目与结算单同属', 'A tax item belongs to the company and partner of its order'],
    sql: belongs('settlement_order_tax_item'),
  },
  {
    id: 'INV-43.payments',
    title: ['支付单与结算单同属一家企业', 'A payment order belongs to the company of its order'],
    sql: belongs('service_payment_order', false),
  },
  {
    id: 'INV-43.fees',
    title: ['平台服务费与结算单同属一家企业', 'A platform fee belongs to the company of its order'],
    sql: belongs('plat_service_fee', false),
  },
  {
    id: 'INV-43.taxes',
    title: ['税费支付单与结算单同属', 'A tax payment belongs to the company and partner of its order'],
    sql: belongs('entrusted_tax_payment_order'),
  },
  {
    id: 'INV-43.orders',
    title: ['结算单与周期同属一家企业和月份', 'An order belongs to the company and month of its cycle'],
    sql: `
      select o.tenant_id, o.id, o.code from settlement_order o
      left join settlement_cycle c on c.tenant_id = o.tenant_id and c.id = o.settlement_cycle_id and c.is_deleted = 0
      where o.is_deleted = 0 and (c.id is null or c.entrusted_company_id <> o.entrusted_company_id or c.cycle_month is distinct from o.cycle_month)`,
  },
  {
    id: '3.11.orders',
    title: [
      '未确认的周期没有结算单，已结清的周期全部结清',
      'An unconfirmed cycle has no orders, a settled one only settled orders',
    ],
    sql: `
      select c.tenant_id, c.id, c.code, c.cycle_status, o.settlement_status as found from settlement_cycle c
      join settlement_order o on o.tenant_id = c.tenant_id and o.settlement_cycle_id = c.id and o.is_deleted = 0
      where c.is_deleted = 0 and ((c.cycle_status in (0, 1) and o.settlement_status <> 9) or (c.cycle_status = 3 and o.settlement_status not in (6, 9)))`,
  },
  {
    id: '3.12.documents',
    title: [
      '转结算后恰有支付单、服务费和税费单，之前没有',
      'From settling on an order has its three documents, before it none',
    ],
    sql: `select * from (${DOCUMENTS}) x where case when status in (4, 5, 6) then (payments, fees, taxes) <> (1, 1, 1) else (payments, fees, taxes) <> (0, 0, 0) end`,
  },
  {
    id: '3.12.paid',
    title: [
      '结算单已付款当且仅当支付单已付款；结清需服务费与税费完成',
      'An order is paid when its payment is, and settled when fee and taxes are done',
    ],
    sql: `select * from (${DOCUMENTS}) x where (status in (5, 6)) <> (paid > 0) or (status = 6 and (fees_done, taxes_done) <> (1, 1))`,
  },
  {
    id: '3.12.void',
    title: ['作废的结算单没有有效明细', 'A void order has no live lines'],
    sql: `
      select o.tenant_id, o.id, o.code from settlement_order o where o.is_deleted = 0 and o.settlement_status = 9
        and exists (select 1 from order_doctor_settlement l where l.tenant_id = o.tenant_id and l.settlement_order_id = o.id and l.is_deleted = 0)`,
  },
  {
    id: '3.12.doctorOrders',
    title: ['医生订单的状态与其结算一致', 'A doctor order stands where its settlement does'],
    sql: `
      select d.tenant_id, d.id, d.code, d.order_status, o.settlement_status as found from order_doctor_settlement l
      join settlement_order o on o.tenant_id = l.tenant_id and o.id = l.settlement_order_id
      join order_doctor d on d.tenant_id = l.tenant_id and d.id = l.order_doctor_id
      where l.is_deleted = 0 and l.settle_status <> 9 and not (case when l.settle_status = 3 then d.order_status in (3, 4)
        when o.settlement_status in (4, 5, 6) then d.order_status = 2 else d.order_status = 1 end)`,
  },
]
