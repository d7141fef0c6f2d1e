import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Router } from 'react-router-dom'
import { subscribe, useSnapshot } from 'valtio'
import { eventsMissed, onEvent, onGap, startEvents } from './api/events.ts'
import { tokens } from './api/tokens.ts'
import { catalogueNow, loadCatalogue, useCatalogue } from './data/catalogue.ts'
import { keepSettings } from './data/keepSettings.ts'
import { queryClient } from './data/queries.ts'
import { session, turnAway } from './data/session.ts'
import { keepTabs, restoreTabs } from './data/tabs.ts'
import { setContext } from './host/host.ts'
import { awaitScreen, screenIsHere } from './host/screenAwaited.ts'
import { awaitForm, awaitNoForm } from './host/typedAhead.ts'
import { Layout } from './shell/Layout.tsx'
import { ScreenOutlet } from './shell/ScreenOutlet.tsx'
import { screenRouteOf } from './shell/screenRoute.ts'
import { showSecurityEvent } from './shell/securityEvents.ts'
import { lock } from './state/lock.ts'
import { preferences } from './state/preferences.ts'
import { createRouter } from './state/router.ts'
import { setRouter } from './state/url.ts'
import { lazyWithPreload } from './ui/lazyWithPreload.tsx'
import { LayoutBoundary } from './ui/messages/ErrorBoundary.tsx'
import { whenIdle } from './ui/prefetch.ts'

export { begin, warmAhead } from './shell/begin.ts'

/** With the spelling of passwords: after an upgrade of the server neither chunk could be fetched any more. */
const { Later: SignInOver, warm: warmSignIn } = lazyWithPreload(() =>
  Promise.all([import('./shell/signIn/SignInOver.tsx'), import('./api/md5.ts')]).then(([m]) => m.SignInOver),
)

/** Password question after the session has ended; without a known person the sign-in page. */
function Again() {
  const { over, tenantId } = useSnapshot(session)
  const { by: locked } = useSnapshot(lock)
  const user = useCatalogue()?.user
  const account = user?.account ?? ''
  useEffect(() => whenIdle(() => void warmSignIn()), [])
  useEffect(() => {
    if (over && !account) turnAway()
  }, [over, account])
  if (!over || !account || locked) return null
  return (
    <Suspense fallback={null}>
      <SignInOver of={{ tenantId, account, name: user?.name ?? '' }} />
    </Suspense>
  )
}

/** News of the server, and after another sign-in what came about meanwhile. */
function useNews(): void {
  const { over } = useSnapshot(session)
  const missed = useRef(false)
  useEffect(() => {
    if (over) {
      missed.current = true
      return
    }
    if (missed.current) {
      missed.current = false
      eventsMissed()
    }
    return startEvents(`${session.tenantId}.${session.userId}`)
  }, [over])
}

/** Everything behind the sign-in page, for one user; another user gets another one. */
export function Console() {
  const [router] = useState(() => {
    const made = createRouter()
    setRouter(made)
    // Not in an effect: those of the layout inside run first.
    restoreTabs()
    // keys typed after leaving for a form are meant for it, whatever its page takes to load
    let shown = ''
    const look = () => {
      const { pathname } = made.state.location
      const catalogue = catalogueNow()
      if (pathname === shown || !catalogue) return
      // the first one has none before it
      if (shown !== '') awaitScreen()
      shown = pathname
      if (screenRouteOf(catalogue, pathname).screen === 'form') awaitForm()
      else awaitNoForm()
    }
    look()
    made.subscribe(look)
    return made
  })
  const [place, setPlace] = useState(router.state.location)
  // As a transition: the screen before stays until the chunk of the next one is here.
  useLayoutEffect(() => router.subscribe(() => startTransition(() => setPlace(router.state.location))), [router])
  // After the effects of the screen inside, which say what its keys are.
  useEffect(() => {
    if (place.pathname === router.state.location.pathname) screenIsHere()
  }, [place, router])
  useEffect(() => {
    setContext({ signedIn: true })
    void keepSettings()
    let language = preferences.language
    const stops = [
      keepTabs(),
      onEvent((event) => {
        if (event.kind === 'catalogue') void loadCatalogue()
        // The server ended a session of this user: if it was this one, its token is refused now.
        if (event.kind === 'signedOut') void tokens.renew(tokens.token()).catch(() => {})
      }),
      onEvent(showSecurityEvent),
      onEvent((event) => {
        // asked for on a click in the settings alone; who did not allow it never loads it
        if (event.kind !== 'notifications' || typeof Notification === 'undefined') return
        if (Notification.permission !== 'granted') return
        import('./screens/inbox/browserNotifications.ts').then(
          ({ showNewNotifications }) => showNewNotifications(),
          () => {}, // the badge counts it, too
        )
      }),
      onEvent((event) => {
        // with the chunk that says it: most people never ask a partner
        if (event.kind === 'answered')
          import('./shell/answers.ts').then(
            ({ showAnswer: sayAnswer }) => sayAnswer(event),
            () => {}, // the record says it, too
          )
      }),
      onGap(() => {
        void loadCatalogue()
        void queryClient.invalidateQueries()
      }),
      subscribe(preferences, () => {
        if (preferences.language === language) return
        language = preferences.language
        void loadCatalogue()
        // Messages and words of rows come in the language of the asker.
        void queryClient.invalidateQueries()
      }),
    ]
    if (!catalogueNow() || catalogueNow()?.language !== language) void loadCatalogue()
    return () => {
      for (const stop of stops) stop()
      setContext({ signedIn: false, screen: 'signIn', resource: '' })
      setRouter(null)
      screenIsHere()
      router.dispose()
    }
  }, [router])
  useNews()
  return (
    <QueryClientProvider client={queryClient}>
      <Router location={place} navigator={router.navigator}>
        <LayoutBoundary>
          <Layout>
            <ScreenOutlet />
          </Layout>
          <Again />
        </LayoutBoundary>
      </Router>
    </QueryClientProvider>
  )
}
