import type { RefObject } from 'react'
import type { CellsTo, GridPort } from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { t } from '../i18n/index.ts'
import type { CellRange } from './cellRange.ts'
import type { GridHandle } from './Grid.tsx'
import type { GridModel } from './gridModel.ts'

const done: Outcome = { is: 'done' }

/** The range in force, else one of the single cell under the cursor; null without a row or a column. */
function begun(model: GridModel, grid: GridHandle | null): CellRange | null {
  if (model.range) return model.range
  const column = grid?.column()
  if (!column || model.cursor < 0 || model.cursor >= model.count) return null
  grid?.goTo(column.name)
  const cell = { row: model.baseAt(model.cursor), column: column.name }
  return { anchor: cell, extent: cell, follows: false }
}

const clamped = (n: number, count: number): number => Math.min(Math.max(n, 0), count - 1)

/** Moves the extent of the range of cells; the row in hand and the column under the cursor stay where they are. */
export function extendCells(model: GridModel, grid: GridHandle | null, to: CellsTo): Outcome {
  const range = begun(model, grid)
  const names = (grid?.shown() ?? []).map((c) => c.name)
  if (!range || names.length === 0 || model.count <= 0) return { is: 'nothing', why: t('table.noRow') }
  const page = grid?.page() ?? 10
  const at = model.indexAt(range.extent.row)
  const from = at < 0 ? model.cursor : at
  const { rows = 0, columns = 0 } = to
  const step = rows === 'pageUp' ? -page : rows === 'pageDown' ? page : rows
  const index = clamped(step === 'first' ? 0 : step === 'last' ? model.count - 1 : from + step, model.count)
  const place = names.indexOf(range.extent.column)
  const column =
    names[clamped(columns === 'first' ? 0 : columns === 'last' ? names.length - 1 : place + columns, names.length)] ??
    range.extent.column
  model.setRange({ ...range, extent: { row: model.baseAt(index), column } }, index)
  grid?.reveal(column)
  return done
}

/** Commands on a range of cells that need nothing of the screen around the grid. */
export const cellsPort = (
  model: GridModel,
  grid: RefObject<GridHandle | null>,
): Pick<GridPort, 'selectCells' | 'extendCells' | 'clearCells'> => ({
  selectCells: () => {
    const range = begun(model, grid.current)
    if (!range) return { is: 'nothing', why: t('table.noRow') }
    model.setRange({ ...range, follows: !range.follows })
    return done
  },
  extendCells: (to) => extendCells(model, grid.current, to),
  clearCells: () => {
    model.setRange(null)
    return done
  },
})
