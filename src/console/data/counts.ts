import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type QueueCount, ROUNDS } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { onEvent } from '../api/events.ts'
import { catalogueNow } from './catalogue.ts'
import { keyOf, queryClient } from './queries.ts'

const KEY = 'queue-counts'
/**
 * Counts follow events at most this often, ms: a colleague who decides ten a second must not cost ten counts a second.
 */
const CALM = 3000

let due: ReturnType<typeof setTimeout> | undefined
let watching = 0
let stop: (() => void) | undefined

const watch = () => {
  if (watching++ === 0) {
    stop = onEvent((event) => {
      if (event.kind !== 'changed' || due) return
      if (!catalogueNow()?.queues.some((q) => q.views.some((v) => v.resource === event.resource))) return
      due = setTimeout(recount, CALM)
    })
  }
  return () => {
    if (--watching === 0) stop?.()
  }
}

/** Counts the queues anew at once after this person's decision, as their list is. */
export function recount(): void {
  clearTimeout(due)
  due = undefined
  void queryClient.invalidateQueries({ queryKey: keyOf(KEY) })
}

/**
 * How much is to do in each view this person works, by `queue.view`; undefined until it is known, and not asked for
 * unless it is `wanted`.
 */
export function useQueueCounts(wanted = true): ReadonlyMap<string, QueueCount> | undefined {
  useEffect(() => (wanted ? watch() : undefined), [wanted])
  const { data } = useQuery(
    {
      queryKey: keyOf(KEY),
      queryFn: ({ signal }) => api.get<readonly QueueCount[]>(ROUNDS.queueCounts, undefined, { signal }),
      select: byView,
      staleTime: 15_000,
      refetchInterval: 120_000,
      enabled: wanted,
    },
    queryClient,
  )
  return data
}

const byView = (list: readonly QueueCount[]): ReadonlyMap<string, QueueCount> =>
  new Map(list.map((c) => [`${c.queue}.${c.view}`, c]))

/** A count for a narrow place: grouped, `~` when estimated. */
export const shownCount = (count: QueueCount): string =>
  `${count.exact ? '' : '~'}${count.total.toLocaleString('en-US')}`
