import type { Outcome } from '../../../commands/outcome.ts'
import { type FurtherRoute, pathOf } from '../../model/values/routes.ts'
import { api } from '../api/client.ts'
import { catalogueNow, loadCatalogue, resourceIn } from '../data/catalogue.ts'
import { queryClient } from '../data/queries.ts'
import { signOut, whileHere } from '../data/session.ts'
import { closeTabs, neighbour, tabs } from '../data/tabs.ts'
import { loadMacros } from '../decisions/macroActs.ts'
import { atDesk } from '../decisions/outbox/loadDecisionOutbox.ts'
import type { FormOrder } from '../forms/useRecordForm.ts'
import { deadUntil } from '../host/deadUntil.ts'
import { onOutcome, providePorts, type ShowOutcome } from '../host/host.ts'
import { ports } from '../host/ports.ts'
import { awaitForm, awaitNoForm } from '../host/typedAhead.ts'
import { setLanguage, t } from '../i18n/index.ts'
import { beside } from '../state/beside.ts'
import { inboxState } from '../state/inbox.ts'
import { preferences } from '../state/preferences.ts'
import { status } from '../state/status.ts'
import { go, goAside, goBack } from '../state/url.ts'
import { confirm } from '../ui/dialog/dialog.tsx'
import { messages, toast } from '../ui/messages/toast.ts'
import { stepBack } from '../ui/stepBack.ts'
import { teachKeysAfterClicks } from './coach.ts'
import { lockSession } from './lockSession.ts'
import { HOME } from './screenRoute.ts'
import { insideOurs } from './top.ts'

const loadSettingActs = () => whileHere(deadUntil(import('../screens/settings/acts.ts')))

/** Chunk of the next most urgent record: loaded ahead of the key that asks for it. */
export const loadNextUrgent = () => import('../data/nextUrgent.ts')

const DONE: Outcome = { is: 'done' }

/** Asks, then signs out. Decisions that were not answered yet are named: they will not be tried again. */
export async function askSignOut(): Promise<Outcome> {
  const left = status.pending
  const yes = await confirm({
    title: t('session.signOutTitle'),
    body: left > 0 ? t('session.signOutPending', { count: left }) : t('session.signOutBody'),
    ok: t('session.signOut'),
    danger: left > 0,
  })
  if (!yes) return { is: 'cancelled' }
  await signOut()
  return DONE
}

export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await document.documentElement.requestFullscreen().catch(() => {})
}

/** Closes tabs and goes where that leads. `this` (or a path), `others` (than `of`, default the one in front), `all`. */
export function closeTab(which: 'this' | 'others' | 'all' | string, of: string = tabs.active): Outcome {
  if (which === 'others' && of !== tabs.active) {
    const kept = tabs.list.find((tab) => tab.path === of)
    if (!kept) return { is: 'nothing', why: t('shell.noBack') }
    tabs.list = [{ ...kept }]
    tabs.active = of
    go(kept.to, 'push', kept.state)
    return DONE
  }
  const path = which === 'this' ? of : which
  if (tabs.list.length < 2 && which !== 'all') return { is: 'nothing', why: t('shell.lastTab') }
  const to = closeTabs(path, HOME)
  if (to) go(to.to, 'push', to.state)
  return DONE
}

/** Opens the form of a resource; of an overview that of one of its kinds, which is asked first. */
async function form(resource: string, mode: 'add' | 'edit', id?: string): Promise<void> {
  const found = resourceIn(catalogueNow(), resource)
  if (!found || mode === 'edit') return formOf(resource, mode, { id })
  if (!found.routes.pages) return formOf(resource, mode, { initial: ports.rows.begins(resource) ?? undefined })
  const { askKind } = (await whileHere(deadUntil(import('../forms/dialogs/KindDialog.tsx')))) ?? {}
  const kind = await askKind?.(resource)
  // a new record begins with the values that this list selects by: of points, in points
  if (kind) return formOf(kind, mode, { initial: found.routes.more?.[location.pathname]?.where })
}

/** Opens the form of a resource: a page of its own where the model has one, else a dialog. */
async function formOf(
  resource: string,
  mode: 'add' | 'edit',
  { id, initial }: Pick<FormOrder, 'id'> & { readonly initial?: FurtherRoute['where'] },
): Promise<void> {
  const routes = resourceIn(catalogueNow(), resource)?.routes
  const begins = JSON.stringify(initial)
  const further =
    initial &&
    Object.entries(routes?.more ?? {}).find(([, r]) => r.screen === mode && JSON.stringify(r.where) === begins)
  const route = initial ? further?.[0] : routes?.[mode]
  if (route) return go(pathOf(route, { id }))
  awaitForm()
  const here = await whileHere(deadUntil(import('../forms/dialogs/FormDialog.tsx')))
  await here?.askForm({ resource, mode, ...(id ? { id } : {}), ...(initial ? { initial } : {}) })
}

/**
 * Removes the ticked rows, or the one under the cursor; asks first (specification §2: the two messages of a batch
 * delete).
 */
async function remove(resource: string): Promise<Outcome> {
  const found = resourceIn(catalogueNow(), resource)
  const cursor = ports.rows.cursor()
  const ticked = ports.rows.ticked()
  const rows = ticked.length > 0 ? ticked : cursor ? [cursor] : []
  if (!found || rows.length === 0) return { is: 'nothing', why: t('shell.removeNone') }
  const here = await whileHere(deadUntil(import('../decisions/removeRows.ts')))
  if (!here) return { is: 'cancelled' }
  const outcome = await here.removeRows(found, rows)
  if (outcome.is === 'done') void ports.grid.reload()
  return outcome
}

