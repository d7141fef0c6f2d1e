import { useMemo, useRef } from 'react'
import type { GridPort } from '../../../commands/command.ts'
import type { CatalogueResource } from '../../model/wire/catalogue.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { gridPort } from '../grid/gridPort.ts'
import { isNothing } from '../grid/selection.ts'
import { type Sorting, sortPort } from '../grid/sorting.ts'
import { fetchWindow, type ListQuery } from './rows/listQuery.ts'
import { PAGE } from './rows/rowPage.ts'
import type { TableModel } from './tableModel.ts'
import type { ListFrameState } from './useListFrame.ts'
import { done, useRowPorts } from './useRowPorts.ts'

interface Parts {
  readonly entry: CatalogueResource
  readonly model: TableModel
  readonly frame: ListFrameState
  readonly current: number
  readonly pages: number
  readonly sorting: Sorting
  turn(to: number): void
}

/** All ticked rows, also those of pages never seen; null when they are more than `most`. */
async function everyTicked(model: TableModel, query: ListQuery, most: number): Promise<WireRow[] | null> {
  if (isNothing(model.selection)) return []
  if (model.selected > most) return null
  const { selection } = model
  if (!selection.all && selection.spans.length === 0) return model.ticked()
  const rows: WireRow[] = []
  for (let at = 0; at < model.matching; at += PAGE) {
    const { records } = await fetchWindow(query, at, PAGE)
    rows.push(...records.filter((row, i) => model.isMeant(row, at + i)))
    if (records.length < PAGE) break
  }
  return rows
}

/** Gives a table to the commands: what all rows can do, and pages that turn when the cursor moves past their ends. */
export function useTablePorts(given: Parts): void {
  const now = useRef(given)
  now.current = given
  const { entry, model, frame } = given
  const { grid } = frame
  const own = useMemo((): Partial<GridPort> => {
    const port = gridPort(entry.id, model, grid)
    return {
      ...sortPort(() => now.current.sorting, grid),
      move: (by, extend) => {
        if (model.range?.follows) return port.move(by, extend)
        const { current, pages, turn } = now.current
        const last = model.cursor === model.count - 1
        if (!extend && (by === 1 || by === 'pageDown') && last && current < pages) {
          turn(current + 1)
          return done
        }
        if (!extend && (by === -1 || by === 'pageUp') && model.cursor === 0 && current > 1) {
          model.fromEnd()
          turn(current - 1)
          return done
        }
        return port.move(by, extend)
      },
    }
  }, [entry.id, model, grid])
  useRowPorts({ entry, model, frame, own, ticked: (most) => everyTicked(model, frame.query, most) })
}
