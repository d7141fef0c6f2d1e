import { useCallback, useRef, useState } from 'react'
import { type Column, NUMBER } from '../fields/columns.ts'

/** Which column the cursor is in. */
export interface ColumnCursor {
  /** The record's name before any other was gone to. */
  readonly column: Column | undefined
  /** Absolute number of the column (`aria-colindex`); 0 before one was gone to: nothing is marked. */
  readonly number: number
  /** Goes to a column; "" leaves them all. */
  goTo(name: string): void
  move(by: -1 | 1): void
}

/** Place of the first column that has values: the numbers of rows are none. */
const firstOf = (columns: readonly Column[]): number => (columns[0]?.name === NUMBER ? 1 : 0)

/** The column under the cursor: what a key copies, and what commands make wider, move or hide. */
export function useColumnCursor(columns: readonly Column[], reveal: (column: Column) => void): ColumnCursor {
  const [name, setName] = useState('')
  const at = columns.findIndex((c) => c.name === name)
  const now = useRef({ columns, at, reveal })
  now.current = { columns, at, reveal }
  const move = useCallback((by: -1 | 1) => {
    const { columns, at, reveal } = now.current
    const from = at < 0 ? firstOf(columns) : at
    const column = columns[Math.min(Math.max(from + by, firstOf(columns)), columns.length - 1)]
    if (!column) return
    setName(column.name)
    reveal(column)
  }, [])
  return {
    column: columns[at < 0 ? columns.findIndex((c) => c.leads) : at] ?? columns[0],
    number: at < 0 ? 0 : at + 2,
    goTo: setName,
    move,
  }
}
