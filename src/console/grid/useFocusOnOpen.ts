import { type RefObject, useEffect } from 'react'
import type { GridHandle } from './Grid.tsx'

/** Focuses the grid when its screen opens, so that keys work at once; not while something else has the focus. */
export function useFocusOnOpen(grid: RefObject<GridHandle | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.tagName === 'MAIN') grid.current?.focus()
  }, [grid])
}
