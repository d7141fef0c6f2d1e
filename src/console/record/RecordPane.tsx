import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { label } from '../../model/kernel/label.ts'
import { childShown, type Section } from '../../model/kernel/section.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { ApiError } from '../api/client.ts'
import { loadResource, useLifecycle, useResource } from '../data/modules.ts'
import { queryClient } from '../data/queries.ts'
import { childOf, childrenQuery, historyQuery, parentValue, recordKey, recordQuery, renew } from '../data/records.ts'
import { useWords } from '../i18n/index.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Trouble } from '../ui/Trouble.tsx'
import { Pane } from './record.styles.ts'
import { SectionView } from './SectionView.tsx'
import { fresher, mayLook, shownSections, statusOf, titleOfSection } from './sections.ts'
import { Value } from './Value.tsx'

export interface RecordPaneProps {
  /** Resource id. */
  readonly resource: string
  readonly id: string
  /** The row as the list has it (its columns only): shown at once, before the record itself is there. */
  readonly row?: WireRow
  /** Beside a list: the head is an h2 and small; without it the pane leaves the head to the page. */
  readonly compact?: boolean
  /** Opens the whole page; shows a button for it. */
  onOpen?(): void
  /** The selected section, when it is controlled from outside (by keys). */
  readonly section?: string
  onSection?(code: string): void
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

/** Fetches a record and the given sections ahead of time. Failures are shown when the record is opened. */
export async function prefetchRecord(
  resource: string,
  id: string,
  sections: readonly Section[] = [],
  client: QueryClient = queryClient,
): Promise<void> {
  const of = await loadResource(resource)
  const record = client.prefetchQuery(recordQuery(resource, id))
  await Promise.all([
    record,
    ...sections.map(async (s) => {
      if (s.kind === 'history') return client.prefetchQuery(historyQuery(resource, id))
      const child = childOf(of, childShown(s))
      if (!child || !mayLook(child.resource)) return
      if (child.of) await record
      const row = child.of ? client.getQueryData<WireRow>(recordKey(resource, id)) : { id }
      if (row) await client.prefetchInfiniteQuery(childrenQuery(resource, id, child, parentValue(child, row)))
    }),
  ])
}

/** A record beside its list or on its page: head, tabs, and the content of the selected section. */
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
    // The list already has a later version: the record and its parts are outdated.
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

  const sections = shownSections(of)
  const wanted = p.section ?? own
  const current = sections.find((x) => x.code === wanted) ?? sections[0]
  const show = (code: string) => {
    setOwn(code)
    p.onSection?.(code)
  }
  const step = (e: KeyboardEvent) => {
    const by = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0
    const at = current ? sections.indexOf(current) : -1
    const next = by !== 0 && at >= 0 ? sections[(at + by + sections.length) % sections.length] : undefined
    if (!next) return
    e.preventDefault()
    e.stopPropagation()
    show(next.code)
    document.getElementById(`${base}-${next.code}`)?.focus()
  }
  const status = statusOf(of, lifecycle)
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
      <div className="record-tabs" role="tablist" aria-label={t('record.sections')} onKeyDown={step}>
        {sections.map((x) => (
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
            {label(titleOfSection(x), language)}
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
        {current && (
          <SectionView
            key={current.code}
            section={current}
            of={of}
            lifecycle={lifecycle}
            row={row}
            ready={ready}
            under={p.compact ? 'h2' : 'h1'}
          />
        )}
      </div>
    </Pane>
  )
}
