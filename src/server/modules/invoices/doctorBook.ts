import { writeXlsxStream } from 'hucre/xlsx'
import { summaryTaxCertDetail } from '../../../model/invoices/summaryTaxCert.ts'
import type { Download } from '../../../model/kernel/answer.ts'
import type { Field } from '../../../model/kernel/field.ts'
import { label } from '../../../model/kernel/label.ts'
import type { Actor } from '../../core/actor.ts'
import { cellOf } from '../../records/export/cells.ts'
import { FORMATS } from '../../records/export/write.ts'
import { wireRow } from '../../writes/wire.ts'

/** What a row of the workbook says. */
const COLUMNS = ['doctorName', 'phone', 'idCardNumber', 'hospitalName', 'grossAmount', 'taxAmount'] as const

async function* cells(actor: Actor, rows: readonly Readonly<Record<string, unknown>>[]) {
  const fields = COLUMNS.map((name): Field => summaryTaxCertDetail.fields[name])
  yield fields.map((f) => label(f.label, actor.language))
  for (const row of rows) {
    const wire = wireRow(actor, summaryTaxCertDetail, row)
    yield COLUMNS.map((name, n) => cellOf(fields[n] as Field, wire[name], actor.language, () => undefined))
  }
}

/** Details of a certificate as a workbook, as this person sees them: personal data masked without the right to read it. */
export async function doctorBook(
  actor: Actor,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<Omit<Download, 'name'>> {
  const stream = writeXlsxStream(cells(actor, rows), {
    name: label(summaryTaxCertDetail.title, actor.language).slice(0, 31),
  })
  return { type: FORMATS.xlsx, bytes: new Uint8Array(await new Response(stream as ReadableStream).arrayBuffer()) }
}
