import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useCatalogue } from '../data/catalogue.ts'
import { tabs, visit } from '../data/tabs.ts'
import { setContext } from '../host/host.ts'
import { useWords } from '../i18n/index.ts'
import { Moved } from './Moved.tsx'
import { screenRouteOf } from './screenRoute.ts'
import { Nowhere, screenOf, Unknown } from './screens.tsx'

/** Search parameters with those that the address implies; null where they are complete already. */
function withSearch(search: string, wanted: Readonly<Record<string, string>>): string | null {
  const params = new URLSearchParams(search)
  const missing = Object.entries(wanted).filter(([name, value]) => params.get(name) !== value)
  for (const [name, value] of missing) params.set(name, value)
  return missing.length > 0 ? `?${params}` : null
}

const KIND = {
  home: 'home',
  queueHub: 'queueHub',
  firstSteps: 'steps',
  inbox: 'inbox',
  queue: 'queue',
  table: 'table',
  detail: 'detail',
  form: 'form',
} as const

/** Shows the screen of the address, and sets its kind in the commands' context. */
export function ScreenOutlet() {
  const catalogue = useCatalogue()
  const { pathname, search, state } = useLocation()
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
  const tab = stage?.screen === 'detail' ? stage.pattern : pathname
  useEffect(() => {
    // all records of a resource share one tab
    if (page) visit(pathname, search, tab, state)
    else if (nowhere) tabs.active = ''
  }, [page, nowhere, pathname, search, tab, state])
  if (!stage) return null
  if (stage.screen === 'moved') return <Moved to={stage.to + search} />
  if (stage.screen === 'table' && stage.search) {
    const wanted = withSearch(search, stage.search)
    if (wanted !== null) return <Moved to={pathname + wanted} />
  }
  return (
    <Suspense fallback={null}>
      {!nowhere ? (
        screenOf(stage)
      ) : pathname === '/404' ? (
        <Nowhere key={search} path={new URLSearchParams(search).get('path') ?? ''} />
      ) : (
        <Unknown key={pathname} path={pathname} />
      )}
    </Suspense>
  )
}
