import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { listColumns } from '../../model/kernel/columns.ts'
import type { Condition } from '../../model/kernel/condition.ts'
import { label } from '../../model/kernel/label.ts'
import { sortAsked, sortsOf } from '../../model/kernel/listing.ts'
import { fieldOf, type Resource } from '../../model/kernel/resource.ts'
import type { CatalogueResource, WireRow } from '../../model/kernel/wire.ts'
import { ApiError } from '../api/client.ts'
import { catalogueNow, resourceIn, useCatalogue } from '../data/catalogue.ts'
import { useResource } from '../data/modules.ts'
import { keyOf } from '../data/queries.ts'
import { pageOf } from '../data/records.ts'
import { batchOf } from '../decisions/batchRun.ts'
import { DecisionButtons } from '../decisions/DecisionButtons.tsx'
import { titleOf } from '../decisions/pendingDecisions.ts'
import { grouped } from '../fields/amounts.ts'
import { useWords } from '../i18n/index.ts'
import { go, useSearch, writeSearch } from '../state/url.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { openMenu } from '../ui/menu.ts'
import { Screen } from '../ui/Screen.tsx'
import { useFoot } from '../ui/useFoot.ts'
import { columnsOf, keepWidths, sortState, turned, widthsOf } from './columns.ts'
import { DateRange } from './DateRange.tsx'
import type { FilterLineHandle } from './FilterLine.tsx'
import { FilterSlot } from './FilterSlot.tsx'
import { filterableOf } from './filterFields.ts'
import { fromParams } from './filterParams.ts'
import { Grid, type GridHandle } from './Grid.tsx'
import { fetchTotal, fetchWindow, listParams } from './listQuery.ts'
import { Pager, pagesOf, SIZES } from './Pager.tsx'
import { openRowMenu } from './rowMenu.ts'
import { TableTools } from './TableTools.tsx'
import { Filters } from './table.styles.ts'
import { TableModel } from './tableModel.ts'
import { useDicts } from './useDicts.ts'
import { useGridContext } from './useGridContext.ts'
import { useModel } from './useModel.ts'
import { useTablePorts } from './useTablePorts.ts'
import { writeFilter } from './writeFilter.ts'

// What no table shows from the start is a chunk of its own.
const RecordPane = lazy(() => import('../record/RecordPane.tsx').then((m) => ({ default: m.RecordPane })))
const TreeScreen = lazy(() => import('./TreeScreen.tsx').then((m) => ({ default: m.TreeScreen })))
const BatchStrip = lazy(() => import('../decisions/BatchStrip.tsx').then((m) => ({ default: m.BatchStrip })))

/**
 * The generic table of any resource (specification §2): search, pages, view, add, edit, delete as far as they are
 * granted.
 */
