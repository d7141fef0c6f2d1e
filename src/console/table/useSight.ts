import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useMemo, useRef } from 'react'
import { type Column, TICK } from '../fields/columns.ts'
import type { Placed, Sight } from './GridRow.tsx'

/** The columns in sight, and how they follow the grid. */
export interface Columns {
  readonly sight: Sight
  /** What is drawn of rows that go by faster than anybody reads: which record, whose and what it is worth. */
  readonly glimpse: Sight
  /** Scrolls as little as needed so that a column is wholly in sight. */
  reveal(column: Column): void
  /** The grid was scrolled sideways to this many px. It says so itself: only then is this the columns' business. */
  moved(left: number): void
}

/** Columns beside the stuck ones in a glimpse. */
const GLIMPSE = 3

/** The columns in sight: the stuck ones always, the others by their place. */
export function useSight(box: RefObject<HTMLDivElement | null>, columns: readonly Column[]): Columns {
  const stuck = useMemo(() => columns.filter((c) => c.stuck), [columns])
  const loose = useMemo(() => columns.filter((c) => !c.stuck), [columns])
  const lead = TICK + stuck.reduce((n, c) => n + c.width, 0)
  const tell = useRef<((offset: number, scrolling: boolean) => void) | null>(null)
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    horizontal: true,
    count: loose.length,
    getScrollElement: () => box.current,
    estimateSize: (i) => loose[i]?.width ?? 0,
    getItemKey: (i) => `${loose[i]?.name}:${loose[i]?.width}`,
    paddingStart: lead,
    scrollPaddingStart: lead,
    overscan: 1,
    observeElementOffset: (instance, say) => {
      tell.current = say
      say(instance.scrollElement?.scrollLeft ?? 0, false)
      return () => {
        tell.current = null
      }
    },
  })
  const items = virtual.getVirtualItems()
  // Without measures (not laid out yet) every column is in sight.
  const measured = (virtual.scrollRect?.width ?? 0) > 0
  const first = measured ? (items[0]?.index ?? 0) : 0
  const last = measured ? (items.at(-1)?.index ?? -1) : loose.length - 1
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
    moved: (left) => tell.current?.(left, false),
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
