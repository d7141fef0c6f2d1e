import { useQuery } from '@tanstack/react-query'
import { BACKLOG, type QueueBacklog } from '../../model/wire/backlog.ts'
import { api } from '../api/client.ts'
import { useCatalogue } from './catalogue.ts'
import { keyOf, queryClient } from './queries.ts'

/** Days that are over do not change, and what waits now is counted beside them (data/urgency.ts): asked again after this time, ms. */
const AGE_MS = 60_000

/** How the views of queues that this person works stood on the last days; empty while it is not known, and for who reaches only some of the rows. */
export function useBacklog(): readonly QueueBacklog[] {
  const works = (useCatalogue()?.queues.length ?? 0) > 0
  const { data } = useQuery(
    {
      queryKey: keyOf('queue-backlog'),
      queryFn: ({ signal }) => api.get<readonly QueueBacklog[]>(BACKLOG, undefined, { signal, quiet: true }),
      staleTime: AGE_MS,
      refetchInterval: 5 * AGE_MS,
      enabled: works,
    },
    queryClient,
  )
  return data ?? []
}
