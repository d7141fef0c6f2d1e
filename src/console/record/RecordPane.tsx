import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { label } from '../../model/kernel/label.ts'
import type { QueuePart } from '../../model/kernel/queue.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { ApiError } from '../api/client.ts'
import { loadResource, queueFor, resourceNow, useLifecycle, useResource } from '../data/modules.ts'
import { queryClient } from '../data/queries.ts'
import {
  catalogued,
  childOf,
  childrenQuery,
  historyQuery,
  parentValue,
  recordKey,
  recordQuery,
  renew,
} from '../data/records.ts'
import { useWords } from '../i18n/index.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Trouble } from '../ui/Trouble.tsx'
import { Children } from './Children.tsx'
import { Facts } from './Facts.tsx'
import { History } from './History.tsx'
import { documentsOf, fresher, partsOf, statusOf } from './parts.ts'
import { Related } from './Related.tsx'
import { Pane } from './record.styles.ts'
import { Value } from './Value.tsx'

export interface RecordPaneProps {
  /** Resource id. */
  readonly resource: string
  readonly id: string
  /** The row as the list has it (its columns only): shown at once, before the record itself is there. */
  readonly row?: WireRow
  /** Parts to show; default: those of the queue that works the resource, else facts, children, history, related. */
  readonly parts?: readonly QueuePart[]
  /** Beside a list: the head is an h2 and small; without it the pane leaves the head to the page. */
  readonly compact?: boolean
  /** Opens the whole page; shows a button for it. */
  onOpen?(): void
  /** The part in front, when somebody else (the keys) switches it. */
  readonly part?: string
  onPart?(code: string): void
}

/** Milliseconds the cursor must rest on a row before it is asked for; what is cached is shown at once. */
const REST = 70

/** False while the cursor runs over rows, so that a held key does not ask for each of them. */
export function useRested(id: string): boolean {
  const [rested, setRested] = useState(id)
  useEffect(() => {
    if (rested === id) return
    const timer = setTimeout(() => setRested(id), REST)
    return () => clearTimeout(timer)
  }, [id, rested])
  return rested === id
}

/** The parts of a record for this user. Only complete when the module is loaded. */
export function partsFor(resource: string): QueuePart[] {
  const of = resourceNow(resource)
  if (!of) return []
  const titleOf = (id: string): QueuePart['title'] => {
    const found = resourceNow(id)
    const entry = catalogued(id)
    return found?.title ?? [entry?.title ?? id, entry?.alias ?? id]
  }
  return partsOf(of, queueFor(resource), (id) => catalogued(id) !== undefined, titleOf)
}

/** Fetches a record and the parts given before anybody looks at it. Failures are shown when somebody does. */
export async function prefetchRecord(
  resource: string,
  id: string,
  parts: readonly QueuePart[] = [],
  client: QueryClient = queryClient,
): Promise<void> {
  const of = await loadResource(resource)
  const record = client.prefetchQuery(recordQuery(resource, id))
  await Promise.all([
    record,
    ...parts.map(async (part) => {
      if (part.shows === 'history') return client.prefetchQuery(historyQuery(resource, id))
      const child = part.shows === 'children' ? childOf(of, part.resource) : undefined
      if (!child || !catalogued(child.resource)) return
      if (child.of) await record
      const row = child.of ? client.getQueryData<WireRow>(recordKey(resource, id)) : { id }
      if (row) await client.prefetchInfiniteQuery(childrenQuery(resource, id, child, parentValue(child, row)))
    }),
  ])
}

