import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import type { Outcome } from '../../../commands/outcome.ts'
import type { Resource } from '../../model/language/resource.ts'
import { onEvent, onGap } from '../api/events.ts'
import { type Behind, standAt } from '../data/behind.ts'
import { pageOf } from '../data/records.ts'
import { pendingDecisions } from '../decisions/outbox/pendingDecisions.ts'
import { staysInPlace } from '../decisions/outbox/provideDecisions.ts'
import { t } from '../i18n/index.ts'
import type { Walk } from '../record/walk.ts'
import { go, goBack, placeNow } from '../state/url.ts'
import { type ListPlace, modelOf } from './list/listPlace.ts'
import type { QueueModel } from './list/queueModel.ts'
import { troubleOf } from './trouble.ts'

/** How long a record rests before the address names it, ms: browsers refuse a new address for every held key. */
const RECORD_REST_MS = 150
/** Rows asked for on either side of the one that is gone to. */
const AROUND = 30

const done: Outcome = { is: 'done' }
/** Is a decision about this record on its way? */
const isUnanswered = (id: string): boolean => ['waiting', 'sending'].includes(pendingDecisions().get(id)?.phase ?? '')
const never = () => () => {}

/** Something read off a list that may not be there yet. */
const useRead = <T>(model: QueueModel | null, read: (model: QueueModel) => T, otherwise: T): T =>
  useSyncExternalStore(model?.subscribe ?? never, () => (model ? read(model) : otherwise))

/**
 * List behind a record's page, rebuilt from the browser's history entry. The record on the page changes only by acts of
 * this person (a move, a decision, a take-back): when another person removes its row, it stays, and the next key goes
 * to the row in its place.
 */
export function useWalk(of: Resource, id: string, behind: Behind, place: ListPlace) {
  const client = useQueryClient()
  const [model, setModel] = useState<QueueModel | null>(null)
  const [shown, setShown] = useState(id)
  const { pathname } = useLocation()
  const now = useRef({ shown, behind, model, pathname })
  now.current = { shown, behind, model, pathname }
  /** The page goes to whatever row gets the cursor. */
  const follows = useRef(false)
  /** Moves that were pressed before the list was there; null since it is. */
  const early = useRef<number | null>(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is told by its key
  useLayoutEffect(() => {
    const made = modelOf(place, client)
    standAt(place.stand, now.current.shown)
    early.current = 0
    follows.current = false
    const there = made.start(now.current.shown)
    const begin = () => {
      if (early.current === null || made.count < 0 || (made.count > 0 && !made.row)) return
      const steps = early.current
      early.current = null
      stop()
      if (steps !== 0) stepRef.current(steps)
    }
    let stop = () => {}
    let gone = false
    void there.then(() => {
      if (gone) return
      stop = made.subscribe(begin)
      begin()
    })
    setModel(made)
    return () => {
      gone = true
      stop()
      made.dispose()
    }
  }, [place.key, client])

  const show = useCallback(
    (next: string) => {
      follows.current = false
      if (next === now.current.shown) return
      now.current = { ...now.current, shown: next }
      standAt(place.stand, next)
      setShown(next)
    },
    [place.stand],
  )
  /**
   * Goes where the cursor is, as soon as that row is here; back to a queue that has none left, once the server has agreed: what
   * it refuses is still in hand. From a list that is no queue nothing was cleared, and the record stays.
   */
  const settle = useCallback(() => {
    const { model, shown, behind } = now.current
    if (!model || !follows.current) return
    if (model.row) show(model.row.id)
    else if (model.count === 0 && !isUnanswered(shown)) {
      follows.current = false
      if (behind.queue) goBack()
    }
  }, [show])
  const follow = useCallback(() => {
    follows.current = true
    settle()
  }, [settle])

  const step = (by: number): Outcome => {
    if (!model) return done
    const stands = follows.current || model.row?.id === now.current.shown
    // Its own row is gone: the one that has its place is the next.
    const to = model.cursor + (stands || by < 0 ? by : by - 1)
    if (to < 0 || to >= model.count) return { is: 'nothing', why: t(by > 0 ? 'record.lastOne' : 'record.firstOne') }
    follows.current = true
    model.moveTo(to)
    model.need(Math.max(0, to - AROUND), to + AROUND)
    settle()
    return done
  }
  const stepRef = useRef(step)
  stepRef.current = step

  useEffect(() => {
    if (!model) return
    const { listener } = model
    const stops = [
      model.subscribe(settle),
      pendingDecisions().listen({
        ...listener,
        returned: (entry, why) => {
          listener.returned?.(entry, why)
          // a decision taken back is shown again
          if (entry.resource === of.id && (why === 'takenBack' || why === 'dropped')) follow()
        },
      }),
      onEvent((event) => model.receive(event)),
      onGap(() => void model.resync()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [model, of.id, settle, follow])

  // Address and page say the same: another entry of the history brings its record, a record that rests is written.
  const agreed = useRef(id)
  useEffect(() => {
    if (id === agreed.current) return
    agreed.current = id
    show(id)
    void now.current.model?.goTo(id)
  }, [id, show])
  useEffect(() => {
    if (shown === agreed.current) return
    const timer = setTimeout(() => {
      const row = now.current.model?.row
      const path = pageOf(of.id, row?.id === shown ? row : { id: shown })
      // Left already: the page only has not gone yet.
      if (!path || placeNow().pathname !== now.current.pathname) return
      agreed.current = shown
      go(path + placeNow().search, 'replace', now.current.behind)
    }, RECORD_REST_MS)
    return () => clearTimeout(timer)
  }, [shown, of.id])

  const row = useRead(model, (m) => m.row, undefined)
  const walk: Walk = {
    to: behind.to,
    at: useRead(model, (m) => (m.row?.id === shown ? m.cursor + 1 : 0), 0),
    of: useRead(model, (m) => m.count, -1),
    exact: useRead(model, (m) => m.exact, true),
    row: row?.id === shown ? row : undefined,
    move: (by) => {
      if (early.current === null) return step(by)
      early.current += by
      return done
    },
    removed: () => {
      if (!model) return
      const { cursor } = model
      // already taken out of the list, perhaps: the row that has its place follows it
      const next = model.row?.id === shown ? (model.rowAt(cursor + 1) ?? model.rowAt(cursor - 1)) : model.row
      if (next) standAt(place.stand, next.id)
    },
    showFailed: () => {
      const wrong = troubleOf(of.id).at(-1)
      if (wrong) void model?.goTo(wrong.id).then((found) => (found ? follow() : undefined))
      return wrong !== undefined
    },
    take: (decision, decided, ask) => {
      if (!model || model.row?.id !== decided.id) return staysInPlace(of.id)(decision, decided, ask)
      const did = model.decide(decision, decided, ask)
      if (did) follow()
      return did
    },
  }
  return { walk, model, shown }
}
