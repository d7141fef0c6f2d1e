import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import styled from 'styled-components'
import { useSnapshot } from 'valtio'
import { useCatalogue } from '../data/catalogue.ts'
import { type Tab, tabs } from '../data/tabs.ts'
import { runCommand } from '../host/host.ts'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { openMenu } from '../ui/menu.ts'
import { closeTab } from './ports.ts'
import { tabTitle } from './tabTitle.ts'

/** Tab bar with a tab for every opened page. Middle click and Delete close, the right button opens the menu. */
export function TabBar() {
  const { t } = useWords()
  // A new language brings a new catalogue.
  const catalogue = useCatalogue()
  const { list, active } = useSnapshot(tabs)
  const bar = useRef<HTMLElement>(null)

  // A page says its title later than its tab is there, and makes the tab wider.
  const titleHere = list.find((tab) => tab.path === active)?.title
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another tab comes to the front, or that changes
  useEffect(() => {
    bar.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active, list.length, titleHere])

  const menuOf = (tab: Pick<Tab, 'path'>) => (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    event.preventDefault()
    const alone = list.length < 2 ? '·' : ''
    openMenu({
      label: t('shell.tabs'),
      at:
        'clientX' in event && event.clientX
          ? { x: event.clientX, y: event.clientY }
          : (event.currentTarget as HTMLElement),
      entries: [
        {
          id: 'menus',
          label: t('shell.findMenu'),
          icon: 'search',
          run: () => void runCommand('palette.menus', 'menu'),
        },
        'line',
        { id: 'this', label: t('shell.closeThis'), icon: 'x', disabled: alone, run: () => closeTab(tab.path) },
        { id: 'others', label: t('shell.closeOthers'), disabled: alone, run: () => closeTab('others', tab.path) },
        { id: 'all', label: t('shell.closeAll'), run: () => closeTab('all') },
        'line',
        {
          id: 'cache',
          label: t('shell.clearCache'),
          icon: 'eraser',
          run: () => void runCommand('session.clearCache', 'menu'),
        },
      ],
    })
  }

  return (
    <Bar ref={bar} aria-label={t('shell.tabs')}>
      {list.map((tab) => {
        const title = tabTitle(tab, catalogue) || '…'
        const here = tab.path === active
        return (
          <span key={tab.path} className="tab" data-here={here || undefined}>
            <Link
              to={tab.to}
              state={tab.state}
              aria-current={here ? 'page' : undefined}
              title={title}
              draggable={false}
              onContextMenu={menuOf(tab)}
              onAuxClick={(e) => {
                if (e.button !== 1) return
                e.preventDefault()
                closeTab(tab.path)
              }}
              onKeyDown={(e) => {
                if (e.key === 'Delete') closeTab(tab.path)
                else if (e.key === 'ContextMenu' || (e.shiftKey && e.key === 'F10')) menuOf(tab)(e)
              }}
            >
              {title}
            </Link>
            {list.length > 1 ? (
              <button
                type="button"
                tabIndex={-1}
                aria-label={t('shell.closeTab', { title })}
                onClick={() => closeTab(tab.path)}
              >
                <Icon name="x" size={12} />
              </button>
            ) : null}
          </span>
        )
      })}
      <button
        type="button"
        className="more"
        aria-haspopup="menu"
        aria-label={t('shell.tabMenu')}
        title={t('shell.tabMenu')}
        onClick={menuOf({ path: active })}
      >
        <Icon name="chevron-down" size={12} />
      </button>
    </Bar>
  )
}

// a low window (one that is enlarged to twice its size) has the room for rows; tabs are walked by keys and found in the palette
const Bar = styled.nav`
  @media (max-height: 520px) { display: none !important; }
  flex: none;
  display: flex;
  height: 34px;
  padding: 0 8px;
  align-items: flex-end;
  overflow: auto hidden;
  scrollbar-width: none;
  background: var(--bg);
  box-shadow: inset 0 -1px var(--line);
  & .tab {
    display: flex; align-items: center; flex: 0 0 auto; max-width: 220px; height: 30px; padding: 0 4px 0 12px; margin-right: 2px;
    border: 1px solid transparent; border-bottom: 0; border-radius: var(--radius) var(--radius) 0 0; color: var(--text-2);
  }
  & > .more {
    position: sticky; right: 0; display: grid; place-content: center; flex: none; width: 26px; height: 26px; min-width: var(--press); margin: 0 0 2px auto; padding: 0; border: 0;
    border-radius: var(--radius); background: var(--bg); color: var(--text-3); cursor: pointer;
  }
  & > .more:hover { color: var(--text); background: var(--surface-3); }
  & .tab:hover { background: var(--surface-3); color: var(--text); }
  & .tab[data-here] { background: var(--surface); border-color: var(--line); color: var(--text); font-weight: 600; box-shadow: inset 0 2px var(--accent); }
  & .tab > a { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: inherit; line-height: 30px; padding-right: 6px; }
  & .tab > a:hover { text-decoration: none; }
  & .tab > a:focus-visible { outline-offset: -3px; }
  & .tab > button {
    display: grid; place-content: center; width: 20px; height: 20px; padding: 0; border: 0; border-radius: 4px; background: transparent;
    color: var(--text-3); cursor: pointer; opacity: 0;
  }
  & .tab:hover > button, & .tab[data-here] > button, & .tab:focus-within > button { opacity: 1; }
  & .tab > button:hover { background: var(--line); color: var(--text); }
  @media (hover: none) { & .tab > button { opacity: 1; } }
  @media (pointer: coarse) {
    height: 44px;
    & .tab { height: 44px; }
    & .tab > a { line-height: 44px; }
    & .tab > button { width: 32px; height: 44px; }
  }
`
