// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>: its rows stand at their place in a spacer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop; rows and cells are told by aria-activedescendant
import {
  type ClipboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react'
import type { ColumnChange } from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { type Column, type Fit, fitted, NUMBER, TICK } from '../fields/columns.ts'
import { runCommand } from '../host/host.ts'
import { shows } from '../host/shown.ts'
import { useWidth } from '../ui/useWidth.ts'
import { blockOf, rowsOf } from './cellRange.ts'
import { changeColumn } from './columnCommands.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow, type Sight, STEP } from './GridRow.tsx'
import { GridCover, GridFrame, GridPlace } from './grid.styles.ts'
import { type GridModel, plain } from './gridModel.ts'
import { shownOf } from './shownCell.ts'
import type { Way } from './sorting.ts'
import { linesIn } from './tsv.ts'
import { useCellDrag } from './useCellDrag.ts'
import { useColumnCursor } from './useColumnCursor.ts'
import type { ListColumns } from './useColumns.ts'
import { fitting, useRowWindow } from './useRowWindow.ts'
import { useSight } from './useSight.tsx'
import { placeOf, spacerOf } from './viewport.ts'
import { withMenus } from './withMenus.ts'

/** Methods of a grid for the screen around it. */
export interface GridHandle {
  focus(): void
  /** Rows a page key moves by. */
  page(): number
  /** Rows that fit into its height. */
  fits(): number
  /** Goes to the column before or after, which scrolls into sight. */
  moveColumn(by: -1 | 1): void
  /** The column under the cursor, the record's name before any other was gone to; undefined without columns. */
  column(): Column | undefined
  /** Changes the column under the cursor. */
  changeColumn(what: ColumnChange): Outcome
  /** Goes to a column. */
  goTo(name: string): void
  /** Scrolls a column into sight. */
  reveal(name: string): void
  /** The header, below which menus of the list open. */
  head(): HTMLElement | null
  /** Opens the menu of all columns. */
  columns(): void
  /** The columns that there is room for, as they stand, without the numbers of rows. */
  shown(): readonly Column[]
}

export interface GridProps {
  readonly model: GridModel
  readonly list: ListColumns
  /** Layout of columns without room. Default: they scroll. */
  readonly fit?: Fit
  /** Accessible name of the grid. */
  readonly label: string
  readonly rowHeight?: number
  readonly sort: string
  onSort?(name: string, way?: Way): void
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
  /** Lines of a spreadsheet were pasted; `text`: as they came. */
  onPaste?: ((lines: readonly string[], text: string) => void) | undefined
  /** The rows form a tree. */
  readonly tree?: boolean
  /** Rows are being fetched. */
  readonly busy?: boolean
}

const indexOf = (e: MouseEvent): number => {
  const row = e.target instanceof Element ? e.target.closest<HTMLElement>('.g-r') : null
  return row ? Number(row.dataset.index) : -1
}
/** The header, below which its menus open. */
const headOf = (grid: HTMLElement | null) => grid?.querySelector<HTMLElement>('.g-h.tick') ?? null

/** Place of the column pointed at among the columns, −1 for the tick box. */
const columnOf = (e: MouseEvent): number => {
  const cell = e.target instanceof Element ? e.target.closest('.g-c') : null
  return Number(cell?.getAttribute('aria-colindex') ?? 1) - 2
}

/** The browser's copying, where nothing is marked: the rows are copied. */
function copied(e: ClipboardEvent): void {
  if (globalThis.getSelection?.()?.isCollapsed === false) return
  e.preventDefault()
  void runCommand('grid.copyRows', 'key')
}

/** The browser's pasting: lines are what people copied of a spreadsheet. */
function pasted(e: ClipboardEvent, on: GridProps['onPaste']): void {
  const text = e.clipboardData.getData('text')
  const lines = on ? linesIn(text) : []
  if (lines.length === 0) return
  e.preventDefault()
  on?.(lines, text)
}

/** Whether the cells of a row say what its record says. */
const says = (
  element: HTMLElement,
  { stuck, loose }: Sight,
  row: WireRow,
  depth: number | undefined,
  number: number,
): boolean =>
  [
    ...stuck.map((p) => [p, p.column.leads ? depth : undefined] as const),
    ...loose.map((p) => [p, undefined] as const),
  ].every(([p, depth]) => {
    const cell = element.querySelector(`[aria-colindex="${p.at}"]`)
    return cell?.textContent === shownOf(p, row, (depth ?? 0) * STEP, number).text
  })

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
  const race = useRef<HTMLDivElement>(null)
  const { shown } = p.list
  const room = useWidth(box) - TICK
  const columns = useMemo(() => fitted(shown, room, p.fit), [shown, room, p.fit])
  const left = useMemo(() => shown.filter((c) => !columns.some(({ name }) => name === c.name)), [shown, columns])
  const openColumns = () =>
    withMenus((m) =>
      m.openColumnMenu(p.list, new Set(columns.map((c) => c.name)), headOf(box.current) ?? { x: 0, y: 0 }),
    )
  const columnsOpener = useRef(openColumns)
  columnsOpener.current = openColumns
  const onColumns = useCallback(() => columnsOpener.current(), [])
  const { sight, glimpse, window, reveal, moved } = useSight(box, columns, room)
  const at = useColumnCursor(columns, reveal)
  const { view, first, last, places, still, racing, page } = useRowWindow(
    model,
    rowHeight,
    box,
    moved,
    p.tree ? undefined : { host: race, sight: glimpse },
  )

  useImperativeHandle(
    p.handle,
    (): GridHandle => ({
      focus: () => box.current?.focus({ preventScroll: true }),
      page,
      fits: () => fitting(box.current?.clientHeight ?? 0, rowHeight),
      moveColumn: at.move,
      column: () => at.column,
      changeColumn: (what) => changeColumn(p.list, at.column, what),
      goTo: at.goTo,
      reveal: (name) => {
        const column = columns.find((c) => c.name === name)
        if (column) reveal(column)
      },
      head: () => headOf(box.current),
      columns: openColumns,
      shown: () => columns.filter((c) => c.name !== NUMBER),
    }),
  )

  // Rows whose texts are no longer their own (`isShown`) become new elements.
  const [drawn, redraw] = useReducer((n: number) => n + 1, 0)
  const seen = useRef({ sight, racing })
  useLayoutEffect(() => {
    seen.current = { sight, racing }
  }, [sight, racing])
  useEffect(
    () =>
      shows({
        isRight: (row) => {
          const { sight, racing } = seen.current
          if (racing || model.row?.id !== row.id) return null
          const element = box.current?.querySelector<HTMLElement>('.g-r.here') ?? null
          const depth = model.branchAt(model.cursor)?.depth
          return (
            element && element.dataset.id === row.id && says(element, sight, row, depth, model.baseAt(model.cursor) + 1)
          )
        },
        redraw,
      }),
    [model],
  )

  const { range } = model
  const block = useMemo(() => {
    const at = blockOf(range, columns)?.at
    return at && ([at.from + 2, at.to + 2] as const)
  }, [range, columns])
  const span = range && block && rowsOf(range)
  const drag = useCellDrag(model, box, columns, at.goTo)

  const goTo = (e: MouseEvent) => {
    const column = columns[columnOf(e)]
    if (column) at.goTo(column.name)
  }
  const click = (e: MouseEvent) => {
    const index = indexOf(e)
    // the click that ends a drag over cells is none
    if (index < 0 || drag.wasDragged()) return
    model.setRange(null)
    goTo(e)
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
    goTo(e)
    model.moveTo(index)
    p.onMenu(index, { x: e.clientX, y: e.clientY })
  }
  const opens = (e: MouseEvent) => {
    const index = indexOf(e)
    if (index >= 0 && !(e.target as Element).closest('[data-tick],[data-fold]')) p.onOpen?.(index)
  }

  // Full text of a cut-off cell, and the hint of its column, on hover.
  const point = (e: MouseEvent) => {
    const cell = e.target instanceof HTMLElement && e.target.matches('.g-c') ? e.target : null
    const column = cell && columns[columnOf(e)]
    const row = column && model.rowAt(indexOf(e))
    if (!row) return
    const text = column.text(row)
    const isWhole = cell.scrollWidth <= cell.clientWidth && cell.textContent === text
    cell.title = column.hint(row) || (isWhole ? '' : text)
    if (cell.title === '') cell.removeAttribute('title')
  }

  const draw = (index: number, key: string | number): ReactNode => {
    const row = model.rowAt(index)
    const branch = model.branchAt(index)
    const place = model.baseAt(index)
    return (
      <GridRow
        key={`${drawn}.${key}`}
        id={`${base}-${index}`}
        index={index}
        number={place + 1}
        row={row}
        look={row ? model.lookAt(index, row) : plain}
        top={placeOf(view, index)}
        here={index === model.cursor}
        cell={index === model.cursor ? at.number : 0}
        ticked={row ? model.isTicked(index) : false}
        block={span && place >= span.from && place <= span.to ? block : null}
        sight={sight}
        depth={branch?.depth}
        open={branch?.open ?? undefined}
      />
    )
  }
  // In reading order at rest; while scrolling every row keeps its place among the elements, so that no element is
  // moved.
  // While rows race they stay as they were, below those of the race.
  const kept = useRef<readonly ReactNode[]>([])
  const rows: ReactNode[] = []
  const turn = still ? 0 : (places - (first % places)) % places
  for (let i = 0; i < places && !racing; i++) {
    const index = first + ((i + turn) % places)
    if (index < last) rows.push(draw(index, index % places))
  }
  // The row under the cursor is rendered even when it is scrolled out of sight, because `aria-activedescendant` refers
  // to it.
  const { cursor } = model
  if (!racing && cursor >= 0 && cursor < model.count && (cursor < first || cursor >= last)) {
    if (cursor < first) rows.unshift(draw(cursor, 'here'))
    else rows.push(draw(cursor, 'here'))
  }
  if (!racing) kept.current = rows
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
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-busy={p.busy || undefined}
        aria-activedescendant={model.cursor >= 0 && model.cursor < model.count ? `${base}-${model.cursor}` : undefined}
        style={{ '--g-row': `${rowHeight}px` } as never}
        onPointerDown={p.tree ? undefined : drag.onPointerDown}
        onClick={click}
        onDoubleClick={opens}
        onContextMenu={menu}
        onMouseOver={point}
        onFocus={focused}
        onBlur={focused}
        onCopy={copied}
        onPaste={(e) => pasted(e, p.onPaste)}
        data-grid=""
      >
        {window}
        <GridHead
          sight={sight}
          list={p.list}
          sort={p.sort}
          onSort={p.onSort}
          onGoTo={at.goTo}
          left={left}
          onColumns={onColumns}
        />
        <div role="rowgroup" className="g-space" style={{ height: spacerOf(view), width: sight.width }}>
          {kept.current}
          <div ref={race} className="g-race" aria-hidden="true" hidden />
        </div>
      </GridFrame>
      {p.cover && <GridCover>{p.cover}</GridCover>}
    </GridPlace>
  )
}
