import './base/words.ts'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { flagsOf } from '../../model/language/flag.ts'
import { childShown, type Section } from '../../model/language/section.ts'
import { label } from '../../model/values/label.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { ApiError } from '../api/client.ts'
import { loadResource, useLifecycle, useResource } from '../data/domains.ts'
import { queryClient } from '../data/queries.ts'
import {
  childOf,
  childrenQuery,
  historyQuery,
  parentValue,
  recordKey,
  recordQuery,
  renewParts,
} from '../data/records.ts'
import { useWords } from '../i18n/index.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Trouble } from '../ui/messages/Trouble.tsx'
import { Waiting } from '../ui/messages/Waiting.tsx'
import { NotInForceNote } from '../ui/NotInForceNote.tsx'
import { Pane } from './base/record.styles.ts'
import { mayLook, statusOf } from './base/sections.ts'
import { useRested } from './base/useRested.ts'
import { BesideButton } from './parts/BesideButton.tsx'
import { ChangeNote } from './parts/ChangeNote.tsx'
import { FactValue } from './parts/Fact.tsx'
import { Value } from './parts/Value.tsx'
import { Sections } from './Sections.tsx'
import { useFresher } from './useFresher.ts'
import { useOwnNodes } from './useOwnNodes.ts'

export interface RecordPaneProps {
  /** Resource id. */
  readonly resource: string
  readonly id: string
  /** The row as the list has it (its columns only): shown at once, before the record itself is there. */
  readonly row?: WireRow
  /** Beside a list: the head is an h2 and small; without it the pane leaves the head to the page. */
  readonly compact?: boolean
  /** In front of the head beside a list: the way back where the record stands alone. */
  readonly lead?: ReactNode
  /** Keys are about another record: this one stands beside it, to be read. */
  readonly quiet?: boolean
  /** Opens the whole page; shows a button for it. */
  onOpen?(): void
  /** Section that records open at, kept by the caller: the last one chosen, "" for the top. */
  readonly section?: string
  onSection?(code: string): void
  /** Sections that are on the screen or about to be. */
  onNear?(codes: readonly string[]): void
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

/** A record beside its list or on its page: head, the strip of its sections, and what they show. */
export function RecordPane(p: RecordPaneProps) {
  const { t, language } = useWords()
  const client = useQueryClient()
  const of = useResource(p.resource)
  const lifecycle = useLifecycle(p.resource)
  const ready = useRested(p.id)
  const box = useRef<HTMLElement>(null)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...recordQuery(p.resource, p.id),
    enabled: ready,
    // The row of the list is shown first; without one the previous record stays until this one has loaded.
    placeholderData: p.row ?? keepPreviousData,
  })
  const drawn = useOwnNodes(box, p.id, data?.id === p.id && !isPlaceholderData)
  const row = useFresher(p.resource, p.id, data, p.row)
  // Beside a list whoever reads the rows again reads the record again, and by its version its parts are outdated.
  const version = data?.id === p.id ? data.version : undefined
  const known = useRef({ id: p.id, version })
  useEffect(() => {
    const before = known.current
    if (version === undefined && before.id === p.id) return
    known.current = { id: p.id, version }
    const rose = before.id === p.id && before.version !== undefined && Number(version) > before.version
    if (rose && p.compact) void renewParts(client, p.resource, p.id)
  }, [version, p.compact, client, p.resource, p.id])

  if (error && !row) {
    const missing = error instanceof ApiError && error.code === 404
    return (
      <Pane aria-label={t('record.record')}>
        <div className="record-body">
          {missing ? (
            <p className="record-missing">{t('recordPage.missing')}</p>
          ) : (
            <Trouble error={error} again={() => void refetch()} />
          )}
        </div>
      </Pane>
    )
  }
  if (!of || !lifecycle || !row)
    return (
      <Pane aria-busy="true" aria-label={t('record.record')}>
        <Waiting />
      </Pane>
    )
  const status = statusOf(of, lifecycle)
  const mask = flagsOf(of, row).find((f) => f.mask)?.mask
  return (
    <Pane ref={box} aria-label={t('record.record')} data-record={p.id} data-kind={label(of.title, language)}>
      <Fragment key={drawn}>
        {p.compact && (
          <header className="record-head">
            {p.lead}
            <h2>
              <FactValue of={of} name={of.name} row={row} />
            </h2>
            {status && <Value of={of} name={status} row={row} />}
            <span className="room" />
            {!p.quiet && <BesideButton />}
            {p.onOpen && (
              <IconButton aria-label={t('recordPage.open')} title={t('recordPage.open')} onClick={p.onOpen}>
                <Icon name="external-link" />
              </IconButton>
            )}
          </header>
        )}
        {mask && (
          <p className="record-mask" role="status" aria-busy="true">
            {label(mask, language)}
          </p>
        )}
        {/* beside its list, what is said of all its records stands above the list */}
        {(!p.compact || of.notInForce?.where) && <NotInForceNote of={of} row={row} />}
        <ChangeNote of={of} row={row} />
        <Sections
          of={of}
          lifecycle={lifecycle}
          row={row}
          under={p.compact ? 'h2' : 'h1'}
          section={p.section}
          onSection={p.onSection}
          onNear={p.onNear}
          quiet={p.quiet}
        />
      </Fragment>
    </Pane>
  )
}
