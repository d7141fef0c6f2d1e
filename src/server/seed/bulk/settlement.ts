import type { Tx } from '../../core/database.ts'
import { codeSql, type Frame } from './frame.ts'

const CO = 'entrusted_company_id, entrusted_company_name, social_credit_code'
const DOC = 'doctor_id, doctor_name, phone, id_card_number, hospital_name, department_name'
const FEE = 'gross_amount, vat_amount, surcharge_amount, iit_amount, net_amount, platform_fee'
const AUDIT = 'create_user, create_time, update_user, update_time, is_deleted, version'
const CO_OF = 'o.company_id, c.name, c.credit'
const DOC_OF = 'd.id, d.doctor_name, d.phone, d.id_card_number, d.hospital_name, d.department_name'
const FEE_OF = 'l.gross, l.vat, l.surcharge, l.iit, l.net, l.platform'
/** Every line with its order, company and doctor. */
const LINES =
  'bulk_line l join bulk_order o on o.id = l.order_id join bulk_company c on c.c = o.c join bulk_doctor d on d.n = l.doctor'

/** Tables that `fillSettlement` fills, in order. */
export const SETTLEMENT_TABLES = [
  'settlement_cycle',
  'settlement_order',
  'order_doctor',
  'settlement_order_doctor',
  'settlement_order_tax_item',
  'order_doctor_settlement',
] as const

/** When an order was last moved: days after its birth, by status. Also what history says. */
export const DAYS: Readonly<Record<number, number>> = { 0: 0, 1: 1, 2: 1, 3: 2, 4: 3, 5: 5, 6: 7, 9: 3 }
export const daysSql = (status: string): string =>
  `case ${status} ${Object.entries(DAYS)
    .map(([s, d]) => `when ${s} then ${d}`)
    .join(' ')} end`

/** How often an order was moved, by status: its version. */
const MOVES =
  'case o.status when 0 then 0 when 1 then 1 when 2 then 1 when 3 then 2 when 4 then 3 when 5 then 4 when 6 then 5 else 2 end'

