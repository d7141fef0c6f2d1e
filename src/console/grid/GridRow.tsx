// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>: its rows stand at their place in a spacer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop; rows and cells are told by aria-activedescendant
import { memo } from 'react'
import type { WireRow } from '../../model/wire/wire.ts'
import { type Column, TICK } from '../fields/columns.ts'
import type { RowLook } from './gridModel.ts'
import { shownOf } from './shownCell.ts'

/** The visible columns with their positions; one object for all rows, so that rows compare it by identity. */
export interface Sight {
  readonly stuck: readonly Placed[]
  readonly loose: readonly Placed[]
  /** Width of all columns, px. */
  readonly width: number
}

export interface Placed {
  readonly column: Column
  readonly left: number
  /** Absolute column number, from 1. */
  readonly at: number
  readonly last: boolean
}

export interface GridRowProps {
  readonly id: string
  readonly index: number
  /** Its place in the list, from 1. */
  readonly number: number
  readonly row: WireRow | undefined
  readonly look: RowLook
  readonly top: number
  readonly here: boolean
  /** Number of the column under the cursor in this row, 0 for none. */
  readonly cell: number
  readonly ticked: boolean
  /** Numbers of the first and last column of the range of cells in this row; null where it has none. */
  readonly block: readonly [first: number, last: number] | null
  readonly sight: Sight
  /** Of a tree: its depth, and whether it is open (undefined without children). */
  readonly depth?: number
  readonly open?: boolean
}

/**
 * A row: rendered again only when something in it changed. Positions are px inside the spacer and do not change while
 * rows scroll by.
 */
export const GridRow = memo(function GridRow({
  id,
  index,
  number,
  row,
  look,
  top,
  here,
  cell,
  ticked,
  block,
  sight,
  depth,
  open,
}: GridRowProps) {
  return (
    <div
      role="row"
      id={id}
      className={`g-r ${look.mark}${here ? ' here' : ''}`}
      style={{ top, width: sight.width }}
      aria-rowindex={index + 2}
      aria-selected={ticked}
      data-index={index}
      title={look.note || undefined}
      data-id={row?.id}
      aria-level={depth === undefined ? undefined : depth + 1}
      aria-expanded={open}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        className="g-c stuck tick"
        style={TICK_STYLE}
        data-tick=""
        data-sign={look.sign}
      />
      {sight.stuck.map((p) => (
        <Cell
          key={p.column.name}
          p={p}
          row={row}
          at={p.at === cell}
          marked={block !== null && p.at >= block[0] && p.at <= block[1]}
          note={p.last ? look.note : ''}
          number={number}
          {...(p.column.leads ? { depth, open } : {})}
        />
      ))}
      {sight.loose.map((p) => (
        <Cell
          key={p.column.name}
          p={p}
          row={row}
          at={p.at === cell}
          marked={block !== null && p.at >= block[0] && p.at <= block[1]}
          note=""
          number={number}
        />
      ))}
      {look.note && (
        <span className="g-tag" aria-hidden="true">
          {look.note}
        </span>
      )}
    </div>
  )
})

/** How far each level of a tree is set in, px. */
export const STEP = 18
const TICK_STYLE = { left: 0, width: TICK } as const

function Cell({
  p,
  row,
  at,
  marked,
  note,
  number,
  depth,
  open,
}: {
  readonly p: Placed
  readonly row: WireRow | undefined
  /** Row under the cursor. */
  readonly at: boolean
  /** In the range of cells. */
  readonly marked: boolean
  readonly note: string
  readonly number: number
  readonly depth?: number | undefined
  readonly open?: boolean | undefined
}) {
  const { text, whole, kind } = shownOf(p, row, (depth ?? 0) * STEP, number)
  return (
    <div
      role="gridcell"
      aria-colindex={p.at}
      className={`${kind}${at ? ' at' : ''}${marked ? ' in' : ''}`}
      aria-selected={marked || undefined}
      style={{ left: p.left, width: p.column.width, ...(depth ? { paddingLeft: 8 + depth * STEP } : {}) }}
      aria-label={note ? `${whole} ${note}` : text === whole ? undefined : whole}
    >
      {depth !== undefined && (
        <span
          className="g-fold"
          data-fold={open === undefined ? undefined : open ? 'open' : 'closed'}
          aria-hidden="true"
        />
      )}
      {text}
    </div>
  )
}
