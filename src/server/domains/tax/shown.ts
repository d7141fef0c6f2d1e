import { is } from '../../../model/language/conditions/condition.ts'
import {
  exportDeclare,
  getSummaryInvoiceDetail,
  summaryInvoiceLink,
  summaryInvoicePage,
} from '../../../model/tax/calls.ts'
import { summaryInvoice } from '../../../model/tax/summaryInvoice.ts'
import { exportDoctorSummary, summaryTaxCertDetail } from '../../../model/tax/summaryTaxCert.ts'
import { summaryTaxReturnsDetail } from '../../../model/tax/summaryTaxReturns.ts'
import { label } from '../../../model/values/label.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import { pathOf } from '../../../model/values/routes.ts'
import { notFound } from '../../core/errors.ts'
import { handle } from '../../records/handle.ts'
import { linkTo, sharedRecord } from '../../records/sharedPages.ts'
import { declarationBook, doctorBook } from './doctorBook.ts'

/** Columns of a doctor in the workbook of a certificate. */
const CERTIFIED = ['doctorName', 'phone', 'idCardNumber', 'hospitalName', 'grossAmount', 'taxAmount'] as const
/** Reads of summary invoices and certificates besides their lists. */
export const summaryInvoiceShown = [
  handle(summaryInvoiceLink, ({ rows: [row], actor }) =>
    linkTo(getSummaryInvoiceDetail.id, { tenantId: actor.tenantId, id: row?.id ?? '' }, (id) =>
      pathOf(summaryInvoicePage.path, { id }),
    ),
  ),
  handle(getSummaryInvoiceDetail, async ({ query, context }) => {
    const row = await sharedRecord(context, summaryInvoice, getSummaryInvoiceDetail.id, query.id ?? '')
    // nobody is shown what was not issued
    if (!row.invoiceStatus) throw notFound()
    return row as never
  }),
  handle(exportDoctorSummary, async ({ rows: [cert], reader, actor }) => {
    const rows = await reader.allRows(summaryTaxCertDetail, [is('summaryTaxCertId', cert?.id ?? '')])
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
    return { name, ...(await doctorBook(actor, summaryTaxCertDetail, CERTIFIED, doctors)) }
  }),
  handle(exportDeclare, async ({ rows: [of], reader, actor }) => {
    const rows = await reader.allRows(summaryTaxReturnsDetail, [is('summaryTaxReturnsId', of?.id ?? '')])
    const name = `${label(['个税申报表', 'Declaration'], actor.language)}-${of?.code ?? ''}.xlsx`
    return { name, ...(await declarationBook(actor, rows)) }
  }),
]
