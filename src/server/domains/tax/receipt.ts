import type { Field } from '../../../model/language/fields/field.ts'
import type { SheetRow } from '../../../model/language/fields/imports.ts'
import { masked } from '../../../model/language/fields/shapes.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import type { summaryTaxReturns } from '../../../model/tax/summaryTaxReturns.ts'
import { summaryTaxReturnsDetail } from '../../../model/tax/summaryTaxReturns.ts'
import type { Label } from '../../../model/values/label.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import { lettersOf } from '../../exchange/import/columns.ts'
import { textOf } from '../../exchange/import/readings.ts'

type Return = Pick<RowOf<typeof summaryTaxReturns>, Amount>
type Detail = RowOf<typeof summaryTaxReturnsDetail>
type Amount = (typeof AMOUNTS)[number]
type Column = (typeof COLUMNS)[number]

const { fields } = summaryTaxReturnsDetail

/** Amounts that the tax bureau confirms for each doctor and tax item. */
const AMOUNTS = ['grossAmount', 'vatAmount', 'surchargeAmount', 'iitAmount'] as const
const COLUMNS = ['doctorName', 'idCardNumber', 'taxItemCode', ...AMOUNTS] as const

/** Line of a receipt: its row, its doctor and its amounts in fen. */
interface ReceiptLine {
  readonly row: number
  readonly doctorName: string
  readonly idCardNumber: string
  readonly taxItemCode: string
  readonly amounts: Readonly<Record<Amount, bigint>>
}

/** Differences that a refusal names. */
const NAMED = 3
const TOTAL = /^(合计|总计|total)$/i

const titleOf = (name: Column): Label => fields[name].label
/** Accepted headings of a column: its name, its titles in either language, the short ones, too. */
const callsOf = (name: Column): readonly string[] =>
  [name, ...titleOf(name), ...(fields[name].facts.short ?? [])].map(lettersOf)

/** Where the columns stand, by their titles in either language or their names; else what is missing or stands twice. */
function placesIn(titles: SheetRow | undefined): Readonly<Record<Column, number>> | Label {
  const heads = (titles?.cells ?? []).map((cell) => lettersOf(textOf(cell)))
  const places = {} as Record<Column, number>
  for (const name of COLUMNS) {
    const at = heads.flatMap((head, n) => (callsOf(name).includes(head) ? [n] : []))
    const [zh, en] = titleOf(name)
    if (at.length === 0) return [`回执缺少列“${zh}”`, `The receipt lacks the column “${en}”`]
    if (at.length > 1) return [`回执中列“${zh}”重复`, `The column “${en}” stands twice in the receipt`]
    places[name] = at[0] as number
  }
  return places
}

/** An amount in fen; null for what is none. Spreadsheets write thousands with commas. */
function fenIn(cell: SheetRow['cells'][number] | undefined): bigint | null {
  const text = textOf(cell ?? null).replaceAll(',', '')
  return text === '' ? 0n : /^-?\d{1,16}(\.\d{1,2})?$/.test(text) ? fen(text) : null
}

const upper = (text: string | null): string => (text ?? '').trim().toUpperCase()

/** A receipt may say an identity number as the exported declaration does to who may not read it whole. */
const isAbout = (detail: Detail, { doctorName, idCardNumber, taxItemCode }: ReceiptLine): boolean => {
  const number = upper(detail.idCardNumber)
  return (
    detail.doctorName === doctorName &&
    detail.taxItemCode === taxItemCode &&
    [number, upper(masked(fields.idCardNumber as Field, number))].includes(upper(idCardNumber))
  )
}

const amountsOf = (row: Readonly<Record<Amount, string | null>>): Record<Amount, bigint> =>
  Object.fromEntries(AMOUNTS.map((name) => [name, fen(row[name] ?? '0')])) as Record<Amount, bigint>

const same = (a: Readonly<Record<Amount, bigint>>, b: Readonly<Record<Amount, bigint>>): boolean =>
  AMOUNTS.every((name) => a[name] === b[name])

/** Each amount that differs, as a sentence about a place in the receipt. */
function differing(place: Label, lines: ReceiptLine['amounts'], declared: ReceiptLine['amounts']): Label[] {
  return AMOUNTS.filter((name) => lines[name] !== declared[name]).map((name) => {
    const [zh, en] = titleOf(name)
    const [is, was] = [yuan(lines[name]), yuan(declared[name])]
    return [`${place[0]}${zh} ${is}，申报为 ${was}`, `${place[1]} ${en} ${is}, declared ${was}`]
  })
}

