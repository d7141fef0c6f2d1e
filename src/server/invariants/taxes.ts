import type { Invariant } from './invariant.ts'
import { vatSql, withholdingSql } from './taxSql.ts'

const KEY = 'tenant_id, doctor_id, fiscal_tax_id, tax_item_code, tax_month'
const GROUP = `sum(gross_amount) g, sum(vat_amount) v, sum(iit_amount) i, sum(gross_amount - vat_amount) b,
  sum(round((gross_amount - vat_amount) * r.iit_fixed_rate, 2)) fixed, min(r.iit_method) method, min(r.vat_rate) vat_rate,
  min(r.vat_month_threshold) threshold, bool_or(vat_amount = gross_amount) capped`
/** Rates may be edited: what was taxed before the edit is not measured by it. */
const RATE = `join tax_item_rate r on r.tenant_id = l.tenant_id and r.fiscal_tax_id = l.fiscal_tax_id and r.tax_item_code = l.tax_item_code
  and r.is_deleted = 0 and r.update_time <= l.update_time`
const named = (alias: string) => KEY.replace(/(\w+)/g, `${alias}.$1`)

/** A key's taxes are those of its sums: V(ΣG) and W(Σ(G − vat)), or the fixed rate line by line. */
const wrong = (x: string): string => `(
  (not ${x}.capped and ${x}.v <> ${vatSql(`${x}.g`, `${x}.vat_rate`, `${x}.threshold`)})
  or (${x}.method = 1 and ${x}.i <> ${withholdingSql(`${x}.b`)}) or (${x}.method = 2 and ${x}.i <> ${x}.fixed))`

/** Taxes: INV-24, 25, 27. */
export const taxInvariants: readonly Invariant[] = [
  {
    id: 'INV-24',
    title: [
      '明细的税不为负，税前金额等于税与实付之和，已核定的实付为正',
      'Taxes of a line are not negative, add up with the net, and leave something once fixed',
    ],
    sql: `
      select tenant_id, id, code, gross_amount, net_amount from order_doctor_settlement
      where is_deleted = 0 and (vat_amount < 0 or surcharge_amount < 0 or iit_amount < 0 or (tax_final = 1 and net_amount <= 0)
        or gross_amount <> vat_amount + surcharge_amount + iit_amount + net_amount)`,
  },
  {
    id: 'INV-25.fixed',
    title: [
      '已核定税款按医生、财税公司、税目、所属月累计计算',
      'Fixed taxes are cumulative by doctor, partner, tax item and month',
    ],
    // keys that lost a line after it was fixed catch up with the next one (INV-26)
    sql: `
      select x.* from (
        select ${named('l')}, min(l.id) as id, ${GROUP}
        from order_doctor_settlement l ${RATE}
        where l.is_deleted = 0 and l.tax_final = 1 and l.settle_status <> 9 group by ${named('l')}
      ) x where ${wrong('x')}`,
  },
  {
    id: 'INV-25.quoted',
    title: ['测算税款在结算单内按同一规则累计', 'Quoted taxes are cumulative within their order by the same rule'],
    // only keys without fixed lines: quotes go on from those as they stood on the day
    sql: `
      select x.* from (
        select ${named('l')}, l.settlement_order_id as id, ${GROUP}
        from order_doctor_settlement l ${RATE}
        where l.is_deleted = 0 and l.tax_final = 0 and l.settle_status <> 9 group by ${named('l')}, l.settlement_order_id
      ) x where ${wrong('x')} and not exists (
        select 1 from order_doctor_settlement f where f.tenant_id = x.tenant_id and f.doctor_id = x.doctor_id and f.fiscal_tax_id = x.fiscal_tax_id
          and f.tax_item_code = x.tax_item_code and f.tax_month = x.tax_month and f.tax_final = 1 and f.is_deleted = 0)`,
  },
  {
    id: 'INV-27',
    title: [
      '税费支付单金额等于已付款明细的税款，核定后无未完结明细',
      'A tax payment is the taxes of the paid lines, and is fixed when no line is open',
    ],
    sql: `
      select t.tenant_id, t.id, t.code, t.amount, x.taxes as found from entrusted_tax_payment_order t
      left join (select tenant_id, settlement_order_id,
              sum(vat_amount + surcharge_amount + iit_amount) filter (where settle_status = 3) taxes,
              count(*) filter (where settle_status not in (3, 9)) open
            from order_doctor_settlement where is_deleted = 0 group by 1, 2) x on x.tenant_id = t.tenant_id and x.settlement_order_id = t.settlement_order_id
      where t.is_deleted = 0 and (t.amount <> t.vat_amount + t.surcharge_amount + t.iit_amount
        or (t.tax_pay_status >= 1 and (x.open > 0 or coalesce(x.taxes, 0) <> t.amount)))`,
  },
]
