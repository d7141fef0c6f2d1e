import { activityPlan } from '../../../model/activities/activityPlan.ts'
import { region } from '../../../model/administration/system/region.ts'
import {
  monthlyLineCharts,
  monthlyTaxItems,
  regionalSummary,
  serviceItems,
  statisticsSingleItem,
} from '../../../model/desk/statistics.ts'
import { entrustedAccount } from '../../../model/funds/accounts.ts'
import { is } from '../../../model/language/conditions/condition.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { entrustedTaxPaymentOrder } from '../../../model/payment/payments.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { settlementOrderTaxItem } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { entrustedInvoice } from '../../../model/tax/entrustedInvoice.ts'
import { sum as moneyOf } from '../../../model/values/money.ts'
import type { Actor } from '../../core/actor.ts'
import { maySee } from '../../core/permissions.ts'
import type { AnyResource } from '../../core/records.ts'
import { Values } from '../../database/conditions/values.ts'
import { quoted, tableOf } from '../../database/names.ts'
import { basisSql } from '../../lists/sql/reach.ts'
import { handle } from '../../records/handle.ts'
import type { Reader } from '../../records/reader.ts'

type Found = Readonly<Record<string, string>>

/**
 * A sum over the records of a resource that the person reaches, by some columns; none where they may not see them.
 * `more`: a further condition without values.
 */
async function sum(
  { reader, actor }: { readonly reader: Reader; readonly actor: Actor },
  r: AnyResource,
  what: { readonly select: string; readonly more?: string; readonly by?: string; readonly order?: string },
): Promise<readonly Found[]> {
  if (!maySee(actor, r)) return []
  const values = new Values()
  const where = [...basisSql(r, actor, values), ...(what.more ? [what.more] : [])].join(' and ')
  return reader.query<Found>({
    text: `select ${what.select} from ${quoted(tableOf(r))} where ${where}${what.by ? ` group by ${what.by}` : ''}${what.order ? ` order by ${what.order}` : ''}`,
    values: values.list,
  })
}

const number = (rows: readonly Found[], name = 'n'): number => Number(rows[0]?.[name] ?? 0)
const amount = (rows: readonly Found[], name = 'n'): string => rows[0]?.[name] ?? '0.00'

const COUNT = { select: 'count(*)::text as n' } as const
const total = (column: string) => ({ select: `coalesce(sum(${column}), 0)::numeric(18,2)::text as n` })
/** Orders that were confirmed by their company, and those that are paid. */
const [SETTLED, PAID] = ['settlement_status in (3, 4, 5, 6)', 'settlement_status in (5, 6)']
/** Invoices that were issued and not voided since, by the month in which they were. */
const ISSUED = 'invoice_status = 3 and invoice_time is not null'
/** The twelve months up to this one, by their cycle. */
const MONTH = 'cycle_month'

/** Figures of the first page: each of what the person reaches. */
export const statisticsCalls = [
  handle(statisticsSingleItem, async (request) => {
    const [companies, doctors, plans, pending, settled, paid, taxes, balances] = await Promise.all([
      sum(request, entrustedCompany, COUNT),
      sum(request, authenticationDoctor, COUNT),
      sum(request, activityPlan, COUNT),
      sum(request, settlementOrder, { ...COUNT, more: 'settlement_status = 0' }),
      sum(request, settlementOrder, { ...total('total_amount'), more: SETTLED }),
      sum(request, settlementOrder, { ...total('total_amount'), more: PAID }),
      sum(request, entrustedTaxPaymentOrder, total('amount')),
      sum(request, entrustedAccount, total('balance')),
    ])
    return {
      companyCount: number(companies),
      doctorCount: number(doctors),
      planCount: number(plans),
      pendingAuditCount: number(pending),
      settledAmount: amount(settled),
      paidAmount: amount(paid),
      taxAmount: amount(taxes),
      prepaidBalance: amount(balances),
    }
  }),
  handle(monthlyTaxItems, async (request) => {
    const rows = await sum(request, settlementOrderTaxItem, {
      select: `to_char(create_time at time zone 'Asia/Shanghai', 'YYYYMM') as month, tax_item_name as name, ${total('gross_amount').select}`,
      by: '1, 2',
      order: '1, 2',
    })
    return rows.map((r) => ({ month: r.month ?? '', taxItemName: r.name ?? '', amount: r.n ?? '0.00' }))
  }),
  handle(monthlyLineCharts, async (request) => {
    const [orders, invoices] = await Promise.all([
      sum(request, settlementOrder, {
        select: `${MONTH} as month, ${total('total_amount').select}, coalesce(sum(total_amount) filter (where ${PAID}), 0)::numeric(18,2)::text as paid`,
        more: SETTLED,
        by: '1',
        order: '1',
      }),
      sum(request, entrustedInvoice, {
        select: `to_char(invoice_time at time zone 'Asia/Shanghai', 'YYYYMM') as month, ${total('invoice_amount').select}`,
        more: ISSUED,
        by: '1',
        order: '1',
      }),
    ])
    const of = (rows: readonly Found[], month: string) => rows.find((r) => r.month === month)
    const months = [...new Set([...orders, ...invoices].map((r) => r.month ?? ''))].sort().slice(-12)
    return months.map((month) => ({
      month,
      settlementAmount: of(orders, month)?.n ?? '0.00',
      paidAmount: of(orders, month)?.paid ?? '0.00',
      invoiceAmount: of(invoices, month)?.n ?? '0.00',
    }))
  }),
  handle(serviceItems, async (request) => {
    const rows = await sum(request, orderDoctor, {
      select: `plan_type::text as kind, count(*)::text as count, ${total('fee_amount').select}`,
      more: 'order_status <> 9',
      by: '1',
      order: '1',
    })
    return rows.map((r) => ({ projectType: Number(r.kind), count: Number(r.count), amount: r.n ?? '0.00' }))
  }),
  handle(regionalSummary, async (request) => {
    const province = "left(coalesce(region_code, ''), 2)"
    const [companies, doctors, amounts, provinces] = await Promise.all([
      sum(request, entrustedCompany, { select: `id::text as id, ${province} as code` }),
      sum(request, authenticationDoctor, { select: `${province} as code, count(*)::text as n`, by: '1' }),
      sum(request, settlementOrder, {
        select: `entrusted_company_id::text as id, ${total('total_amount').select}`,
        more: SETTLED,
        by: '1',
      }),
      request.reader.rows(region, { where: [is('regionLevel', 1)] }),
    ])
    const nameOf = new Map(provinces.map((p) => [p.code, p.name]))
    const codes = [...new Set([...companies, ...doctors].map((r) => r.code ?? ''))].sort()
    return codes.map((code) => {
      const own = companies.filter((c) => c.code === code)
      const sums = amounts.filter((a) => own.some((c) => c.id === a.id)).map((a) => a.n ?? '0.00')
      return {
        provinceName: nameOf.get(code) ?? '未填写',
        companyCount: own.length,
        doctorCount: Number(doctors.find((d) => d.code === code)?.n ?? 0),
        amount: moneyOf(sums),
      }
    })
  }),
]
