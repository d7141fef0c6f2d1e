import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useMemo, useRef } from 'react'
import type { Language } from '../../model/kernel/label.ts'
import type { DictWords } from '../data/dictionary.ts'
import { type Column, type Listed, TICK } from './columns.ts'
import type { Placed, Sight } from './GridRow.tsx'

/** Which way a grid can be scrolled to show a column. */
export interface Columns {
  readonly sight: Sight
  /** Scrolls by one column. */
  scroll(by: -1 | 1): void
  /** The grid was scrolled sideways to this many px. It says so itself: only then is this the columns' business. */
  moved(left: number): void
}

/** The columns in sight: the stuck ones always, the others by their place. */
export function useSight(
  box: RefObject<HTMLDivElement | null>,
  columns: readonly Column[],
  of: Listed,
  language: Language,
  words: DictWords | undefined,
): Columns {
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
    return { of, language, words, stuck: held, loose: shown, width: left }
  }, [of, language, words, stuck, loose, first, last])
  return {
    sight,
    moved: (left) => tell.current?.(left, false),
    scroll: (by) => {
      const element = box.current
      if (!element) return
      const starts = [0]
      for (const c of loose) starts.push((starts.at(-1) ?? 0) + c.width)
      const now = element.scrollLeft
      const goal = by === 1 ? starts.find((s) => s > now + 1) : starts.findLast((s) => s < now - 1)
      if (goal !== undefined) element.scrollLeft = goal
    },
  }
}
