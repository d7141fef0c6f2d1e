import { useLocation } from 'react-router-dom'
import styled from 'styled-components'
import { useSnapshot } from 'valtio'
import { useCatalogue } from '../data/catalogue.ts'
import { runCommand } from '../host/host.ts'
import { useKeyOf } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { preferences } from '../state/preferences.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { HeaderTools } from './HeaderTools.tsx'
import type { HeaderControl } from './headerControls.ts'
import { Logo } from './Logo.tsx'
import { HOME } from './screenRoute.ts'
import { firstPageOf, useTop } from './top.ts'

/** Logo, top menus, the palette's field, and what belongs to the person. */
export function Header({ onMenu, menuOpen }: { onMenu(): void; readonly menuOpen: boolean }) {
  const { t } = useWords()
  const { hiddenControls, folded } = useSnapshot(preferences)
  const catalogue = useCatalogue()
  const { pathname } = useLocation()
  const top = useTop(pathname)
  const paletteKey = useKeyOf('palette.open')
  const shows = (control: HeaderControl) => !hiddenControls.includes(control)

  return (
    <Bar data-ground="header">
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
        <Logo size={folded ? 24 : 28} />
        {folded ? null : <strong>Rounds</strong>}
      </Link>
      {shows('topMenu') ? (
        <nav aria-label={t('shell.topMenus')}>
          <Link
            to={HOME}
            className="home"
            aria-label={t('shell.home')}
            title={t('shell.home')}
            aria-current={pathname === HOME || undefined}
          >
            <Icon name="home" />
          </Link>
          {catalogue?.topMenus.map((m) => (
            <Link key={m.code} to={firstPageOf(m)} aria-current={(m.code === top && pathname !== HOME) || undefined}>
              {m.title}
            </Link>
          ))}
        </nav>
      ) : null}
      {shows('search') ? (
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
      ) : null}
      <HeaderTools shows={shows} />
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
  & nav .home { display: grid; place-content: center; min-width: 30px; flex: none; }
  & nav a:hover { background: var(--surface-3); color: var(--text); text-decoration: none; }
  & nav a[aria-current] { color: var(--accent); background: var(--accent-soft); font-weight: 600; }
  & nav a:focus-visible { outline-offset: -2px; }
  & .tools { display: flex; align-items: center; gap: 2px; flex: none; margin-left: auto; }
  & .tools button { position: relative; }
  & .mark { position: absolute; top: 5px; right: 5px; width: 6px; height: 6px; border-radius: 50%; background: var(--bad); }
  & .count { position: absolute; top: 0; right: 0; min-width: 15px; padding: 0 3px; border-radius: 8px; background: var(--bad-soft); color: var(--bad); font-size: 10px; line-height: 15px; font-weight: 600; }
  & .lang { font-size: 12px; font-weight: 600; }
  & .user {
    display: flex; align-items: center; gap: 6px; height: 30px; min-height: var(--press); margin-left: 4px; padding: 0 6px 0 3px; border: 0; border-radius: 15px;
    background: transparent; color: var(--text-2); cursor: pointer; white-space: nowrap;
  }
  & .user:hover { background: var(--surface-3); color: var(--text); }
  & .face { display: grid; place-content: center; width: 24px; height: 24px; border-radius: 50%; background: var(--accent-soft); color: var(--accent); font-weight: 600; font-size: 12px; }
  & .face img { width: 24px; height: 24px; border-radius: 50%; object-fit: cover; }
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
    & .logo > svg { width: 24px; height: 24px; }
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
  @media (max-width: 767px) { min-width: 110px; & > kbd { display: none; } }
`
