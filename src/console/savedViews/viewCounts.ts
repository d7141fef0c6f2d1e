import { QueriesObserver } from '@tanstack/react-query'
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

/**
 * Watches the counts of views: calls with those that are known, by id, at once and whenever they change. Returns how to stop.
 */
export function watchViewCounts(
  views: readonly SavedView[],
  onCounts: (counts: ReadonlyMap<string, Total>) => void,
): () => void {
  const of = new Set(views.map((v) => v.resource))
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
  const counts = new QueriesObserver(
    queryClient,
    views.map((view) => ({
      queryKey: keyOf(KEY, totalParams(view)),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        inTurn(() => api.get<Total>(ROUNDS.total, totalParams(view), { signal, quiet: true })),
      staleTime: 60_000,
    })),
  )
  const tell = () => {
    const found = counts.getCurrentResult()
    onCounts(
      new Map(
        views.flatMap((view, n) => {
          const total = found[n]?.data as Total | undefined
          return total ? [[view.id, total] as const] : []
        }),
      ),
    )
  }
  const stops = [
    counts.subscribe(tell),
    onEvent((event) => {
      if (event.kind === 'changed' && of.has(event.resource)) later(event.resource)
    }),
    onGap(() => later(...of)),
  ]
  tell()
  return () => {
    for (const stop of stops) stop()
    clearTimeout(due)
  }
}
