// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>: its rows stand at their place in a spacer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop; rows and cells are told by aria-activedescendant
import { type MouseEvent, type ReactNode, type RefObject, useCallback, useEffect, useId, useImperativeHandle, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Language } from '../../model/kernel/label.ts'
import type { DictWords } from '../record/cell.ts'
import type { Column, Listed } from './columns.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import { GridCover, GridFrame, GridPlace } from './gridLook.ts'
import { type GridModel, plain } from './gridModel.ts'
import { useSight } from './useSight.ts'
import * as window_ from './viewport.ts'

/** Rows drawn beyond either edge. */
const OVER = 6
/** Height taken where nothing has been laid out yet. */
const UNSEEN = 600

/** What others may do with a grid that is on the screen. */
export interface GridHandle {
  focus(): void
  /** Rows a page key moves by. */
  page(): number
  scrollColumns(by: -1 | 1): void
}

export interface GridProps {
  readonly model: GridModel
  readonly of: Listed
  readonly columns: readonly Column[]
  readonly language: Language
  readonly words?: DictWords | undefined
  /** What the grid is called. */
  readonly label: string
  /** Tick boxes in front. Default true. */
  readonly ticks?: boolean
  readonly rowHeight?: number
  readonly sort: string
  onSort?(name: string): void
  onWidth?(name: string, width: number): void
  /** Double click, or a tap where `tapOpens`. */
  onOpen?(index: number): void
  readonly tapOpens?: boolean
  onMenu?(index: number, at: { readonly x: number; readonly y: number }): void
  onFocus?(has: boolean): void
  /** Shown over the rows: empty, failed. */
  readonly cover?: ReactNode
  readonly handle?: RefObject<GridHandle | null>
  /** Says that rows are being fetched. */
  readonly busy?: boolean
}

const indexOf = (e: MouseEvent): number => {
  const row = e.target instanceof Element ? e.target.closest<HTMLElement>('.g-r') : null
  return row ? Number(row.dataset.index) : -1
}

/**
 * A grid over any number of rows of one height. One tab stop: the focus stays on the grid, the row under the cursor is told by
 * `aria-activedescendant`. Rows stand in a spacer that never grows past what browsers can show (`viewport.ts`); only what is in
 * sight exists, sideways too.
 */
