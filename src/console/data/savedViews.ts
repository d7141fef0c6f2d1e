import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SAVED_VIEWS, type SavedView, type SavedViewDraft, type ViewRole } from '../../model/wire/savedView.ts'
import { api } from '../api/client.ts'
import { onEvent, onGap } from '../api/events.ts'
import { keyOf, queryClient } from './queries.ts'
import { session } from './session.ts'

const KEY = 'saved-views'
const NONE: readonly SavedView[] = []
/** Events are gathered this long before the views are read again, ms. */
const CALM = 300

const key = () => keyOf(KEY)

/** Views of the signed-in person, as far as they are here. */
export const savedViewsNow = (): readonly SavedView[] => queryClient.getQueryData<readonly SavedView[]>(key()) ?? NONE

let watching = 0
let stops: readonly (() => void)[] = []
let due: ReturnType<typeof setTimeout> | undefined

const again = () => {
  due ??= setTimeout(() => {
    due = undefined
    void queryClient.invalidateQueries({ queryKey: key() })
  }, CALM)
}

/** Reads the views again when somebody changed one, or when lists were granted or taken. */
function watch(): () => void {
  if (watching++ === 0)
    stops = [
      onEvent(({ kind }) => {
        if (kind === 'savedViews' || kind === 'catalogue') again()
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

/** Saved views of the signed-in person: their own, and those shared with them. `known`: they have been read. */
export function useSavedViews(): { readonly views: readonly SavedView[]; readonly known: boolean } {
  useEffect(watch, [])
  const { data, isFetched } = useQuery(
    {
      queryKey: key(),
      queryFn: ({ signal }) => api.get<readonly SavedView[]>(SAVED_VIEWS.read, undefined, { signal, quiet: true }),
      staleTime: 5 * 60_000,
      enabled: session.userId !== '',
    },
    queryClient,
  )
  return { views: data ?? NONE, known: isFetched }
}

const put = (change: (views: readonly SavedView[]) => readonly SavedView[]): void => {
  queryClient.setQueryData<readonly SavedView[]>(key(), (views = NONE) => change(views))
  again()
}

/** Saves a view; it is among the others at once. `sentKey`: the same for every attempt at one save. */
export async function saveView(draft: SavedViewDraft, sentKey?: string): Promise<SavedView> {
  const { id, version, list, name, search, columns, icon, key, roles, standing } = draft
  const sent = { id, version, list, name, search, columns, icon, key, roles, standing }
  const kept = await api.post<SavedView>(SAVED_VIEWS.save, sent, {
    quiet: true,
    ...(sentKey === undefined ? {} : { key: sentKey }),
  })
  put((views) =>
    views.some((v) => v.id === kept.id) ? views.map((v) => (v.id === kept.id ? kept : v)) : [...views, kept],
  )
  return kept
}

/** Removes a view. */
export async function removeView({ id, version }: Pick<SavedView, 'id' | 'version'>): Promise<void> {
  await api.post(SAVED_VIEWS.remove, { id, version }, { quiet: true })
  put((views) => views.filter((v) => v.id !== id))
}

/** Roles that a view may be shared with; none where this person may not share. */
export const fetchViewRoles = (): Promise<readonly ViewRole[]> =>
  api.get<readonly ViewRole[]>(SAVED_VIEWS.roles, undefined, { quiet: true })
