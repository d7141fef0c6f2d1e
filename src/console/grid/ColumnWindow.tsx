import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { Column } from '../fields/columns.ts'

/** The columns in sight, first and last by their number; null while nothing is laid out. */
export type Range = readonly [first: number, last: number] | null

export interface ColumnWindowProps {
  readonly box: RefObject<HTMLDivElement | null>
  readonly columns: readonly Column[]
  /** Width of what stands in front of them, px. */
  readonly lead: number
  /** Given the way to say how far the grid is scrolled sideways, px; null when this goes. */
  onScroller(scroll: ((left: number) => void) | null): void
  onRange(range: Range): void
}

/** Finds the columns in sight of a grid that is wider than its place. Shows nothing itself. */
export function ColumnWindow({ box, columns, lead, onScroller, onRange }: ColumnWindowProps) {
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => box.current,
    estimateSize: (i) => columns[i]?.width ?? 0,
    getItemKey: (i) => `${columns[i]?.name}:${columns[i]?.width}`,
    paddingStart: lead,
    scrollPaddingStart: lead,
    overscan: 1,
    observeElementOffset: (instance, say) => {
      onScroller((left) => say(left, false))
      say(instance.scrollElement?.scrollLeft ?? 0, false)
      return () => onScroller(null)
    },
  })
  const items = virtual.getVirtualItems()
  const measured = (virtual.scrollRect?.width ?? 0) > 0
  const first = measured ? (items[0]?.index ?? 0) : -1
  const last = measured ? (items.at(-1)?.index ?? -1) : -1
  // before the next paint, or columns come a frame too late
  useLayoutEffect(() => onRange(measured ? [first, last] : null), [onRange, measured, first, last])
  useEffect(() => () => onRange(null), [onRange])
  return null
}
