import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import type { Resource } from '../../model/language/resource.ts'
import type { CatalogueResource } from '../../model/wire/catalogue.ts'
import { listKey, takeStand } from '../data/behind.ts'
import { resourceIn, useCatalogue } from '../data/catalogue.ts'
import { useResource } from '../data/domains.ts'
import { keyOf } from '../data/queries.ts'
import { DateRange } from '../filter/DateRange.tsx'
import { openOrderMenu, ordered, turned } from '../grid/sorting.ts'
import { useModel } from '../grid/useModel.ts'
import { useWords } from '../i18n/index.ts'
import { writeSearch } from '../state/url.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Screen } from '../ui/Screen.tsx'
import { ListFrame } from './ListFrame.tsx'
import { ListMenu } from './ListMenu.tsx'
import { Pager, pagesOf } from './Pager.tsx'
import { fetchTotal, fetchWindow, listParams, placesOf } from './rows/listQuery.ts'
import { TableModel } from './tableModel.ts'
import { useListFrame } from './useListFrame.ts'
import { choosePageSize, usePageSize } from './usePageSize.ts'
import { useTablePorts } from './useTablePorts.ts'

// a chunk of its own: no first table needs it
const Refused = lazy(() => import('../ui/messages/Refused.tsx').then((m) => ({ default: m.Refused })))
const TreeScreen = lazy(() => import('./TreeScreen.tsx').then((m) => ({ default: m.TreeScreen })))

/**
 * The generic table of any resource (specification §2): search, pages, view, add, edit, delete as far as they are
 * granted.
 */
export function TableScreen({ resource }: { readonly resource: string }) {
  const entry = resourceIn(useCatalogue(), resource)
  const of = useResource(resource)
  if (!entry?.operations.includes('view'))
    return (
      <Suspense fallback={null}>
        <Refused what={entry?.title ?? resource} />
      </Suspense>
    )
  if (!of) {
    return (
      <Screen title={entry.title} ready={false}>
        {null}
      </Screen>
    )
  }
  return of.tree ? (
    <Suspense fallback={null}>
      <TreeScreen entry={entry} of={of} tree={of.tree} />
    </Suspense>
  ) : (
    <Loaded entry={entry} of={of} />
  )
}

function Loaded({ entry, of }: { readonly entry: CatalogueResource; readonly of: Resource }) {
  const { t } = useWords()
  const frame = useListFrame(of)
  const { search, query, conditions, apply, named } = frame
  const current = Math.max(1, Math.floor(Number(search.get('current'))) || 1)
  const { size, auto, measure } = usePageSize(search.get('size'), current, frame.grid)
  const { sort } = query
  const offset = (current - 1) * size

  const page = useQuery({
    queryKey: keyOf(of.id, 'table', listParams(query), offset, size),
    queryFn: ({ signal }) => fetchWindow(query, offset, size, signal),
    enabled: size > 0,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  const total = useQuery({
    queryKey: keyOf(of.id, 'table-total', { ...listParams(query), sort: '' }),
    queryFn: ({ signal }) => fetchTotal(query, signal),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  const [model] = useState(() => new TableModel(of.id))
  // Back from the page of a record: the cursor is on the one last shown there, on whatever page of the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list is entered
  useLayoutEffect(() => {
    const stood = takeStand(
      listKey({ resource: of.id, queue: '', view: '', conditions: query.conditions, sort: query.sort }),
    )
    if (!stood || named) return
    model.returnTo = stood.offset
    model.bring(stood.id)
  }, [model])
  const known = total.data?.total ?? -1
  const exact = total.data?.exact ?? true
  const pages = pagesOf(known, size)

  useLayoutEffect(() => {
    if (page.data && !page.isPlaceholderData)
      model.show(
        page.data.records,
        page.data.offset,
        Math.max(known, page.data.offset + page.data.records.length),
        exact,
      )
  }, [model, page.data, page.isPlaceholderData, known, exact])
  const listed = JSON.stringify(listParams(query))
  // biome-ignore lint/correctness/useExhaustiveDependencies: ticks belong to one filter and order
  useEffect(() => () => void model.clear(), [model, listed])

  const turn = useCallback((to: number) => writeSearch({ current: to === 1 ? null : String(to) }, 'push'), [])
  // A page behind the end (rows were deleted, a filter grew narrower): the last one there is.
  useEffect(() => {
    if (size > 0 && known >= 0 && exact && !total.isPlaceholderData && current > pages)
      writeSearch({ current: pages === 1 ? null : String(pages) })
  }, [size, known, exact, total.isPlaceholderData, current, pages])
  // A record that the address names and this page does not have: its page is turned to, unless no page has it.
  const sought = useModel(model, (m) => (m.isAway ? m.front : ''))
  const place = useQuery({
    queryKey: keyOf(of.id, 'place', listParams(query), sought),
    queryFn: async ({ signal }) => (await fetchWindow(placesOf(query), 0, 1, signal, sought)).position ?? -1,
    enabled: sought !== '' && page.data !== undefined && !page.isPlaceholderData,
    staleTime: 5_000,
  })
  const found = sought === '' ? undefined : place.data
  useEffect(() => {
    if (found === undefined) return
    if (found < 0) {
      if (!named) model.miss()
      return
    }
    const on = Math.floor(found / size) + 1
    if (on !== current) writeSearch({ current: on === 1 ? null : String(on) })
  }, [found, size, current, named, model])
  const sorting = { of, sort, apply: (to: string) => writeSearch({ sort: to, current: null }) }
  useTablePorts({ entry, model, frame, current, pages, turn, sorting })

  return (
    <ListFrame
      entry={entry}
      of={of}
      frame={frame}
      model={model}
      rows={page}
      onRowHeight={measure}
      outside={found === -1}
      empty={page.data !== undefined && !page.isPlaceholderData && page.data.records.length === 0}
      onSort={(name, way) => sorting.apply(way ? ordered(name, way) : turned(sort, name))}
      tools={
        <>
          <IconButton
            aria-label={t('table.order')}
            title={t('table.order')}
            aria-haspopup="menu"
            onClick={(e) => openOrderMenu(sorting, e.currentTarget)}
          >
            <Icon name="arrow-down-up" />
          </IconButton>
          <ListMenu />
        </>
      }
      filters={<DateRange of={of} conditions={conditions} onApply={apply} />}
    >
      <Pager
        current={current}
        size={size}
        auto={auto}
        total={known}
        exact={exact}
        onTurn={turn}
        onSize={choosePageSize}
      />
    </ListFrame>
  )
}
