import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { label } from '../../model/kernel/label.ts'
import { type Lifecycle, standsAt } from '../../model/kernel/lifecycle.ts'
import type { Resource } from '../../model/kernel/resource.ts'
import type { CatalogueTransition, Conflict, WireRow } from '../../model/kernel/wire.ts'
import { ApiError } from '../api/client.ts'
import { outdate } from '../api/queries.ts'
import { providePorts, setContext, touchRows } from '../bench/bench.ts'
import { CommandButton } from '../bench/CommandButton.tsx'
import { askDecision } from '../forms/DecisionDialog.tsx'
import { useWords } from '../i18n/index.ts'
import { confirm } from '../shell/dialog.tsx'
import { Screen } from '../shell/Screen.tsx'
import { onStepBack } from '../shell/stepBack.ts'
import { go, goBack, useSearch, writeSearch } from '../state/url.ts'
import { useLifecycle, useResource } from '../subjects.ts'
import { ConflictNote } from './ConflictNote.tsx'
import { rowText } from './cell.ts'
import { Page } from './chrome.ts'
import { catalogued, recordKey, recordQuery, renew } from './data.ts'
import { decideHere } from './decideHere.ts'
import { useLive } from './live.ts'
import { statusOf } from './parts.ts'
import { partsFor, RecordPane } from './RecordPane.tsx'
import { Trouble } from './Trouble.tsx'
import { Value } from './Value.tsx'

