import type { Language } from '../../src/model/values/label.ts'
import type { AnyCommand } from '../command.ts'
import { all, is } from '../context.ts'
import { inside } from './places.ts'
import { own, titled } from './title.ts'

/** Tabs of open screens. Ctrl+W and Ctrl+Tab belong to the browser. */
export function tabs(language: Language): AnyCommand[] {
  const close = (
    which: 'this' | 'others' | 'all',
    word: 'closeTab' | 'closeOthers' | 'closeAll',
    keys?: readonly string[],
  ): AnyCommand => ({
    id: `tabs.close.${which}`,
    ...titled(own(word), language),
    category: 'tabs',
    icon: 'x',
    when: inside,
    selection: 'none',
    keys,
    run: (host) => host.shell.closeTab(which),
  })
  const move = (by: 1 | -1): AnyCommand => ({
    id: by > 0 ? 'tabs.next' : 'tabs.previous',
    ...titled(own(by > 0 ? 'nextTab' : 'previousTab'), language),
    category: 'tabs',
    icon: by > 0 ? 'chevron-right' : 'chevron-left',
    when: inside,
    selection: 'none',
    keys: [by > 0 ? 'alt+j' : 'alt+k'],
    repeatable: true,
    run: (host) => host.shell.nextTab(by),
  })
  return [
    close('this', 'closeTab', ['alt+w']),
    close('others', 'closeOthers'),
    close('all', 'closeAll'),
    move(1),
    move(-1),
    {
      id: 'page.print',
      ...titled(own('printRecord'), language),
      category: 'record',
      icon: 'receipt',
      when: all(inside, is('screen', 'detail')),
      selection: 'none',
      keys: ['mod+p'],
      run: (host) => host.shell.printRecord(),
    },
    {
      id: 'page.back',
      ...titled(own('back'), language),
      category: 'tabs',
      icon: 'arrow-left',
      when: inside,
      selection: 'none',
      keys: ['backspace'],
      keysWhen: is('screen', 'detail'),
      run: (host) => host.shell.back(),
    },
  ]
}
