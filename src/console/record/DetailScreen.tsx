import './base/words.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { isInState, type Lifecycle } from '../../model/language/lifecycle.ts'
import type { Resource } from '../../model/language/resource.ts'
import { label } from '../../model/values/label.ts'
import { matchRoute } from '../../model/values/matchRoute.ts'
import { claimsOf } from '../../model/values/routes.ts'
import type { CatalogueDecision } from '../../model/wire/catalogue.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { ApiError } from '../api/client.ts'
import { useLifecycle, useResource } from '../data/domains.ts'
import { visitRecord } from '../data/recent.ts'
import { catalogued, recordQuery } from '../data/records.ts'
import { ClaimNote } from '../decisions/ClaimNote.tsx'
import { DecisionButtons } from '../decisions/DecisionButtons.tsx'
import { actionOf } from '../decisions/named.ts'
import { rowText } from '../fields/cell.ts'
import { useWords } from '../i18n/index.ts'
import { useSearch, writeSearch } from '../state/url.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Refused } from '../ui/messages/Refused.tsx'
import { Trouble } from '../ui/messages/Trouble.tsx'
import { Waiting } from '../ui/messages/Waiting.tsx'
import { Screen } from '../ui/Screen.tsx'
import { NARROW, useMedia } from '../ui/useMedia.ts'
import { Page } from './base/record.styles.ts'
import { sectionsFor, statusOf } from './base/sections.ts'
import { EvidenceSlot } from './evidence/EvidenceSlot.tsx'
import { mayHaveEvidence } from './evidence/mayHave.ts'
import { useLive } from './live.ts'
import { ConflictNote } from './parts/ConflictNote.tsx'
import { Value } from './parts/Value.tsx'
import { RecordPane } from './RecordPane.tsx'
import { useFresher } from './useFresher.ts'
import { usePagePorts } from './usePagePorts.ts'
import type { Walk } from './walk.ts'

export interface DetailScreenProps {
  readonly resource: string
  readonly id: string
  /** The list it was opened from. */
  readonly walk?: Walk | null
  /** Hears which sections are on the screen. */
  onNear?(codes: readonly string[]): void
  /** Below the record: what became of decisions on others of the list. */
  readonly children?: ReactNode
}

const back = <CommandButton id="page.back" compact tone="quiet" />

/** The page of one record. For an id that does not exist it stays on its path and says so. */
export function DetailScreen({ resource, id, walk = null, onNear, children }: DetailScreenProps) {
  const { t, language } = useWords()
  const of = useResource(resource)
  const lifecycle = useLifecycle(resource)
  const { data, error, refetch } = useQuery({ ...recordQuery(resource, id), placeholderData: walk?.row })
  const row = useFresher(resource, id, data, walk?.row)
  const title = of ? label(of.title, language) : (catalogued(resource)?.title ?? '')
  if (error instanceof ApiError && error.code === 403) return <Refused what={title} />
  if (error && (!row || isGone(error))) {
    return (
      <Screen title={title} ready lead={back}>
        <Page>
          {isGone(error) ? (
            <p className="record-missing" role="alert">
              {t('recordPage.missing')}
            </p>
          ) : (
            <Trouble error={error} again={() => void refetch()} />
          )}
        </Page>
      </Screen>
    )
  }
  if (!of || !lifecycle || !row) {
    return (
      <Screen title={title} ready={false} lead={back}>
        <Page>
          <Waiting />
        </Page>
      </Screen>
    )
  }
  return (
    <Shown of={of} lifecycle={lifecycle} row={row} walk={walk} {...(onNear ? { onNear } : {})}>
      {children}
    </Shown>
  )
}

/** Deleted, or not there for this person. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 404

/**
 * Decisions that start in the record's state; those that only take back are reached by z. Closed ones stay, with their
 * reason.
 */
export const standing = (decisions: readonly CatalogueDecision[], row: WireRow): CatalogueDecision[] =>
  decisions.filter((d) => d.takesBack.length === 0 && isInState(d.from, row))

