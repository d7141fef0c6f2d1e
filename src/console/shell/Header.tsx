import { useRef } from 'react'
import { useLocation } from 'react-router-dom'
import styled from 'styled-components'
import { useSnapshot } from 'valtio'
import { useCatalogue } from '../data/catalogue.ts'
import { onLeave } from '../data/session.ts'
import { runCommand } from '../host/host.ts'
import { useKeyOf } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { preferences, type Theme } from '../state/preferences.ts'
import { go } from '../state/url.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { openMenu } from '../ui/menu.ts'
import { dropMessages } from '../ui/messages/keptMessages.ts'
import { forgetMessages, messages } from '../ui/messages/toast.ts'
import { Logo } from './Logo.tsx'
import { askSignOut, toggleFullScreen } from './ports.ts'
import { HOME } from './screenRoute.ts'
import { firstPageOf, useTop } from './top.ts'
import { useFullScreen } from './useFullScreen.ts'

const THEME_ICON: Readonly<Record<Theme, string>> = { light: 'sun', dark: 'moon', system: 'monitor' }

onLeave((who, notice) => {
  forgetMessages()
  if (notice !== 'expired') dropMessages(who)
})

/** Logo, top menus, the palette's field, and what belongs to the person. */
export function Header({ onMenu, menuOpen }: { onMenu(): void; readonly menuOpen: boolean }) {
  const { t, language } = useWords()
  const { theme } = useSnapshot(preferences)
  const { list } = useSnapshot(messages)
  const catalogue = useCatalogue()
  const { pathname } = useLocation()
  const top = useTop(pathname)
  const full = useFullScreen()
  const user = useRef<HTMLButtonElement>(null)
  const paletteKey = useKeyOf('palette.open')
  const languageKey = useKeyOf('session.language')
  const keysKey = useKeyOf('help.keys')

  const themes = (at: HTMLElement) =>
    openMenu({
      label: t('shell.theme'),
      at,
      entries: (['light', 'dark', 'system'] as const).map((which) => ({
        id: which,
        label: t(`shell.theme${which === 'light' ? 'Light' : which === 'dark' ? 'Dark' : 'System'}`),
        icon: THEME_ICON[which],
        checked: preferences.theme === which,
        run: () => {
          preferences.theme = which
        },
      })),
    })

  const mine = (at: HTMLElement) =>
    openMenu({
      label: t('shell.userMenu'),
      at,
      head: { title: catalogue?.user.name ?? '', note: catalogue?.user.account ?? '' },
      entries: [
        {
          id: 'messages',
          label: t('shell.messages'),
          icon: 'bell',
          run: () => {
            messages.open = true
          },
        },
        { id: 'profile', label: t('shell.profile'), icon: 'user', run: () => go('/info/index') },
        {
          id: 'keys',
          label: t('shell.keySheet'),
          icon: 'keyboard',
          ...(keysKey ? { keys: keysKey } : {}),
          run: () => void runCommand('help.keys', 'menu'),
        },
        {
          id: 'keymap',
          label: t('shell.keymap'),
          icon: 'sliders',
          run: () => void runCommand('help.keymap', 'menu'),
        },
        {
          id: 'password',
          label: t('shell.password'),
          icon: 'key',
          run: () => void runCommand('session.password', 'menu'),
        },
        { id: 'lock', label: t('session.lock'), icon: 'lock', run: () => void runCommand('session.lock', 'menu') },
        'line',
        { id: 'signOut', label: t('session.signOut'), icon: 'log-out', run: () => void askSignOut() },
      ],
    })

  return (
    <Bar>
      <span className="drawer">
        <IconButton
          aria-label={t(menuOpen ? 'shell.closeMenu' : 'shell.openMenu')}
          aria-expanded={menuOpen}
          onClick={onMenu}
        >
          <Icon name="menu" />
        </IconButton>
      </span>
      <Link to={HOME} className="logo" aria-label={`Rounds · ${t('shell.home')}`}>
        <Logo size={24} />
        <strong>Rounds</strong>
      </Link>
      <nav aria-label={t('shell.topMenus')}>
        {catalogue?.topMenus.map((m) => (
          <Link key={m.code} to={firstPageOf(m)} aria-current={m.code === top || undefined}>
            {m.title}
          </Link>
        ))}
      </nav>
      <Field
        type="button"
        aria-label={t('shell.search')}
        aria-haspopup="dialog"
        onClick={() => void runCommand('palette.open', 'button')}
      >
        <Icon name="search" size={14} />
        <span>{t('shell.search')}</span>
        {paletteKey ? <kbd>{paletteKey}</kbd> : null}
      </Field>
      <div className="tools">
        <IconButton
          className="rare"
          aria-label={t('shell.messages')}
          title={t('shell.messages')}
          onClick={() => (messages.open = !messages.open)}
        >
          <Icon name="bell" />
          {list.some((m) => m.tone === 'bad') ? <i className="mark" /> : null}
        </IconButton>
        <IconButton
          aria-label={t('shell.language')}
          title={languageKey ? `${t('shell.language')} (${languageKey})` : t('shell.language')}
          onClick={() => void runCommand('session.language', 'button')}
        >
          <span className="lang" lang={language === 'zh' ? 'en' : 'zh-CN'}>
            {language === 'zh' ? 'En' : '中'}
          </span>
        </IconButton>
        <IconButton
          aria-label={t('shell.theme')}
          title={t('shell.theme')}
          aria-haspopup="menu"
          onClick={(e) => themes(e.currentTarget)}
        >
          <Icon name={THEME_ICON[theme]} />
        </IconButton>
        <IconButton
          className="rare"
          aria-label={t(full ? 'shell.leaveFullScreen' : 'shell.fullScreen')}
          title={t(full ? 'shell.leaveFullScreen' : 'shell.fullScreen')}
          onClick={() => void toggleFullScreen()}
        >
          <Icon name={full ? 'minimize' : 'maximize'} />
        </IconButton>
        <button
          type="button"
          className="user"
          ref={user}
          aria-haspopup="menu"
          aria-label={`${t('shell.userMenu')} ${catalogue?.user.name ?? ''}`}
          onClick={(e) => mine(e.currentTarget)}
        >
          <span className="face">{(catalogue?.user.name ?? '').slice(0, 1)}</span>
          <span className="name">{catalogue?.user.name}</span>
          <Icon name="chevron-down" size={12} />
        </button>
      </div>
    </Bar>
  )
}

