import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Condition } from '../../model/language/conditions/condition.ts'
import type { Resource } from '../../model/language/resource.ts'
import type { CatalogueResource } from '../../model/wire/catalogue.ts'
import { ApiError } from '../api/client.ts'
import { catalogueNow, listTitle } from '../data/catalogue.ts'
import type { BatchRun } from '../decisions/batchRun.ts'
import { DecisionButtons } from '../decisions/DecisionButtons.tsx'
import { useDecisionOutbox } from '../decisions/outbox/loadDecisionOutbox.ts'
import { hasSecond } from '../decisions/ownRows.ts'
import { grouped } from '../fields/amounts.ts'
import { rowHeightOf } from '../fields/listSetup.ts'
import { FilterSlot } from '../filter/FilterSlot.tsx'
import { useDicts } from '../filter/useDicts.ts'
import { titleOf } from '../forms/subject.ts'
import { Grid } from '../grid/Grid.tsx'
import type { Way } from '../grid/sorting.ts'
import { useColumns } from '../grid/useColumns.ts'
import { useFocusOnOpen } from '../grid/useFocusOnOpen.ts'
import { useGridContext } from '../grid/useGridContext.ts'
import { useModel } from '../grid/useModel.ts'
import { useTicked } from '../grid/useTicked.ts'
import { withMenus } from '../grid/withMenus.ts'
import { setContext } from '../host/host.ts'
import { useWords } from '../i18n/index.ts'
import { SavedViewBar } from '../savedViews/SavedViewBar.tsx'
import { placeNow } from '../state/url.ts'
import { Button } from '../ui/Button.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Waiting } from '../ui/messages/Waiting.tsx'
import { NotInForceNote } from '../ui/NotInForceNote.tsx'
import { Panes } from '../ui/panes.styles.ts'
import { Screen } from '../ui/Screen.tsx'
import { NARROW, useMedia } from '../ui/useMedia.ts'
import { Finding } from './find/Finding.tsx'
import { Grouping } from './groups/Grouping.tsx'
import type { ListQuery } from './rows/listQuery.ts'
import type { RowsModel } from './rowsModel.ts'
import { pastedInto } from './sheetPort.ts'
import { TableTools } from './TableTools.tsx'
import { Filters } from './table.styles.ts'
import { useFront } from './useFront.ts'
import type { ListFrameState } from './useListFrame.ts'

const NONE: readonly Condition[] = []

// parts that no list shows from the start are a chunk of their own
const RecordBeside = lazy(() => import('./RecordBeside.tsx').then((m) => ({ default: m.RecordBeside })))
const CellsBar = lazy(() => import('./cells/CellsBar.tsx').then((m) => ({ default: m.CellsBar })))
const Origins = lazy(() => import('./Origins.tsx').then((m) => ({ default: m.Origins })))
const BatchStrip = lazy(() => import('../decisions/BatchStrip.tsx').then((m) => ({ default: m.BatchStrip })))

/** How far the rows of a list are, as a query of TanStack Query says it. */
interface Rows {
  readonly data: unknown
  readonly error: Error | null
  readonly isFetching: boolean
  refetch(): unknown
}

interface ListFrameProps {
  readonly entry: CatalogueResource
  readonly of: Resource
  readonly frame: ListFrameState
  readonly model: RowsModel
  readonly rows: Rows
  /** The record in front is known not to be in the list as it is filtered. */
  readonly outside: boolean
  /** The rows are here and there are none. */
  readonly empty: boolean
  /** Absent where the order is fixed. */
  onSort?(name: string, way?: Way): void
  /** The rows have another height than before. */
  onRowHeight?(): void
  /** The rows form a tree. */
  readonly tree?: boolean
  /** Beside the general buttons of the list. */
  readonly tools?: ReactNode
  /** Beside the filter line. */
  readonly filters?: ReactNode
  /** Below the rows: the pager. */
  readonly children?: ReactNode
}

/**
 * The screen around the rows of a table or a tree: buttons, filter, grid, the record beside them, running batch, what is
 * ticked.
 */
