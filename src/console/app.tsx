import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { useSnapshot } from 'valtio'
import { setSessionLocked } from './api/client.ts'
import { reportErrors } from './api/report.ts'
import { type PublicAddress, publicAddressOf } from './data/pages.ts'
import { onLeave, session } from './data/session.ts'
import { forgetWayBack, rememberWayBack, wayBack } from './data/wayBack.ts'
import { loadConsoleWords } from './i18n/index.ts'
import { Lost } from './screens/Lost.tsx'
import { loadConsole, loadSignIn } from './shell/loadConsole.ts'
import { followLock, lock, setLock } from './state/lock.ts'
import { GlobalStyle } from './theme/global.ts'
import { lazyWithPreload } from './ui/lazyWithPreload.tsx'

/** The console proper: router, layout, queries. Its own chunk, fetched while the person types a password. */
const { Later: Console, warm: warmConsole } = lazyWithPreload(() => loadConsole().then((m) => m.Console))
/** Whoever is signed in already never sees it. */
const { Later: SignIn, warm: warmSignIn } = lazyWithPreload(() => loadSignIn().then((m) => m.SignIn))

/** Fetched when somebody locks: it is no part of what everybody sees first. */
const LockScreen = lazy(() => import('./shell/signIn/LockScreen.tsx').then((m) => ({ default: m.LockScreen })))

onLeave(() => setLock(null))
// locked on the server while this browser did not know: at another desk, or its storage was emptied
setSessionLocked(() => {
  if (lock.by || !session.userId) return
  const { tenantId, userId } = session
  setLock({ tenantId, userId, account: '', name: '', back: location.pathname + location.search, own: true })
})

const PublicPage = lazy(() =>
  Promise.all([import('./screens/PublicPage.tsx'), loadConsoleWords()]).then(([m]) => ({ default: m.PublicPage })),
)

/** Paths that are shown to people who are not signed in, besides the sign-in page. */
const OPEN: Readonly<Record<string, 'notFound' | 'forbidden' | 'broken'>> = {
  '/404': 'notFound',
  '/403': 'forbidden',
  '/500': 'broken',
}

/** Fetches the console and what it shows first at an address. A chunk that does not come is asked for again by React. */
const beginConsole = (path: string): Promise<unknown> =>
  Promise.all([
    warmConsole(),
    loadConsole().then(
      (m) => m.begin(path),
      () => {},
    ),
  ])

/**
 * Fetches what is shown first. To be awaited before the first rendering: what React finds missing then, it holds back
 * for 300 ms.
 */
export async function warmFirst(): Promise<void> {
  if (publicAddressOf(location.pathname)) return
  if (session.userId) await beginConsole(location.pathname === '/login' ? wayBack() : location.pathname)
  else if (!OPEN[location.pathname]) await warmSignIn()
}

/** Without a signed-in user every address shows the sign-in page, which remembers the requested address. */
function toSignIn(): void {
  if (location.pathname === '/login') return
  rememberWayBack(location.pathname + location.search)
  history.replaceState(null, '', '/login')
}

function PublicShown({ address }: { readonly address: PublicAddress }) {
  return (
    <>
      <GlobalStyle />
      <Suspense fallback={null}>
        <PublicPage address={address} />
      </Suspense>
    </>
  )
}

const Behind = styled.div`
  height: 100%;
  &[data-locked] { visibility: hidden; }
`

/** Shows the sign-in page or the console; everything below it may assume a signed-in user. */
export function App() {
  const { userId, tenantId } = useSnapshot(session)
  const { by } = useSnapshot(lock)
  const locked = by && by.userId === userId && by.tenantId === tenantId ? by : null
  /** Behind the lock stays what was open before; nothing is fetched for a page that begins locked. */
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (userId && !locked) setSeen(true)
    if (!userId) setSeen(false)
  }, [userId, locked])
  const [, moved] = useState(0)
  /** Where somebody was who locked; the first page for who comes to the lock screen unlocked. */
  const back = useRef('/')
  /** For whom the console is shown. */
  const [begun, setBegun] = useState(userId)
  useEffect(() => reportErrors(), [])
  useEffect(followLock, [])
  // After signing in the form stays until the first screen can be drawn.
  useEffect(() => {
    if (!userId) return setBegun('')
    if (begun) return
    let here = true
    void beginConsole(wayBack()).then(() => here && setBegun(userId))
    return () => {
      here = false
    }
  }, [userId, begun])
  const shown = userId !== '' && begun !== ''
  useEffect(() => {
    const listen = () => moved((n) => n + 1)
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [])
  const open = OPEN[location.pathname]
  const here = location.pathname + location.search
  if (locked && here !== '/lock') history.replaceState(history.state, '', '/lock')
  else if (shown && !locked && here === '/lock') history.replaceState(history.state, '', back.current)
  if (locked) back.current = locked.back
  // shown to signed-in users too: it belongs to no session
  const address = publicAddressOf(location.pathname)
  if (address) return <PublicShown address={address} />
  if (!userId && !open) toSignIn()
  else if (shown && location.pathname === '/login') {
    history.replaceState(null, '', wayBack())
    forgetWayBack()
  }
  return (
    <>
      <GlobalStyle />
      {locked ? (
        <Suspense fallback={null}>
          <LockScreen by={locked} />
        </Suspense>
      ) : null}
      {shown && (!locked || seen) ? (
        <Behind inert={locked !== null} data-locked={locked !== null || undefined}>
          <Suspense fallback={null}>
            <Console key={`${tenantId}/${userId}`} />
          </Suspense>
        </Behind>
      ) : locked ? null : open ? (
        <Lost what={open} alone />
      ) : (
        <Suspense fallback={null}>
          <SignIn />
        </Suspense>
      )}
    </>
  )
}
