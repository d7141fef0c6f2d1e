import { useEffect, useState } from 'react'
import type { SavedView } from '../../model/wire/savedView.ts'
import type { Total } from '../../model/wire/wire.ts'

/** Views that are counted: of more the first ones. */
const COUNTED_VIEWS_MAX = 12
const NONE: ReadonlyMap<string, Total> = new Map()

/**
 * Counts of the first views, by id, as far as they are known; nothing is fetched unless they are `wanted`. What counts is a chunk of
 * its own, since counts come after the rows; where it does not come there are none.
 */
export function useViewCounts(views: readonly SavedView[], wanted: boolean): ReadonlyMap<string, Total> {
  const [counts, setCounts] = useState(NONE)
  const counted = wanted ? views.slice(0, COUNTED_VIEWS_MAX) : []
  const key = JSON.stringify(counted)
  useEffect(() => {
    const of = JSON.parse(key) as readonly SavedView[]
    if (of.length === 0) return setCounts(NONE)
    let stop: (() => void) | null = null
    let here = true
    import('./viewCounts.ts').then(
      ({ watchViewCounts }) => {
        if (here) stop = watchViewCounts(of, setCounts)
      },
      () => {}, // views without counts are views all the same
    )
    return () => {
      here = false
      stop?.()
    }
  }, [key])
  return counts
}