/** A record beside its list or on its page: head, parts, and whatever stands in the part in front. */
export function RecordPane(p: RecordPaneProps) {
  const { t, language } = useWords()
  const client = useQueryClient()
  const of = useResource(p.resource)
  const lifecycle = useLifecycle(p.resource)
  const base = useId()
  const [own, setOwn] = useState('')
  const ready = useRested(p.id)
  const { data, error, refetch } = useQuery({
    ...recordQuery(p.resource, p.id),
    enabled: ready,
    // The row of a list says the most important at once; without one the record before stays until this one is there.
    placeholderData: p.row ?? keepPreviousData,
  })
  const row = fresher(data?.id === p.id ? data : undefined, p.row?.id === p.id ? p.row : undefined)
  const newer = p.row !== undefined && data?.id === p.row.id && p.row.version > data.version
  useEffect(() => {
    // The list already knows a later version: the record and its parts are behind.
    if (newer) void renew(client, p.resource, p.id)
  }, [newer, client, p.resource, p.id])

  if (error && !row) {
    const missing = error instanceof ApiError && error.code === 404
    return (
      <Pane aria-label={t('record.record')}>
        <div className="record-body">
          {missing ? (
            <p className="record-missing">{t('record.missing')}</p>
          ) : (
            <Trouble error={error} again={() => void refetch()} />
          )}
        </div>
      </Pane>
    )
  }
  if (!of || !lifecycle || !row) return <Pane aria-busy="true" aria-label={t('record.record')} />

  const may = (id: string) => catalogued(id) !== undefined
  const queue = queueFor(p.resource)
  const parts = p.parts
    ? partsOf(of, { ...(queue ?? EMPTY), parts: p.parts }, may, () => of.title)
    : partsFor(p.resource)
  const wanted = p.part ?? own
  const current = parts.find((x) => x.code === wanted) ?? parts[0]
  const show = (code: string) => {
    setOwn(code)
    p.onPart?.(code)
  }
  const step = (e: KeyboardEvent) => {
    const by = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0
    const next = by !== 0 && current ? parts[(parts.indexOf(current) + by + parts.length) % parts.length] : undefined
    if (!next) return
    e.preventDefault()
    e.stopPropagation()
    show(next.code)
    document.getElementById(`${base}-${next.code}`)?.focus()
  }
  const status = statusOf(of, lifecycle)
  const child = current?.shows === 'children' ? childOf(of, current.resource) : undefined
  return (
    <Pane aria-label={t('record.record')} data-record={p.id}>
      {p.compact && (
        <header className="record-head">
          <h2>
            <Value of={of} name={of.name} row={row} />
          </h2>
          {status && <Value of={of} name={status} row={row} />}
          <span className="version">{t('record.version', { version: row.version })}</span>
          <span className="room" />
          {p.onOpen && (
            <IconButton aria-label={t('record.open')} title={t('record.open')} onClick={p.onOpen}>
              <Icon name="external-link" />
            </IconButton>
          )}
        </header>
      )}
      <div className="record-tabs" role="tablist" aria-label={t('record.parts')} onKeyDown={step}>
        {parts.map((x) => (
          <button
            key={x.code}
            type="button"
            role="tab"
            id={`${base}-${x.code}`}
            aria-selected={x === current}
            aria-controls={`${base}-body`}
            tabIndex={x === current ? 0 : -1}
            onClick={() => show(x.code)}
          >
            {label(x.title, language)}
          </button>
        ))}
      </div>
      <div
        className="record-body"
        role="tabpanel"
        id={`${base}-body`}
        aria-labelledby={`${base}-${current?.code}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        {current?.shows === 'facts' && <Facts of={of} row={row} names={current.fields} />}
        {child && <Children key={child.resource} resource={p.resource} row={row} child={child} ready={ready} />}
        {current?.shows === 'history' && <History of={of} lifecycle={lifecycle} id={p.id} ready={ready} />}
        {current?.shows === 'related' && (
          <Related
            of={of}
            row={row}
            documents={documentsOf(of, parts, may)}
            closed={queue?.closed ?? []}
            ready={ready}
            under={p.compact ? 'h2' : 'h1'}
          />
        )}
      </div>
    </Pane>
  )
}

const EMPTY = { code: '', title: ['', ''], resource: '', icon: '', views: [], columns: [], parts: [] } as const
