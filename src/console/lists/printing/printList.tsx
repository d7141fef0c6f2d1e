import '../base/tableWords.ts'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Outcome } from '../../../../commands/outcome.ts'
import { isSummed } from '../../../model/language/derived/grouping.ts'
import { wallClock } from '../../../model/values/dates.ts'
import { sum } from '../../../model/values/money.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { catalogueNow } from '../../data/catalogue.ts'
import { onLeave } from '../../data/session.ts'
import { grouped } from '../../fields/amounts.ts'
import { chipsOf, wordsOfChip } from '../../filter/filterText.ts'
import { languageNow, t } from '../../i18n/index.ts'
import { fetchTotal, fetchWindow } from '../rows/listQuery.ts'
import type { SheetList } from '../sheetPort.ts'
import { Sheet } from './Sheet.tsx'

/** Most rows of a print. */
const PRINT_ROWS_MAX = 1_000
const PAGE = 500

/** Rows that are printed, and how many the list has. */
async function rowsToPrint({ model, ticked, query }: SheetList): Promise<{ rows: readonly WireRow[]; total: number }> {
  if (model.selected > 0) {
    const rows = await ticked(PRINT_ROWS_MAX)
    if (rows) return { rows, total: rows.length }
  }
  const rows: WireRow[] = []
  for (let at = 0; at < PRINT_ROWS_MAX; at += PAGE) {
    const { records } = await fetchWindow(query, at, PAGE)
    rows.push(...records)
    if (records.length < PAGE) break
  }
  const { total } = await fetchTotal(query)
  return { rows, total: Math.max(total, rows.length) }
}

/** Sum of a column where it is one of amounts; "" of others. */
function sumOf({ of }: SheetList, name: string, rows: readonly WireRow[]): string {
  if (!isSummed(of, name)) return ''
  const values = rows.map((row) => String(row[name] ?? '')).filter((value) => /^-?\d+(\.\d+)?$/.test(value))
  return values.length === 0 ? '' : grouped(sum(values))
}

const NOTHING = () => {}
/** Takes away what was printed: not each browser tells when it is done, and the next person prints their own. */
let endPrint: () => void = NOTHING
onLeave(() => endPrint())

/** Prints the ticked rows, else those of the list from the first, with the columns that are shown, on A4. */
export async function printList(list: SheetList): Promise<Outcome> {
  const { rows, total } = await rowsToPrint(list)
  if (rows.length === 0) return { is: 'nothing', why: t('tables.printNone') }
  const columns = list.grid.current?.shown() ?? []
  const filter = chipsOf(list.conditions, list.filterable, languageNow()).map(wordsOfChip).join('  ')
  endPrint()
  const host = document.createElement('div')
  host.dataset.print = ''
  document.body.append(host)
  const root = createRoot(host)
  const { user } = catalogueNow() ?? {}
  flushSync(() =>
    root.render(
      <Sheet
        title={list.title}
        notes={[
          list.model.selected > 0 && rows.length === total
            ? t('tables.printTicked', { n: grouped(String(rows.length)) })
            : t('tables.printRows', { n: grouped(String(rows.length)), total: grouped(String(total)) }),
          ...(filter ? [t('tables.printFilter', { filter })] : []),
          t('tables.printBy', { name: user?.name ?? '', at: wallClock(Date.now()).slice(0, 16) }),
        ]}
        heads={columns.map(({ title, right }) => ({ title, right }))}
        rows={rows.map((row) => ({ id: row.id, cells: columns.map((c) => c.text(row)) }))}
        sums={columns.map(({ name }) => sumOf(list, name, rows))}
      />,
    ),
  )
  endPrint = () => {
    window.removeEventListener('afterprint', endPrint)
    endPrint = NOTHING
    root.unmount()
    host.remove()
  }
  window.addEventListener('afterprint', endPrint)
  window.print()
  return { is: 'done' }
}
