import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { PAGE_SIZES, settings } from '../../model/wire/settings/settings.ts'
import { mySettings } from '../data/mySettings.ts'
import { useSetting } from '../data/useSetting.ts'
import type { GridHandle } from '../grid/Grid.tsx'
import { writeSearch } from '../state/url.ts'

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

/** Makes a size (`auto` or one of `PAGE_SIZES`) the person's own for every list, from the first page on. */
export function choosePageSize(size: string): void {
  mySettings().write(settings.pageSize.key, size)
  writeSearch({ size: null, current: null })
}

/**
 * Rows a page: those the address asks for, else those the person chose, else as many as fit. They are counted when the list opens and when the window
 * or the height of rows changes, not when a bar comes or goes below it: the rows must not change because one was ticked.
 */
export function usePageSize(requested: string | null, current: number, grid: RefObject<GridHandle | null>): PageSize {
  const own = useSetting(settings.pageSize.key, settings.pageSize)
  const sizeOf = (text: string | null) => PAGE_SIZES.find((s) => String(s) === text)
  const fixed = sizeOf(requested) ?? sizeOf(own)
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
