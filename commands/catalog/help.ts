import type { Language } from '../../src/model/values/label.ts'
import type { AnyCommand } from '../command.ts'
import { all, any, is } from '../context.ts'
import { PREFIX } from '../search/fold.ts'
import { inside } from './places.ts'
import { own, titled } from './title.ts'
import type { Word } from './words.ts'

/** Where a person chooses their own keys. */
export const KEYMAP_ROUTE = '/info/keys'

/** Finding things: the palette, whole or in one of its scopes, the key sheet, past messages. */
export function help(language: Language): AnyCommand[] {
  const scope = (id: string, word: Word, prefix: string, key: string | undefined): AnyCommand => ({
    id: `palette.${id}`,
    ...titled(own(word), language),
    category: 'search',
    icon: 'search',
    when: inside,
    selection: 'none',
    keys: key ? [key] : undefined,
    run: (host) => host.shell.openPalette(prefix),
  })
  return [
    {
      id: 'palette.open',
      ...titled(own('palette'), language),
      category: 'search',
      icon: 'command',
      // In the open palette it selects what was typed.
      when: all(is('signedIn', true), any(is('layers', 0), is('palette', true))),
      selection: 'none',
      keys: ['mod+k'],
      global: true,
      hidden: true,
      run: (host) => host.shell.openPalette(),
    },
    scope('commands', 'paletteCommands', PREFIX.commands, '>'),
    scope('menus', 'paletteMenus', PREFIX.menus, undefined),
    scope('records', 'paletteRecords', PREFIX.records, '#'),
    scope('people', 'palettePeople', PREFIX.people, '@'),
    {
      id: 'help.keys',
      ...titled(own('keys'), language),
      category: 'help',
      icon: 'keyboard',
      when: is('layers', 0),
      selection: 'none',
      keys: ['?'],
      run: (host) => host.shell.showKeys(),
    },
    {
      id: 'help.keymap',
      ...titled(own('keymap'), language),
      category: 'help',
      icon: 'keyboard',
      when: inside,
      selection: 'none',
      place: { route: KEYMAP_ROUTE, resource: '', aside: false },
      run: (host) => host.shell.open(KEYMAP_ROUTE),
    },
    {
      id: 'help.explain',
      ...titled(own('explainKeys'), language),
      category: 'help',
      icon: 'help',
      when: is('layers', 0),
      selection: 'none',
      keys: ['alt+/'],
      global: true,
      run: (host) => host.shell.explainKeys(),
    },
    {
      id: 'help.messages',
      ...titled(own('messages'), language),
      category: 'help',
      icon: 'bell',
      when: inside,
      selection: 'none',
      keys: ['alt+m'],
      run: (host) => host.shell.showMessages(),
    },
  ]
}
