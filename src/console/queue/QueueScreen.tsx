import './list/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Condition } from '../../model/language/conditions/condition.ts'
import { requestedSort } from '../../model/language/listing.ts'
import type { Queue } from '../../model/language/queue.ts'
import { type Resource, sortOf } from '../../model/language/resource.ts'
import { OPEN } from '../../model/values/routes.ts'
import type { CatalogueQueue, CatalogueQueueView } from '../../model/wire/catalogue.ts'
import { takeStand } from '../data/behind.ts'
import { queueIn, useCatalogue } from '../data/catalogue.ts'
import { useQueue, useResource } from '../data/domains.ts'
import { hasSecond } from '../decisions/ownRows.ts'
import { filterableOf } from '../filter/filterFields.ts'
import { fromParams } from '../filter/filterParams.ts'
import { t, useWords } from '../i18n/index.ts'
import { useSearch } from '../state/url.ts'
import { Link } from '../ui/Link.tsx'
import { ErrorScreen } from '../ui/messages/ErrorScreen.tsx'
import { Refused } from '../ui/messages/Refused.tsx'
import { toast } from '../ui/messages/toast.ts'
import { Screen } from '../ui/Screen.tsx'
import { modelOf, queuePlace } from './list/listPlace.ts'
import type { QueueModel } from './list/queueModel.ts'
import { QueueWorkbench } from './QueueWorkbench.tsx'

/** A queue to be cleared from the keyboard: `/desk/queues/:code?view=…`. */
export function QueueScreen({ queue: code }: { readonly queue: string }) {
  const queue = queueIn(useCatalogue(), code)
  const search = useSearch()
  // An address with a view that this person does not have shows none: the keys would decide other records than the
  // address names.
  const named = search.get('view')
  const view = named === null ? queue?.views[0] : queue?.views.find((v) => v.code === named)
  const of = useResource(view?.resource ?? '')
  const declared = useQueue(code)
  if (!queue) return <Refused what={code} />
  if (declared && !view) {
    // a view that there is, and that is not this person's work
    if (declared.views.some((v) => v.code === named)) return <Refused what={queue.title} />
    return <NoSuchView queue={queue} />
  }
  if (!of || !declared || !view) {
    return (
      <Screen title={view?.title ?? queue.title} ready={false}>
        {null}
      </Screen>
    )
  }
  return <Loaded key={`${code}.${view.code}`} queue={queue} view={view} declared={declared} of={of} search={search} />
}

/** In the place of a view that the queue does not have: the address is wrong, and the queue is there. */
function NoSuchView({ queue }: { readonly queue: CatalogueQueue }) {
  const { t: words } = useWords()
  return (
    <ErrorScreen title={words('shell.notFound')} tab={queue.title}>
      <p role="alert">{words('shell.notFoundHint')}</p>
      <p>
        <Link to={`/desk/queues/${queue.code}`}>{queue.title}</Link>
      </p>
    </ErrorScreen>
  )
}

interface LoadedProps {
  readonly queue: CatalogueQueue
  readonly view: CatalogueQueueView
  readonly declared: Queue
  readonly of: Resource
  readonly search: URLSearchParams
}

/** View of a queue with its list; another filter or order is another list. */
function Loaded({ queue, view, declared, of, search }: LoadedProps) {
  const { language } = useWords()
  const client = useQueryClient()
  const granted = useCatalogue()?.permissions
  const columns = useMemo(() => {
    // columns fixed by the view say nothing; the order column is shown
    const fixed = new Set(view.where.filter((c) => c.op === 'equal').map((c) => c.field))
    const shown = (declared.columns?.[of.id] ?? of.list.columns).filter((name) => !fixed.has(name))
    return [...new Set([...shown, sortOf({ list: { sort: view.sort || of.list.sort } }).name])]
  }, [declared, of, view])
  const filterable = useMemo(() => filterableOf(of, granted ?? [], hasSecond(of.id)), [of, granted])
  const line = search.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `line` is the search by value
  const conditions = useMemo((): readonly Condition[] => fromParams(search, filterable), [line, filterable])
  const requested = search.get('sort') ?? ''
  const sort = requestedSort(of, requested, view.sort || of.list.sort)
  const [model, setModel] = useState<QueueModel | null>(null)
  const open = search.get(OPEN) ?? ''
  /** The record of the address that was said to be missing: once is enough. */
  const missed = useRef('')
  const list = queuePlace(queue.code, view, columns, { of, conditions, sort, language })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is told by its key
  useLayoutEffect(() => {
    const next = modelOf(list, client)
    const stood = takeStand(list.stand)
    next.returnTo = stood?.offset ?? null
    const named = stood?.id ? '' : open
    const place = list.work.placeIn(list.stand)
    const sought = stood?.id || named || place?.id || ''
    void next.start(sought, sought === place?.id ? place.at : -1).then((found) => {
      // the address names a record, and soon another one: not without a word
      if (named && !found && missed.current !== named) toast.info(() => t('queueScreen.notListed'))
      if (!found) missed.current = named
    })
    setModel(next)
    const keep = () => {
      const { row, cursor } = next
      if (row) list.work.keepPlace(list.stand, { id: row.id, at: cursor })
    }
    // a page that is loaded anew unmounts nothing
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
      next.dispose()
    }
  }, [list.key, client])
  if (!model) {
    return (
      <Screen title={view.title} ready={false}>
        {null}
      </Screen>
    )
  }
  return (
    <QueueWorkbench
      queue={queue}
      view={view}
      of={of}
      columns={columns}
      model={model}
      filterable={filterable}
      conditions={conditions}
      sort={sort}
      stand={list.stand}
    />
  )
}