/** The page of one record. An id that does not exist stays on its path and says so. */
export function DetailScreen({ resource, id }: { readonly resource: string; readonly id: string }) {
  const { t, language } = useWords()
  const of = useResource(resource)
  const lifecycle = useLifecycle(resource)
  const { data: row, error, refetch } = useQuery(recordQuery(resource, id))
  const title = of ? label(of.title, language) : (catalogued(resource)?.title ?? '')
  if (error && (!row || isGone(error))) {
    return (
      <Screen title={title} ready>
        <Page>
          {isGone(error) ? (
            <p className="record-missing" role="alert">
              {t('record.missing')}
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
      <Screen title={title} ready={false}>
        {null}
      </Screen>
    )
  }
  return <Shown of={of} lifecycle={lifecycle} row={row} />
}

/** Deleted, or not there for this person. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 404

/** Transitions that start where the record stands, as decisions: those that only take back are reached by z. Closed ones stay, with their reason. */
export const standing = (transitions: readonly CatalogueTransition[], row: WireRow): CatalogueTransition[] =>
  transitions.filter((t) => t.takesBack.length === 0 && Object.keys(t.from).length > 0 && standsAt(t.from, row))

function Shown({ of, lifecycle, row }: { readonly of: Resource; readonly lifecycle: Lifecycle; readonly row: WireRow }) {
  const { t, language } = useWords()
  const client = useQueryClient()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const entry = catalogued(of.id)
  const name = rowText(of, of.name, row, language)
  const live = useMemo(() => (of.children ?? []).map((c) => c.resource), [of])
  useLive(of.id, row.id, live)

  // Commands look at the row of this moment, not at that of the render that gave them their port.
  const now = useRef({ row, name })
  now.current = { row, name }
  const { id } = row
  const [part, setPart] = usePart(of.id)
  const parts = useRef({ part, setPart })
  parts.current = { part, setPart }

  useEffect(() => {
    const resource = of.id
    const decide = decideHere({
      row: () => now.current.row,
      name: () => now.current.name,
      ask: (r, tr) =>
        askDecision({ resource: r, transition: tr.id, count: 1, amount: amountOf(of, now.current.row), title: `${tr.title} ${now.current.name}` }),
      sure: (tr) => confirm({ title: `${tr.title} ${now.current.name}`, danger: true, ok: tr.title }),
      moved: (decided) => {
        setConflict(null)
        // What the decision changed is known: shown at once; the rest (children, history, effects) is fetched.
        client.setQueryData<WireRow>(recordKey(resource, id), (old) => (old ? { ...old, ...decided.patch, version: decided.version } : old))
        void renew(client, resource, id)
        void outdate(resource)
        if (lifecycle.transitions[decided.transition]?.to === 'deleted') go(catalogued(resource)?.routes.list ?? '/', 'replace')
      },
      conflict: (found) => {
        setConflict(found)
        void renew(client, resource, id)
      },
      undoable: (count) => setContext({ undoable: count }),
    })
    setContext({ hasRow: true, selected: 0, allSelected: false, queue: '', view: '' })
    const stop = providePorts({
      rows: { cursor: () => now.current.row, ticked: () => [] },
      decide,
      grid: {
        reload: async () => {
          await renew(client, resource, id)
          return { is: 'done' }
        },
        nextPart: (by) => {
          const codes = partsFor(resource).map((p) => p.code)
          const at = Math.max(0, codes.indexOf(parts.current.part))
          parts.current.setPart(codes[(at + by + codes.length) % codes.length] ?? '')
          return { is: 'done' }
        },
      },
    })
    return () => {
      stop()
      decide.clear()
      setContext({ hasRow: false })
    }
  }, [client, of, lifecycle, id])
  // Escape: first the note, then back to where the person came from (never out of the console).
  const noted = conflict !== null
  useEffect(
    () =>
      onStepBack(() => {
        if (noted) setConflict(null)
        else if (Number(history.state?.idx ?? 0) > 0) goBack()
        else return false
        return true
      }),
    [noted],
  )
  // Buttons look again: another version stands elsewhere in its lifecycle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: row is what changed
  useEffect(touchRows, [row])

  const status = statusOf(of, lifecycle)
  const decisions = standing(entry?.transitions ?? [], row)
  // Where the lifecycle deletes, its rules do: no second way past them.
  const deletes = Object.values(lifecycle.transitions).some((x) => x.to === 'deleted')
  return (
    <Screen
      title={name || label(of.title, language)}
      ready
      scrolls={false}
      note={
        <>
          {status && <Value of={of} name={status} row={row} />} <span>{t('record.version', { version: row.version })}</span>
        </>
      }
      tools={
        <>
          <CommandButton id={`${of.id}.edit`} hideElsewhere icon />
          {!deletes && <CommandButton id={`${of.id}.delete`} hideElsewhere icon />}
        </>
      }
    >
      <Page>
        {conflict && <ConflictNote of={of} lifecycle={lifecycle} conflict={conflict} onDismiss={() => setConflict(null)} />}
        <div className="pane">
          <RecordPane resource={of.id} id={row.id} row={row} part={part} onPart={setPart} />
        </div>
        {decisions.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a group of buttons, no fieldset
          <div className="decisions" role="group" aria-label={t('record.decisions')}>
            {decisions.map((tr) => (
              <CommandButton
                key={tr.id}
                id={`${of.id}.${tr.id}`}
                icon
                tone={tr.danger || tr.result === 'reject' ? 'danger' : tr.result === 'pass' ? 'primary' : 'plain'}
              />
            ))}
            <CommandButton id="decision.takeBack" hideElsewhere />
          </div>
        )}
      </Page>
    </Screen>
  )
}

const amountOf = (of: Resource, row: WireRow): string | null => {
  const name = of.list.amount
  return name && of.fields[name]?.kind === 'money' ? String(row[name] || '0.00') : null
}

/**
 * The part in front, in the address: `?part=`, else the route's own `:tabindex`. The path itself stays: another path would be
 * another tab.
 */
function usePart(resource: string): [part: string, show: (code: string) => void] {
  const at = (catalogued(resource)?.routes.detail ?? '').split('/').indexOf(':tabindex')
  const { pathname } = useLocation()
  const wanted = useSearch().get('part')
  const codes = partsFor(resource).map((p) => p.code)
  const first = codes[at < 0 ? 0 : Number(pathname.split('/')[at])] ?? codes[0] ?? ''
  return [codes.find((c) => c === wanted) ?? first, (code) => writeSearch({ part: code === first ? null : code })]
}
