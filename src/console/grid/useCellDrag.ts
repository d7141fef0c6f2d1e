import { type PointerEvent as ReactPointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react'
import { type Column, NUMBER } from '../fields/columns.ts'
import type { GridModel } from './gridModel.ts'

/** Rows go on by while the pointer is held beyond an edge of the rows, one each so many ms. */
const BEYOND_EDGE_MS = 50

interface Pointed {
  /** Visible index of its row. */
  readonly index: number
  readonly column: string
}

/** The cell an event is about; null outside of them, on a tick box and on the number of a row. */
function pointed(target: EventTarget | null, box: HTMLElement, columns: readonly Column[]): Pointed | null {
  const cell = target instanceof Element && box.contains(target) ? target.closest('.g-c') : null
  const index = Number(cell?.closest<HTMLElement>('.g-r')?.dataset.index ?? -1)
  const column = columns[Number(cell?.getAttribute('aria-colindex') ?? 1) - 2]
  return index < 0 || !column || column.name === NUMBER ? null : { index, column: column.name }
}

/** Takes away the text that the browser marks on the way of the pointer: what is copied is the range. */
const unmark = () => globalThis.getSelection?.()?.removeAllRanges()

/**
 * A range of cells by mouse: the button goes down in a cell and the pointer leaves it; inside of one cell its text is
 * marked as anywhere. Listeners exist only while the button is down. `goTo`: the column the range begins in has the cursor.
 */
export function useCellDrag(
  model: GridModel,
  box: RefObject<HTMLDivElement | null>,
  columns: readonly Column[],
  goTo: (name: string) => void,
): { onPointerDown(e: ReactPointerEvent): void; wasDragged(): boolean } {
  const now = useRef({ model, columns, goTo })
  now.current = { model, columns, goTo }
  const stop = useRef<(() => void) | null>(null)
  const moved = useRef(false)
  useEffect(() => () => stop.current?.(), [])

  const onPointerDown = useCallback(
    (down: ReactPointerEvent) => {
      stop.current?.()
      moved.current = false
      const element = box.current
      if (!element || down.button !== 0 || down.pointerType === 'touch') return
      if (down.shiftKey || down.ctrlKey || down.metaKey || down.altKey) return
      const from = pointed(down.target, element, now.current.columns)
      if (!from) return
      let timer: ReturnType<typeof setInterval> | undefined
      let column = from.column
      const extend = (index: number) => {
        const { model } = now.current
        // others took the rows away meanwhile
        if (model.count <= 0 || model.cursor < 0) return
        const at = Math.min(Math.max(index, 0), model.count - 1)
        model.setRange(
          {
            anchor: { row: model.baseAt(model.cursor), column: from.column },
            extent: { row: model.baseAt(at), column },
            follows: false,
          },
          at,
        )
      }
      /** The rows go on while the pointer is above or below them. */
      const beyond = (y: number) => {
        const { top, bottom } = element.getBoundingClientRect()
        const by = y >= bottom ? 1 : y < top + (element.querySelector('.g-head')?.clientHeight ?? 0) ? -1 : 0
        clearInterval(timer)
        if (by === 0) return
        timer = setInterval(() => {
          const { model } = now.current
          if (model.range) extend(model.indexAt(model.range.extent.row) + by)
        }, BEYOND_EDGE_MS)
      }
      const move = (e: PointerEvent) => {
        // let go outside of the window
        if (e.buttons === 0) return stop.current?.()
        const to = pointed(e.target, element, now.current.columns)
        if (!moved.current) {
          if (!to || (to.index === from.index && to.column === from.column)) return
          moved.current = true
          now.current.model.moveTo(from.index)
          now.current.goTo(from.column)
          element.dataset.marking = ''
        }
        unmark()
        clearInterval(timer)
        if (!to) return beyond(e.clientY)
        column = to.column
        extend(to.index)
      }
      const end = () => {
        clearInterval(timer)
        if (moved.current) unmark()
        delete element.dataset.marking
        window.removeEventListener('pointermove', move)
        window.removeEventListener('pointerup', end)
        window.removeEventListener('pointercancel', end)
        stop.current = null
      }
      window.addEventListener('pointermove', move)
      window.addEventListener('pointerup', end)
      window.addEventListener('pointercancel', end)
      stop.current = end
    },
    [box],
  )
  return { onPointerDown, wasDragged: () => moved.current }
}
