// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>: its rows stand at their place in a spacer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop; rows and cells are told by aria-activedescendant
import { type MouseEvent, type ReactNode, type RefObject, useCallback, useId, useImperativeHandle, useRef } from 'react'
import type { Language } from '../../model/kernel/label.ts'
import type { DictWords } from '../data/dictionary.ts'
import type { Column, Listed } from './columns.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import { GridCover, GridFrame, GridPlace } from './grid.styles.ts'
import { type GridModel, plain } from './gridModel.ts'
import { useRowWindow } from './useRowWindow.ts'
import { useSight } from './useSight.ts'
import { placeOf, spacerOf } from './viewport.ts'

/** Methods of a grid for the screen around it. */
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
  /** Accessible name of the grid. */
  readonly label: string
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
  /** Element around the grid. */
  readonly place?: RefObject<HTMLDivElement | null>
  /** The rows form a tree. */
  readonly tree?: boolean
  /** Rows are being fetched. */
  readonly busy?: boolean
}

const indexOf = (e: MouseEvent): number => {
  const row = e.target instanceof Element ? e.target.closest<HTMLElement>('.g-r') : null
  return row ? Number(row.dataset.index) : -1
}

/**
 * A virtual grid over any number of rows of one height. One tab stop: the focus stays on the grid,
 * `aria-activedescendant` names the row under the cursor. Rows are positioned in a spacer that does not grow past what
 * browsers can show (`viewport.ts`); only visible rows and columns are rendered.
 */
export function Grid(p: GridProps) {
  const { model } = p
  const rowHeight = p.rowHeight ?? 28
  const base = useId()
  const box = useRef<HTMLDivElement>(null)
  const { sight, scroll, moved } = useSight(box, p.columns, p.of, p.language, p.words)
  const { view, first, last, places, still, page } = useRowWindow(model, rowHeight, box, moved)

  useImperativeHandle(
    p.handle,
    (): GridHandle => ({
      focus: () => box.current?.focus({ preventScroll: true }),
      page,
      scrollColumns: scroll,
    }),
  )

  const click = (e: MouseEvent) => {
    const index = indexOf(e)
    if (index < 0) return
    if ((e.target as Element).closest('[data-fold]')) {
      model.moveTo(index)
      model.toggleOpen(index)
      return
    }
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
    if (index >= 0 && !(e.target as Element).closest('[data-tick],[data-fold]')) p.onOpen?.(index)
  }

  const draw = (index: number, key: string | number): ReactNode => {
    const row = model.rowAt(index)
    const branch = model.branchAt(index)
    return (
      <GridRow
        key={key}
        id={`${base}-${index}`}
        index={index}
        row={row}
        look={row ? model.lookAt(index, row) : plain}
        top={placeOf(view, index)}
        here={index === model.cursor}
        ticked={row ? model.isTicked(index) : false}
        sight={sight}
        depth={branch?.depth}
        open={branch?.open ?? undefined}
      />
    )
  }
  // In reading order at rest; while scrolling every row keeps its place among the elements, so that no element is
  // moved.
  const rows: ReactNode[] = []
  const turn = still ? 0 : (places - (first % places)) % places
  for (let i = 0; i < places; i++) {
    const index = first + ((i + turn) % places)
    if (index < last) rows.push(draw(index, index % places))
  }
  // The row under the cursor is rendered even when it is scrolled out of sight, because `aria-activedescendant` refers
  // to it.
  const { cursor } = model
  if (cursor >= 0 && cursor < model.count && (cursor < first || cursor >= last)) {
    if (cursor < first) rows.unshift(draw(cursor, 'here'))
    else rows.push(draw(cursor, 'here'))
  }
  const { onFocus } = p
  const focused = useCallback((e: { type: string }) => onFocus?.(e.type === 'focus'), [onFocus])

  return (
    <GridPlace ref={p.place}>
      <GridFrame
        ref={box}
        role={p.tree ? 'treegrid' : 'grid'}
        tabIndex={0}
        aria-label={p.label}
        aria-rowcount={model.count < 0 ? -1 : model.exact ? model.count + 1 : -1}
        aria-colcount={p.columns.length + 1}
        aria-multiselectable
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
        <div role="rowgroup" className="g-space" style={{ height: spacerOf(view), width: sight.width }}>
          {rows}
        </div>
      </GridFrame>
      {p.cover && <GridCover>{p.cover}</GridCover>}
    </GridPlace>
  )
}
