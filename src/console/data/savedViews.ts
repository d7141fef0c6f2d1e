import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type DefaultChange,
  SAVED_VIEWS,
  type SavedView,
  type SavedViewDraft,
  type ViewDefaults,
  type ViewRole,
} from '../../model/wire/savedView.ts'
import { VIEW_SCHEDULES, type ViewSchedule } from '../../model/wire/viewSchedule.ts'
import { api } from '../api/client.ts'
import { onEvent, onGap } from '../api/events.ts'
import { keyOf, queryClient } from './queries.ts'
import { session } from './session.ts'

const KEY = 'saved-views'
const NONE: readonly SavedView[] = []
/** Events are gathered this long before the views are read again, ms. */
const CALM = 300

const key = () => keyOf(KEY)
const schedulesKey = () => keyOf('view-schedules')

/** Views of the signed-in person, as far as they are here. */
export const savedViewsNow = (): readonly SavedView[] => queryClient.getQueryData<readonly SavedView[]>(key()) ?? NONE

let watching = 0
let stops: readonly (() => void)[] = []
let due: ReturnType<typeof setTimeout> | undefined

const again = () => {
  due ??= setTimeout(() => {
    due = undefined
    void queryClient.invalidateQueries({ queryKey: key() })
    void queryClient.invalidateQueries({ queryKey: schedulesKey() })
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

/** Scheduled exports of the signed-in person, read again when one of them ran, stopped or was changed elsewhere. */
export function useSchedules(): UseQueryResult<readonly ViewSchedule[]> {
  useEffect(watch, [])
  return useQuery(
    {
      queryKey: schedulesKey(),
      queryFn: ({ signal }) =>
        api.get<readonly ViewSchedule[]>(VIEW_SCHEDULES.read, undefined, { signal, quiet: true }),
      staleTime: 0,
    },
    queryClient,
  )
}

const changeSchedules = (change: (all: readonly ViewSchedule[]) => readonly ViewSchedule[]): void => {
  queryClient.setQueryData<readonly ViewSchedule[]>(schedulesKey(), (all = []) => change(all))
  again()
}

const putSchedule = (kept: ViewSchedule): ViewSchedule => {
  changeSchedules((all) =>
    all.some((s) => s.id === kept.id) ? all.map((s) => (s.id === kept.id ? kept : s)) : [...all, kept],
  )
  return kept
}

/** Sets when a view is exported. `sentKey`: the same for every attempt at one save. */
export const saveSchedule = async (
  sent: Pick<ViewSchedule, 'view' | 'version' | 'cron' | 'format'>,
  sentKey: string,
): Promise<ViewSchedule> =>
  putSchedule(await api.post<ViewSchedule>(VIEW_SCHEDULES.save, sent, { quiet: true, key: sentKey }))

/** Pauses a schedule, or has it go on. */
export const pauseSchedule = async (
  { id, version }: Pick<ViewSchedule, 'id' | 'version'>,
  paused: boolean,
): Promise<ViewSchedule> =>
  putSchedule(
    await api.post<ViewSchedule>(VIEW_SCHEDULES.pause, { id, version, paused: paused ? 1 : 0 }, { quiet: true }),
  )

/** Removes a schedule. */
export async function removeSchedule({ id, version }: Pick<ViewSchedule, 'id' | 'version'>): Promise<void> {
  await api.post(VIEW_SCHEDULES.remove, { id, version }, { quiet: true })
  changeSchedules((all) => all.filter((s) => s.id !== id))
}

/** Reads the schedules again: somebody was faster. */
export const reloadSchedules = (): Promise<void> => queryClient.invalidateQueries({ queryKey: schedulesKey() })

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

/** Default views of a list by role, for who administers roles. */
export const fetchViewDefaults = (list: string): Promise<ViewDefaults> =>
  api.get<ViewDefaults>(SAVED_VIEWS.defaults, { list }, { quiet: true })

/** Sets default views of a list for roles; the views are read again. */
export async function setViewDefaults(list: string, changes: readonly DefaultChange[]): Promise<ViewDefaults> {
  const kept = await api.post<ViewDefaults>(SAVED_VIEWS.setDefaults, { list, changes }, { quiet: true })
  again()
  return kept
}

/** Roles that a view may be shared with; none where this person may not share. */
export const fetchViewRoles = (): Promise<readonly ViewRole[]> =>
  api.get<readonly ViewRole[]>(SAVED_VIEWS.roles, undefined, { quiet: true })
