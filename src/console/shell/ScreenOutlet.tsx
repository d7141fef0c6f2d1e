import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useCatalogue } from '../data/catalogue.ts'
import { tabs, visit } from '../data/tabs.ts'
import { setContext } from '../host/host.ts'
import { useWords } from '../i18n/index.ts'
import { Lost } from '../screens/Lost.tsx'
import { go } from '../state/url.ts'
// Not lazy: grid and rows are what every day's work begins with, and this chunk is fetched while the password is typed.
import { TableScreen } from '../table/TableScreen.tsx'
import { type ScreenRoute, screenRouteOf } from './screenRoute.ts'

const Home = lazy(() => import('../screens/Home.tsx').then((m) => ({ default: m.Home })))
const QueueHub = lazy(() => import('../screens/QueueHub.tsx').then((m) => ({ default: m.QueueHub })))
const Profile = lazy(() => import('../screens/Profile.tsx').then((m) => ({ default: m.Profile })))
const Nowhere: ComponentType<{ path: string }> = lazy(() =>
  import('../screens/Nowhere.tsx').then((m) => ({ default: m.Nowhere })),
)
const QueueScreen: ComponentType<{ queue: string }> = lazy(() =>
  import('../queue/QueueScreen.tsx').then((m) => ({ default: m.QueueScreen })),
)
const DetailScreen: ComponentType<{ resource: string; id: string }> = lazy(() =>
  import('../record/DetailScreen.tsx').then((m) => ({ default: m.DetailScreen })),
)
const FormScreen: ComponentType<{ resource: string; mode: 'add' | 'edit'; id: string }> = lazy(() =>
  import('../forms/FormScreen.tsx').then((m) => ({ default: m.FormScreen })),
)

/** The screen of the address, fetched when first asked for. Keys of React: another record is another screen. */
function screenOf(screenRoute: ScreenRoute) {
  switch (screenRoute.screen) {
    case 'home':
      return <Home />
    case 'queueHub':
      return <QueueHub />
    case 'profile':
      return <Profile />
    case 'table':
      return <TableScreen key={screenRoute.resource} resource={screenRoute.resource} />
    case 'queue':
      return <QueueScreen key={screenRoute.queue} queue={screenRoute.queue} />
    case 'detail':
      return (
        <DetailScreen
          key={`${screenRoute.resource}/${screenRoute.id}`}
          resource={screenRoute.resource}
          id={screenRoute.id}
        />
      )
    case 'form':
      return (
        <FormScreen
          key={`${screenRoute.resource}/${screenRoute.mode}/${screenRoute.id}`}
          resource={screenRoute.resource}
          mode={screenRoute.mode}
          id={screenRoute.id}
        />
      )
    case 'moved':
      return <Moved to={screenRoute.to} />
    case 'notFound':
      return <Lost what="notFound" />
    case 'forbidden':
      return <Lost what="forbidden" />
    case 'broken':
      return <Lost what="broken" />
  }
}

/** A search with what the address stands for in it; null where it is there already. */
function withSearch(search: string, wanted: Readonly<Record<string, string>>): string | null {
  const params = new URLSearchParams(search)
  const missing = Object.entries(wanted).filter(([name, value]) => params.get(name) !== value)
  for (const [name, value] of missing) params.set(name, value)
  return missing.length > 0 ? `?${params}` : null
}

const KIND = {
  home: 'home',
  queueHub: 'queueHub',
  queue: 'queue',
  table: 'table',
  detail: 'detail',
  form: 'form',
} as const

/** Shows the screen of the address, and sets its kind in the commands' context. */
export function ScreenOutlet() {
  const catalogue = useCatalogue()
  const { pathname, search } = useLocation()
  useWords()
  const stage = catalogue ? screenRouteOf(catalogue, pathname) : null
  const kind = stage
    ? ((KIND as Readonly<Record<string, (typeof KIND)[keyof typeof KIND] | undefined>>)[stage.screen] ?? 'other')
    : 'other'
  // The views of a queue have resources of their own: it says by itself which one is worked.
  const resource = kind === 'queue' ? null : stage && 'resource' in stage ? stage.resource : ''
  useEffect(() => {
    setContext({ screen: kind, ...(resource === null ? {} : { resource }) })
  }, [kind, resource])
  // Unknown addresses and redirects are not opened pages.
  const page = stage !== null && stage.screen !== 'notFound' && stage.screen !== 'moved'
  const nowhere = stage?.screen === 'notFound'
  useEffect(() => {
    if (page) visit(pathname, search)
    else if (nowhere) tabs.active = ''
  }, [page, nowhere, pathname, search])
  if (!stage) return null
  if (stage.screen === 'moved') return <Moved to={stage.to + search} />
  if (stage.screen === 'table' && stage.search) {
    const wanted = withSearch(search, stage.search)
    if (wanted !== null) return <Moved to={pathname + wanted} />
  }
  // The address stays, so that it can be read and mended.
  if (nowhere && pathname !== '/404')
    return (
      <Suspense fallback={null}>
        <Nowhere key={pathname} path={pathname} />
      </Suspense>
    )
  return <Suspense fallback={null}>{screenOf(stage)}</Suspense>
}

/** Leads on to another address, in place of this one. */
function Moved({ to }: { readonly to: string }) {
  useEffect(() => go(to, 'replace'), [to])
  return null
}
