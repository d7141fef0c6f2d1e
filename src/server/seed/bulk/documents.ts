import type { Tx } from '../../core/database.ts'
import { codeSql, type Frame } from './frame.ts'

const CO = 'entrusted_company_id, entrusted_company_name, social_credit_code'
const CO_OF = 'o.company_id, c.name, c.credit'
const SO = 'settlement_order_id, settlement_order_code'
const SO_OF = `o.id, ${codeSql('SO', 'o.born', 'o.n')}`
const AUDIT = 'create_user, create_time, update_user, update_time, is_deleted, version'
const SETTLED = `bulk_order o join bulk_total t on t.order_id = o.id join bulk_company c on c.c = o.c where o.status in (4, 5, 6)`
const day = (n: number): string => `o.born + interval '${n} days'`

/** Tables that `fillDocuments` fills, in order. */
export const DOCUMENT_TABLES = [
  'service_payment_order',
  'service_payment_bill',
  'plat_service_fee',
  'entrusted_tax_payment_order',
] as const

/** Payment orders with their bills, platform fees and tax payments of every order that was sent to settle. */
export async function fillBulkDocuments(tx: Tx, f: Frame, told: (text: string) => void): Promise<void> {
  const run = async (name: (typeof DOCUMENT_TABLES)[number], text: string, values: readonly unknown[]) => {
    told(name)
    await tx.query(`insert into ${name} ${text}`, values)
  }
  const paid = 'o.status in (5, 6)'
  await run(
    'service_payment_order',
    `(tenant_id, id, code, settlement_order_type, ${SO}, ${CO}, doctor_amount, platform_amount, amount, pay_mode, pay_status, pay_time, confirm_user_name,
      review_user_name, review_time, frozen_amount, ${AUDIT})
     select $1, o.id, ${codeSql('SP', day(3), 'o.n')}, 1, ${SO_OF}, ${CO_OF}, t.gross, t.platform, t.gross + t.platform,
       case when ${paid} then 2 end, case when ${paid} then 2 else 0 end, case when ${paid} then ${day(5)} end, case when ${paid} then c.contact end,
       case when ${paid} then $3 end, case when ${paid} then ${day(5)} end, 0, $2, ${day(3)}, $2, case when ${paid} then ${day(5)} else ${day(3)} end, 0,
       case when ${paid} then 2 else 0 end
     from ${SETTLED} order by o.id`,
    [f.tenantId, f.reviewer.id, f.reviewer.name],
  )
  await run(
    'service_payment_bill',
    `(tenant_id, id, service_payment_order_id, service_payment_order_code, bill_type, tax_item_code, item_name, amount, bill_month, ${CO}, ${AUDIT})
     select $1, x.id, o.id, ${codeSql('SP', day(3), 'o.n')}, x.bill_type, x.item_code, x.item_name, x.amount, o.month, ${CO_OF}, $2, ${day(3)}, $2, ${day(3)}, 0, 0
     from (select order_id, item_row id, 1 bill_type, item_code, item_name, gross amount from bulk_line where status in (4, 5, 6)
           union all select t.order_id, t.order_id, 2, null, '平台服务费', t.platform from bulk_total t) x
     join bulk_order o on o.id = x.order_id and o.status in (4, 5, 6) join bulk_company c on c.c = o.c order by x.id`,
    [f.tenantId, f.reviewer.id],
  )
  await run(
    'plat_service_fee',
    `(tenant_id, id, code, ${SO}, ${CO}, fee_rate, base_amount, fee_amount, fee_status, transfer_time, ${AUDIT})
     select $1, o.id, ${codeSql('PF', day(3), 'o.n')}, ${SO_OF}, ${CO_OF}, c.rate, t.gross, t.platform, case o.status when 6 then 2 else 0 end,
       case o.status when 6 then ${day(7)} end, $2, ${day(3)}, $2, case o.status when 6 then ${day(7)} else ${day(3)} end, 0, case o.status when 6 then 1 else 0 end
     from ${SETTLED} order by o.id`,
    [f.tenantId, f.reviewer.id],
  )
  await run(
    'entrusted_tax_payment_order',
    `(tenant_id, id, code, ${SO}, ${CO}, fiscal_tax_id, fiscal_tax_name, tax_month, line_count, vat_amount, surcharge_amount, iit_amount, amount, tax_pay_status, pay_time, ${AUDIT})
     select $1, o.id, ${codeSql('TP', day(3), 'o.n')}, ${SO_OF}, ${CO_OF}, o.fiscal_tax_id, o.fiscal_tax_name, to_char(o.born, 'YYYYMM'), 2,
       t.vat, t.surcharge, t.iit, t.vat + t.surcharge + t.iit, case o.status when 6 then 3 else 0 end, case o.status when 6 then ${day(7)} end,
       $2, ${day(3)}, $2, case o.status when 6 then ${day(7)} else ${day(3)} end, 0, case o.status when 6 then 1 else 0 end
     from ${SETTLED} order by o.id`,
    [f.tenantId, f.reviewer.id],
  )
}
