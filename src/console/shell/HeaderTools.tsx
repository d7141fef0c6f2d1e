import { useSnapshot } from 'valtio'
import { UNREAD_MAX } from '../../model/wire/notifications/notificationReads.ts'
import { useAvatar } from '../data/avatar.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { useUnread } from '../data/notifications.ts'
import { onLeave } from '../data/session.ts'
import { runCommand } from '../host/host.ts'
import { useKeyOf } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { ERRORS_MAX, errors } from '../state/errors.ts'
import { inboxState } from '../state/inbox.ts'
import { preferences, type Theme } from '../state/preferences.ts'
import { go } from '../state/url.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { openMenu } from '../ui/menu.ts'
import { dropMessages } from '../ui/messages/keptMessages.ts'
import { forgetMessages, messages } from '../ui/messages/toast.ts'
import type { HeaderControl } from './headerControls.ts'
import { askSignOut, toggleFullScreen } from './ports.ts'
import { useFullScreen } from './useFullScreen.ts'

const THEME_ICON: Readonly<Record<Theme, string>> = { light: 'sun', dark: 'moon', system: 'monitor' }
const FEEDBACK = 'feedback'

onLeave((who, notice) => {
  forgetMessages()
  inboxState.open = false
  if (notice !== 'expired') dropMessages(who)
})

/** Controls at the right of the top bar, each while it is not hidden; an administrator's error log only while it has errors. */
export function HeaderTools({ shows }: { shows(control: HeaderControl): boolean }) {
  const { t, language } = useWords()
  const { theme } = useSnapshot(preferences)
  const { list } = useSnapshot(messages)
  const logged = useSnapshot(errors).list.length
  const catalogue = useCatalogue()
  const full = useFullScreen()
  const unread = useUnread()
  const inboxKey = useKeyOf('inbox.show')
  const languageKey = useKeyOf('session.language')
  const feedback = catalogue?.resources.find((r) => r.id === FEEDBACK)?.routes.add

  const themes = (at: HTMLElement) =>
    openMenu({
      label: t('shell.theme'),
      at,
      entries: [
        ...(['light', 'dark', 'system'] as const).map((which) => ({
          id: which,
          label: t(`shell.theme${which === 'light' ? 'Light' : which === 'dark' ? 'Dark' : 'System'}`),
          icon: THEME_ICON[which],
          checked: preferences.theme === which,
          run: () => {
            preferences.theme = which
          },
        })),
        'line' as const,
        {
          id: 'themes',
          label: t('shell.themesMore'),
          icon: 'palette',
          run: () => void runCommand('theme.choose', 'menu'),
        },
      ],
    })

  return (
    <div className="tools">
      {shows('feedback') && feedback ? (
        <IconButton
          className="rare"
          aria-label={t('shell.feedback')}
          title={t('shell.feedback')}
          onClick={() => go(feedback)}
        >
          <Icon name="message" />
        </IconButton>
      ) : null}
      {shows('debugLog') && logged > 0 ? (
        <IconButton
          className="rare"
          aria-label={t('shell.loggedErrors', { count: Math.min(logged, ERRORS_MAX) })}
          title={t('shell.loggedErrors', { count: Math.min(logged, ERRORS_MAX) })}
          onClick={() => go('/logs')}
        >
          <Icon name="bug" />
          <b className="count num">{Math.min(logged, ERRORS_MAX)}</b>
        </IconButton>
      ) : null}
      {shows('notice') ? (
        <IconButton
          data-inbox-bell=""
          aria-label={unread > 0 ? t('shell.inboxUnread', { count: Math.min(unread, UNREAD_MAX) }) : t('shell.inbox')}
          title={inboxKey ? `${t('shell.inbox')} (${inboxKey})` : t('shell.inbox')}
          aria-haspopup="dialog"
          onClick={() => void runCommand('inbox.show', 'button')}
        >
          <Icon name="bell" />
          {unread > 0 ? (
            <b className="count num">{unread > UNREAD_MAX ? `${UNREAD_MAX}+` : unread}</b>
          ) : list.some((m) => m.tone === 'bad') ? (
            <i className="mark" />
          ) : null}
        </IconButton>
      ) : null}
      {shows('language') ? (
        <IconButton
          aria-label={t('shell.language')}
          title={languageKey ? `${t('shell.language')} (${languageKey})` : t('shell.language')}
          onClick={() => void runCommand('session.language', 'button')}
        >
          <span className="lang" lang={language === 'zh' ? 'en' : 'zh-CN'}>
            {language === 'zh' ? 'En' : '中'}
          </span>
        </IconButton>
      ) : null}
      {shows('colour') ? (
        <IconButton
          className="rare"
          aria-label={t('shell.colour')}
          title={t('shell.colour')}
          aria-haspopup="dialog"
          onClick={() => void runCommand('theme.choose', 'button')}
        >
          <Icon name="palette" />
        </IconButton>
      ) : null}
      {shows('theme') ? (
        <IconButton
          aria-label={t('shell.theme')}
          title={t('shell.theme')}
          aria-haspopup="menu"
          onClick={(e) => themes(e.currentTarget)}
        >
          <Icon name={THEME_ICON[theme]} />
        </IconButton>
      ) : null}
      {shows('lock') ? (
        <IconButton
          className="rare"
          aria-label={t('session.lock')}
          title={t('session.lock')}
          onClick={() => void runCommand('session.lock', 'button')}
        >
          <Icon name="lock" />
        </IconButton>
      ) : null}
      {shows('fullScreen') ? (
        <IconButton
          className="rare"
          aria-label={t(full ? 'shell.leaveFullScreen' : 'shell.fullScreen')}
          title={t(full ? 'shell.leaveFullScreen' : 'shell.fullScreen')}
          onClick={() => void toggleFullScreen()}
        >
          <Icon name={full ? 'minimize' : 'maximize'} />
        </IconButton>
      ) : null}
      {shows('user') ? <UserMenu /> : null}
    </div>
  )
}

/** The person's name and what belongs to them. */
function UserMenu() {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const name = catalogue?.user.name ?? ''
  const keysKey = useKeyOf('help.keys')
  const avatar = useAvatar(catalogue?.user.avatar ?? '')
  const open = (at: HTMLElement) =>
    openMenu({
      label: t('shell.userMenu'),
      at,
      head: { title: name, note: catalogue?.user.account ?? '' },
      entries: [
        { id: 'dashboard', label: t('shell.dashboard'), icon: 'home', run: () => go('/wel/dashboard') },
        { id: 'profile', label: t('shell.profile'), icon: 'user', run: () => go('/info/index') },
        { id: 'inbox', label: t('shell.inbox'), icon: 'bell', run: () => go('/desk/inbox') },
        {
          id: 'messages',
          label: t('shell.messages'),
          icon: 'bell',
          run: () => {
            messages.open = true
          },
        },
        {
          id: 'themes',
          label: t('shell.themes'),
          icon: 'palette',
          run: () => void runCommand('theme.choose', 'menu'),
        },
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
    <button
      type="button"
      className="user"
      aria-haspopup="menu"
      aria-label={`${t('shell.userMenu')} ${name}`}
      onClick={(e) => open(e.currentTarget)}
    >
      <span className="face">{avatar ? <img src={avatar} alt="" /> : name.slice(0, 1)}</span>
      <span className="name">{name}</span>
      <Icon name="chevron-down" size={12} />
    </button>
  )
}
