// Not lazy: grid and rows are what every day's work begins with, and this chunk is fetched while the password is typed.
import { TableScreen } from '../lists/TableScreen.tsx'
import { Lost } from '../screens/Lost.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { Moved } from './Moved.tsx'
import type { ScreenRoute } from './screenRoute.ts'

const home = lazyWithPreload(() => import('../screens/Home.tsx').then((m) => m.Home))
const dashboard = lazyWithPreload(() => import('../screens/Dashboard.tsx').then((m) => m.Dashboard))
const embedded = lazyWithPreload(() => import('../screens/Embedded.tsx').then((m) => m.Embedded))
const selfCheck = lazyWithPreload(() => import('../screens/SelfCheck.tsx').then((m) => m.SelfCheck))
const preview = lazyWithPreload(() => import('../screens/Preview.tsx').then((m) => m.Preview))
const queueHub = lazyWithPreload(() => import('../screens/QueueHub.tsx').then((m) => m.QueueHub))
const firstSteps = lazyWithPreload(() => import('../screens/FirstSteps.tsx').then((m) => m.FirstSteps))
const inbox = lazyWithPreload(() => import('../screens/inbox/InboxScreen.tsx').then((m) => m.InboxScreen))
const profile = lazyWithPreload(() => import('../screens/Profile.tsx').then((m) => m.Profile))
const keymap = lazyWithPreload(() => import('../screens/keymap/KeymapScreen.tsx').then((m) => m.KeymapScreen))
const errorLog = lazyWithPreload(() => import('../screens/ErrorLog.tsx').then((m) => m.ErrorLog))
const nowhere = lazyWithPreload(() => import('../screens/Nowhere.tsx').then((m) => m.Nowhere))
const unknown = lazyWithPreload(() => import('./Unknown.tsx').then((m) => m.Unknown))
const queue = lazyWithPreload(() => import('../queue/QueueScreen.tsx').then((m) => m.QueueScreen))
const detail = lazyWithPreload(() => import('../queue/RecordPage.tsx').then((m) => m.RecordPage))
const form = lazyWithPreload(() => import('../forms/dialogs/FormScreen.tsx').then((m) => m.FormScreen))

const LATER: Readonly<Partial<Record<ScreenRoute['screen'], { warm(): Promise<void> }>>> = {
  home,
  dashboard,
  embedded,
  selfCheck,
  preview,
  queueHub,
  firstSteps,
  inbox,
  profile,
  keymap,
  errorLog,
  queue,
  detail,
  form,
  notFound: unknown,
}

/** Screen of an address that leads nowhere. */
export const Nowhere = nowhere.Later
/** Screen of an address that this person has no screen for. */
export const Unknown = unknown.Later

/** Fetches the chunk of a screen. */
export const warmScreen = (screen: ScreenRoute['screen']): Promise<void> => LATER[screen]?.warm() ?? Promise.resolve()

/** The screen of the address, fetched when first asked for. Keys of React: another record is another screen. */
export function screenOf(screenRoute: ScreenRoute) {
  switch (screenRoute.screen) {
    case 'home':
      return <home.Later />
    case 'dashboard':
      return <dashboard.Later />
    case 'embedded':
      return <embedded.Later key={screenRoute.address} address={screenRoute.address} />
    case 'selfCheck':
      return <selfCheck.Later />
    case 'preview':
      return <preview.Later />
    case 'queueHub':
      return <queueHub.Later />
    case 'firstSteps':
      return <firstSteps.Later />
    case 'inbox':
      return <inbox.Later />
    case 'profile':
      return <profile.Later />
    case 'keymap':
      return <keymap.Later />
    case 'errorLog':
      return <errorLog.Later />
    case 'table':
      return <TableScreen key={screenRoute.resource} resource={screenRoute.resource} />
    case 'queue':
      return <queue.Later key={screenRoute.queue} queue={screenRoute.queue} />
    case 'detail':
      return (
        // shared by all records of the resource: it goes from one to the next
        <detail.Later key={screenRoute.resource} resource={screenRoute.resource} id={screenRoute.id} />
      )
    case 'form':
      return (
        <form.Later
          key={`${screenRoute.resource}/${screenRoute.mode}/${screenRoute.id}`}
          resource={screenRoute.resource}
          mode={screenRoute.mode}
          id={screenRoute.id}
          initial={screenRoute.initial}
        />
      )
    case 'moved':
      return <Moved to={screenRoute.to} />
    case 'forbidden':
      return <Lost what="forbidden" />
    case 'broken':
      return <Lost what="broken" />
  }
}
