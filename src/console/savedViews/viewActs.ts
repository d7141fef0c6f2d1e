import type { ViewsPort } from '../../../commands/command.ts'
import { formatKeys } from '../../../commands/keys/format.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import {
  SAVED,
  type SavedView,
  SHARE_PERMISSION,
  STANDING,
  VIEW_ICONS,
  type ViewColumns,
  viewAddress,
} from '../../model/wire/savedView.ts'
import { ApiError } from '../api/error.ts'
import { catalogueNow, resourceIn } from '../data/catalogue.ts'
import { queryClient } from '../data/queries.ts'
import { removeView, saveView } from '../data/savedViews.ts'
import { whileHere } from '../data/session.ts'
import { commandEntry } from '../grid/menus/commandEntry.ts'
import { deadUntil } from '../host/deadUntil.ts'
import { commandsFor, registryNow } from '../host/host.ts'
import { platform } from '../host/platform.ts'
import { t } from '../i18n/index.ts'
import { go, writeSearch } from '../state/url.ts'
import { confirm } from '../ui/dialog/dialog.tsx'
import { type MenuEntry, openMenu } from '../ui/menu.ts'
import { toast } from '../ui/messages/toast.ts'
import { forgetColumns, type ShownView } from './useShownView.ts'
import { neighbourOf } from './viewState.ts'

/** The list as its bar knows it at this moment. */
export interface Shown extends ShownView {
  /** Columns as the list shows them now. */
  readonly columns: ViewColumns
  /** Anchor of the menu; null while the bar is not drawn. */
  at(): HTMLElement | null
}

const done: Outcome = { is: 'done' }
const cancelled: Outcome = { is: 'cancelled' }
const nothing = (key: string): Outcome => ({ is: 'nothing', why: t(key) })

/** Puts a view in force; null: the list as it is, also where it opens with a view. */
function put(shown: ShownView, view: SavedView | null): Outcome {
  const opens = shown.views.some((v) => v.opens)
  const bare = `${shown.list}${opens ? `${shown.list.includes('?') ? '&' : '?'}${SAVED}=0` : ''}`
  go(view ? viewAddress(view) : bare)
  return done
}

/** Sends a change of a view; where somebody was faster, what is kept now is read. */
async function sent<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    const conflict = error instanceof ApiError && (error.code === 409 || error.code === 404)
    if (conflict) await queryClient.invalidateQueries({ predicate: (q) => q.queryKey.includes('saved-views') })
    if (error instanceof ApiError && error.code === 409) toast.info(() => t('savedViews.stale'))
    else toast.error(error)
    return null
  }
}

const load = () => whileHere(deadUntil(import('./SaveViewDialog.tsx')))

async function saveAs(shown: Shown): Promise<Outcome> {
  const here = await load()
  if (!here) return cancelled
  const { list, search, columns, view, views } = shown
  const kept = await here.askView({
    title: t('savedViews.saveTitle'),
    views,
    draft: {
      ...{ id: '', version: 0, list, name: '', search, columns, icon: view?.icon ?? VIEW_ICONS[0], key: '' },
      ...{ roles: [], standing: STANDING.none },
    },
  })
  if (!kept) return cancelled
  if (view) forgetColumns(view.id)
  writeSearch({ [SAVED]: kept.id }, 'push')
  toast.good(() => t('savedViews.saved', { name: kept.name }))
  return done
}

async function update({ view, search, columns }: Shown): Promise<Outcome> {
  if (!view) return nothing('shell.notHere')
  const n = view.roles.length
  const agreed =
    n === 0 ||
    (await confirm({
      title: t('savedViews.updateShared', { name: view.name }),
      body: t('savedViews.updateSharedBody', { n }),
    }))
  if (!agreed) return cancelled
  const kept = await sent(() => saveView({ ...view, search, columns }))
  if (!kept) return cancelled
  forgetColumns(view.id)
  toast.good(() => t('savedViews.updated', { name: kept.name }))
  return done
}

function discard(shown: Shown): Outcome {
  if (!shown.view) return nothing('shell.notHere')
  forgetColumns(shown.view.id)
  return put(shown, shown.view)
}

async function edit({ view, views }: Shown): Promise<Outcome> {
  const here = view && (await load())
  if (!here) return cancelled
  const kept = await here.askView({ title: t('savedViews.editTitle'), views, draft: view })
  if (!kept) return cancelled
  toast.good(() => t('savedViews.updated', { name: kept.name }))
  return done
}

async function makeDefault({ view }: Shown): Promise<Outcome> {
  if (!view) return nothing('shell.notHere')
  const standing = view.standing === STANDING.none ? STANDING.mine : STANDING.none
  const kept = await sent(() => saveView({ ...view, standing }))
  if (!kept) return cancelled
  toast.good(() => t(standing ? 'savedViews.isDefault' : 'savedViews.notDefault', { name: kept.name }))
  return done
}

