import '../base/tableWords.ts'
import { type RefObject, useEffect, useState } from 'react'
import type { Resource } from '../../../model/language/resource.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { catalogued } from '../../data/records.ts'
import { grouped } from '../../fields/amounts.ts'
import { blockOf, RANGE_ROWS_MAX, rowsOf } from '../../grid/cellRange.ts'
import type { GridHandle } from '../../grid/Grid.tsx'
import type { GridModel } from '../../grid/gridModel.ts'
import { useModel } from '../../grid/useModel.ts'
import { keyName } from '../../host/host.ts'
import { useWords } from '../../i18n/index.ts'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { bulkFieldsAmong } from '../bulk/bulkPlan.ts'
import { Filters } from '../table.styles.ts'
import { cellSums } from './cellSums.ts'

/** Sums wait until the corner of the range rests for so long, ms. */
const REST_MS = 150

/** Most rows that are summed anew with each change of the list; larger ranges are when they change themselves. */
const FRESH_ROWS_MAX = 500

/** Rows that were read of a range, null where not all of them came. */
interface Read {
  readonly from: number
  readonly to: number
  readonly rows: readonly WireRow[] | null
}

/** Line about the selected cells: how many there are, the sum of each column of numbers, and what can be done with them. */
export function CellsBar(p: {
  readonly of: Resource
  readonly model: GridModel
  readonly grid: RefObject<GridHandle | null>
}) {
  const { of, model, grid } = p
  const { t, language } = useWords()
  const range = useModel(model, (m) => m.range)
  const span = range && rowsOf(range)
  const from = span?.from ?? 0
  const to = span?.to ?? -1
  const many = to - from >= RANGE_ROWS_MAX
  const version = useModel(model, (m) => (to - from < FRESH_ROWS_MAX ? m.version() : 0))
  const [last, setLast] = useState<Read | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says that rows have changed
  useEffect(() => {
    let live = true
    if (many || to < from) return
    const timer = setTimeout(() => {
      model.rowsIn({ from, to }).then(
        (rows) => live && setLast({ from, to, rows }),
        () => live && setLast({ from, to, rows: null }),
      )
    }, REST_MS)
    return () => {
      live = false
      clearTimeout(timer)
    }
  }, [model, from, to, many, version])
  const shown = grid.current?.shown() ?? []
  const block = blockOf(range, shown)
  if (!range || !block) return null
  const { columns } = block
  // another range has other sums
  const read = last?.from === from && last.to === to ? last : null
  const names = columns.map((c) => c.name)
  const edits = catalogued(of.id)?.operations.includes('edit') && bulkFieldsAmong(of, names).length > 0
  const facts: string[] = []
  if (range.follows) facts.push(t('tables.cellsFollow', { keys: keyName('grid.cells') }))
  if (many) facts.push(t('tables.cellsTooMany', { n: grouped(String(RANGE_ROWS_MAX)) }))
  else if (read === null) facts.push(t('tables.cellsReading'))
  else if (read.rows === null) facts.push(t('tables.cellsUnread'))
  else {
    let filled = 0
    for (const row of read.rows) for (const c of columns) if (c.copy(row) !== '') filled += 1
    facts.push(t('tables.cellsFilled', { n: grouped(String(filled)) }))
    for (const s of cellSums(of, names, read.rows, language)) {
      const average = t(s.exact ? 'tables.cellsAverage' : 'tables.cellsAverageAbout', { average: s.average })
      facts.push(`${t('tables.cellsSum', { title: s.title, sum: s.sum })}${s.count > 1 ? ` (${average})` : ''}`)
    }
  }
  const size = { rows: grouped(String(to - from + 1)), columns: columns.length }
  return (
    <Filters
      role="toolbar"
      aria-label={t('tables.cellsBar')}
      data-cells=""
      style={{ background: 'var(--accent-soft)', paddingTop: 6 }}
    >
      <span role="status">
        <strong>{t('tables.cells', size)}</strong>
        {facts.map((fact) => ` · ${fact}`)}
      </span>
      <span style={{ flex: 1 }} />
      <CommandButton id="grid.copyRows" icon>
        {t('tables.cellsCopy')}
      </CommandButton>
      {edits && (
        <>
          <CommandButton id="grid.cells.fill" icon>
            {t('tables.cellsFill')}
          </CommandButton>
          <CommandButton id="grid.cells.paste" icon>
            {t('tables.cellsPaste')}
          </CommandButton>
        </>
      )}
      <CommandButton id="grid.cells.clear" tone="quiet">
        {t('table.clear')}
      </CommandButton>
    </Filters>
  )
}
