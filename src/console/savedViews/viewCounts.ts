import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type Condition,
  conditionKey,
  OPERATORS,
  type Operator,
  TEXT,
} from '../../model/language/conditions/condition.ts'
import type { SavedView } from '../../model/wire/savedView.ts'
import { ROUNDS, type Total } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { onEvent, onGap } from '../api/events.ts'
import { keyOf, queryClient } from '../data/queries.ts'
import { combine, toParams } from '../filter/filterParams.ts'

/** Views that are counted: of more the first ones. */
const COUNTED_VIEWS_MAX = 12
/** Counts under way at once: lists that are looked at come first. */
const COUNTS_AT_ONCE_MAX = 2
/** Counts follow events at most this often, ms. */
const CALM = 3_000
const KEY = 'view-count'

let running = 0
const waiting: (() => void)[] = []

/** Runs work when fewer than `COUNTS_AT_ONCE_MAX` others run. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= COUNTS_AT_ONCE_MAX) await new Promise<void>((go) => waiting.push(go))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** Conditions of a view as it was saved: spelt with their operators. */
function conditionsIn(search: string): Condition[] {
  return [...new URLSearchParams(search)].flatMap(([key, value]): Condition[] => {
    if (key === TEXT) return [{ field: TEXT, op: 'like', value }]
    const cut = key.lastIndexOf('_')
    const op = OPERATORS.find((o): o is Operator => o === key.slice(cut + 1))
    return op && cut > 0 ? [{ field: key.slice(0, cut), op, value }] : []
  })
}

/** Parameters of the total of a view: conditions of its list, and its own. Pure. */
export function totalParams(view: Pick<SavedView, 'resource' | 'always' | 'search'>): Record<string, string> {
  const own = conditionsIn(view.search).filter(
    (c) => !view.always.some((a) => conditionKey(a) === conditionKey(c) && a.value === c.value),
  )
  return { resource: view.resource, ...toParams(combine(view.always, own)) }
}

/** Counts lists of this resource anew. */
const recount = (resources: ReadonlySet<string>): void => {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[2] === KEY && resources.has((queryKey[3] as { resource: string }).resource),
  })
}

/** Counts of the first views, by id, as far as they are known; nothing is fetched unless they are `wanted`. */
export function useViewCounts(views: readonly SavedView[], wanted: boolean): ReadonlyMap<string, Total> {
  const counted = wanted ? views.slice(0, COUNTED_VIEWS_MAX) : []
  const resources = counted.map((v) => v.resource).join()
  useEffect(() => {
    if (resources === '') return
    const of = new Set(resources.split(','))
    let changed = new Set<string>()
    let due: ReturnType<typeof setTimeout> | undefined
    const later = (...names: readonly string[]) => {
      for (const name of names) changed.add(name)
      due ??= setTimeout(() => {
        due = undefined
        recount(changed)
        changed = new Set()
      }, CALM)
    }
    const stops = [
      onEvent((event) => {
        if (event.kind === 'changed' && of.has(event.resource)) later(event.resource)
      }),
      onGap(() => later(...of)),
    ]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(due)
    }
  }, [resources])
  const found = useQueries(
    {
      queries: counted.map((view) => ({
        queryKey: keyOf(KEY, totalParams(view)),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          inTurn(() => api.get<Total>(ROUNDS.total, totalParams(view), { signal, quiet: true })),
        staleTime: 60_000,
      })),
    },
    queryClient,
  )
  return new Map(counted.flatMap((view, n) => (found[n]?.data ? [[view.id, found[n].data] as const] : [])))
}
