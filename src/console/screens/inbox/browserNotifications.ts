import './words.ts'
import { subscribe } from 'valtio'
import { label } from '../../../model/values/label.ts'
import { NOTIFICATIONS } from '../../../model/wire/notifications/notificationReads.ts'
import {
  NOTIFICATION_KINDS,
  type NotificationPage,
  notificationText,
} from '../../../model/wire/notifications/notifications.ts'
import { settings } from '../../../model/wire/settings/settings.ts'
import { api } from '../../api/client.ts'
import { browserLocks } from '../../api/locks.ts'
import { mySettings } from '../../data/mySettings.ts'
import { onLeave, personNow, session, whileHere } from '../../data/session.ts'
import { languageNow } from '../../i18n/index.ts'
import { lock } from '../../state/lock.ts'
import { go } from '../../state/url.ts'
import { addressOfLine } from './openLine.ts'
import { poppingUp } from './quietNow.ts'

/** Unread lines that are looked at. */
const LOOKED_AT = 10

/** Notifications on the screen, taken away when the person leaves. */
const shown = new Set<Notification>()

/** The last notification that popped up in any window of this person. */
const lastKey = (): string => `rounds.notified.${personNow()}`

/**
 * Has the browser show what is new, where the person allowed it and chose so. All windows of a person ask; the first one
 * that holds the lock shows it and notes that it did.
 */
export async function showNewNotifications(): Promise<void> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted' || session.over || lock.by) return
  const person = personNow()
  await browserLocks().request(`rounds-notify-${person}`, undefined, async () => {
    const page = await whileHere(
      api.get<NotificationPage>(NOTIFICATIONS.read, { only: 'unread', size: LOOKED_AT }, { quiet: true }),
    )
    if (!page || personNow() !== person || session.over) return
    const key = lastKey()
    const lines = poppingUp(page.lines, {
      last: localStorage.getItem(key) ?? '',
      now: Date.now(),
      chosen: mySettings().read(settings.notifications.key, settings.notifications),
      quiet: mySettings().read(settings.quiet.key, settings.quiet),
    })
    const newest = page.lines[0]?.id
    if (newest) localStorage.setItem(key, newest)
    const language = languageNow()
    for (const line of lines) {
      const one = new Notification(label(NOTIFICATION_KINDS[line.kind].title, language), {
        body: notificationText(line, language),
        tag: `rounds-${line.id}`,
        lang: language === 'zh' ? 'zh-CN' : 'en',
      })
      shown.add(one)
      one.onclose = () => shown.delete(one)
      one.onclick = () => {
        window.focus()
        one.close()
        const address = addressOfLine(line)
        if (personNow() === person && !session.over) go(address ?? '/desk/inbox', 'push')
      }
    }
  })
}

const closeAll = () => {
  for (const one of shown) one.close()
  shown.clear()
}
onLeave(closeAll)
// notifications on the screen beside a locked console are read by whoever passes
subscribe(lock, () => lock.by && closeAll())
