import type { Invariant } from './invariant.ts'

/** Orders that are alive: void ones keep the amounts they had, without lines. */
const LIVE = 'o.is_deleted = 0 and o.settlement_status <> 9'
const SUMS = `sum(gross_amount) g, sum(vat_amount) v, sum(surcharge_amount) s, sum(iit_amount) i, sum(net_amount) n, sum(platform_fee) p`
const FEES = '(x.g, x.v, x.s, x.i, x.n, x.p) is distinct from'

const breakdown = (table: string, more = ''): string => `
  select o.tenant_id, o.id, o.code, o.doctor_amount, x.g as found from settlement_order o
  left join (select tenant_id, settlement_order_id, ${SUMS} from ${table} where is_deleted = 0${more} group by 1, 2) x
    on x.tenant_id = o.tenant_id and x.settlement_order_id = o.id
  where ${LIVE} and (coalesce(x.g, 0), coalesce(x.v, 0), coalesce(x.s, 0), coalesce(x.i, 0), coalesce(x.n, 0), coalesce(x.p, 0)) is distinct from
    (o.doctor_amount, o.vat_amount, o.surcharge_amount, o.iit_amount, o.net_amount, o.platform_amount)`

const byLines = (table: string, key: string): string => `
  select d.tenant_id, d.id, d.gross_amount, x.g as found from ${table} d
  left join (select tenant_id, settlement_order_id, ${key}, count(*) c, ${SUMS} from order_doctor_settlement
             where is_deleted = 0 and settle_status <> 9 group by 1, 2, 3) x
    on x.tenant_id = d.tenant_id and x.settlement_order_id = d.settlement_order_id and x.${key} = d.${key}
  where d.is_deleted = 0 and (${FEES} (d.gross_amount, d.vat_amount, d.surcharge_amount, d.iit_amount, d.net_amount, d.platform_fee)
    or x.c is distinct from d.order_count)`

