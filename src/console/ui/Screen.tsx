import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import styled from 'styled-components'
import { nameTab } from '../data/tabs.ts'
import { screenReady } from './prefetch.ts'

export interface ScreenProps {
  /** The one heading of the page; it names the tab and the window, too. */
  readonly title: string
  /** Title of its tab where it differs (shell/tabTitle.ts): "" until it is known. */
  readonly tab?: string
  /** The first data is shown: sets `main[data-ready]`, which tests and measurements wait for. */
  readonly ready: boolean
  /** In front of the heading: the way back. */
  readonly lead?: ReactNode
  /** Beside the heading: counts, chips. */
  readonly note?: ReactNode
  /** At the right end of the heading's row: buttons. */
  readonly tools?: ReactNode
  /** The heading is there for screen readers alone: what is shown has its own, and the way back. */
  readonly bare?: boolean
  /** False: the content fills the page and scrolls by itself (tables, queues). */
  readonly scrolls?: boolean
  readonly children: ReactNode
}

/** The frame of every screen. */
export function Screen({
  title,
  tab = title,
  ready,
  lead,
  note,
  tools,
  bare = false,
  scrolls = true,
  children,
}: ScreenProps) {
  const { pathname } = useLocation()
  // Before anybody can see that it is ready.
  useLayoutEffect(() => {
    if (!title) return
    document.title = `${title} · Rounds`
    nameTab(pathname, tab)
  }, [pathname, title, tab])
  useEffect(() => {
    if (ready) screenReady()
  }, [ready])
  return (
    <Main id="content" tabIndex={-1} {...(ready ? { 'data-ready': '' } : { 'aria-busy': true })}>
      <Head className={bare ? 'visually-hidden' : undefined} data-lead={lead ? '' : undefined}>
        {lead}
        <h1>{title}</h1>
        {note ? <div className="note">{note}</div> : null}
        {!bare && <div className="tools">{tools}</div>}
      </Head>
      <Body $scrolls={scrolls}>{children}</Body>
    </Main>
  )
}

const Main = styled.main`
  height: 100%;
  min-width: 0;
  min-height: 0;
  display: flex;
  flex-direction: column;
  background: var(--surface);
  &:focus-visible { outline: none; }
`

// On a telephone the head of a record's page (`data-lead`) is one line: a long name has two, and is read before its note;
// what is done is an icon, its name said aloud. The head of a list is one line, too.
const Head = styled.div`
  flex: none;
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  gap: 4px 12px;
  min-height: 42px;
  padding: 6px 16px;
  & > h1 { font-size: 15px; line-height: 22px; letter-spacing: 0.01em; }
  & > .note { color: var(--text-3); min-width: 0; }
  & > .tools { margin-left: auto; display: flex; align-items: center; gap: 6px; flex-wrap: wrap; }
  @media (max-width: 767px) {
    padding: 4px 12px;
    &[data-lead] { flex-wrap: nowrap; gap: 6px; padding: 0 4px; }
    &[data-lead] > .note { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    &[data-lead] > h1 { min-width: 0; font-size: 14px; line-height: 18px; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere; }
    &[data-lead] > .note { flex: 0 100 auto; min-width: 44px; }
    &[data-lead] > .tools { flex-wrap: nowrap; gap: 0; }
    &[data-lead] > .tools > button[data-command] { border-color: transparent; padding: 0 8px; }
    &[data-lead] > .tools > button > span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    & > .tools > button > kbd { display: none; }
    &:not([data-lead]) > .tools > button { padding: 0 7px; }
    &[data-lead] .place { font-size: 12px; white-space: nowrap; }
  }
`

const Body = styled.div<{ $scrolls: boolean }>`
  flex: 1;
  min-height: 0;
  min-width: 0;
  overflow: ${(p) => (p.$scrolls ? 'auto' : 'hidden')};
  ${(p) => (p.$scrolls ? '' : 'display: flex; flex-direction: column;')}
`