export function TableScreen({ resource }: { readonly resource: string }) {
  const { t } = useWords()
  const entry = resourceIn(useCatalogue(), resource)
  const of = useResource(resource)
  if (!entry?.operations.includes('view')) {
    return (
      <Screen title={entry?.title ?? ''} ready>
        <p style={{ padding: 16 }}>{t(entry ? 'table.noPermission' : 'table.unknown')}</p>
      </Screen>
    )
  }
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

const sizeIn = (text: string | null): number => SIZES.find((s) => String(s) === text) ?? SIZES[0]

function Loaded({ entry, of }: { readonly entry: CatalogueResource; readonly of: Resource }) {
  const { t, language } = useWords()
  const search = useSearch()
  const granted = useCatalogue()?.permissions
  const filterable = useMemo(() => filterableOf(of, granted ?? []), [of, granted])
  const line = search.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `line` is the search by value
  const conditions = useMemo((): readonly Condition[] => fromParams(search, filterable), [line, filterable])
  const size = sizeIn(search.get('size'))
  const current = Math.max(1, Math.floor(Number(search.get('current'))) || 1)
  const asked = search.get('sort') ?? ''
  const sort: string = sortAsked(of, asked, of.list.sort)
  const query = useMemo(() => ({ resource: of.id, columns: listColumns(of), conditions, sort }), [of, conditions, sort])
  const offset = (current - 1) * size

  const page = useQuery({
    queryKey: keyOf(of.id, 'table', listParams(query), offset, size),
    queryFn: ({ signal }) => fetchWindow(query, offset, size, signal),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  const total = useQuery({
    queryKey: keyOf(of.id, 'table-total', { ...listParams(query), sort: '' }),
    queryFn: ({ signal }) => fetchTotal(query, signal),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  const [model] = useState(() => new TableModel())
  const [looked, setLooked] = useState<WireRow | null>(null)
  const [widths, setWidths] = useState(() => widthsOf(of.id))
  const grid = useRef<GridHandle>(null)
  const place = useRef<HTMLDivElement>(null)
  useFoot(place)
  const filter = useRef<FilterLineHandle>(null)
  const words = useDicts(of.fields)
  const columns = useMemo(() => columnsOf(of, language, of.list.columns, widths), [of, language, widths])
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
  // Another filter or order: what was ticked is not what is ticked now.
  const listed = JSON.stringify(listParams(query))
  // biome-ignore lint/correctness/useExhaustiveDependencies: told by the list
  useEffect(() => () => void model.clear(), [model, listed])

  const turn = useCallback((to: number) => writeSearch({ current: to === 1 ? null : String(to) }, 'push'), [])
  // A page behind the end (rows were deleted, a filter grew narrower): the last one there is.
  useEffect(() => {
    if (known >= 0 && exact && !total.isPlaceholderData && current > pages)
      writeSearch({ current: pages === 1 ? null : String(pages) })
  }, [known, exact, total.isPlaceholderData, current, pages])
  const apply = useCallback(
    (next: readonly Condition[]) => writeFilter(conditions, next, filterable, { current: null }),
    [conditions, filterable],
  )
  const open = useCallback(
    (row: WireRow | undefined) => {
      const path = row && pageOf(of.id, row)
      if (path) go(path)
      else if (row) setLooked(row)
      return row !== undefined
    },
    [of.id],
  )
  useGridContext(model)
  useTablePorts({
    resource: entry,
    query,
    model,
    grid,
    filter,
    conditions,
    columns: of.list.columns as readonly string[],
    current,
    pages,
    turn,
    openPage: open,
    clearFilter: () => apply([]),
  })
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.tagName === 'MAIN') grid.current?.focus()
  }, [])

  const refused = page.error instanceof ApiError && page.error.code === 403
  const empty = page.data && !page.isPlaceholderData && page.data.records.length === 0
  let cover: ReactNode = null
  if (page.error && !page.data) {
    cover = (
      <>
        <strong>{t(refused ? 'table.noPermission' : 'table.failed')}</strong>
        <span>{refused ? '' : page.error.message}</span>
        {!refused && <Button onClick={() => void page.refetch()}>{t('table.retry')}</Button>}
      </>
    )
  } else if (empty) {
    cover = (
      <>
        <strong>{t(conditions.length > 0 ? 'table.emptyFiltered' : 'table.empty')}</strong>
        {conditions.length > 0 && <Button onClick={() => apply([])}>{t('table.filterClear')}</Button>}
      </>
    )
  }
  const order = (at: HTMLElement) =>
    openMenu({
      label: t('table.order'),
      at,
      entries: sortsOf(of).flatMap((name) => {
        const field = fieldOf(of, name)
        if (!field) return []
        const title = label(field.label, language)
        return (['descending', 'ascending'] as const).map((way) => ({
          id: `${name}-${way}`,
          label: t(`table.${way}`, { name: title }),
          checked: sortState(sort, name) === way,
          run: () => writeSearch({ sort: way === 'ascending' ? `+${name}` : name, current: null }),
        }))
      }),
    })
  return (
    <Screen
      title={entry.title}
      ready={Boolean(page.data) || Boolean(page.error)}
      scrolls={false}
      tools={
        <TableTools resource={of.id}>
          <IconButton
            aria-label={t('table.order')}
            title={t('table.order')}
            aria-haspopup="menu"
            onClick={(e) => order(e.currentTarget)}
          >
            <Icon name="arrow-down-up" />
          </IconButton>
        </TableTools>
      }
    >
      <Filters>
        <FilterSlot
          of={filterable}
          conditions={conditions}
          language={language}
          today={catalogueNow()?.today ?? ''}
          onApply={apply}
          onLeave={() => grid.current?.focus()}
          handle={filter}
        />
        <DateRange conditions={conditions} onApply={apply} />
      </Filters>
      <Grid
        model={model}
        of={of}
        columns={columns}
        language={language}
        words={words}
        label={entry.title}
        sort={sort}
        onSort={(name) => writeSearch({ sort: turned(sort, name), current: null })}
        onWidth={(name, width) => {
          const next = { ...widths, [name]: width }
          setWidths(next)
          keepWidths(of.id, next)
        }}
        onOpen={() => open(model.row)}
        onMenu={(_, at) => openRowMenu(of.id, model.row, at)}
        cover={cover}
        handle={grid}
        place={place}
        busy={page.isFetching}
      />
      <Batch resource={of.id} model={model} />
      <Selected entry={entry} model={model} />
      <Pager
        current={current}
        size={size}
        total={known}
        exact={exact}
        onTurn={turn}
        onSize={(n) => writeSearch({ size: n === SIZES[0] ? null : String(n), current: null })}
      />
      {looked && (
        <Dialog title={titleOf(of.id, looked)} wide outside onClose={() => setLooked(null)}>
          <Suspense fallback={null}>
            <RecordPane resource={of.id} id={looked.id} row={looked} />
          </Suspense>
        </Dialog>
      )}
    </Screen>
  )
}

const titleIn = (model: TableModel, resource: string, id: string): string => {
  const row = [...Array(Math.max(0, model.count)).keys()].map((i) => model.rowAt(i)).find((r) => r?.id === id)
  return row ? titleOf(resource, row) : id
}

/** The batch of this resource, while there is one. */
function Batch({ resource, model }: { readonly resource: string; readonly model: TableModel }) {
  const run = batchOf(resource)
  const now = useSyncExternalStore(run.subscribe, run.snapshot)
  if (!now) return null
  return (
    <Suspense fallback={null}>
      <BatchStrip run={run} titleOf={(id) => titleIn(model, resource, id)} />
    </Suspense>
  )
}

/** What is ticked and what can be done with all of it. */
function Selected({ entry, model }: { readonly entry: CatalogueResource; readonly model: TableModel }) {
  const { t } = useWords()
  const selected = useModel(model, (m) => m.selected)
  const all = useModel(model, (m) => m.selection.all)
  if (selected === 0) return null
  return (
    <Filters
      role="toolbar"
      aria-label={t('table.selected', { n: selected })}
      data-bulk=""
      style={{ background: 'var(--accent-soft)', paddingTop: 6 }}
    >
      <strong role="status">{t(all ? 'table.selectedAll' : 'table.selected', { n: grouped(String(selected)) })}</strong>
      <span style={{ flex: 1 }} />
      <DecisionButtons
        resource={entry.id}
        decisions={entry.transitions
          .filter((x) => x.select === 'many' && x.takesBack.length === 0)
          .map(({ id }) => ({ kind: 'transition', id }))}
        batch
      />
      <CommandButton id={`${entry.id}.delete`} icon hideElsewhere>
        {t('table.removeMany')}
      </CommandButton>
      <Button $tone="quiet" onClick={() => model.clear()}>
        {t('table.clear')}
      </Button>
    </Filters>
  )
}