export function ListFrame(p: ListFrameProps) {
  const { entry, of, frame, model } = p
  const { conditions, apply, grid, named } = frame
  const { language } = useWords()
  const title = listTitle(catalogueNow(), of.id, placeNow().pathname) || entry.title
  const narrow = useMedia(NARROW)
  const place = useRef<HTMLDivElement>(null)
  const panes = useRef<HTMLDivElement>(null)
  const words = useDicts(of.fields)
  const list = useColumns({ list: of.id, of, names: of.list.columns, held: frame.view.held, language, words })
  const rowHeight = rowHeightOf(list.setup, narrow)
  const { onRowHeight } = p
  const drawn = useRef(rowHeight)
  useLayoutEffect(() => {
    if (drawn.current !== rowHeight) onRowHeight?.()
    drawn.current = rowHeight
  }, [rowHeight, onRowHeight])
  useGridContext(model)
  useFront(of.id, model, named)
  useEffect(() => setContext({ previewOpen: named !== '' }), [named])
  useFocusOnOpen(grid)
  const allTicked = useModel(model, (m) => m.selection.all)
  const hasCells = useModel(model, (m) => m.range !== null)
  return (
    <Screen
      title={title}
      ready={Boolean(p.rows.data) || Boolean(p.rows.error)}
      scrolls={false}
      bare={narrow && named !== ''}
      note={<SavedViewBar shown={frame.view} columns={list.setup} brief={narrow} />}
      tools={
        <TableTools entry={entry} narrow={narrow}>
          {p.tools}
        </TableTools>
      }
    >
      <NotInForceNote of={of} />
      <Filters>
        <FilterSlot
          of={frame.filterable}
          conditions={conditions}
          language={language}
          today={catalogueNow()?.today ?? ''}
          onApply={apply}
          onLeave={() => grid.current?.focus()}
          handle={frame.filter}
        />
        {p.filters}
      </Filters>
      {!p.tree && <Finding query={frame.query} grid={grid} here={() => model.front} goTo={(id) => model.bring(id)} />}
      {!p.tree && (!narrow || !named) && (
        <Grouping
          of={of}
          columns={frame.shown}
          always={NONE}
          conditions={conditions}
          grid={grid}
          ready={Boolean(p.rows.data) && !p.rows.isFetching}
          allTicked={allTicked}
          onApply={apply}
        />
      )}
      <Panes ref={panes} data-narrow={narrow || undefined}>
        {(!narrow || !named) && (
          <div className="list">
            <Grid
              model={model}
              list={list}
              fit={narrow ? 'narrow' : named ? 'drops' : 'scrolls'}
              rowHeight={rowHeight}
              tapOpens={narrow}
              label={title}
              sort={frame.query.sort}
              {...(p.tree ? { tree: true } : {})}
              {...(p.onSort ? { onSort: p.onSort } : {})}
              onOpen={() => frame.open(model.row, model.scrolledTo())}
              onPaste={(lines, text) =>
                pastedInto(
                  {
                    ...{ of, title, model, grid, query: frame.query, filterable: frame.filterable, conditions, apply },
                    ticked: async () => model.ticked(),
                  },
                  lines,
                  text,
                )
              }
              onMenu={(_, at) => withMenus((m) => m.openRowMenu(of.id, model.row, at))}
              cover={coverOf(p)}
              handle={grid}
              place={place}
              busy={p.rows.isFetching}
            />
          </div>
        )}
        {named && (
          <Suspense fallback={null}>
            <RecordBeside
              entry={entry}
              of={of}
              frame={frame}
              model={model}
              outside={p.outside}
              narrow={narrow}
              around={panes}
            />
          </Suspense>
        )}
      </Panes>
      <Batch resource={of.id} model={model} />
      <Selected entry={entry} model={model} query={frame.query} />
      {hasCells && (
        <Suspense fallback={null}>
          <CellsBar of={of} model={model} grid={grid} />
        </Suspense>
      )}
      {p.children}
    </Screen>
  )
}

