import type { Language } from '../../src/model/values/label.ts'
import type { AnyCommand } from '../command.ts'
import { is } from '../context.ts'
import { inside } from './places.ts'
import { own, titled } from './title.ts'

/** How the console looks. */
export function appearance(language: Language): AnyCommand[] {
  const theme = (name: 'light' | 'dark' | 'system', icon: string): AnyCommand => ({
    id: `theme.${name}`,
    ...titled(own(name), language),
    category: 'appearance',
    icon,
    when: is('layers', 0),
    selection: 'none',
    run: (host) => host.session.setTheme(name),
  })
  return [
    theme('light', 'sun'),
    theme('dark', 'moon'),
    theme('system', 'monitor'),
    {
      id: 'theme.choose',
      ...titled(own('themes'), language),
      category: 'appearance',
      icon: 'palette',
      when: inside,
      selection: 'none',
      run: (host) => host.session.chooseTheme(),
    },
    {
      id: 'shell.sidebar',
      ...titled(own('sidebar'), language),
      category: 'appearance',
      icon: 'panel-left',
      when: inside,
      selection: 'none',
      keys: ['mod+b'],
      run: (host) => host.shell.toggleSidebar(),
    },
    {
      id: 'shell.fullScreen',
      ...titled(own('fullScreen'), language),
      category: 'appearance',
      icon: 'maximize',
      when: inside,
      selection: 'none',
      run: (host) => host.shell.fullScreen(),
    },
  ]
}
