// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>: its rows stand at their place in a spacer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop; rows and cells are told by aria-activedescendant
import { type MouseEvent, memo, type PointerEvent, useRef, useState } from 'react'
import { type Column, TICK } from '../fields/columns.ts'
import { COLUMN_WIDTH_MAX_PX, COLUMN_WIDTH_MIN_PX, withOrder, withWidth } from '../fields/listSetup.ts'
import { textWidth } from '../fields/textWidth.ts'
import { useWords } from '../i18n/index.ts'
import type { Placed, Sight } from './GridRow.tsx'
import { leftOut } from './leftOut.ts'
import { sortState, type Way } from './sorting.ts'
import type { ListColumns } from './useColumns.ts'
import { withMenus } from './withMenus.ts'

interface GridHeadProps {
  readonly sight: Sight
  readonly list: ListColumns
  readonly sort: string
  onSort?: ((name: string, way?: Way) => void) | undefined
  /** The menu is about this column. */
  onGoTo(name: string): void
  /** Columns that there is no room for. */
  readonly left: readonly Column[]
  /** Opens the menu of all columns. */
  onColumns(): void
}

/** Px that a title needs besides its letters: space, the arrow of the order, the edge. */
const AROUND = 36
/** Px a header is dragged before it is no click. */
const DRAG = 6

/**
 * The header: titles, order, widths, menus. It is for the mouse; commands do the same for the column under the cursor
 * (`columnCommands.ts`).
 */
export const GridHead = memo(function GridHead({ sight, list, sort, onSort, onGoTo, left, onColumns }: GridHeadProps) {
  const { t } = useWords()
  const head = useRef<HTMLDivElement>(null)
  /** The column that is dragged, and the one it would stand before: null for the end. */
  const [drag, setDrag] = useState<{ readonly name: string; readonly before: Placed | null } | null>(null)
  const drop = (x: number): Placed | null => {
    const at = x - (head.current?.getBoundingClientRect().left ?? 0)
    return sight.loose.find((p) => at < p.left + p.column.width / 2) ?? null
  }
  const move = (name: string, e: PointerEvent) => setDrag({ name, before: drop(e.clientX) })
  // The place is taken from where the button was let go: what was drawn last may be older.
  const end = (name: string, e: PointerEvent | null) => {
    const before = e && drop(e.clientX)
    if (e && before?.column.name !== name)
      list.change((s) =>
        withOrder(
          s,
          list.all.map((c) => c.name),
          name,
          before?.column.name ?? null,
        ),
      )
    setDrag(null)
  }
  const cell = (p: Placed) => (
    <Head
      key={p.column.name}
      p={p}
      list={list}
      sort={sort}
      onSort={onSort}
      dragged={drag?.name === p.column.name}
      onDrag={p.column.stuck ? undefined : move}
      onDragEnd={end}
    />
  )
  const menu = (e: MouseEvent) => {
    const head = e.target instanceof Element ? e.target.closest<HTMLElement>('[data-column]') : null
    const name = head?.dataset.column ?? ''
    e.preventDefault()
    onGoTo(name)
    const place = { x: e.clientX, y: e.clientY }
    withMenus((m) => m.openHeadMenu(list, name, place, sort, onSort))
  }
  const last = sight.loose.at(-1)
  return (
    <div
      ref={head}
      role="rowgroup"
      className="g-head"
      style={{ width: sight.width }}
      onContextMenu={menu}
      data-drag={drag ? '' : undefined}
    >
      <div role="row" aria-rowindex={1} style={{ display: 'flex', minWidth: '100%' }}>
        <div role="columnheader" aria-colindex={1} className="g-h stuck tick" style={{ left: 0, width: TICK }}>
          <span className="visually-hidden">{t('table.ticked')}</span>
          {left.length > 0 && (
            <button type="button" className="left-out" tabIndex={-1} title={leftOut(left)} onClick={onColumns}>
              +{left.length}
            </button>
          )}
        </div>
        {sight.stuck.map(cell)}
        {sight.loose.map(cell)}
        {drag && last && (
          <span className="g-drop" style={{ left: drag.before ? drag.before.left : last.left + last.column.width }} />
        )}
      </div>
    </div>
  )
})

interface HeadProps extends Omit<GridHeadProps, 'sight' | 'onGoTo' | 'left' | 'onColumns'> {
  readonly p: Placed
  readonly dragged: boolean
  onDrag: ((name: string, e: PointerEvent) => void) | undefined
  /** Let go, or given up: null. */
  onDragEnd(name: string, e: PointerEvent | null): void
}

function Head({ p, list, sort, onSort, dragged, onDrag, onDragEnd }: HeadProps) {
  const { column } = p
  const title = textWidth(column.title) + AROUND > column.width ? column.brief : column.title
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null)
  /** Where the pointer went down on the title. */
  const start = useRef<number | null>(null)
  const moving = useRef(false)
  const resize = (width: number | null) => list.change((s) => withWidth(s, column.name, width))
  const pull = (e: PointerEvent) => {
    if (from)
      resize(Math.min(COLUMN_WIDTH_MAX_PX, Math.max(COLUMN_WIDTH_MIN_PX, Math.round(from.width + e.clientX - from.x))))
  }
  const pass = (e: PointerEvent<HTMLElement>) => {
    if (start.current === null || (!moving.current && Math.abs(e.clientX - start.current) < DRAG)) return
    // captured only now: the click of a press that moves nowhere is the button's
    if (!moving.current) e.currentTarget.setPointerCapture(e.pointerId)
    moving.current = true
    onDrag?.(column.name, e)
  }
  const stop = (e: PointerEvent | null) => {
    start.current = null
    if (moving.current) onDragEnd(column.name, e)
    moving.current = false
  }
  return (
    <div
      role="columnheader"
      aria-colindex={p.at}
      className={`g-h${column.stuck ? ' stuck' : ''}${p.last ? ' last' : ''}${column.right ? ' right' : ''}`}
      style={{ left: p.left, width: column.width }}
      aria-sort={column.sorts && onSort ? sortState(sort, column.name) : undefined}
      data-column={column.name}
      data-dragged={dragged || undefined}
      aria-label={column.title}
      title={column.title}
      onPointerDown={(e) => {
        if (onDrag && e.button === 0 && e.pointerType !== 'touch') start.current = e.clientX
      }}
      onPointerMove={pass}
      onPointerUp={stop}
      onPointerCancel={() => stop(null)}
    >
      {column.sorts && onSort ? (
        <button type="button" className="name" tabIndex={-1} onClick={() => onSort(column.name)}>
          <span>{title}</span>
        </button>
      ) : (
        <span className="name">
          <span>{title}</span>
        </span>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; keys have commands of their own */}
      <span
        className="edge"
        data-drag={from ? '' : undefined}
        onDoubleClick={() => resize(null)}
        onPointerDown={(e) => {
          e.preventDefault()
          e.stopPropagation()
          e.currentTarget.setPointerCapture(e.pointerId)
          setFrom({ x: e.clientX, width: column.width })
        }}
        onPointerMove={pull}
        onPointerUp={() => setFrom(null)}
        onPointerCancel={() => setFrom(null)}
      />
    </div>
  )
}
