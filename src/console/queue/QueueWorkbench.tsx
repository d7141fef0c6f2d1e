import './list/words.ts'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { queueRoute } from '../../../commands/catalog/navigation.ts'
import type { Condition } from '../../model/language/conditions/condition.ts'
import type { Resource } from '../../model/language/resource.ts'
import { OPEN } from '../../model/values/routes.ts'
import type { CatalogueQueue, CatalogueQueueView } from '../../model/wire/catalogue.ts'
import { SAVED } from '../../model/wire/savedView.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { type Behind, standAt } from '../data/behind.ts'
import { catalogueNow } from '../data/catalogue.ts'
import { pageOf } from '../data/records.ts'
import { BatchStrip } from '../decisions/BatchStrip.tsx'
import { batchOf } from '../decisions/batches.ts'
import { FLAGS } from '../fields/columns.ts'
import { rowHeightOf } from '../fields/listSetup.ts'
import type { FilterLineHandle } from '../filter/FilterLine.tsx'
import type { Filterable } from '../filter/filterFields.ts'
import { combine } from '../filter/filterParams.ts'
import { useDicts } from '../filter/useDicts.ts'
import { writeFilter } from '../filter/writeFilter.ts'
import { titleOf } from '../forms/subject.ts'
import { Grid, type GridHandle } from '../grid/Grid.tsx'
import { ordered, turned } from '../grid/sorting.ts'
import { useColumns } from '../grid/useColumns.ts'
import { useFocusOnOpen } from '../grid/useFocusOnOpen.ts'
import { useGridContext } from '../grid/useGridContext.ts'
import { useModel } from '../grid/useModel.ts'
import { withMenus } from '../grid/withMenus.ts'
import { setContext } from '../host/host.ts'
import { useWords } from '../i18n/index.ts'
import { Finding } from '../lists/find/Finding.tsx'
import { Grouping } from '../lists/groups/Grouping.tsx'
import { pastedInto, type SheetList } from '../lists/sheetPort.ts'
import { sectionsFor } from '../record/base/sections.ts'
import { SavedViewBar } from '../savedViews/SavedViewBar.tsx'
import { useShownView } from '../savedViews/useShownView.ts'
import { groupIn } from '../savedViews/viewState.ts'
import { preferences } from '../state/preferences.ts'
import { go, placeNow, useSearch, writeSearch } from '../state/url.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Panes } from '../ui/panes.styles.ts'
import { Screen } from '../ui/Screen.tsx'
import { Split } from '../ui/Split.tsx'
import { NARROW, useMedia } from '../ui/useMedia.ts'
import { BulkBar, DecisionBar } from './DecisionBar.tsx'
import type { QueueModel } from './list/queueModel.ts'
import { NextQueue } from './NextQueue.tsx'
import { Preview } from './Preview.tsx'
import { QueueEvidence } from './QueueEvidence.tsx'
import { QueueHead } from './QueueHead.tsx'
import { TroubleStrip, WaitingStrip } from './Strips.tsx'
import { useNamedRow } from './useNamedRow.ts'
import { useQueuePorts } from './useQueuePorts.ts'
import { useQueueStatus } from './useQueueStatus.ts'

// No queue shows them from the start.
const CellsBar = lazy(() => import('../lists/cells/CellsBar.tsx').then((m) => ({ default: m.CellsBar })))
const Origins = lazy(() => import('../lists/Origins.tsx').then((m) => ({ default: m.Origins })))

interface QueueDeskProps {
  readonly queue: CatalogueQueue
  readonly view: CatalogueQueueView
  readonly of: Resource
  /** Fields of the dense list. */
  readonly columns: readonly string[]
  readonly model: QueueModel
  readonly filterable: Filterable
  readonly conditions: readonly Condition[]
  readonly sort: string
  /** Key of the list. */
  readonly stand: string
}

/** Whether a list has the rows of these conditions: a model is made after its conditions are known. */
const sameRows = (a: readonly Condition[], b: readonly Condition[]): boolean => JSON.stringify(a) === JSON.stringify(b)

const codesOf = (of: Resource): string[] => sectionsFor(of.id).map((s) => s.code)

