import { createGlobalStyle } from 'styled-components'
import { t } from '../../i18n/index.ts'

interface SheetProps {
  readonly title: string
  readonly notes: readonly string[]
  readonly heads: readonly { readonly title: string; readonly right: boolean }[]
  readonly rows: readonly { readonly id: string; readonly cells: readonly string[] }[]
  /** By column, "" of those that are not summed. */
  readonly sums: readonly string[]
}

/** Columns that an upright page has room for. */
const UPRIGHT_COLUMNS_MAX = 6
/** Numbers, dates and months, which are not broken within. */
const UNBROKEN = /^[\x20-\x7e]{1,24}$/

/** A list on paper: what it shows, from which filter, with counts and sums. Seen by the printer alone. */
export function Sheet({ title, notes, heads, rows, sums }: SheetProps) {
  const summed = sums.some((text) => text !== '')
  const side = (n: number) => (heads[n]?.right ? 'right' : undefined)
  return (
    <>
      <Paper $wide={heads.length > UPRIGHT_COLUMNS_MAX} />
      <h1>{title}</h1>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <table>
        <thead>
          <tr>
            <th className="right">#</th>
            {heads.map((head, n) => (
              <th key={head.title} className={side(n)}>
                {head.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <td className="right">{at + 1}</td>
              {row.cells.map((text, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns of one print do not move
                <td key={n} className={side(n) ?? (UNBROKEN.test(text) ? 'unbroken' : undefined)}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
          {summed && (
            <tr className="sum">
              <td />
              {sums.map((text, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns of one print do not move
                <td key={n} className={side(n)}>
                  {text || (n === 0 ? t('tables.printSum') : '')}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </>
  )
}

const Paper = createGlobalStyle<{ $wide: boolean }>`
  @page { size: A4 ${(p) => (p.$wide ? 'landscape' : 'portrait')}; margin: 12mm 10mm 14mm; @bottom-right { content: counter(page) ' / ' counter(pages); font-size: 9pt; color: #555; } }
  @media screen { [data-print] { display: none; } }
  @media print {
    body > :not([data-print]) { display: none !important; }
    html, body { height: auto !important; overflow: visible !important; background: #fff !important; }
    body > [data-print] { display: block !important; color: #000; background: #fff; font-size: 9pt; line-height: 1.35; }
    [data-print] h1 { margin: 0 0 4pt; font-size: 14pt; }
    [data-print] p { margin: 0 0 2pt; color: #333; }
    [data-print] table { width: 100%; margin-top: 6pt; border-collapse: collapse; }
    [data-print] thead { display: table-header-group; }
    [data-print] tr { break-inside: avoid; }
    [data-print] :is(th, td) { padding: 3pt 5pt; border: 0.5pt solid #999; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
    [data-print] th { background: #eee; print-color-adjust: exact; font-weight: 600; }
    [data-print] .right { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
    [data-print] .unbroken { overflow-wrap: normal; }
    [data-print] .sum { font-weight: 700; }
  }
`
