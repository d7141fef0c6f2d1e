import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { GridHandle } from '../grid/Grid.tsx'
import { writeSearch } from '../state/url.ts'

/** Page sizes besides as many as fit (specification §2). */
export const SIZES = [10, 30, 50, 100, 200] as const
/** Rows a page where nothing is laid out that could be measured: a phone that shows a record alone. */
const ROWS_WITHOUT_LAYOUT = 20

export interface PageSize {
  /** Rows a page; 0 before it is known how many fit. */
  readonly size: number
  /** As many as fit. */
  readonly auto: boolean
  /** Counts the rows that fit anew: they have another height. */
  measure(): void
}

/**
 * Rows a page: those the address asks for, else as many as fit. They are counted when the list opens and when the window
 * or the height of rows changes, not when a bar comes or goes below it: the rows must not change because one was ticked.
 */
export function usePageSize(requested: string | null, current: number, grid: RefObject<GridHandle | null>): PageSize {
  const fixed = SIZES.find((s) => String(s) === requested)
  const [fits, setFits] = useState(0)
  const measured = useRef(false)
  useLayoutEffect(() => {
    if (measured.current) return
    measured.current = grid.current !== null
    setFits(grid.current?.fits() ?? ROWS_WITHOUT_LAYOUT)
  })
  const measure = useCallback(() => {
    if (grid.current) setFits(grid.current.fits())
  }, [grid])
  useEffect(() => {
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [measure])
  const auto = fixed === undefined
  const size = fixed ?? fits
  const before = useRef({ size, auto })
  useEffect(() => {
    const was = before.current
    before.current = { size, auto }
    // In a window of another height the first row of the page stays in sight.
    if (!auto || !was.auto || was.size === 0 || was.size === size || current === 1) return
    const to = Math.floor(((current - 1) * was.size) / size) + 1
    writeSearch({ current: to === 1 ? null : String(to) })
  }, [size, auto, current])
  return { size, auto, measure }
}
