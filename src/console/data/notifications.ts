import { infiniteQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NOTIFICATIONS } from '../../model/wire/notifications/notificationReads.ts'
import type { NotificationPage, Unread } from '../../model/wire/notifications/notifications.ts'
import { api } from '../api/client.ts'
import { onEvent, onGap } from '../api/events.ts'
import { keyOf, queryClient } from './queries.ts'
import { session } from './session.ts'

const KEY = 'notifications'
/** Events are gathered this long before anything is read again, ms. */
const CALM_MS = 300
/** Lines of a page. */
const PAGE = 50

/** Lines that the inbox shows: all, or some of them. */
export type InboxFilter = '' | 'unread' | 'mentions'

const unreadKey = () => keyOf(KEY, 'unread')

/** Lines of the inbox, page by page. */
export const inboxQuery = (only: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf(KEY, 'lines', only),
    queryFn: async ({ pageParam, signal }) => {
      const page = await api.get<NotificationPage>(
        NOTIFICATIONS.read,
        { only, before: pageParam, size: PAGE },
        { signal, quiet: true },
      )
      queryClient.setQueryData<Unread>(unreadKey(), { unread: page.unread })
      return page
    },
    initialPageParam: '',
    getNextPageParam: (last: NotificationPage) => (last.more ? last.lines.at(-1)?.id : undefined),
    staleTime: 30_000,
  })

let watching = 0
let stops: readonly (() => void)[] = []
let due: ReturnType<typeof setTimeout> | undefined
const again = () => {
  due ??= setTimeout(() => {
    due = undefined
    void queryClient.invalidateQueries({ queryKey: keyOf(KEY) })
  }, CALM_MS)
}

/** Reads them again when the server has others for this person. Returns how to stop. */
function watch(): () => void {
  if (watching++ === 0)
    stops = [
      onEvent(({ kind }) => {
        if (kind === 'notifications') again()
      }),
      onGap(again),
    ]
  return () => {
    if (--watching > 0) return
    for (const stop of stops) stop()
    clearTimeout(due)
    due = undefined
  }
}

/** How many notifications this person has not read; live. */
export function useUnread(): number {
  useEffect(watch, [])
  const { data } = useQuery(
    {
      queryKey: unreadKey(),
      queryFn: ({ signal }) => api.get<Unread>(NOTIFICATIONS.unread, undefined, { signal, quiet: true }),
      staleTime: 60_000,
      enabled: session.userId !== '',
    },
    queryClient,
  )
  return data?.unread ?? 0
}

/** Marks notifications up to an id as read or unread: those of some groups, or all. */
export async function markNotifications(groups: readonly string[] | null, upTo: string, read: boolean): Promise<void> {
  const left = await api.post<Unread>(
    NOTIFICATIONS.mark,
    { ...(groups ? { groups } : {}), upTo, read: read ? 1 : 0 },
    { quiet: true },
  )
  queryClient.setQueryData<Unread>(unreadKey(), left)
  await queryClient.invalidateQueries({ queryKey: keyOf(KEY, 'lines') })
}
