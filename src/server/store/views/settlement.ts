import { settlementOrderTaxItem } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { live, type ViewSql } from './view.ts'

export const settlement: ViewSql = {
  /** 周期税目: what the orders of a cycle come to by fiscal-tax company and tax item; void orders (9) are none of it. */
  'settlement.cycleTaxItems': `
    select min(t.id) as id, t.tenant_id, min(t.create_time) as create_time,
      o.settlement_cycle_id, t.entrusted_company_id, t.fiscal_tax_id, min(t.fiscal_tax_name) as fiscal_tax_name,
      t.tax_item_code, min(t.tax_item_name) as tax_item_name,
      sum(t.order_count)::integer as order_count,
      sum(t.gross_amount)::numeric(18,2) as doctor_amount,
      sum(t.platform_fee)::numeric(18,2) as platform_amount
    from ${live(settlementOrderTaxItem)} t
    join ${live(settlementOrder)} o on o.tenant_id = t.tenant_id and o.id = t.settlement_order_id
    where o.settlement_status <> 9
    group by t.tenant_id, o.settlement_cycle_id, t.entrusted_company_id, t.fiscal_tax_id, t.tax_item_code`,
}
