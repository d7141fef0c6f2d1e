import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { SAVED, type SavedView, type ViewColumns, viewAddress, viewColumnsIn } from '../../model/wire/savedView.ts'
import { useSavedViews } from '../data/savedViews.ts'
import { onLeave } from '../data/session.ts'
import type { HeldColumns } from '../grid/useColumns.ts'
import { runCommand } from '../host/host.ts'
import { t } from '../i18n/index.ts'
import { go, placeNow } from '../state/url.ts'
import { toast } from '../ui/messages/toast.ts'
import { NARROW } from '../ui/useMedia.ts'
import { isBare, type ListLook, openingView, sameColumns, searchOf, searchOfView } from './viewState.ts'

/** Where this window keeps changed columns, so that a reload keeps them as it keeps the conditions of the address. */
const KEPT = 'rounds.view.columns'

/** Changed columns that this window kept; none where it has none that are valid. */
function keptColumns(): Readonly<Record<string, ViewColumns>> {
  try {
    const kept = Object.entries(JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Record<string, unknown>)
    return Object.fromEntries(
      kept.flatMap(([id, sent]): [string, ViewColumns][] => {
        const columns = viewColumnsIn(sent)
        return columns ? [[id, columns]] : []
      }),
    )
  } catch {
    return {}
  }
}

/** Columns that were changed and not saved, by view. As the conditions of the address they are this window's own. */
let unsaved: Readonly<Record<string, ViewColumns>> = keptColumns()
const listeners = new Set<() => void>()

function setUnsaved(next: typeof unsaved): void {
  unsaved = next
  try {
    if (Object.keys(next).length > 0) sessionStorage.setItem(KEPT, JSON.stringify(next))
    else sessionStorage.removeItem(KEPT)
  } catch {
    // a window without storage keeps them until it is loaded anew
  }
  for (const run of listeners) run()
}

const subscribe = (run: () => void) => {
  listeners.add(run)
  return () => {
    listeners.delete(run)
  }
}

/** Forgets the changed columns of a view: saved, or discarded. */
export function forgetColumns(id: string): void {
  const { [id]: _, ...rest } = unsaved
  setUnsaved(rest)
}

onLeave(() => setUnsaved({}))

/** The saved view of a list that is in force, and those there are. */
export interface ShownView {
  /** Address of the list, as its views name it. */
  readonly list: string
  /** Resource of its rows. */
  readonly of: string
  readonly views: readonly SavedView[]
  /** Null where none is in force, or the address names one that this person does not have. */
  readonly view: SavedView | null
  readonly changed: boolean
  /** Columns of the view in force; undefined: the person's own setup of the list. */
  readonly held: HeldColumns | undefined
  /** Conditions and order that the list shows. */
  readonly search: string
}

/** The saved view that the address of a list names. A list that is opened without one shows its default. */
export function useShownView(list: string, search: URLSearchParams, look: ListLook): ShownView {
  const { views: all, known } = useSavedViews()
  const views = useMemo(() => all.filter((v) => v.list === list), [all, list])
  const id = search.get(SAVED) ?? ''
  const view = views.find((v) => v.id === id) ?? null
  const columns = useSyncExternalStore(subscribe, () => unsaved)
  const kept = view && (columns[view.id] ?? view.columns)
  const change = useCallback(
    (to: (now: ViewColumns) => ViewColumns) => {
      if (view) setUnsaved({ ...unsaved, [view.id]: to(unsaved[view.id] ?? view.columns) })
    },
    [view],
  )
  const held = useMemo(() => (kept ? { setup: kept, change } : undefined), [kept, change])
  useOpening(list, search, look, known ? views : null)
  const now = searchOf(look)
  const changed =
    view !== null && (now !== searchOfView(view, look) || !sameColumns(kept ?? view.columns, view.columns))
  return { list, of: look.of.id, views, view, changed, held, search: now }
}

/** Events by which a person begins to work in a list: from then on nothing takes them to other rows. */
const BEGINNINGS = ['keydown', 'pointerdown', 'wheel'] as const

/**
 * Puts the default view of a list in force when it is opened as it is; not again while it is shown, and not where the
 * person has begun before the views are here.
 */
function useOpening(list: string, search: URLSearchParams, { of }: ListLook, views: readonly SavedView[] | null): void {
  const opened = useRef('')
  const bare = isBare(of, placeNow().pathname, search)
  useEffect(() => {
    const begin = () => {
      opened.current = list
    }
    for (const name of BEGINNINGS) window.addEventListener(name, begin, { capture: true, passive: true })
    return () => {
      for (const name of BEGINNINGS) window.removeEventListener(name, begin, { capture: true })
    }
  }, [list])
  useEffect(() => {
    if (opened.current === list) return
    // whoever filters before the views are here is not taken elsewhere
    if (!bare) opened.current = list
    else if (views) {
      opened.current = list
      const view = openingView(views)
      if (!view) return
      go(viewAddress(view), 'replace')
      // the line of a narrow list has no room for it
      if (view.opensFor && window.matchMedia(NARROW).matches)
        toast.info(() => t('savedViews.openedWith', { name: view.name, role: view.opensFor }), {
          label: () => t('savedViews.none'),
          run: () => void runCommand('view.leave', 'button'),
        })
    }
  }, [list, bare, views])
}
