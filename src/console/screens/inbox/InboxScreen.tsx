import './words.ts'
import { useUnread } from '../../data/notifications.ts'
import { useWords } from '../../i18n/index.ts'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { InboxList } from './InboxList.tsx'

/** The inbox as a page of its own. */
export function InboxScreen() {
  const { t } = useWords()
  const unread = useUnread()
  return (
    <Screen
      title={t('inbox.title')}
      ready
      scrolls={false}
      note={unread > 0 ? `${t('inbox.unread')} ${unread > 99 ? '99+' : unread}` : undefined}
      tools={
        <>
          <CommandButton id="inbox.open" />
          <CommandButton id="inbox.read" />
          <CommandButton id="inbox.unread" />
          <CommandButton id="inbox.readAll" />
        </>
      }
    >
      <InboxList />
    </Screen>
  )
}