/** Says how a command ended. What a screen shows by itself (pending rows, conflicts in place) is not said again. */
export const showOutcomeOf: ShowOutcome = (outcome, { command, source }) => {
  switch (outcome.is) {
    case 'done':
      if (outcome.say) toast.good(outcome.say)
      return
    case 'open':
      if (outcome.newWindow) goAside(outcome.route)
      else go(insideOurs(outcome.route))
      return
    case 'batch': {
      const { state, done, failed, total } = outcome.state
      if (state === 'running') toast.info(() => t('shell.batchRunning', { done, total }))
      else if (failed > 0) toast.bad(() => t('shell.batchFailed', { done, failed }))
      else toast.good(() => t('shell.batchDone', { done }))
      return
    }
    case 'conflict': {
      const { by, at, action } = outcome.conflict
      toast.bad(() => t('shell.conflict', { by, at, action }))
      return
    }
    case 'refused':
      if (outcome.code > 0 && outcome.code !== 401) toast.bad(outcome.message)
      return
    case 'nothing':
      // Cursor keys at the end of a list need no message; a command the user chose does.
      if (outcome.why && source !== 'link' && !command?.hidden) toast.info(outcome.why)
      return
    default:
  }
}

/** Gives shell and session to the commands, and listens to how they end. Returns how to take it back. */
export function giveShell(): () => void {
  const stops = [
    onOutcome(showOutcomeOf),
    teachKeysAfterClicks(),
    providePorts({
      // wherever one is: what was decided on another page, or before the page was loaded anew, can be taken back
      decide: {
        takeBack: () => atDesk((desk) => desk.takeBack()),
        redo: () => atDesk((desk) => desk.redo()),
        recordMacro: async () => {
          const acts = await whileHere(deadUntil(loadMacros()))
          return acts ? acts.toggleRecording() : { is: 'cancelled' }
        },
      },
      queues: {
        nextUrgent: async () => {
          const here = await whileHere(deadUntil(loadNextUrgent()))
          return here ? here.nextUrgent() : { is: 'cancelled' }
        },
      },
      shell: {
        open: (route, newWindow) => ({ is: 'open', route, newWindow }),
        back: () => {
          goBack()
          return DONE
        },
        stepBack: () => {
          if (inboxState.open) {
            inboxState.open = false
            return DONE
          }
          if (messages.open) {
            messages.open = false
            return DONE
          }
          return stepBack() ? DONE : { is: 'cancelled' }
        },
        putBeside: (resource, { id }) => {
          const same = beside.record?.resource === resource && beside.record.id === id
          beside.record = same ? null : { resource, id }
          return DONE
        },
        showInbox: () => {
          messages.open = false
          inboxState.open = !inboxState.open
          return DONE
        },
        showSchedules: async () => {
          const here = await whileHere(deadUntil(import('../savedViews/schedules/ScheduleDialog.tsx')))
          return here ? here.askSchedules(null) : { is: 'cancelled' }
        },
        printRecord: async () => {
          const here = await whileHere(deadUntil(import('../record/base/printing.ts')))
          await here?.printWhole()
          return DONE
        },
        showMessages: () => {
          inboxState.open = false
          messages.open = !messages.open
          return DONE
        },
        closeTab: (which) => closeTab(which),
        nextTab: (by) => {
          const to = neighbour(by)
          if (!to) return { is: 'nothing', why: t('shell.lastTab') }
          go(to.to, 'push', to.state)
          return DONE
        },
        toggleSidebar: () => {
          preferences.folded = !preferences.folded
          return DONE
        },
        fullScreen: () => {
          void toggleFullScreen()
          return DONE
        },
        form: (resource, mode, id) => {
          void form(resource, mode, id).catch((error) => {
            awaitNoForm()
            toast.error(error)
          })
          return DONE
        },
        importRows: async (resource) => {
          const here = await whileHere(deadUntil(import('../forms/import/ImportDialog.tsx')))
          if (!here) return { is: 'cancelled' }
          await here.openImport(resource)
          return DONE
        },
        remove,
      },
      session: {
        signOut: askSignOut,
        lock: lockSession,
        changePassword: async () => {
          const here = await whileHere(deadUntil(import('../forms/dialogs/PasswordDialog.tsx')))
          return (await here?.askPassword()) ? { is: 'done', say: t('record.passwordChanged') } : { is: 'cancelled' }
        },
        setLanguage: (language) =>
          setLanguage(language).then(
            () => DONE,
            () => ({ is: 'refused', code: 503, message: t('shell.noNetwork') }),
          ),
        setTheme: (theme) => {
          preferences.theme = theme
          return DONE
        },
        chooseTheme: async () => {
          const here = await whileHere(deadUntil(import('./themeDialog/ThemeDialog.tsx')))
          here?.openThemes()
          return here ? DONE : { is: 'cancelled' }
        },
        clearCache: async () => {
          if (!(await confirm({ title: t('session.clearCacheTitle') }))) return { is: 'cancelled' }
          await api.raw({ method: 'GET', path: 'blade-auth/oauth/clear-cache' })
          queryClient.clear()
          await loadCatalogue()
          await queryClient.invalidateQueries()
          return { is: 'done', say: t('session.clearCacheDone') }
        },
        exportSettings: async () => (await loadSettingActs())?.exportSettings() ?? { is: 'cancelled' },
        importSettings: async () => {
          const here = await whileHere(deadUntil(import('../screens/settings/ImportSettings.tsx')))
          const n = await here?.openSettingsImport()
          return n ? { is: 'done', say: t('mySettings.imported', { n }) } : { is: 'cancelled' }
        },
        resetSettings: async () => (await loadSettingActs())?.resetAll() ?? { is: 'cancelled' },
      },
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
