import { useEffect, useRef, useState } from 'react'
import type { WireRow } from '../../model/wire/wire.ts'
import { type Matching, selectAll } from '../decisions/matching.ts'
import { meant } from '../decisions/ownRows.ts'
import { amountOf } from '../forms/subject.ts'
import type { GridModel } from './gridModel.ts'
import { useModel } from './useModel.ts'

/** Ticked rows, as the strip below the rows lists them. */
export interface TickedRows {
  readonly all: boolean
  /** Ticked rows; of "all that match" those that are meant. */
  readonly count: number
  /** Rows that match and are left out because the person made them. */
  readonly own: number
  /** Sum of the amounts, null where there is none or not all of them are known. */
  readonly amount: string | null
}

/**
 * Number and sums of the ticked rows. "All that match" is counted by the server where `asks`: only the server knows
 * which of the rows not loaded were made by this person.
 */
export function useTicked(
  model: GridModel & { ticked(): readonly WireRow[] },
  resource: string,
  query: Matching,
  asks: boolean,
): TickedRows {
  const selected = useModel(model, (m) => m.selected)
  const selection = useModel(model, (m) => m.selection)
  const { all } = selection
  const [found, setFound] = useState<{ readonly count: number | null; readonly amount: string | null }>(NONE)
  const [own, setOwn] = useState(0)
  const now = useRef(query)
  now.current = query
  useEffect(() => {
    let live = true
    setFound(NONE)
    if (!all) setOwn(0)
    if (all && selection.except.size === 0) {
      if (asks)
        selectAll(resource, meant(resource, now.current)).then(
          ({ count, amount }) => {
            if (!live) return
            setFound({ count, amount })
            setOwn(model.exact && !model.meansOwn ? Math.max(0, model.matching - count) : 0)
          },
          // shown as matched; deciding says why it cannot
          () => {},
        )
    } else {
      const rows = model.ticked()
      // Only what is wholly known is summed: half a sum is a wrong one.
      if (rows.length === model.selected) setFound({ count: null, amount: amountOf(resource, rows) })
    }
    return () => {
      live = false
    }
  }, [all, selection, model, resource, asks])
  return { all, count: found.count ?? selected - own, own, amount: found.amount }
}

const NONE = { count: null, amount: null } as const
