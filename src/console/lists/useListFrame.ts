import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Condition } from '../../model/language/conditions/condition.ts'
import { requestedSort } from '../../model/language/listing.ts'
import type { Resource } from '../../model/language/resource.ts'
import { OPEN } from '../../model/values/routes.ts'
import { listColumns } from '../../model/wire/columns.ts'
import { namesShown } from '../../model/wire/savedView.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { type Behind, listKey, standAt } from '../data/behind.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { visitRecord } from '../data/recent.ts'
import { catalogued, pageOf } from '../data/records.ts'
import { hasSecond } from '../decisions/ownRows.ts'
import type { FilterLineHandle } from '../filter/FilterLine.tsx'
import { filterableOf } from '../filter/filterFields.ts'
import { fromParams } from '../filter/filterParams.ts'
import { writeFilter } from '../filter/writeFilter.ts'
import type { GridHandle } from '../grid/Grid.tsx'
import { useShownView } from '../savedViews/useShownView.ts'
import { groupIn } from '../savedViews/viewState.ts'
import { go, placeNow, useSearch, writeSearch } from '../state/url.ts'
import type { ListQuery } from './rows/listQuery.ts'

/**
 * State that the screens of tables and trees share: the filter and order that the address names, the record shown in
 * front, and handles on grid and filter line.
 */
export function useListFrame(of: Resource) {
  const search = useSearch()
  const granted = useCatalogue()?.permissions
  const filterable = useMemo(() => filterableOf(of, granted ?? [], hasSecond(of.id)), [of, granted])
  const line = search.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `line` is the search by value
  const conditions = useMemo((): readonly Condition[] => fromParams(search, filterable), [line, filterable])
  const sort = requestedSort(of, search.get('sort') ?? '', of.list.sort)
  const query = useMemo(
    (): ListQuery => ({ resource: of.id, columns: listColumns(of), conditions, sort }),
    [of, conditions, sort],
  )
  const view = useShownView(placeNow().pathname, search, {
    ...{ of, filterable, conditions, sort, otherwise: of.list.sort },
    group: groupIn(of, search),
  })
  const columns = view.held?.setup
  const shown = useMemo(
    (): readonly string[] => (columns ? namesShown(of, of.list.columns, columns) : of.list.columns),
    [of, columns],
  )
  /** Id of the record shown beside the rows, "" for none. */
  const named = search.get(OPEN) ?? ''
  const linked = search.get('section') ?? ''
  const [section, setSection] = useState(linked)
  // a link to a record may name the section that it opens at
  useEffect(() => {
    if (linked !== '') setSection(linked)
  }, [linked])
  useEffect(() => {
    if (named) visitRecord(of.id, named)
  }, [of.id, named])
  const apply = useCallback(
    // Another filter begins at the first page.
    (next: readonly Condition[]) => writeFilter(conditions, next, filterable, { current: null }),
    [conditions, filterable],
  )
  /** Shows a record beside the rows. Another one in its place is no further step back. */
  const show = useCallback(
    (row: WireRow | undefined) => {
      if (row) writeSearch({ [OPEN]: row.id }, named ? 'replace' : 'push')
      return row !== undefined
    },
    [named],
  )
  /** Opens the page of a record, or shows it beside the rows where its resource has no page. False without a record. */
  const open = useCallback(
    (row: WireRow | undefined, scrolledTo = 0) => {
      const { detail, pages, record } = catalogued(of.id)?.routes ?? {}
      const page = row && (detail || pages || record) ? pageOf(of.id, row) : null
      if (!row || !page) return show(row)
      // The order of a tree is no order that its records could be gone through by, nor is that of another resource's rows.
      if (of.tree || record) go(page)
      else {
        const { pathname, search } = placeNow()
        const behind: Behind = { resource: of.id, to: pathname + search, queue: '', view: '', conditions, sort }
        standAt(listKey(behind), row.id, scrolledTo)
        go(page, 'push', behind)
      }
      return true
    },
    [of, show, conditions, sort],
  )
  /** The record beside the rows is closed: "back" shows it again. */
  const close = useCallback(() => writeSearch({ [OPEN]: null }, 'push'), [])
  return {
    of,
    search,
    filterable,
    conditions,
    query,
    /** Saved view in force. */
    view,
    /** Fields that the list shows, in its order or that of the saved view in force. */
    shown,
    named,
    section,
    setSection,
    apply,
    open,
    show,
    close,
    grid: useRef<GridHandle>(null),
    filter: useRef<FilterLineHandle>(null),
  }
}

export type ListFrameState = ReturnType<typeof useListFrame>