/**
 * Cover of the grid in the place of rows: that they are coming, why they could not be read, or that there are none;
 * null over rows.
 */
function coverOf({ rows, empty, frame, of }: ListFrameProps): ReactNode {
  const retry = () => {
    // The button disappears; the focus moves to the list.
    frame.grid.current?.focus()
    void rows.refetch()
  }
  if (rows.error && !rows.data) return <Failed error={rows.error} onRetry={retry} />
  if (!rows.data) return <Waiting />
  return empty ? (
    <Empty resource={of.id} filtered={frame.conditions.length > 0} onClear={() => frame.apply([])} />
  ) : null
}

function Failed({ error, onRetry }: { readonly error: Error; onRetry(): void }) {
  const { t } = useWords()
  const refused = error instanceof ApiError && error.code === 403
  return (
    <div role="alert">
      <strong>{t(refused ? 'table.noPermission' : 'table.failed')}</strong>
      <span>{refused ? '' : error.message}</span>
      {!refused && <Button onClick={onRetry}>{t('table.retry')}</Button>}
    </div>
  )
}

function Empty(p: { readonly resource: string; readonly filtered: boolean; onClear(): void }) {
  const { filtered, onClear } = p
  const { t } = useWords()
  return (
    <>
      <strong>{t(filtered ? 'table.emptyFiltered' : 'table.empty')}</strong>
      {filtered ? (
        <Button onClick={onClear}>{t('table.filterClear')}</Button>
      ) : (
        <Suspense fallback={null}>
          <Origins resource={p.resource} />
        </Suspense>
      )}
    </>
  )
}

/** Title of a record among the rows shown; its id where it is not among them. */
const titleIn = (model: RowsModel, resource: string, id: string): string => {
  for (let i = 0; i < model.count; i++) {
    const row = model.rowAt(i)
    if (row?.id === id) return titleOf(resource, row)
  }
  return id
}

/** The batch of this resource, while there is one. */
function Batch({ resource, model }: { readonly resource: string; readonly model: RowsModel }) {
  const run = useDecisionOutbox()?.batchOf(resource)
  return run ? <BatchOf run={run} resource={resource} model={model} /> : null
}

function BatchOf(p: { readonly run: BatchRun; readonly resource: string; readonly model: RowsModel }) {
  const { run, resource, model } = p
  const now = useSyncExternalStore(run.subscribe, run.snapshot)
  if (!now) return null
  return (
    <Suspense fallback={null}>
      <BatchStrip run={run} titleOf={(id) => titleIn(model, resource, id)} />
    </Suspense>
  )
}

/** Ticked rows and the commands for all of them. */
function Selected(p: { readonly entry: CatalogueResource; readonly model: RowsModel; readonly query: ListQuery }) {
  const { entry, model } = p
  const { t } = useWords()
  const selected = useModel(model, (m) => m.selected)
  const { all, count, own } = useTicked(model, entry.id, p.query, hasSecond(entry.id))
  if (selected === 0) return null
  return (
    <Filters
      role="toolbar"
      aria-label={t('table.selected', { n: selected })}
      data-bulk=""
      style={{ background: 'var(--accent-soft)', paddingTop: 6 }}
    >
      <span role="status">
        <strong>{t(all ? 'table.selectedAll' : 'table.selected', { n: grouped(String(count)) })}</strong>
        {own > 0 && ` · ${t('queue.ownLeftOut', { n: grouped(String(own)) })}`}
      </span>
      <span style={{ flex: 1 }} />
      <DecisionButtons
        resource={entry.id}
        decisions={entry.decisions.filter((d) => d.takesBack.length === 0).map((d) => d.id)}
        batch
      />
      {entry.operations.includes('edit') && <CommandButton id="grid.bulkEdit" icon hideElsewhere />}
      <CommandButton id={`${entry.id}.delete`} icon hideElsewhere>
        {t('table.removeMany')}
      </CommandButton>
      <Button $tone="quiet" onClick={() => model.clear()}>
        {t('table.clear')}
      </Button>
    </Filters>
  )
}