function Shown({
  of,
  lifecycle,
  row,
  walk,
  onNear,
  children: below,
}: {
  readonly of: Resource
  readonly lifecycle: Lifecycle
  readonly row: WireRow
  readonly walk: Walk | null
  onNear?(codes: readonly string[]): void
  readonly children: ReactNode
}) {
  const { t, language } = useWords()
  const entry = catalogued(of.id)
  const name = rowText(of, of.name, row, language)
  useEffect(() => visitRecord(of.id, row.id), [of.id, row.id])
  const children = useMemo(() => (of.children ?? []).map((c) => c.resource), [of])
  useLive(of.id, row.id, children)
  const [section, setSection] = useSection(of.id)
  const { pending, conflict, dismiss } = usePagePorts(of, lifecycle, row, walk)

  const narrow = useMedia(NARROW)

  const status = statusOf(of, lifecycle)
  const decisions = standing(entry?.decisions ?? [], row)
  return (
    <Screen
      title={name || label(of.title, language)}
      ready
      scrolls={false}
      lead={back}
      note={
        <>
          {status && <Value of={of} name={status} row={row} />}{' '}
          {pending && (
            <span className="badge" data-tone="busy" role="status">
              {t(pending.phase === 'waiting' ? 'recordPage.waiting' : 'recordPage.pending', {
                action: actionOf(of.id, pending.decision),
              })}
            </span>
          )}
        </>
      }
      tools={
        <>
          <ClaimNote of={of} row={row} />
          {walk && <Place walk={walk} />}
          {mayHaveEvidence(of) && <CommandButton id="record.evidence" hideElsewhere icon compact={narrow} />}
          <CommandButton id={`${of.id}.edit`} hideElsewhere icon />
          <CommandButton id={`${of.id}.delete`} hideElsewhere icon />
        </>
      }
    >
      <Page>
        {conflict && <ConflictNote of={of} conflict={conflict} onDismiss={dismiss} />}
        <div className="pane">
          <div className="evidence">
            <EvidenceSlot of={of} id={row.id} row={row} />
          </div>
          <RecordPane
            resource={of.id}
            id={row.id}
            row={row}
            section={section}
            onSection={setSection}
            {...(onNear ? { onNear } : {})}
          />
        </div>
        {decisions.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a group of buttons, no fieldset
          <div className="decisions" role="group" aria-label={t('record.decisions')}>
            <DecisionButtons resource={of.id} decisions={decisions.map((d) => d.id)} />
            <CommandButton id="decision.takeBack" hideElsewhere />
          </div>
        )}
        {below}
      </Page>
    </Screen>
  )
}

/** Where the record is in the list it was opened from, with the way to its neighbours. */
function Place({ walk }: { readonly walk: Walk }) {
  const { t } = useWords()
  const of = `${walk.exact ? '' : '~'}${walk.of.toLocaleString('en-US')}`
  return (
    <>
      {walk.of >= 0 && (
        <span
          className="place"
          data-position=""
          title={walk.at > 0 ? t('recordPage.place', { at: walk.at, of }) : undefined}
        >
          {walk.at > 0 ? `${walk.at.toLocaleString('en-US')}/${of}` : t('recordPage.offList')}
        </span>
      )}
      <CommandButton id="record.previous" compact tone="quiet" />
      <CommandButton id="record.next" compact tone="quiet" />
    </>
  )
}

/**
 * The section in front, in the address: `?section=`, else the `:tabindex` of whichever address this is. The path itself stays: another
 * path would be another tab.
 */
function useSection(resource: string): [section: string, show: (code: string) => void] {
  const { pathname } = useLocation()
  const claims = claimsOf(catalogued(resource)?.routes)
  const tabindex = claims.map((c) => matchRoute(c.path, pathname)?.tabindex).find((at) => at !== undefined)
  const wanted = useSearch().get('section')
  const codes = sectionsFor(resource).map((s) => s.code)
  const first = codes[Number(tabindex ?? 0)] ?? codes[0] ?? ''
  return [codes.find((c) => c === wanted) ?? first, (code) => writeSearch({ section: code === first ? null : code })]
}
