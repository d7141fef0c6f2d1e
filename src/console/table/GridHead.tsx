// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>: its rows stand at their place in a spacer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop; rows and cells are told by aria-activedescendant
import { memo, type PointerEvent, useState } from 'react'
import { useWords } from '../i18n/index.ts'
import { sortState } from './columns.ts'
import type { Placed, Sight } from './GridRow.tsx'
import type { GridModel } from './gridModel.ts'

interface GridHeadProps {
  readonly sight: Sight
  readonly model: GridModel
  readonly sort: string
  onSort?: ((name: string) => void) | undefined
  onWidth?: ((name: string, width: number) => void) | undefined
}

/** The header: titles, order, widths. Its buttons are for the mouse; the keyboard orders by the list's menu. */
export const GridHead = memo(function GridHead({ sight, sort, onSort, onWidth }: GridHeadProps) {
  const { t } = useWords()
  const head = (p: Placed) => <Head key={p.column.name} p={p} sort={sort} onSort={onSort} onWidth={onWidth} />
  return (
    <div role="rowgroup" className="g-head" style={{ width: sight.width }}>
      <div role="row" aria-rowindex={1} style={{ display: 'flex', minWidth: '100%' }}>
        <div role="columnheader" aria-colindex={1} className="g-h stuck tick" style={{ left: 0, width: 34 }}>
          <span className="visually-hidden">{t('table.ticked')}</span>
        </div>
        {sight.stuck.map(head)}
        {sight.loose.map(head)}
      </div>
    </div>
  )
})

function Head({
  p,
  sort,
  onSort,
  onWidth,
}: { readonly p: Placed } & Pick<GridHeadProps, 'sort' | 'onSort' | 'onWidth'>) {
  const { column } = p
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null)
  const move = (e: PointerEvent) => {
    if (from) onWidth?.(column.name, Math.max(48, Math.round(from.width + e.clientX - from.x)))
  }
  return (
    <div
      role="columnheader"
      aria-colindex={p.at}
      className={`g-h${column.stuck ? ' stuck' : ''}${p.last ? ' last' : ''}${column.right ? ' right' : ''}`}
      style={{ left: p.left, width: column.width }}
      aria-sort={column.sorts ? sortState(sort, column.name) : undefined}
    >
      {column.sorts && onSort ? (
        <button type="button" className="name" tabIndex={-1} onClick={() => onSort(column.name)}>
          {column.title}
        </button>
      ) : (
        <span className="name">{column.title}</span>
      )}
      {onWidth && (
        <span
          className="edge"
          data-drag={from ? '' : undefined}
          onPointerDown={(e) => {
            e.preventDefault()
            e.currentTarget.setPointerCapture(e.pointerId)
            setFrom({ x: e.clientX, width: column.width })
          }}
          onPointerMove={move}
          onPointerUp={() => setFrom(null)}
          onPointerCancel={() => setFrom(null)}
        />
      )}
    </div>
  )
}
