import { useQuery } from '@tanstack/react-query'
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
} from 'react'
import { listColumns, rowsOf } from '../../model/kernel/columns.ts'
import type { Condition } from '../../model/kernel/condition.ts'
import type { Resource, Tree } from '../../model/kernel/resource.ts'
import { type CatalogueResource, ROUNDS, type WireRow, type WireTable } from '../../model/kernel/wire.ts'
import { api } from '../api/client.ts'
import { catalogueNow, useCatalogue } from '../data/catalogue.ts'
import { keyOf } from '../data/queries.ts'
import { pageOf } from '../data/records.ts'
import { titleOf } from '../decisions/pendingDecisions.ts'
import { useWords } from '../i18n/index.ts'
import { go, useSearch } from '../state/url.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Screen } from '../ui/Screen.tsx'
import { useFoot } from '../ui/useFoot.ts'
import { columnsOf, keepWidths, widthsOf } from './columns.ts'
import type { FilterLineHandle } from './FilterLine.tsx'
import { FilterSlot } from './FilterSlot.tsx'
import { filterableOf } from './filterFields.ts'
import { fromParams, toParams } from './filterParams.ts'
import { Grid, type GridHandle } from './Grid.tsx'
import { openRowMenu } from './rowMenu.ts'
import { TableTools } from './TableTools.tsx'
import { Filters } from './table.styles.ts'
import { TreeModel } from './treeModel.ts'
import { useDicts } from './useDicts.ts'
import { useGridContext } from './useGridContext.ts'
import { useTreePorts } from './useTreePorts.ts'
import { writeFilter } from './writeFilter.ts'

const RecordPane = lazy(() => import('../record/RecordPane.tsx').then((m) => ({ default: m.RecordPane })))

interface TreeScreenProps {
  readonly entry: CatalogueResource
  readonly of: Resource
  readonly tree: Tree
}

/** The table of a resource whose records stand below one another: opened and closed, moved, filtered. */
export function TreeScreen({ entry, of, tree }: TreeScreenProps) {
  const { t, language } = useWords()
  const search = useSearch()
  const granted = useCatalogue()?.permissions
  const filterable = useMemo(() => filterableOf(of, granted ?? []), [of, granted])
  const line = search.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `line` is the search by value
  const conditions = useMemo((): readonly Condition[] => fromParams(search, filterable), [line, filterable])
  const filtered = conditions.length > 0
  const read = useCallback(
    async (more: Readonly<Record<string, string>>, signal?: AbortSignal) =>
      rowsOf(
        await api.get<WireTable>(
          ROUNDS.tree,
          { resource: of.id, columns: listColumns(of).join(','), ...more },
          { ...(signal ? { signal } : {}), quiet: true },
        ),
      ),
    [of],
  )
  const rows = useQuery({
    queryKey: keyOf(of.id, 'tree', toParams(conditions)),
    queryFn: ({ signal }) => read(toParams(conditions), signal),
    staleTime: 5_000,
  })
  const [model] = useState(() => new TreeModel(tree, tree.lazy ? (under) => read(under ? { under } : {}) : null))
  const [looked, setLooked] = useState<WireRow | null>(null)
  const [widths, setWidths] = useState(() => widthsOf(of.id))
  const grid = useRef<GridHandle>(null)
  const place = useRef<HTMLDivElement>(null)
  useFoot(place)
  const filter = useRef<FilterLineHandle>(null)
  const words = useDicts(of.fields)
  const columns = useMemo(
    () => columnsOf(of, language, of.list.columns, widths).map((c) => ({ ...c, sorts: false })),
    [of, language, widths],
  )
  useLayoutEffect(() => {
    if (!rows.data) return
    // Of a lazy tree the top alone is read: what is open below it is read again with it.
    if (tree.lazy && !filtered && model.count >= 0) void model.reread()
    else model.show(rows.data, filtered)
  }, [model, rows.data, filtered, tree.lazy])
  const apply = useCallback(
    (next: readonly Condition[]) => writeFilter(conditions, next, filterable),
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
  useTreePorts({ entry, of, model, grid, filter, filtered, openPage: open, clearFilter: () => apply([]) })
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.tagName === 'MAIN') grid.current?.focus()
  }, [])

  let cover: ReactNode = null
  if (rows.error && !rows.data) {
    cover = (
      <>
        <strong>{t('table.failed')}</strong>
        <span>{rows.error.message}</span>
        <Button onClick={() => void rows.refetch()}>{t('table.retry')}</Button>
      </>
    )
  } else if (rows.data?.length === 0) {
    cover = (
      <>
        <strong>{t(filtered ? 'table.emptyFiltered' : 'table.empty')}</strong>
        {filtered && <Button onClick={() => apply([])}>{t('table.filterClear')}</Button>}
      </>
    )
  }
  return (
    <Screen
      title={entry.title}
      ready={Boolean(rows.data) || Boolean(rows.error)}
      scrolls={false}
      tools={<TableTools resource={of.id} />}
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
      </Filters>
      <Grid
        model={model}
        of={of}
        columns={columns}
        language={language}
        words={words}
        label={entry.title}
        sort={of.list.sort}
        tree
        ticks={false}
        onSort={() => {}}
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
        busy={rows.isFetching}
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
