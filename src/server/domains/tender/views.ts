import { invited } from '../../../model/activities/invited.ts'
import { resourceOf } from '../../../model/business.ts'
import type { AnyResource } from '../../database/codec.ts'
import { columnOf, quoted } from '../../database/names.ts'
import { live, type ViewSql } from '../../database/views/view.ts'

/** Everybody who is invited to a kind of plan, with the field that names the plan; none of the demonstration. */
const PARTS = invited.filter(([doctors]) => doctors.variantOf === undefined)

/** (The tenant is the plan's, because the index of its names begins with it.) */
const contracts = (doctor: AnyResource, by: string, plan: AnyResource): string => `
    select d.id, p.tenant_id, d.create_time, p.name, p.code, p.plan_type as type, p.base_product_name,
      d.agreement_status, p.base_employee_id, p.base_employee_name, p.base_employee_number, p.base_department_name, p.base_product_line,
      p.entrusted_company_id, p.entrusted_company_name, p.purpose, p.format, null::varchar(100) collate "C" as address,
      d.doctor_id, d.doctor_name, d.id_card_number as doctor_id_card, d.phone, d.sign_time as agreement_time,
      p.invitation_start_date, p.invitation_end_date,
      d.doctor_agreement as contract_url, null::varchar(500) collate "C" as image_url, null::varchar(500) collate "C" as file_url
    from ${live(doctor)} d
    join ${live(plan)} p on p.tenant_id = d.tenant_id and p.id = d.${quoted(columnOf(by))}`

export const tenderViews: ViewSql = {
  /** 合同活动: every doctor of every plan, with the agreement on it. */
  'tender.contractActivities': PARTS.map(([doctor, by, plan]) =>
    contracts(doctor as AnyResource, by, resourceOf(plan) as AnyResource),
  ),
}