const placeOf = ({ row, doctorName }: ReceiptLine): Label => [`第 ${row} 行 ${doctorName} `, `Row ${row} ${doctorName}`]

function refusal(differences: readonly Label[]): Label | null {
  const n = differences.length
  if (n === 0) return null
  const [zh, en] = [0, 1].map((at) => differences.slice(0, NAMED).map((d) => d[at as 0 | 1])) as [string[], string[]]
  return [
    `回执与申报不符（${n} 处）：${zh.join('；')}${n > NAMED ? '…' : ''}`,
    `The receipt differs from the declaration (${n}): ${en.join('; ')}${n > NAMED ? ' …' : ''}`,
  ]
}

/** The lines and the totals of a receipt, or why a row cannot be read. */
function readRows(
  places: Readonly<Record<Column, number>>,
  rows: readonly SheetRow[],
): { readonly lines: ReceiptLine[]; readonly totals: ReceiptLine[] } | Label {
  const lines: ReceiptLine[] = []
  const totals: ReceiptLine[] = []
  for (const { row, cells } of rows) {
    const word = (name: Column) => textOf(cells[places[name]] ?? null).trim()
    const amounts = {} as Record<Amount, bigint>
    for (const name of AMOUNTS) {
      const amount = fenIn(cells[places[name]])
      const [zh, en] = titleOf(name)
      if (amount === null) return [`回执第 ${row} 行“${zh}”不是金额`, `Row ${row} of the receipt: “${en}” is no amount`]
      amounts[name] = amount
    }
    const isTotal = TOTAL.test(textOf(cells.find((cell) => textOf(cell) !== '') ?? null).trim())
    const one = { row, doctorName: word('doctorName'), idCardNumber: word('idCardNumber') }
    ;(isTotal ? totals : lines).push({ ...one, taxItemCode: word('taxItemCode'), amounts })
  }
  return { lines, totals }
}

/**
 * Why the tax bureau's receipt is not one of this declaration (domain §7 TaxBureau): each of its rows has to be a declared
 * doctor and tax item with the same amounts, none may be missing, and its sums have to be those of the return. Pure.
 */
export function receiptProblem(
  of: Return,
  details: readonly Detail[],
  sheet: readonly SheetRow[] | undefined,
): Label | null {
  const [titles, ...rows] = sheet ?? []
  const places = placesIn(titles)
  if (!('doctorName' in places)) return places
  const read = readRows(places, rows)
  if (!('lines' in read)) return read
  const open = new Map<string, Detail[]>()
  for (const detail of details) {
    const key = `${detail.doctorName} ${detail.taxItemCode}`
    open.set(key, [...(open.get(key) ?? []), detail])
  }
  const differences: Label[] = []
  for (const one of read.lines) {
    const key = `${one.doctorName} ${one.taxItemCode}`
    const fits = (open.get(key) ?? []).filter((detail) => isAbout(detail, one))
    // people of one name whose masked numbers are alike: the one with these amounts
    const found = fits.find((detail) => same(amountsOf(detail), one.amounts)) ?? fits[0]
    if (!found) {
      differences.push([`${placeOf(one)[0]}不在申报明细中`, `${placeOf(one)[1]} was not declared`])
      continue
    }
    open.set(
      key,
      (open.get(key) ?? []).filter((detail) => detail !== found),
    )
    differences.push(...differing(placeOf(one), one.amounts, amountsOf(found)))
  }
  for (const { doctorName, taxItemName } of [...open.values()].flat())
    differences.push([`缺少 ${doctorName}（${taxItemName}）`, `${doctorName} (${taxItemName}) is missing`])
  const sums = Object.fromEntries(
    AMOUNTS.map((name) => [name, read.lines.reduce((sum, one) => sum + one.amounts[name], 0n)]),
  ) as Record<Amount, bigint>
  if (differences.length === 0) differences.push(...differing(['合计', 'Total'], sums, amountsOf(of)))
  for (const total of read.totals)
    differences.push(...differing([`第 ${total.row} 行合计`, `Row ${total.row} total`], total.amounts, amountsOf(of)))
  return refusal(differences)
}