// from 1600 px on all modules of an administrator stand in it, in either language
const Bar = styled.header`
  grid-area: header;
  display: flex;
  align-items: center;
  gap: 10px;
  min-width: 0;
  padding: 0 10px 0 12px;
  background: var(--surface);
  border-bottom: 1px solid var(--line);
  & .drawer { display: none; }
  & .logo { display: flex; align-items: center; gap: 8px; color: var(--text); font-size: 14px; letter-spacing: 0.01em; flex: none; border-radius: var(--radius); }
  & .logo:hover { text-decoration: none; }
  & nav { display: flex; gap: 2px; min-width: 0; flex: 0 1 auto; margin-left: 12px; overflow-x: auto; scrollbar-width: none; }
  & nav a { line-height: 30px; padding: 0 10px; border-radius: var(--radius); color: var(--text-2); white-space: nowrap; }
  & nav a:hover { background: var(--surface-3); color: var(--text); text-decoration: none; }
  & nav a[aria-current] { color: var(--accent); background: var(--accent-soft); font-weight: 600; }
  & nav a:focus-visible { outline-offset: -2px; }
  & .tools { display: flex; align-items: center; gap: 2px; flex: none; }
  & .tools button { position: relative; }
  & .mark { position: absolute; top: 5px; right: 5px; width: 6px; height: 6px; border-radius: 50%; background: var(--bad); }
  & .lang { font-size: 12px; font-weight: 600; }
  & .user {
    display: flex; align-items: center; gap: 6px; height: 30px; min-height: var(--press); margin-left: 4px; padding: 0 6px 0 3px; border: 0; border-radius: 15px;
    background: transparent; color: var(--text-2); cursor: pointer; white-space: nowrap;
  }
  & .user:hover { background: var(--surface-3); color: var(--text); }
  & .face { display: grid; place-content: center; width: 24px; height: 24px; border-radius: 50%; background: var(--accent-soft); color: var(--accent); font-weight: 600; font-size: 12px; }
  @media (max-width: 1600px) {
    gap: 6px;
    & nav { gap: 0; margin-left: 4px; }
    & nav a { padding: 0 7px; }
    & .user .name { display: none; }
  }
  @media (max-width: 991px) {
    & .drawer { display: block; }
    & nav { display: none; }
  }
  @media (max-width: 767px) {
    gap: 4px;
    padding: 0 6px;
    & .logo strong, & .user .name, & .user > svg, & .rare { display: none; }
  }
`

// shrinks before the top menus do
const Field = styled.button`
  flex: 0 2000 280px;
  min-width: 130px;
  margin-left: auto;
  height: 30px;
  min-height: var(--press);
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 0 6px 0 10px;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface-2);
  color: var(--text-3);
  cursor: text;
  overflow: hidden;
  &:hover { border-color: var(--line-strong); }
  & > span { flex: 1; text-align: left; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  @media (max-width: 767px) { & > kbd { display: none; } }
`