/** Cycles, orders, their doctor orders, doctors, tax items and lines, from the frame. */
export async function fillSettlement(tx: Tx, f: Frame, told: (text: string) => void): Promise<void> {
  const made = [f.tenantId, f.maker.id, f.reviewer.id, f.maker.name, f.reviewer.name, f.cashier.id]
  const moved = `o.born + interval '1 day' * (${daysSql('o.status')})`
  const run = async (name: (typeof SETTLEMENT_TABLES)[number], text: string, values: readonly unknown[]) => {
    told(name)
    await tx.query(`insert into ${name} ${text}`, values)
  }
  await run(
    'settlement_cycle',
    `(tenant_id, id, code, ${CO}, cycle_month, start_date, end_date, result_order_count, doctor_amount, platform_amount, total_amount, cycle_status,
      confirm_user, confirm_user_name, confirm_time, ${AUDIT})
     select $1, o.cycle_id, ${codeSql('SC', 'o.first', 'o.c')}, ${CO_OF}, o.month, o.first, o.next - 1, 1, sum(t.gross), sum(t.platform), sum(t.gross + t.platform),
       case when bool_and(o.status = 6) then 3 else 2 end, $2, $3, min(o.born), null, o.first + interval '5 minutes',
       $2, min(o.born) + interval '1 day' * case when bool_and(o.status = 6) then 7 else 0 end, 0, case when bool_and(o.status = 6) then 3 else 2 end
     from bulk_order o join bulk_total t on t.order_id = o.id join bulk_company c on c.c = o.c
     group by o.cycle_id, o.first, o.next, o.month, o.c, o.company_id, c.name, c.credit order by o.cycle_id`,
    [f.tenantId, f.maker.id, f.maker.name],
  )
  await run(
    'settlement_order',
    `(tenant_id, id, code, settlement_cycle_id, cycle_month, fiscal_tax_id, fiscal_tax_name, ${CO}, tax_month, order_count, doctor_count,
      doctor_amount, vat_amount, surcharge_amount, iit_amount, tax_amount, net_amount, platform_amount, total_amount, refund_amount, paid_net_amount,
      settlement_status, approval_officer, approval_date, approval_remark, confirm_user_name, confirm_time, push_status, invoice_status, ${AUDIT})
     select $1, o.id, ${codeSql('SO', 'o.born', 'o.n')}, o.cycle_id, o.month, o.fiscal_tax_id, o.fiscal_tax_name, ${CO_OF}, to_char(o.born, 'YYYYMM'), 2, 2,
       t.gross, t.vat, t.surcharge, t.iit, t.vat + t.surcharge + t.iit, t.net, t.platform, t.gross + t.platform, 0, case o.status when 6 then t.net else 0 end,
       o.status, case when o.status > 0 then $4 end, case when o.status > 0 then o.born + interval '1 day' end,
       case o.status when 1 then '税额与测算不一致，请重新核对' end, case when o.status in (3, 4, 5, 6) then c.contact end,
       case when o.status in (3, 4, 5, 6) then o.born + interval '2 days' end, 0, 0,
       $2, o.born, case when o.status = 0 then $2::bigint else $3::bigint end, ${moved}, 0, ${MOVES}
     from bulk_order o join bulk_total t on t.order_id = o.id join bulk_company c on c.c = o.c order by o.id`,
    [made[0], made[1], made[2], made[4]],
  )
  await run(
    'order_doctor',
    `(tenant_id, id, code, plan_name, plan_type, ${CO}, ${DOC}, tax_item_code, fiscal_tax_id, fiscal_tax_name, fee_amount, platform_fee, accept_time,
      order_status, settlement_order_id, create_time, update_user, update_time, is_deleted, version)
     select $1, l.source_id, ${codeSql('OD', 'l.accepted', 'l.n')}, l.plan_name, l.plan_type, ${CO_OF}, ${DOC_OF}, l.item_code, o.fiscal_tax_id, o.fiscal_tax_name,
       l.gross, l.platform, l.accepted, case o.status when 4 then 2 when 5 then 2 when 6 then 3 else 1 end, case when o.status <> 9 then o.id end,
       l.accepted, $2, ${moved}, 0, case o.status when 4 then 3 when 5 then 3 when 6 then 4 else 2 end
     from ${LINES} order by l.source_id`,
    [f.tenantId, f.maker.id],
  )
  const gone = 'case o.status when 9 then 1 else 0 end'
  await run(
    'settlement_order_doctor',
    `(tenant_id, id, settlement_order_id, settlement_order_code, ${CO}, fiscal_tax_id, fiscal_tax_name, ${DOC}, order_count, ${FEE}, file_status, paid_status, ${AUDIT})
     select $1, l.doctor_row, o.id, ${codeSql('SO', 'o.born', 'o.n')}, ${CO_OF}, o.fiscal_tax_id, o.fiscal_tax_name, ${DOC_OF}, 1, ${FEE_OF},
       case o.status when 6 then 2 else 0 end, case o.status when 6 then 2 else 0 end, $2, o.born, $2, ${moved}, ${gone}, ${gone}
     from ${LINES} order by l.doctor_row`,
    [f.tenantId, f.maker.id],
  )
  await run(
    'settlement_order_tax_item',
    `(tenant_id, id, settlement_order_id, settlement_order_code, tax_item_code, tax_item_name, order_count, ${FEE}, total_amount, ${CO}, fiscal_tax_id, fiscal_tax_name, ${AUDIT})
     select $1, l.item_row, o.id, ${codeSql('SO', 'o.born', 'o.n')}, l.item_code, l.item_name, 1, ${FEE_OF}, l.gross + l.platform, ${CO_OF}, o.fiscal_tax_id, o.fiscal_tax_name,
       $2, o.born, $2, ${moved}, ${gone}, ${gone}
     from ${LINES} order by l.item_row`,
    [f.tenantId, f.maker.id],
  )
  const paid = `o.born + interval '6 days'`
  await run(
    'order_doctor_settlement',
    `(tenant_id, id, code, settlement_order_id, settlement_order_code, settlement_order_doctor_id, order_doctor_id, plan_name, plan_type, ${CO}, ${DOC},
      fiscal_tax_id, fiscal_tax_name, tax_item_code, tax_item_name, ${FEE}, accept_time, tax_final, tax_month, settle_status, black_flag, pay_time, ${AUDIT})
     select $1, l.id, ${codeSql('DS', 'o.born', 'l.n')}, o.id, ${codeSql('SO', 'o.born', 'o.n')}, l.doctor_row, l.source_id, l.plan_name, l.plan_type, ${CO_OF}, ${DOC_OF},
       o.fiscal_tax_id, o.fiscal_tax_name, l.item_code, l.item_name, ${FEE_OF}, l.accepted, case o.status when 6 then 1 else 0 end, to_char(${paid}, 'YYYYMM'),
       case o.status when 5 then 1 when 6 then 3 else 0 end, 0, case o.status when 6 then ${paid} end,
       $2, o.born, $3, ${moved}, ${gone}, case o.status when 5 then 1 when 6 then 2 when 9 then 1 else 0 end
     from ${LINES} order by l.id`,
    [f.tenantId, f.maker.id, f.cashier.id],
  )
}
