import './base/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Lifecycle } from '../../model/language/lifecycle.ts'
import type { Resource } from '../../model/language/resource.ts'
import type { Conflict, Decided, WireRow } from '../../model/wire/wire.ts'
import { catalogued, recordKey, renew } from '../data/records.ts'
import { whileHere } from '../data/session.ts'
import { leaveTab } from '../data/tabs.ts'
import type { Entry } from '../decisions/decision.ts'
import { pendingDecisions } from '../decisions/outbox/pendingDecisions.ts'
import { provideDecisions, staysInPlace } from '../decisions/outbox/provideDecisions.ts'
import { deadUntil } from '../host/deadUntil.ts'
import { providePorts, setContext, touchRows } from '../host/host.ts'
import { t } from '../i18n/index.ts'
import { go, goBack, placeNow } from '../state/url.ts'
import { cameFrom, hasWayBack } from '../state/wayBack.ts'
import { onStepBack } from '../ui/stepBack.ts'
import { copyLink, copyName } from './copyRecord.ts'
import type { Walk } from './walk.ts'

/** Result of a decision made on this record. */
export interface Standing {
  /** Sent or waiting to be sent: shown as pending, not as done. */
  readonly pending: Entry | null
  /** Another user was faster. */
  readonly conflict: Conflict | null
  dismiss(): void
}

const done = { is: 'done' } as const

/**
 * Leaves a record for its list and row, else for where the person came from; false where there is neither. Walking from
 * record to record and between tabs leaves other entries of the history behind this one.
 */
function leaveFor(walk: Walk | null): boolean {
  if (walk && !cameFrom(walk.to)) go(walk.to)
  else if (hasWayBack()) goBack()
  else return false
  return true
}

/**
 * Gives the commands the record of this page. Decisions go over the one desk, as everywhere: one that waits for the
 * network is sent even when the page is left, and `z` reaches back from the next page.
 */
export function usePagePorts(of: Resource, lifecycle: Lifecycle, row: WireRow, walk: Walk | null): Standing {
  const client = useQueryClient()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [pending, setPending] = useState<Entry | null>(null)
  // Commands look at this moment's row, not at that of the render that gave the ports.
  const now = useRef({ row, walk })
  now.current = { row, walk }
  const { id } = row

  useEffect(() => {
    const resource = of.id
    let here = true
    /** The record was deleted: the console goes to its list and closes its tab. */
    const leave = () => {
      if (!here) return
      const { walk } = now.current
      const list = walk?.to ?? catalogued(resource)?.routes.list
      walk?.removed()
      leaveTab(placeNow().pathname)
      if (!list && hasWayBack()) goBack()
      else go(list ?? '/', 'replace')
    }
    const mine = (entry: Entry) => entry.resource === resource && entry.id === id
    const changed = () => {
      const entry = pendingDecisions().get(id)
      setPending(entry && mine(entry) && ['waiting', 'sending', 'undoing'].includes(entry.phase) ? entry : null)
    }
    /** Applies the changed fields of a decision, or of taking it back, at once. */
    const became = (entry: Entry, { patch, version }: Decided) =>
      client.setQueryData<WireRow>(recordKey(resource, entry.id), (old) => (old ? { ...old, ...patch, version } : old))
    changed()
    setConflict(null)
    setContext({ hasRow: true, previewOpen: true, selected: 0, allSelected: false, queue: '', view: '' })
    const stops = [
      providePorts({
        shell: {
          back: () => {
            if (!leaveFor(now.current.walk)) go(catalogued(resource)?.routes.list ?? '/', 'replace')
            return done
          },
          remove: async () => {
            const entry = catalogued(resource)
            const loaded = await whileHere(deadUntil(import('../decisions/removeRows.ts')))
            return loaded && entry
              ? loaded.removeRows(entry, [now.current.row], (gone) => gone.length > 0 && leave())
              : { is: 'cancelled' }
          },
        },
        grid: {
          move: (by) => {
            const { walk } = now.current
            if (!walk) return { is: 'nothing', why: t('recordPage.noList') }
            return by === 1 || by === -1 ? walk.move(by) : done
          },
          copy: (what) => (what === 'link' ? copyLink(resource, now.current.row) : copyName(of, now.current.row)),
          reload: async () => {
            await renew(client, resource, id)
            return done
          },
        },
      }),
      provideDecisions({
        resource,
        row: () => now.current.row,
        take: (decision, decided, ask) => (now.current.walk?.take ?? staysInPlace(resource))(decision, decided, ask),
        retryFailed: () => pendingDecisions().retryFailed(),
        showFailed: () => now.current.walk?.showFailed() ?? false,
        listener: {
          changed,
          confirmed: (entry, decided) => {
            if (entry.resource !== resource) return
            if (mine(entry)) setConflict(null)
            if (mine(entry) && lifecycle.transitions[decided.transition]?.to === 'deleted') {
              leave()
              return
            }
            // children, history and what followed are fetched
            became(entry, decided)
            void renew(client, resource, entry.id)
          },
          returned: (entry, why) => {
            if (!mine(entry)) return
            if (why === 'takenBack' && entry.decided) became(entry, entry.decided)
            if (why === 'conflict') setConflict(entry.conflict)
            if (why === 'conflict' || why === 'refused') pendingDecisions().dismiss(entry.id)
            void renew(client, resource, id)
          },
        },
      }),
    ]
    return () => {
      here = false
      for (const stop of stops) stop()
      setContext({ hasRow: false })
    }
  }, [client, of, lifecycle, id])

  // Escape: first the note, then back to where the person came from (never out of the console).
  const noted = conflict !== null
  useEffect(
    () =>
      onStepBack(() => {
        if (!noted) return leaveFor(now.current.walk)
        setConflict(null)
        return true
      }),
    [noted],
  )
  // Buttons are evaluated again: another version may be in another state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: row is what changed
  useEffect(touchRows, [row])

  return { pending, conflict, dismiss: () => setConflict(null) }
}
