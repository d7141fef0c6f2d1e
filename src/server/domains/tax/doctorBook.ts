import { writeXlsxStream } from 'hucre/xlsx'
import type { Download } from '../../../model/language/domain/answer.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { fieldOf, type RowOf } from '../../../model/language/resource.ts'
import { summaryTaxReturnsDetail } from '../../../model/tax/summaryTaxReturns.ts'
import { label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import { columnsIn, FORMATS, inBook } from '../../exchange/export/write.ts'
import { cellOf } from '../../workbooks/cells.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import { wireRow } from '../../writing/unitOfWork/wire.ts'

type Detail = RowOf<typeof summaryTaxReturnsDetail>
type Rows = readonly Readonly<Record<string, unknown>>[]

async function* cells(actor: Actor, of: AnyResource, columns: readonly string[], rows: Rows) {
  const fields = columns.map((name) => fieldOf(of, name) as Field)
  yield fields.map((f) => label(f.label, actor.language))
  for (const row of rows) {
    const wire = wireRow(actor, of, row)
    yield columns.map((name, n) => cellOf(fields[n] as Field, wire[name], actor.language, () => undefined))
  }
}

/**
 * Rows of doctors as a workbook, as this person sees them: personal data masked without the right to read it. The same rows are
 * the same bytes.
 */
export async function doctorBook(
  actor: Actor,
  of: AnyResource,
  columns: readonly string[],
  rows: Rows,
): Promise<Omit<Download, 'name'>> {
  const fields = columns.map((name) => fieldOf(of, name) as Field)
  const stream = writeXlsxStream(inBook(fields, cells(actor, of, columns, rows)), {
    name: label(of.title, actor.language).slice(0, 31),
    columns: columnsIn(fields),
  })
  return { type: FORMATS.xlsx, bytes: new Uint8Array(await new Response(stream as ReadableStream).arrayBuffer()) }
}

/** Declared fields of a doctor and tax item. */
const DECLARED = [
  'doctorName',
  'idCardNumber',
  'phone',
  'taxItemCode',
  'taxItemName',
  'lineCount',
  'grossAmount',
  'vatAmount',
  'surchargeAmount',
  'taxableIncome',
  'taxRate',
  'quickDeduction',
  'iitAmount',
  'netAmount',
] as const

const orderOf = (row: Detail): string => `${row.doctorName} ${row.id}`

/** Workbook of a return for the tax bureau, doctor by doctor in the order of their names. */
export const declarationBook = (actor: Actor, details: readonly Detail[]): ReturnType<typeof doctorBook> =>
  doctorBook(
    actor,
    summaryTaxReturnsDetail,
    DECLARED,
    [...details].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)),
  )
