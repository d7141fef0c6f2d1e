import { getSummaryInvoiceDetail, summaryInvoiceLink, summaryInvoicePage } from '../../../model/invoices/calls.ts'
import { summaryInvoice } from '../../../model/invoices/summaryInvoice.ts'
import { exportDoctorSummary, summaryTaxCertDetail } from '../../../model/invoices/summaryTaxCert.ts'
import { is } from '../../../model/kernel/condition.ts'
import { wallClock } from '../../../model/kernel/dates.ts'
import { label } from '../../../model/kernel/label.ts'
import { fen, yuan } from '../../../model/kernel/money.ts'
import { pathOf } from '../../../model/kernel/routes.ts'
import type { ServerContext } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { handle } from '../../records/handle.ts'
import { sharedBy, sharedToken } from '../../records/sharedLinks.ts'
import { rowFrom } from '../../store/codec.ts'
import { tableName } from '../../writes/rows.ts'
import { doctorBook } from './doctorBook.ts'

/** How long a link to a summary invoice shows it, ms: long enough for a client to book it. */
const LIFE = 30 * 86_400_000

/** The invoice of a token, while its tenant is served and somebody issued it. */
async function shownBy({ db }: ServerContext, token: string) {
  const said = sharedBy(getSummaryInvoiceDetail.id, token)
  if (!said) return null
  const { tenantId, id } = said
  const [found] = await db.scoped<Record<string, unknown>>(
    { tenantId },
    {
      name: 'summary-invoice-shown',
      text: `select s.* from ${tableName(summaryInvoice)} s
             join "tenant" t on t.code = s.tenant_id and t.is_deleted = 0
               and (t.expire_time is null or t.expire_time >= (now() at time zone 'Asia/Shanghai')::date)
             where s.tenant_id = $1 and s.id = $2 and s.is_deleted = 0 and s.invoice_status > 0`,
      values: [tenantId, id],
    },
  )
  return found ? rowFrom(summaryInvoice, found) : null
}

/** Reads of summary invoices and certificates besides their lists. */
export const summaryInvoiceShown = [
  handle(summaryInvoiceLink, ({ rows: [row], actor }) => {
    const until = Date.now() + LIFE
    const of = { tenantId: actor.tenantId, id: row?.id ?? '' }
    const token = sharedToken(getSummaryInvoiceDetail.id, of, until)
    return { url: pathOf(summaryInvoicePage.path, { id: token }), expires: wallClock(until) }
  }),
  handle(getSummaryInvoiceDetail, async ({ query, context }) => {
    const row = await shownBy(context, query.id ?? '')
    if (!row) throw new AppError(404, ['链接无效或已过期', 'The link is not valid or is over'])
    return row as never
  }),
  handle(exportDoctorSummary, async ({ rows: [cert], reader, actor }) => {
    const rows = await reader.rows(summaryTaxCertDetail, { where: [is('summaryTaxCertId', cert?.id ?? '')] })
    const sums = new Map<string, { readonly row: (typeof rows)[number]; gross: bigint; tax: bigint }>()
    for (const row of rows) {
      const sum = sums.get(row.doctorId) ?? { row, gross: 0n, tax: 0n }
      sum.gross += fen(row.grossAmount ?? '0')
      sum.tax += fen(row.taxAmount ?? '0')
      sums.set(row.doctorId, sum)
    }
    const doctors = [...sums.values()].map(({ row, gross, tax }) => ({
      ...row,
      grossAmount: yuan(gross),
      taxAmount: yuan(tax),
    }))
    const name = `${label(['医生汇总', 'Doctors'], actor.language)}-${cert?.code ?? ''}.xlsx`
    return { name, ...(await doctorBook(actor, doctors)) }
  }),
]
