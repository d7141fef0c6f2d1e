import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Column, TICK } from '../fields/columns.ts'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { whenIdle } from '../ui/prefetch.ts'
import type { Range } from './ColumnWindow.tsx'
import type { Placed, Sight } from './GridRow.tsx'

const {
  Later: ColumnWindow,
  warm,
  isHere: windowIsHere,
} = lazyWithPreload(() => import('./ColumnWindow.tsx').then((m) => m.ColumnWindow))

/** The columns in sight, and how they follow the grid. */
export interface Columns {
  readonly sight: Sight
  /** Drawing of rows that scroll by too fast to be read: which record, whose and what it is worth. */
  readonly glimpse: Sight
  /** To be rendered inside the grid. */
  readonly window: ReactNode
  /** Scrolls as little as needed so that a column is wholly in sight. */
  reveal(column: Column): void
  /** The grid was scrolled sideways to this many px. It says so itself: only then is this the columns' business. */
  moved(left: number): void
}

/** Columns beside the stuck ones in a glimpse. */
const GLIMPSE = 3

/**
 * The columns in sight: the stuck ones always, the others by their place. In `room` px; a grid that is wider draws every column until
 * what finds those in sight is here, which comes after the rows.
 */
export function useSight(box: RefObject<HTMLDivElement | null>, columns: readonly Column[], room: number): Columns {
  const stuck = useMemo(() => columns.filter((c) => c.stuck), [columns])
  const loose = useMemo(() => columns.filter((c) => !c.stuck), [columns])
  const lead = TICK + stuck.reduce((n, c) => n + c.width, 0)
  const scroll = useRef<((left: number) => void) | null>(null)
  const onScroller = useCallback((say: typeof scroll.current) => {
    scroll.current = say
  }, [])
  const [range, onRange] = useState<Range>(null)
  const wide = room > 0 && columns.reduce((n, c) => n + c.width, 0) > room
  const [here, setHere] = useState(windowIsHere)
  useEffect(() => {
    if (!wide || here) return
    return whenIdle(() => {
      warm().then(() => setHere(windowIsHere()))
    })
  }, [wide, here])
  const first = range?.[0] ?? 0
  const last = range?.[1] ?? loose.length - 1
  const sight = useMemo((): Sight => {
    // The column with the tick boxes is the first.
    let left = TICK
    const held: Placed[] = stuck.map((column, i) => {
      const placed = { column, left, at: i + 2, last: i === stuck.length - 1 }
      left += column.width
      return placed
    })
    const shown: Placed[] = []
    loose.forEach((column, i) => {
      if (i >= first && i <= last) shown.push({ column, left, at: i + 2 + stuck.length, last: false })
      left += column.width
    })
    return { stuck: held, loose: shown, width: left }
  }, [stuck, loose, first, last])
  const glimpse = useMemo((): Sight => {
    const core = sight.loose.filter((p) => p.column.core)
    return { ...sight, loose: (core.length > 0 ? core : sight.loose).slice(0, GLIMPSE) }
  }, [sight])
  return {
    sight,
    glimpse,
    window:
      wide && here ? (
        <ColumnWindow box={box} columns={loose} lead={lead} onScroller={onScroller} onRange={onRange} />
      ) : null,
    moved: (left) => scroll.current?.(left),
    reveal: (column) => {
      const element = box.current
      const at = loose.findIndex((c) => c.name === column.name)
      if (!element || at < 0) return
      // Where it begins behind the stuck columns when nothing is scrolled.
      const start = loose.slice(0, at).reduce((n, c) => n + c.width, 0)
      const left = Math.min(start, Math.max(element.scrollLeft, start + column.width - (element.clientWidth - lead)))
      if (left !== element.scrollLeft) element.scrollLeft = left
    },
  }
}
