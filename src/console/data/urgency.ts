import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type QueueUrgency, URGENCY } from '../../model/wire/urgency.ts'
import { api } from '../api/client.ts'
import { onEvent } from '../api/events.ts'
import { catalogueNow, useCatalogue } from './catalogue.ts'
import { keyOf, queryClient } from './queries.ts'

const KEY = 'queue-urgency'
/** Changes and claims are followed at most this often, ms: it is a statement for each view. */
const CALM_MS = 30_000
/** So old, ms, an answer may be of which the most urgent record is claimed: the claim itself says whether it is still free. */
export const RECENT_MS = 15_000

const options = () => ({
  queryKey: keyOf(KEY),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api.get<readonly QueueUrgency[]>(URGENCY, undefined, { signal }),
})

/** How urgent each view is that this person works; `age`: how old the answer may be, ms. */
export const fetchUrgency = (age: number): Promise<readonly QueueUrgency[]> =>
  queryClient.fetchQuery({ ...options(), staleTime: age })

/** The same for a screen, kept up with what happens; undefined until it is known. */
export function useUrgency(wanted = true): {
  readonly views: readonly QueueUrgency[] | undefined
  readonly error: unknown
  again(): void
} {
  const works = (useCatalogue()?.queues.length ?? 0) > 0 && wanted
  useEffect(() => {
    if (!works) return
    let due: ReturnType<typeof setTimeout> | undefined
    const stop = onEvent(({ kind, resource }) => {
      if ((kind !== 'changed' && kind !== 'claim') || due) return
      if (!catalogueNow()?.queues.some((q) => q.views.some((v) => v.resource === resource))) return
      due = setTimeout(() => {
        due = undefined
        void queryClient.invalidateQueries({ queryKey: keyOf(KEY) })
      }, CALM_MS)
    })
    return () => {
      stop()
      clearTimeout(due)
    }
  }, [works])
  const { data, error, refetch } = useQuery(
    { ...options(), staleTime: 5_000, refetchInterval: 120_000, enabled: works },
    queryClient,
  )
  return { views: data, error: data ? null : error, again: () => void refetch() }
}