/** Amounts that must add up: INV-13 to 15, 21. */
export const sumInvariants: readonly Invariant[] = [
  {
    id: 'INV-13',
    title: [
      '已确认周期的金额等于其结算单之和（加上付款前作废的明细）',
      'A confirmed cycle amounts to its orders, and to the lines voided before payment',
    ],
    // removed orders count as long as the cycle has not been confirmed anew since they were born
    sql: `
      select c.tenant_id, c.id, c.code, c.total_amount, x.doctor + x.platform as found from settlement_cycle c
      left join (
        select o.tenant_id, o.settlement_cycle_id, sum(o.doctor_amount + coalesce(v.g, 0)) doctor, sum(o.platform_amount + coalesce(v.p, 0)) platform
        from settlement_order o
        join settlement_cycle k on k.tenant_id = o.tenant_id and k.id = o.settlement_cycle_id
        left join (select tenant_id, settlement_order_id, sum(gross_amount) g, sum(platform_fee) p from order_doctor_settlement
                   where is_deleted = 0 and settle_status = 9 group by 1, 2) v on v.tenant_id = o.tenant_id and v.settlement_order_id = o.id and o.refund_amount = 0
        where o.is_deleted = 0 or o.create_time >= k.confirm_time
        group by 1, 2
      ) x on x.tenant_id = c.tenant_id and x.settlement_cycle_id = c.id
      where c.is_deleted = 0 and c.cycle_status in (2, 3)
        and (coalesce(x.doctor, 0), coalesce(x.platform, 0)) is distinct from (c.doctor_amount, c.platform_amount)`,
  },
  {
    id: 'INV-14.lines',
    title: ['结算单金额等于其明细之和', 'An order amounts to its lines'],
    sql: breakdown('order_doctor_settlement', ' and settle_status <> 9'),
  },
  {
    id: 'INV-14.doctors',
    title: ['结算单金额等于其医生之和', 'An order amounts to its doctors'],
    sql: breakdown('settlement_order_doctor'),
  },
  {
    id: 'INV-14.items',
    title: ['结算单金额等于其税目之和', 'An order amounts to its tax items'],
    sql: breakdown('settlement_order_tax_item'),
  },
  {
    id: 'INV-14.doctor',
    title: ['结算单医生等于其明细之和', 'A doctor of an order amounts to his lines'],
    sql: byLines('settlement_order_doctor', 'doctor_id'),
  },
  {
    id: 'INV-14.item',
    title: ['结算单税目等于其明细之和', 'A tax item of an order amounts to its lines'],
    sql: byLines('settlement_order_tax_item', 'tax_item_code'),
  },
  {
    id: 'INV-14.counts',
    title: ['结算单的订单数与医生数等于其明细', 'An order counts its lines and doctors'],
    sql: `
      select o.tenant_id, o.id, o.code, o.order_count, x.lines, o.doctor_count, x.doctors from settlement_order o
      left join (select tenant_id, settlement_order_id, count(*) lines, count(distinct doctor_id) doctors from order_doctor_settlement
                 where is_deleted = 0 and settle_status <> 9 group by 1, 2) x on x.tenant_id = o.tenant_id and x.settlement_order_id = o.id
      where ${LIVE} and (coalesce(x.lines, 0), coalesce(x.doctors, 0)) is distinct from (o.order_count::bigint, o.doctor_count::bigint)`,
  },
  {
    id: 'INV-14.paid',
    title: ['结算单已付净额等于已付款明细之和', 'What an order has paid is the net of its paid lines'],
    sql: `
      select o.tenant_id, o.id, o.code, o.paid_net_amount, x.n as found from settlement_order o
      left join (select tenant_id, settlement_order_id, sum(net_amount) n from order_doctor_settlement
                 where is_deleted = 0 and settle_status = 3 group by 1, 2) x on x.tenant_id = o.tenant_id and x.settlement_order_id = o.id
      where ${LIVE} and coalesce(x.n, 0) <> o.paid_net_amount`,
  },
  {
    id: 'INV-15.payment',
    title: ['支付单金额等于结算总额', 'A payment order is the total of its settlement order'],
    sql: `
      select p.tenant_id, p.id, p.code, p.amount, o.total_amount as found from service_payment_order p
      join settlement_order o on o.tenant_id = p.tenant_id and o.id = p.settlement_order_id
      where p.is_deleted = 0 and p.pay_status <> 9 and p.settlement_order_type = 1
        and (p.doctor_amount, p.platform_amount, p.amount) is distinct from (o.doctor_amount, o.platform_amount, o.total_amount)`,
  },
  {
    id: 'INV-15.bills',
    title: ['账单之和等于支付单金额', 'Bills add up to their payment order'],
    sql: `
      select p.tenant_id, p.id, p.code, p.amount, x.a as found from service_payment_order p
      left join (select tenant_id, service_payment_order_id, sum(amount) a from service_payment_bill where is_deleted = 0 group by 1, 2) x
        on x.tenant_id = p.tenant_id and x.service_payment_order_id = p.id
      where p.is_deleted = 0 and coalesce(x.a, 0) <> p.amount`,
  },
  {
    id: 'INV-15.fee',
    title: ['平台服务费等于结算单的平台服务费', 'A platform fee is that of its settlement order'],
    sql: `
      select f.tenant_id, f.id, f.code, f.fee_amount, o.platform_amount as found from plat_service_fee f
      join settlement_order o on o.tenant_id = f.tenant_id and o.id = f.settlement_order_id
      where f.is_deleted = 0 and (f.base_amount, f.fee_amount) is distinct from (o.doctor_amount, o.platform_amount)`,
  },
  {
    id: 'INV-21',
    title: ['已付款结算单的资金守恒', 'The money of a paid order is all accounted for'],
    sql: `
      select o.tenant_id, o.id, o.code, o.total_amount, x.paid + x.open + coalesce(f.fee_amount, 0) + o.refund_amount as found from settlement_order o
      left join plat_service_fee f on f.tenant_id = o.tenant_id and f.settlement_order_id = o.id and f.is_deleted = 0
      join (select tenant_id, settlement_order_id,
              coalesce(sum(net_amount + vat_amount + surcharge_amount + iit_amount) filter (where settle_status = 3), 0) paid,
              coalesce(sum(gross_amount) filter (where settle_status not in (3, 9)), 0) open
            from order_doctor_settlement where is_deleted = 0 group by 1, 2) x on x.tenant_id = o.tenant_id and x.settlement_order_id = o.id
      where o.is_deleted = 0 and o.settlement_status in (5, 6)
        and (o.total_amount <> x.paid + x.open + coalesce(f.fee_amount, 0) + o.refund_amount or (o.settlement_status = 6 and x.open <> 0))`,
  },
]
