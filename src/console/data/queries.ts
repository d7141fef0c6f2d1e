import { onlineManager, QueryClient } from '@tanstack/react-query'
import { subscribe } from 'valtio'
import { ApiError } from '../api/error.ts'
import { status } from '../state/status.ts'
import { onLeave, session } from './session.ts'

/**
 * The only store of server rows. Nothing is fetched again because a window got the focus or a network came back; the
 * event stream says what changed.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      retry: (count, error) => error instanceof ApiError && error.network && count < 2,
      retryDelay: (count) => 1000 * 2 ** count,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** A query key: tenant and user first, so that nothing of one person can ever be shown to the next. */
export const keyOf = (...parts: readonly unknown[]): readonly unknown[] => [session.tenantId, session.userId, ...parts]

/** Everything read of a resource is old; what is on the screen is fetched again. */
export const outdate = (resource: string): Promise<void> => queryClient.invalidateQueries({ queryKey: keyOf(resource) })

onLeave(() => queryClient.clear())
subscribe(status, () => onlineManager.setOnline(status.online))
