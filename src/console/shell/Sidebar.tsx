import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import styled from 'styled-components'
import { useSnapshot } from 'valtio'
import type { CatalogueMenu } from '../../model/wire/catalogue.ts'
import { leavesOf, useCatalogue } from '../data/catalogue.ts'
import { shownCount, useQueueCounts } from '../data/counts.ts'
import { useSavedViews } from '../data/savedViews.ts'
import { useWords } from '../i18n/index.ts'
import { byQueues, viewsOfQueue } from '../savedViews/queueViews.ts'
import { preferences } from '../state/preferences.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { Finder } from './Finder.tsx'
import { Leaf } from './Leaf.tsx'
import { SavedViewLinks, useLaterCounts, useMarkedView, ViewLeaf } from './SavedViewLinks.tsx'
import { useTop } from './top.ts'

/** Menus of the chosen top menu, nested; on small screens a drawer with all of them. */
export function Sidebar({ drawer, onClose }: { readonly drawer: boolean; onClose(): void }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const { folded, hiddenControls } = useSnapshot(preferences)
  const { pathname, search } = useLocation()
  const top = useTop(pathname)
  const box = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!drawer) return
    box.current?.querySelector<HTMLElement>('a, button')?.focus()
    const listen = (e: KeyboardEvent) => e.key === 'Escape' && onClose()
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [drawer, onClose])

  // the current entry is scrolled into view, wherever navigation came from
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry is the current one, or has come
  useEffect(() => {
    box.current?.querySelector('.menus [aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  }, [pathname, search, top, catalogue, folded])

  const menus = catalogue?.topMenus ?? []
  const narrow = folded && !drawer
  const [text, setText] = useState('')
  return (
    <>
      {drawer ? <Veil onClick={onClose} /> : null}
      <Side
        data-ground="side"
        ref={box}
        aria-label={t('shell.sideMenus')}
        data-drawer={drawer || undefined}
        data-folded={folded || undefined}
      >
        {narrow ? null : <Finder onText={setText} />}
        <div className="menus" hidden={text.trim() !== ''}>
          <Favourites narrow={narrow} />
          <SavedViewLinks narrow={narrow} drawer={drawer} />
          {menus.map((m) => (
            <section key={m.code} data-top={m.code === top || undefined} aria-label={m.title}>
              <h2>{m.title}</h2>
              {m.children.map((group) => (
                <Group key={group.code} group={group} narrow={narrow} />
              ))}
              {m.code === 'desk' ? <Queues narrow={narrow} drawer={drawer} /> : null}
            </section>
          ))}
        </div>
        <div className="foot" hidden={hiddenControls.includes('menuCollapse')}>
          <IconButton
            aria-label={t(folded ? 'shell.unfoldSidebar' : 'shell.foldSidebar')}
            title={t(folded ? 'shell.unfoldSidebar' : 'shell.foldSidebar')}
            aria-expanded={!folded}
            onClick={() => {
              preferences.folded = !preferences.folded
            }}
          >
            <Icon name={folded ? 'panel-right' : 'panel-left'} />
          </IconButton>
        </div>
      </Side>
    </>
  )
}

function Group({ group, narrow }: { readonly group: CatalogueMenu; readonly narrow: boolean }) {
  const { closedGroups } = useSnapshot(preferences)
  const closed = closedGroups.includes(group.code) && !narrow
  if (group.children.length === 0) return <Leaf menu={group} narrow={narrow} />
  // A group of one is its leaf: a heading over a single line says nothing.
  const only = group.children.length === 1 ? group.children[0] : undefined
  if (only) return <Group group={only} narrow={narrow} />
  return (
    <div className="group">
      {narrow ? null : (
        <button
          type="button"
          aria-expanded={!closed}
          onClick={() => {
            preferences.closedGroups = closed
              ? closedGroups.filter((c) => c !== group.code)
              : [...closedGroups, group.code]
          }}
        >
          <span>{group.title}</span>
          <Icon name={closed ? 'chevron-right' : 'chevron-down'} size={12} />
        </button>
      )}
      {closed ? null : (
        <ul>
          {group.children.map((m) => (
            <li key={m.code}>
              <Group group={m} narrow={narrow} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The menus that the person keeps at hand, in the order in which they were chosen. */
function Favourites({ narrow }: { readonly narrow: boolean }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const { favourites } = useSnapshot(preferences)
  const leaves = [...leavesOf(catalogue?.topMenus ?? [])]
  const kept = favourites.flatMap((path) => leaves.find((leaf) => leaf.path === path) ?? [])
  if (kept.length === 0) return null
  return (
    <div className="group">
      {narrow ? null : <p>{t('shell.favourites')}</p>}
      <ul>
        {kept.map((menu) => (
          <li key={menu.code}>
            <Leaf menu={menu} narrow={narrow} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Queues of this person with their counts, and below each the saved views that are worked as queues of their own. */
function Queues({ narrow, drawer }: { readonly narrow: boolean; readonly drawer: boolean }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const counts = useQueueCounts()
  const { pathname, search } = useLocation()
  const saved = useSavedViews().views
  const marked = useMarkedView()
  const savedCounts = useLaterCounts(byQueues(catalogue, saved).ofQueues, !narrow, drawer)
  const views = (catalogue?.queues ?? []).flatMap((q) => q.views.map((v) => ({ queue: q, view: v })))
  if (views.length === 0) return null
  const at = new URLSearchParams(search).get('view')
  return (
    <div className="group">
      {narrow ? null : <p>{t('shell.queues')}</p>}
      <ul>
        {views.flatMap(({ queue, view }) => {
          const route = `/desk/queues/${queue.code}`
          const here = !marked && pathname === route && (at ?? queue.views[0]?.code) === view.code
          const count = counts?.get(`${queue.code}.${view.code}`)
          return [
            <li key={`${queue.code}.${view.code}`}>
              <Link
                className="leaf"
                to={`${route}?view=${view.code}`}
                aria-current={here ? 'page' : undefined}
                title={narrow ? view.title : undefined}
              >
                <Icon name={queue.icon} />
                <span>{view.title}</span>
                {count && count.total > 0 && !narrow ? <b className="num">{shownCount(count)}</b> : null}
              </Link>
            </li>,
            ...viewsOfQueue(saved, queue.code, view.code).map((one) => (
              <li key={one.id}>
                <ViewLeaf view={one} count={savedCounts.get(one.id)} narrow={narrow} below />
              </li>
            )),
          ]
        })}
      </ul>
    </div>
  )
}

const Veil = styled.div`
  position: fixed;
  inset: 46px 0 0;
  z-index: 29;
  background: rgb(8 20 24 / 42%);
  @media (min-width: 992px) { display: none; }
`

const Side = styled.nav`
  grid-area: side;
  min-height: 0;
  display: flex;
  flex-direction: column;
  background: var(--bg);
  & .menus { flex: 1; min-height: 0; overflow: hidden auto; padding: 8px 8px 12px; scrollbar-width: thin; }
  & .find { flex: none; max-height: 100%; overflow: hidden auto; padding: 8px 8px 0; }
  & .find > .none { padding: 8px; color: var(--text-3); }
  & .menus[hidden] { display: none; }
  & section { display: none; }
  & section[data-top] { display: block; }
  & h2 { display: none; }
  & .group { margin-top: 10px; }
  & .group:first-of-type { margin-top: 2px; }
  & .menus > .group { margin-bottom: 10px; }
  & .group > button, & .group > p {
    display: flex; align-items: center; justify-content: space-between; width: 100%; height: 26px; min-height: var(--press); padding: 0 8px; border: 0;
    background: transparent; color: var(--text-3); font-size: 12px; line-height: 26px; border-radius: var(--radius); text-align: left;
  }
  & .group > button { cursor: pointer; }
  & .group > button:hover { color: var(--text); background: var(--surface-3); }
  & .leaf {
    display: flex; align-items: center; gap: 9px; min-height: max(30px, var(--press)); padding: 4px 8px; margin: 1px 0; border-radius: var(--radius);
    color: var(--text-2); line-height: 1.35; scroll-margin-block: 66px;
  }
  & .leaf[data-below] { padding-left: 24px; }
  & .leaf:hover { background: var(--surface-3); color: var(--text); text-decoration: none; }
  & .line { position: relative; }
  & .line > .leaf:not(:last-child) { padding-right: 32px; }
  & .star { position: absolute; right: 2px; top: 1px; display: grid; place-content: center; width: 28px; height: 28px; padding: 0; border: 0; border-radius: var(--radius); background: transparent; color: var(--accent); cursor: pointer; }
  & .star[aria-pressed='true'] > svg { fill: currentColor; }
  & .leaf small { display: block; color: var(--text-3); font-size: 12px; font-weight: 400; }
  & .leaf > span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  & .leaf > svg { color: var(--text-3); }
  & .leaf > b { font-weight: 600; font-size: 12px; color: var(--text-2); }
  & .leaf[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
  & .leaf[aria-current] > svg, & .leaf[aria-current] > b { color: inherit; }
  & .leaf:focus-visible, & .group > button:focus-visible { outline-offset: -2px; }
  & .foot { flex: none; padding: 6px 10px; border-top: 1px solid var(--line); }
  &[data-folded]:not([data-drawer]) .leaf { justify-content: center; padding: 0; height: 30px; }
  &[data-folded]:not([data-drawer]) .leaf > span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  &[data-folded]:not([data-drawer]) .group + .group { border-top: 1px solid var(--line); padding-top: 8px; }
  @media (max-width: 991px) {
    display: none;
    &[data-drawer] { display: flex; position: fixed; z-index: 30; top: 46px; bottom: 0; left: 0; width: min(280px, 86vw); box-shadow: var(--shadow); }
    & section { display: block; }
    & section + section { margin-top: 14px; padding-top: 6px; border-top: 1px solid var(--line); }
    & h2 { display: block; padding: 6px 8px 2px; font-size: 13px; color: var(--text); }
    & .foot { display: none; }
  }
`
