import { type RefObject, useEffect } from 'react'
import type { Resource } from '../../model/language/resource.ts'
import type { GridModel } from '../grid/gridModel.ts'
import { sectionsFor } from '../record/base/sections.ts'
import { prefetchRecord } from '../record/RecordPane.tsx'

/** Rows fetched ahead of the cursor (the first with its sections), and how long it must rest before they are. */
const AHEAD = 2
const IDLE = 260

/** Fetches the records after the one that is looked at (`id`) once the cursor rests. `near`: sections on the screen. */
export function useAhead(
  model: GridModel | null,
  of: Resource,
  id: string | undefined,
  near: RefObject<readonly string[]>,
): void {
  useEffect(() => {
    if (id === undefined || !model) return
    const timer = setTimeout(() => {
      // sections open for this record will be open for the next
      const parts = sectionsFor(of.id).filter((x) => near.current.includes(x.code))
      for (let by = 1; by <= AHEAD; by++) {
        const next = model.rowAt(model.cursor + by)
        if (next) void prefetchRecord(of.id, next.id, by === 1 ? parts : [])
      }
    }, IDLE)
    return () => clearTimeout(timer)
  }, [id, of.id, model, near])
}