export function Grid(p: GridProps) {
  const { model } = p
  const rowHeight = p.rowHeight ?? 28
  const base = useId()
  const box = useRef<HTMLDivElement>(null)
  const space = useRef<HTMLDivElement>(null)
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const view = useRef(window_.viewport(rowHeight))
  const lastCursor = useRef(model.cursor)
  const { sight, scroll } = useSight(box, p.columns, p.of, p.language, p.ticks !== false, p.words)

  // The model may change between two drawings; measures follow it here, in one place.
  if (view.current.rowHeight !== rowHeight) view.current = { ...window_.viewport(rowHeight), height: view.current.height }
  view.current = window_.resized(view.current, { count: Math.max(0, model.count), ...(view.current.height === 0 ? { height: UNSEEN } : {}) })

  useLayoutEffect(() => {
    const stop = model.subscribe(() => {
      if (model.cursor !== lastCursor.current) {
        lastCursor.current = model.cursor
        view.current = window_.resized(view.current, { count: Math.max(0, model.count) })
        if (model.cursor >= 0) view.current = window_.reveal(view.current, model.cursor)
      }
      redraw()
    })
    model.onShift = (rows) => {
      const now = window_.resized(view.current, { count: Math.max(0, model.count) })
      view.current = window_.moveTo(now, now.offset + rows * rowHeight)
    }
    lastCursor.current = model.cursor
    return () => {
      stop()
      model.onShift = null
    }
  }, [model, rowHeight])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const height = element.clientHeight - 30
      if (height <= 0 || height === view.current.height) return
      const before = view.current
      view.current = window_.resized(before, { height })
      // A row that could be seen before a smaller window is still seen in it.
      const at = model.cursor * rowHeight
      if (model.cursor >= 0 && at >= before.offset && at < before.offset + before.height) view.current = window_.reveal(view.current, model.cursor)
      redraw()
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    const scrolled = () => {
      const next = window_.scrolled(view.current, element.scrollTop)
      if (next === view.current) return
      const [from, to] = window_.rowsIn(view.current, OVER)
      const [first, last] = window_.rowsIn(next, OVER)
      const same = from === first && to === last && next.top - next.offset === view.current.top - view.current.offset
      view.current = next
      // In the same frame as the scroll, or the rows come too late.
      if (!same) flushSync(redraw)
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [model, rowHeight])

  const v = view.current
  const spacer = window_.spacerOf(v)
  useLayoutEffect(() => {
    const element = box.current
    // The spacer has its height now, so that the place exists.
    if (element && Math.abs(element.scrollTop - v.top) >= 1) element.scrollTop = v.top
  })

  const [first, last] = window_.rowsIn(v, OVER)
  useEffect(() => {
    const [from, to] = window_.rowsIn(v)
    if (to > from || model.count < 0) model.need(from, Math.max(to, from + 1))
  })

  useImperativeHandle(
    p.handle,
    (): GridHandle => ({
      focus: () => box.current?.focus({ preventScroll: true }),
      page: () => window_.pageRows(view.current),
      scrollColumns: scroll,
    }),
  )

  const click = (e: MouseEvent) => {
    const index = indexOf(e)
    if (index < 0) return
    if (e.shiftKey) {
      model.moveTo(index, true)
      globalThis.getSelection?.()?.removeAllRanges()
    } else {
      const ticked = (e.target as Element).closest('[data-tick]') !== null
      model.moveTo(index)
      if (ticked || e.ctrlKey || e.metaKey) model.toggle(index)
      else if (p.tapOpens) p.onOpen?.(index)
    }
  }
  const menu = (e: MouseEvent) => {
    const index = indexOf(e)
    if (index < 0 || !p.onMenu) return
    e.preventDefault()
    model.moveTo(index)
    p.onMenu(index, { x: e.clientX, y: e.clientY })
  }
  const opens = (e: MouseEvent) => {
    const index = indexOf(e)
    if (index >= 0 && !(e.target as Element).closest('[data-tick]')) p.onOpen?.(index)
  }

  const slots = Math.ceil((last - first + 1) / 8) * 8
  const rows: ReactNode[] = []
  const draw = (index: number, key: string | number) => {
    const row = model.rowAt(index)
    rows.push(
      <GridRow
        key={key}
        id={`${base}-${index}`}
        index={index}
        row={row}
        look={row ? model.lookAt(index, row) : plain}
        top={window_.placeOf(v, index)}
        here={index === model.cursor}
        ticked={row ? model.isTicked(index) : false}
        sight={sight}
      />,
    )
  }
  // The row under the cursor exists even when it was scrolled out of sight: the grid points to it.
  const outside = model.cursor >= 0 && model.cursor < model.count && (model.cursor < first || model.cursor >= last)
  if (outside && model.cursor < first) draw(model.cursor, 'here')
  for (let i = first; i < last; i++) draw(i, i % slots)
  if (outside && model.cursor >= last) draw(model.cursor, 'here')
  const { onFocus } = p
  const focused = useCallback((e: { type: string }) => onFocus?.(e.type === 'focus'), [onFocus])

  return (
    <GridPlace>
      <GridFrame
        ref={box}
        role="grid"
        tabIndex={0}
        aria-label={p.label}
        aria-rowcount={model.count < 0 ? -1 : model.exact ? model.count + 1 : -1}
        aria-colcount={p.columns.length + (sight.ticks ? 1 : 0)}
        aria-multiselectable={sight.ticks}
        aria-busy={p.busy || undefined}
        aria-activedescendant={model.cursor >= 0 && model.cursor < model.count ? `${base}-${model.cursor}` : undefined}
        style={{ '--g-row': `${rowHeight}px` } as never}
        onClick={click}
        onDoubleClick={opens}
        onContextMenu={menu}
        onFocus={focused}
        onBlur={focused}
        data-grid=""
      >
        <GridHead sight={sight} model={model} sort={p.sort} onSort={p.onSort} onWidth={p.onWidth} />
        <div ref={space} role="rowgroup" className="g-space" style={{ height: spacer, width: sight.width }}>
          {rows}
        </div>
      </GridFrame>
      {p.cover && <GridCover>{p.cover}</GridCover>}
    </GridPlace>
  )
}
