import { useEffect } from 'react'
import type { WireRow } from '../../model/wire/wire.ts'
import { setContext, touchRows } from '../host/host.ts'
import type { GridModel } from './gridModel.ts'

/** Keeps the commands' context up to date with cursor and ticks, while the screen is shown. */
export function useGridContext(model: GridModel): void {
  useEffect(() => {
    let last: WireRow | undefined
    const look = () => {
      const row = model.row
      setContext({
        hasRow: row !== undefined,
        selected: model.selected,
        allSelected: model.selection.all,
        cells: model.range !== null,
      })
      if (row !== last) touchRows()
      last = row
    }
    look()
    const stop = model.subscribe(look)
    return () => {
      stop()
      setContext({ hasRow: false, selected: 0, allSelected: false, cells: false })
    }
  }, [model])
}
