import { useCallback, useMemo, useRef, useState } from 'react'
import { listColumns } from '../../model/kernel/columns.ts'
import type { Condition } from '../../model/kernel/condition.ts'
import { sortAsked } from '../../model/kernel/listing.ts'
import type { Resource } from '../../model/kernel/resource.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { pageOf } from '../data/records.ts'
import { go, useSearch } from '../state/url.ts'
import type { FilterLineHandle } from './FilterLine.tsx'
import { filterableOf } from './filterFields.ts'
import { fromParams } from './filterParams.ts'
import type { GridHandle } from './Grid.tsx'
import type { ListQuery } from './listQuery.ts'
import { writeFilter } from './writeFilter.ts'

/**
 * State that the screens of tables and trees share: the filter and order that the address names, the record shown in
 * front, and handles on grid and filter line.
 */
export function useListFrame(of: Resource) {
  const search = useSearch()
  const granted = useCatalogue()?.permissions
  const filterable = useMemo(() => filterableOf(of, granted ?? []), [of, granted])
  const line = search.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `line` is the search by value
  const conditions = useMemo((): readonly Condition[] => fromParams(search, filterable), [line, filterable])
  const sort = sortAsked(of, search.get('sort') ?? '', of.list.sort)
  const query = useMemo(
    (): ListQuery => ({ resource: of.id, columns: listColumns(of), conditions, sort }),
    [of, conditions, sort],
  )
  /** The record in the dialog; null while it is closed. */
  const [looked, setLooked] = useState<WireRow | null>(null)
  const apply = useCallback(
    // Another filter begins at the first page.
    (next: readonly Condition[]) => writeFilter(conditions, next, filterable, { current: null }),
    [conditions, filterable],
  )
  /** Opens the page of a record, or the dialog where its resource has no page. False without a record. */
  const open = useCallback(
    (row: WireRow | undefined) => {
      const path = row && pageOf(of.id, row)
      if (path) go(path)
      else if (row) setLooked(row)
      return row !== undefined
    },
    [of.id],
  )
  return {
    search,
    filterable,
    conditions,
    query,
    /** Fields that the list shows, in its order. */
    shown: of.list.columns as readonly string[],
    looked,
    setLooked,
    apply,
    open,
    grid: useRef<GridHandle>(null),
    filter: useRef<FilterLineHandle>(null),
  }
}

export type ListFrameState = ReturnType<typeof useListFrame>
