import { activityPlan } from '../../../model/activities/activityPlan.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { orderEntrusted } from '../../../model/orders/orderEntrusted.ts'
import { resultOrder } from '../../../model/settlement/results/resultOrder.ts'
import { resultOrderProjectDetail } from '../../../model/settlement/results/resultOrderDetails.ts'
import { resultOrderPoint, resultOrderProjectDetailPoint } from '../../../model/settlement/results/resultOrderPoint.ts'
import { orderDoctorSettlement, settlementOrderDoctor } from '../../../model/settlement/settlementLines.ts'
import type { AnyResource } from '../../core/records.ts'
import { live, type ViewSql } from '../../database/views/view.ts'

/**
 * Doctor orders of the confirmed result orders of a cycle by fiscal-tax company and tax item, and how many of them wait: are
 * in no settlement order, as `results/cycleSources.ts` finds them. `twin`: of those in points nothing is withheld (R-points), so
 * they go through no company.
 */
const taxItems = (order: AnyResource, twin: '' | '_point'): string => `
    select min(o.id) as id, o.tenant_id, min(o.create_time) as create_time, r.settlement_cycle_id, r.entrusted_company_id,
      ${twin ? 'null::bigint as fiscal_tax_id, null::text' : 'o.fiscal_tax_id, min(o.fiscal_tax_name)'} as fiscal_tax_name,
      o.tax_item_code, min(o.tax_item_name) as tax_item_name, ${twin ? 1 : 2}::smallint as pay_type,
      count(*)::integer as order_count,
      count(*) filter (where o.order_status = 1 and o.settlement_order${twin}_id is null)::integer as waiting_count,
      sum(o.${twin ? 'point_cost' : 'fee_amount'})::numeric(18,2) as doctor_amount,
      sum(o.platform_fee)::numeric(18,2) as platform_amount
    from ${live(order)} r
    join ${live(orderDoctor)} o on o.tenant_id = r.tenant_id and o.result_order${twin}_id = r.id
    where r.result_status = 4 and r.settlement_cycle_id is not null
    group by o.tenant_id, r.settlement_cycle_id, r.entrusted_company_id, o.tax_item_code${twin ? '' : ', o.fiscal_tax_id'}`

/** Projects of the result orders that are in a cycle; `payType`: 1 points, 2 money. */
const projects = (detail: AnyResource, order: AnyResource, payType: 1 | 2): string => `
    select p.id, p.tenant_id, p.create_time, r.settlement_cycle_id, r.entrusted_company_id,
      p.result_order_id::varchar collate "C" as result_order_id, r.code as result_order_code,
      p.plan_id, p.plan_name, p.plan_type, ${payType}::smallint as pay_type, p.order_count, p.doctor_amount, p.platform_amount
    from ${live(detail)} p
    join ${live(order)} r on r.tenant_id = p.tenant_id and r.id = p.result_order_id
    where r.result_status = 4`

export const settlementViews: ViewSql = {
  /** 周期税目: what a cycle amounts to by fiscal-tax company and tax item, confirmed or not, in money and in points (INV-12). */
  'settlement.cycleTaxItems': [taxItems(resultOrder, ''), taxItems(resultOrderPoint, '_point')],
  /** 周期项目明细 */
  'settlement.cycleProjects': [
    projects(resultOrderProjectDetail, resultOrder, 2),
    projects(resultOrderProjectDetailPoint, resultOrderPoint, 1),
  ],
  /** 预算活动统计: plans of a budget with what their orders accepted and settled. */
  'settlement.budgetKinds': `
    select min(p.id) as id, p.tenant_id, min(p.create_time) as create_time, p.budget_order_id, p.entrusted_company_id,
      p.plan_type, count(*)::integer as plan_count, sum(p.budget_amount)::numeric(18,2) as budget_amount,
      coalesce(sum(e.accepted_amount), 0)::numeric(18,2) as accepted_amount,
      coalesce(sum(e.settled_amount), 0)::numeric(18,2) as settled_amount,
      coalesce(sum(e.accepted_amount) / nullif(sum(p.budget_amount), 0), 0)::numeric(8,6) as used_rate
    from ${live(activityPlan)} p
    left join ${live(orderEntrusted)} e on e.tenant_id = p.tenant_id and e.plan_id = p.id
    where p.budget_order_id is not null
    group by p.tenant_id, p.budget_order_id, p.entrusted_company_id, p.plan_type`,
  /** 医生支出明细: void lines (9) are none of it. */
  'settlement.doctorPayouts': `
    select d.id, d.tenant_id, d.create_time, d.settlement_order_id, d.settlement_order_code, d.entrusted_company_id,
      d.entrusted_company_name, d.fiscal_tax_id, d.fiscal_tax_name, d.doctor_id, d.doctor_name, d.hospital_name,
      d.order_count, l.paid_count, d.gross_amount, d.net_amount, l.paid_amount,
      (d.net_amount - l.paid_amount)::numeric(18,2) as open_amount
    from ${live(settlementOrderDoctor)} d
    cross join lateral (
      select count(*) filter (where x.settle_status = 3)::integer as paid_count,
        coalesce(sum(x.net_amount) filter (where x.settle_status = 3), 0)::numeric(18,2) as paid_amount
      from ${live(orderDoctorSettlement)} x
      where x.tenant_id = d.tenant_id and x.settlement_order_doctor_id = d.id and x.settle_status <> 9) l`,
}
