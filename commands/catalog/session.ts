import type { Language } from '../../src/model/values/label.ts'
import { allSettings } from '../../src/model/wire/settings/settings.ts'
import type { AnyCommand } from '../command.ts'
import { is } from '../context.ts'
import { inside } from './places.ts'
import { own, titled, withNames } from './title.ts'

/** Sections of the page of one's own account: the address leads to one of them. */
const SETTINGS_ROUTE = '/info/index?section=my-settings'
const NOTIFICATIONS_ROUTE = '/info/index?section=notifications'

/** Commands about session and language. The language switches before signing in, too. */
export function session(language: Language): AnyCommand[] {
  return [
    {
      id: 'session.language',
      ...titled(own(language === 'zh' ? 'toEnglish' : 'toChinese'), language),
      category: 'session',
      icon: 'languages',
      when: is('layers', 0),
      selection: 'none',
      keys: ['alt+l'],
      global: true,
      run: (host) => host.session.setLanguage(language === 'zh' ? 'en' : 'zh'),
    },
    {
      id: 'session.password',
      ...titled(own('password'), language),
      category: 'session',
      icon: 'key',
      when: inside,
      selection: 'none',
      run: (host) => host.session.changePassword(),
    },
    {
      id: 'session.lock',
      ...titled(own('lock'), language),
      category: 'session',
      icon: 'lock',
      when: inside,
      selection: 'none',
      run: (host) => host.session.lock(),
    },
    {
      id: 'session.signOut',
      ...titled(own('signOut'), language),
      category: 'session',
      icon: 'log-out',
      when: inside,
      selection: 'none',
      run: (host) => host.session.signOut(),
    },
    {
      id: 'session.clearCache',
      ...titled(own('clearCache'), language),
      category: 'session',
      icon: 'eraser',
      when: inside,
      selection: 'none',
      run: (host) => host.session.clearCache(),
    },
    {
      id: 'settings.mine',
      ...titled(
        withNames(
          own('mySettings'),
          allSettings.map((s) => s.title),
        ),
        language,
      ),
      category: 'session',
      icon: 'settings',
      when: inside,
      selection: 'none',
      place: { route: SETTINGS_ROUTE, resource: '', aside: false },
      run: (host) => host.shell.open(SETTINGS_ROUTE),
    },
    {
      id: 'settings.notifications',
      ...titled(own('notificationSettings'), language),
      category: 'session',
      icon: 'bell',
      when: inside,
      selection: 'none',
      place: { route: NOTIFICATIONS_ROUTE, resource: '', aside: false },
      run: (host) => host.shell.open(NOTIFICATIONS_ROUTE),
    },
    {
      id: 'settings.toFile',
      ...titled(own('settingsExport'), language),
      category: 'session',
      icon: 'download',
      when: inside,
      selection: 'none',
      run: (host) => host.session.exportSettings(),
    },
    {
      id: 'settings.fromFile',
      ...titled(own('settingsImport'), language),
      category: 'session',
      icon: 'upload',
      when: inside,
      selection: 'none',
      run: (host) => host.session.importSettings(),
    },
    {
      id: 'settings.reset',
      ...titled(own('settingsReset'), language),
      category: 'session',
      icon: 'undo',
      when: inside,
      selection: 'none',
      run: (host) => host.session.resetSettings(),
    },
  ]
}
