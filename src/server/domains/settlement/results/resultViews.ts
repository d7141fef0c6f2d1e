import { lectureReport } from '../../../../model/activities/meetings/lecture.ts'
import { patientEducationReport } from '../../../../model/activities/reports/patientEducationReport.ts'
import * as reports from '../../../../model/activities/reports/reports.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { resultOrder } from '../../../../model/settlement/results/resultOrder.ts'
import { resultOrderDoctorDetail } from '../../../../model/settlement/results/resultOrderDetails.ts'
import { live, type ViewSql } from '../../../database/views/view.ts'

/** Employee of a line's activity: employees reach the rows that are of one. */
const EMPLOYEE = 'd.base_employee_id'

/**
 * The lines of a result order put together by something: `key` and `name` are texts of a line (d), of its doctor order
 * (o); `by` is what they come of.
 */
const statistics = ({ by, key, name }: { by: readonly string[]; key: string; name: string }): string => `
    select min(d.id) as id, d.tenant_id, min(d.create_time) as create_time, d.result_order_id, r.entrusted_company_id,
      (${key})::varchar collate "C" as group_key, (${name})::varchar collate "C" as group_name,
      count(*)::integer as order_count, count(distinct d.doctor_id)::integer as doctor_count,
      sum(d.fee_amount)::numeric(18,2) as amount${by.includes(EMPLOYEE) ? `, ${EMPLOYEE}` : ''}
    from ${live(resultOrderDoctorDetail)} d
    join ${live(resultOrder)} r on r.tenant_id = d.tenant_id and r.id = d.result_order_id
    join ${live(orderDoctor)} o on o.tenant_id = d.tenant_id and o.id = d.order_doctor_id
    group by d.tenant_id, d.result_order_id, r.entrusted_company_id, ${by.join(', ')}`

/** Resources of deliverables that have a number and a moment of their own. */
const DELIVERED = [
  lectureReport,
  reports.caseCollectionReport,
  reports.clinicalResearchReport,
  reports.medicationFeedbackReport,
  reports.professionalReviewReport,
  patientEducationReport,
]
/**
 * A column of what an order (o) delivered, read by its key and of its own kind alone: the number of another kind may be
 * none, and joins of all kinds read whole tables for a few lines.
 */
const delivered = (column: string): string =>
  `case o.biz_type ${DELIVERED.map(
    (of) =>
      `when '${of.id}' then (select b.${column} from ${live(of)} b where b.tenant_id = o.tenant_id and b.id = o.biz_id::bigint)`,
  ).join(' ')} end`

export const resultViews: ViewSql = {
  'results.byProduct': statistics({
    by: ['o.base_product_id'],
    key: "coalesce(o.base_product_id::text, '')",
    name: "coalesce(min(o.base_product_name), '-')",
  }),
  'results.byDoctor': statistics({ by: ['d.doctor_id'], key: 'd.doctor_id::text', name: 'min(d.doctor_name)' }),
  'results.byActivity': statistics({ by: ['d.plan_id', EMPLOYEE], key: 'd.plan_id::text', name: 'min(d.plan_name)' }),
  'results.byActivityAndDoctor': statistics({
    by: ['d.plan_id', 'd.doctor_id', EMPLOYEE],
    key: "d.plan_id::text || '-' || d.doctor_id::text",
    name: "min(d.plan_name) || ' · ' || min(d.doctor_name)",
  }),
  /** 结果单活动项: each line with what was delivered; of a meeting, which has no number of its own, that of the plan. */
  'results.deliverables': `
    select d.id, d.tenant_id, d.create_time, d.result_order_id, r.entrusted_company_id, o.biz_type, o.biz_id,
      coalesce(${delivered('code_number')}, o.plan_code) as biz_code, d.doctor_name,
      ${delivered('submit_time')} as submit_time, o.accept_time, d.fee_amount,
      ${delivered('files')} as evidence_url, ${EMPLOYEE}
    from ${live(resultOrderDoctorDetail)} d
    join ${live(resultOrder)} r on r.tenant_id = d.tenant_id and r.id = d.result_order_id
    join ${live(orderDoctor)} o on o.tenant_id = d.tenant_id and o.id = d.order_doctor_id`,
}