/** The split pane: list, preview, decisions. */
export function QueueWorkbench(p: QueueDeskProps) {
  const { queue, view, of, model } = p
  const { t, language } = useWords()
  const narrow = useMedia(NARROW)
  const [shows, setShows] = useState(false)
  const { previewOpen, previewWidth } = useSnapshot(preferences)
  const [section, setSection] = useState('')
  const grid = useRef<GridHandle>(null)
  const filter = useRef<FilterLineHandle>(null)
  const panes = useRef<HTMLDivElement>(null)
  const words = useDicts(of.fields)
  const names = useMemo(() => (of.flags ? [...p.columns, FLAGS] : p.columns), [of, p.columns])
  const search = useSearch()
  const saved = useShownView(queueRoute(queue.code, view.code), search, {
    of,
    filterable: p.filterable,
    conditions: p.conditions,
    sort: p.sort,
    otherwise: view.sort || of.list.sort,
    group: groupIn(of, search),
  })
  const columns = useColumns({
    held: saved.held,
    list: `${queue.code}.${of.id}`,
    of,
    names,
    extras: of.list.columns,
    language,
    words,
    today: catalogueNow()?.today ?? '',
    age: (view.sort || of.list.sort).replace(/^\+/, ''),
  })
  const preview = narrow ? shows : previewOpen
  const run = batchOf(of.id)
  useGridContext(model)
  useQueueStatus(model)
  useNamedRow(model, search.get(OPEN) ?? '')
  useEffect(() => {
    setContext({ queue: queue.code, view: view.code, resource: of.id })
    return () => setContext({ queue: '', view: '', resource: '' })
  }, [queue.code, view.code, of.id])
  useEffect(() => setContext({ previewOpen: preview }), [preview])

  const apply = useCallback(
    (now: readonly Condition[]) => writeFilter(p.conditions, now, p.filterable),
    [p.conditions, p.filterable],
  )
  const toGrid = useCallback(() => grid.current?.focus(), [])
  const change = useCallback(
    // Filter and order name fields of one resource: a view of another resource begins without them.
    (code: string, open?: string) => {
      const resource = queue.views.find((v) => v.code === code)?.resource
      if (resource === view.resource)
        writeSearch({ view: code === queue.views[0]?.code ? null : code, [OPEN]: open ?? null, [SAVED]: null }, 'push')
      else go(`${queueRoute(queue.code, code)}${open ? `&${OPEN}=${open}` : ''}`)
    },
    [queue, view.resource],
  )
  const { conditions, sort, stand } = p
  const openPage = useCallback(
    (row: WireRow | undefined) => {
      const path = row && pageOf(of.id, row)
      if (!path) return false
      standAt(stand, row.id, model.scrolledTo())
      const { pathname, search } = placeNow()
      go(path, 'push', {
        resource: of.id,
        to: pathname + search,
        queue: queue.code,
        view: view.code,
        conditions,
        sort,
      } satisfies Behind)
      return true
    },
    [of.id, model, queue.code, view.code, conditions, sort, stand],
  )
  const sorting = { of, sort: p.sort, apply: (sort: string) => writeSearch({ sort }) }
  const sheet: SheetList = {
    of,
    title: view.title,
    model,
    grid,
    query: model.query,
    filterable: p.filterable,
    conditions: p.conditions,
    ticked: (most) => model.allTicked(most),
    apply,
    changed: () => void model.resync(),
  }
  useQueuePorts({
    sheet,
    sorting,
    queue,
    view,
    of,
    model,
    grid,
    filter,
    conditions: p.conditions,
    openPage,
    change,
    clearFilter: () => apply([]),
    closePreview: () => {
      if (!narrow || !shows) return false
      setShows(false)
      return true
    },
    showPreview: (is) => {
      if (narrow) setShows(is ?? !shows)
      else preferences.previewOpen = is ?? !preferences.previewOpen
    },
  })

  useFocusOnOpen(grid)

  const count = useModel(model, (m) => m.count)
  const allTicked = useModel(model, (m) => m.selection.all)
  const hasCells = useModel(model, (m) => m.range !== null)
  const failure = useModel(model, (m) => m.failure)
  const ready = useModel(model, (m) => m.count === 0 || m.row !== undefined || m.failure !== null)
  const titles = (id: string) => {
    const at = model.source.indexOf(id)
    const row = at < 0 ? undefined : model.source.rowAt(at)
    return row ? titleOf(of.id, row) : id
  }
  let cover: ReactNode = null
  if (failure && count < 0) {
    cover = (
      <>
        <strong>{t('table.failed')}</strong>
        <span>{failure instanceof Error ? failure.message : ''}</span>
        <Button onClick={() => model.source.retry()}>{t('table.retry')}</Button>
      </>
    )
  } else if (count === 0) {
    const filtered = p.conditions.length > 0
    cover = (
      <>
        <Icon name={filtered ? 'filter' : 'check-circle'} size={28} />
        <strong>{t(filtered ? 'queueScreen.emptyFiltered' : 'queueScreen.clear')}</strong>
        <span>{t(filtered ? 'queueScreen.emptyFilteredNote' : 'queueScreen.clearNote')}</span>
        {filtered && <Button onClick={() => apply([])}>{t('table.filterClear')}</Button>}
        {!filtered && <NextQueue queue={queue.code} view={view.code} />}
        {!filtered && (
          <Suspense fallback={null}>
            <Origins resource={of.id} />
          </Suspense>
        )}
      </>
    )
  }
  const list = (
    <div className="list">
      <Grid
        model={model}
        list={columns}
        fit={narrow ? 'narrow' : 'drops'}
        label={t('queueScreen.list', { title: view.title })}
        sort={p.sort}
        rowHeight={rowHeightOf(columns.setup, narrow)}
        onSort={(name, way) => sorting.apply(way ? ordered(name, way) : turned(p.sort, name))}
        onOpen={() => (narrow ? setShows(true) : openPage(model.row))}
        tapOpens={narrow}
        onPaste={(lines, text) => pastedInto(sheet, lines, text)}
        onMenu={(_, at) => withMenus((m) => m.openRowMenu(of.id, model.row, at))}
        cover={cover}
        handle={grid}
        busy={count < 0}
      />
    </div>
  )
  return (
    <Screen
      title={view.title}
      ready={ready}
      scrolls={false}
      bare={narrow && shows}
      note={<SavedViewBar shown={saved} columns={columns.setup} />}
    >
      {(!narrow || !shows) && (
        <QueueHead
          queue={queue}
          view={view.code}
          model={model}
          of={p.filterable}
          conditions={p.conditions}
          filter={filter}
          onView={change}
          onFilter={apply}
          onLeaveFilter={toGrid}
        />
      )}
      <Finding query={model.query} grid={grid} here={() => model.row?.id ?? ''} goTo={(id) => void model.goTo(id)} />
      {(!narrow || !shows) && (
        <Grouping
          of={of}
          columns={columns.shown.map((c) => c.name)}
          always={view.where}
          conditions={p.conditions}
          grid={grid}
          ready={count >= 0 && sameRows(model.query.conditions, combine(view.where, p.conditions))}
          allTicked={allTicked}
          onApply={apply}
        />
      )}
      <Panes ref={panes} data-narrow={narrow || undefined}>
        {(!narrow || !shows) && list}
        <QueueEvidence
          model={model}
          of={of}
          narrow={narrow}
          onOpen={() => {
            if (codesOf(of).includes('answers')) setSection('answers')
          }}
          {...(preview && !narrow ? { beside: previewWidth } : {})}
        />
        {preview && !narrow && (
          <Split
            label={t('queueScreen.split')}
            width={previewWidth}
            least={300}
            most={Math.max(300, (panes.current?.clientWidth ?? 1200) - 320)}
            onWidth={(width) => {
              preferences.previewWidth = width
            }}
          />
        )}
        {preview && (
          <Preview
            model={model}
            of={of}
            section={section}
            onSection={setSection}
            onOpen={openPage}
            width={narrow ? null : previewWidth}
            onBack={narrow ? () => setShows(false) : null}
          />
        )}
      </Panes>
      <BatchStrip run={run} titleOf={titles} />
      <TroubleStrip model={model} of={of} />
      <WaitingStrip />
      <BulkBar view={view} model={model} />
      {hasCells && (
        <Suspense fallback={null}>
          <CellsBar of={of} model={model} grid={grid} />
        </Suspense>
      )}
      <DecisionBar of={of} view={view} model={model} narrow={narrow} />
    </Screen>
  )
}
