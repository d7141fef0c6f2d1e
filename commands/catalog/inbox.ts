import type { Language } from '../../src/model/values/label.ts'
import type { AnyCommand, CommandHost } from '../command.ts'
import { all, any, is, type When } from '../context.ts'
import { inside } from './places.ts'
import { own, titled } from './title.ts'
import type { Word } from './words.ts'

/** The page of all notifications. */
export const INBOX_ROUTE = '/desk/inbox'

/** The inbox has the stage: its page, or the panel over another one, where nothing else is open. */
const onInbox: When = any(
  all(inside, is('screen', 'inbox')),
  all(is('signedIn', true), is('inbox', true), is('layers', 1)),
)

/** Commands on what a person is notified of. */
export function inbox(language: Language): AnyCommand[] {
  const act = (
    name: string,
    word: Word,
    icon: string,
    keys: readonly string[],
    run: (host: CommandHost) => ReturnType<AnyCommand['run']>,
    more: Pick<AnyCommand, 'hidden' | 'repeatable'> = {},
  ): AnyCommand => ({
    id: `inbox.${name}`,
    ...titled(own(word), language),
    category: 'table',
    icon,
    when: onInbox,
    selection: 'none',
    keys,
    ...more,
    run,
  })
  return [
    {
      id: 'inbox.show',
      ...titled(own('inbox'), language),
      category: 'help',
      icon: 'bell',
      when: any(inside, all(is('signedIn', true), is('inbox', true), is('layers', 1))),
      selection: 'none',
      keys: ['g i'],
      run: (host) => host.shell.showInbox(),
    },
    {
      id: 'inbox.page',
      ...titled(own('inboxPage'), language),
      category: 'help',
      icon: 'inbox',
      when: inside,
      selection: 'none',
      place: { route: INBOX_ROUTE, resource: '', aside: false },
      run: (host) => host.shell.open(INBOX_ROUTE),
    },
    act('next', 'down', 'chevron-down', ['j', 'arrowdown'], (host) => host.inbox.move(1), {
      hidden: true,
      repeatable: true,
    }),
    act('previous', 'up', 'chevron-up', ['k', 'arrowup'], (host) => host.inbox.move(-1), {
      hidden: true,
      repeatable: true,
    }),
    act('open', 'openNotification', 'external-link', ['o', 'enter'], (host) => host.inbox.open()),
    act('read', 'markRead', 'check-circle', ['e', 'space'], (host) => host.inbox.mark(true)),
    act('unread', 'markUnread', 'bell', ['u'], (host) => host.inbox.mark(false)),
    act('readAll', 'markAllRead', 'check-circle', ['shift+e'], (host) => host.inbox.markAll()),
    act('all', 'inboxAll', 'filter', ['1'], (host) => host.inbox.show('')),
    act('onlyUnread', 'inboxUnread', 'filter', ['2'], (host) => host.inbox.show('unread')),
    act('onlyMentions', 'inboxMentions', 'filter', ['3'], (host) => host.inbox.show('mentions')),
  ]
}