async function remove(shown: Shown): Promise<Outcome> {
  const { view } = shown
  if (!view) return nothing('shell.notHere')
  const n = view.roles.length
  const agreed = await confirm({
    title: t('savedViews.removeTitle', { name: view.name }),
    body: t(n > 0 ? 'savedViews.removeSharedBody' : 'savedViews.removeBody', { n }),
    danger: true,
    ok: t('table.remove'),
  })
  if (!agreed || (await sent(() => removeView(view).then(() => true))) === null) return cancelled
  forgetColumns(view.id)
  writeSearch({ [SAVED]: null }, 'push')
  toast.good(() => t('savedViews.removed', { name: view.name }))
  return done
}

async function setDefaults({ list }: Shown): Promise<Outcome> {
  const here = await whileHere(deadUntil(import('./defaults/DefaultsDialog.tsx')))
  return here ? here.askDefaults(list) : cancelled
}

async function schedule({ view }: Shown): Promise<Outcome> {
  if (!view) return nothing('shell.notHere')
  const here = await whileHere(deadUntil(import('./schedules/ScheduleDialog.tsx')))
  return here ? here.askSchedules(view) : cancelled
}

/** Name of a view, who shared it where it is not the person's own, and of whom it is the default. */
const labelOf = (view: SavedView): string =>
  view.opensFor
    ? t(view.mine ? 'savedViews.defaultFor' : 'savedViews.sharedDefault', {
        name: view.name,
        by: view.by,
        role: view.opensFor,
      })
    : view.ownerRemoved
      ? t('savedViews.ownerRemoved', { name: view.name, by: view.by })
      : view.mine
        ? t(view.standing ? 'savedViews.standing' : 'savedViews.own', { name: view.name })
        : t('savedViews.shared', { name: view.name, by: view.by })

const ACTS = ['update', 'discard', 'save', 'rename', 'default', 'schedule', 'roleDefaults', 'remove'].map(
  (name) => `view.${name}`,
)

/** Key that opens a view, as this person has it. */
function keyOf(view: SavedView | null): Pick<MenuEntry, 'keys'> {
  const key = view && registryNow().get(`view.open.${view.id}`)?.keys?.[0]
  return key ? { keys: formatKeys(key, platform) } : {}
}

/** Views of the list with the one in force ticked, and below them what can be done now. */
function choose(shown: Shown): Outcome {
  const at = shown.at()
  if (!at) return nothing('shell.noGrid')
  const entry = (view: SavedView | null): MenuEntry => ({
    id: view?.id ?? 'none',
    label: view ? labelOf(view) : t('savedViews.none'),
    icon: view?.icon ?? 'list',
    checked: (shown.view?.id ?? '') === (view?.id ?? ''),
    ...keyOf(view),
    run: () => void put(shown, view),
  })
  const names: Readonly<Record<string, string>> = {
    'view.discard': t('savedViews.discard'),
    'view.default': t(shown.view?.standing ? 'savedViews.unsetDefault' : 'savedViews.setDefault'),
  }
  const acts = commandsFor({ ids: ACTS })
    .map(commandEntry)
    .filter((e) => !e.disabled)
    .map((e) => ({ ...e, label: names[e.id] ?? e.label }))
  openMenu({
    label: t('savedViews.views'),
    at,
    entries: [...[null, ...shown.views].map(entry), ...(acts.length > 0 ? (['line'] as const) : []), ...acts],
  })
  return done
}

/** Commands on the views of a list. `now`: the list at the moment of the command. */
export const viewsPort = (now: () => Shown): ViewsPort => ({
  state: () => {
    const { of, view, views, changed } = now()
    const exports = resourceIn(catalogueNow(), of)?.operations.includes('export') ?? false
    const shares = catalogueNow()?.permissions.includes(SHARE_PERMISSION) ?? false
    return { inForce: view !== null, mine: view?.mine ?? false, changed, exports, shares, count: views.length }
  },
  choose: () => choose(now()),
  next: (by) => {
    const shown = now()
    return put(shown, neighbourOf(shown.views, shown.view?.id ?? '', by))
  },
  saveAs: () => saveAs(now()),
  update: () => update(now()),
  discard: () => discard(now()),
  edit: () => edit(now()),
  makeDefault: () => makeDefault(now()),
  leave: () => {
    const shown = now()
    return shown.view ? put(shown, null) : nothing('shell.notHere')
  },
  setDefaults: () => setDefaults(now()),
  schedule: () => schedule(now()),
  remove: () => remove(now()),
})
