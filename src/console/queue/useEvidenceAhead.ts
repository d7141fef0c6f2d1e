import { useEffect } from 'react'
import type { Resource } from '../../model/language/resource.ts'
import type { GridModel } from '../grid/gridModel.ts'

/** How long a record must be looked at before the evidence of the next one is fetched, ms. */
const IDLE = 260

/** Fetches the evidence of the row after the one that is looked at (`id`; undefined: nothing is), once the cursor rests. */
export function useEvidenceAhead(model: GridModel | null, of: Resource, id: string | undefined): void {
  useEffect(() => {
    if (id === undefined || !model) return
    const timer = setTimeout(() => {
      const next = model.rowAt(model.cursor + 1)
      if (!next) return
      import('../record/evidence/query.ts').then(
        (m) => m.prefetchEvidence(of.id, next.id),
        () => {}, // fetched when it is looked at
      )
    }, IDLE)
    return () => clearTimeout(timer)
  }, [id, of.id, model])
}
