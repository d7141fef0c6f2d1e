import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import styled from 'styled-components'
import { useSnapshot } from 'valtio'
import { loadCatalogue, useCatalogue, useCatalogueFailure } from '../data/catalogue.ts'
import { loadDecisionOutbox } from '../decisions/outbox/loadDecisionOutbox.ts'
import { warmDecisions } from '../forms/dialogs/ask.ts'
import { loadWords, useWords } from '../i18n/index.ts'
import { beside } from '../state/beside.ts'
import { inboxState } from '../state/inbox.ts'
import { preferences } from '../state/preferences.ts'
import { Button } from '../ui/Button.tsx'
import { menu } from '../ui/menu.ts'
import { ErrorBoundary } from '../ui/messages/ErrorBoundary.tsx'
import { keepMessages } from '../ui/messages/keptMessages.ts'
import { showOnline, Toasts } from '../ui/messages/Toasts.tsx'
import { whenIdle } from '../ui/prefetch.ts'
import { DRAWER_CLASS_MAX, useScreenClass } from '../ui/screenClass.ts'
import { Header } from './Header.tsx'
import { showHeldBack } from './heldBack.ts'
import { KeysAndPalette } from './KeysAndPalette.tsx'
import { giveShell, loadNextUrgent } from './ports.ts'
import { Sidebar } from './Sidebar.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TabBar } from './TabBar.tsx'

const loadMenu = () => import('../ui/MenuHost.tsx')
const Beside = lazy(() => import('./Beside.tsx').then((m) => ({ default: m.Beside })))
const InboxPanel = lazy(() => import('../screens/inbox/InboxPanel.tsx').then((m) => ({ default: m.InboxPanel })))
const MenuHost = lazy(() => loadMenu().then((m) => ({ default: m.MenuHost })))

/** The frame of the console: header, sidebar, tabs, the screen, the status bar. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const { failed, waits } = useCatalogueFailure()
  const { folded } = useSnapshot(preferences)
  const { open: menuOpen } = useSnapshot(menu)
  const { open: inboxOpen } = useSnapshot(inboxState)
  const { pathname } = useLocation()
  const { record: besides } = useSnapshot(beside)
  const screenClass = useScreenClass()
  const [opened, setDrawer] = useState(false)
  const drawer = opened && screenClass <= DRAWER_CLASS_MAX

  useEffect(giveShell, [])
  useEffect(keepMessages, [])
  useEffect(showOnline, [])
  useEffect(showHeldBack, [])
  useEffect(
    () =>
      whenIdle(
        () =>
          void loadDecisionOutbox().then(
            (desk) => desk.pendingDecisions(),
            () => {},
          ),
        warmDecisions,
        () => loadMenu().catch(() => {}),
        () => loadNextUrgent().catch(() => {}),
        // so that the language can be switched without a network, too
        () => loadWords(preferences.language === 'zh' ? 'en' : 'zh').catch(() => {}),
      ),
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the place changes
  useEffect(() => setDrawer(false), [pathname])

  return (
    <Frame data-frame="" data-screen-class={screenClass} data-folded={folded || undefined}>
      <Skip href="#content">{t('shell.skip')}</Skip>
      <Header onMenu={() => setDrawer(!drawer)} menuOpen={drawer} />
      <Sidebar drawer={drawer} onClose={() => setDrawer(false)} />
      <Centre data-centre="">
        <TabBar />
        <Stage data-stage="" data-pair={besides ? '' : undefined}>
          <div className="screen">
            {catalogue ? (
              <ErrorBoundary>{children}</ErrorBoundary>
            ) : failed ? (
              <Failed role="alert">
                <p>{t(waits ? 'shell.serverAway' : 'shell.catalogueFailed')}</p>
                <p>{failed}</p>
                <Button onClick={() => void loadCatalogue()}>{t('shell.retry')}</Button>
              </Failed>
            ) : (
              <Loading role="status">{t('shell.loading')}</Loading>
            )}
          </div>
          {besides ? (
            <Suspense fallback={null}>
              <Beside />
            </Suspense>
          ) : null}
        </Stage>
      </Centre>
      <StatusBar />
      <Toasts />
      <KeysAndPalette />
      {inboxOpen ? (
        <Suspense fallback={null}>
          <InboxPanel />
        </Suspense>
      ) : null}
      {menuOpen ? (
        <Suspense fallback={null}>
          <MenuHost what={menuOpen as NonNullable<typeof menu.open>} />
        </Suspense>
      ) : null}
    </Frame>
  )
}

// up to 1500 px a list beside its record needs the room more than the sidebar
const Frame = styled.div`
  --side-w: 224px;
  @media (max-width: 1500px) { --side-w: 176px; }
  height: 100%;
  display: grid;
  grid-template: 'header header' 46px 'side centre' minmax(0, 1fr) 'status status' var(--status-h) / var(--side-w) minmax(0, 1fr);
  background: var(--bg);
  &[data-folded] { --side-w: 48px; }
  @media (max-width: 991px) {
    grid-template: 'header' 46px 'centre' minmax(0, 1fr) 'status' var(--status-h) / minmax(0, 1fr);
  }
`

const Centre = styled.div`
  grid-area: centre;
  min-width: 0;
  min-height: 0;
  display: flex;
  flex-direction: column;
  border-left: 1px solid var(--line);
  @media (max-width: 991px) { border-left: 0; }
`

const Stage = styled.div`
  flex: 1;
  min-height: 0;
  min-width: 0;
  background: var(--surface);
  & > .screen { height: 100%; min-width: 0; min-height: 0; }
  &[data-pair] { display: flex; }
  &[data-pair] > .screen { flex: 1; }
  & > aside { flex: none; width: min(440px, 40%); min-height: 0; overflow: hidden; border-left: 2px solid var(--accent); }
  & > aside > * { height: 100%; }
  @media (max-width: 1199px) {
    &[data-pair] { flex-direction: column; }
    &[data-pair] > .screen { height: auto; }
    & > aside { width: auto; height: 45%; border-left: 0; border-top: 2px solid var(--accent); }
  }
`

const Failed = styled.div`
  height: 100%;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 8px;
  color: var(--text-2);
`

/** Said only when it takes long: nothing flickers where the answer comes at once. */
const Loading = styled(Failed)`
  animation: appear 0s linear 300ms both;
  @keyframes appear { from { visibility: hidden; } }
`

const Skip = styled.a`
  position: fixed;
  z-index: 60;
  top: 6px;
  left: 6px;
  padding: 6px 12px;
  border-radius: var(--radius);
  background: var(--accent);
  color: var(--on-accent);
  transform: translateY(-60px);
  &:focus { transform: none; }
`
