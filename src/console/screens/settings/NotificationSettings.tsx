import '../inbox/words.ts'
import { useId, useState } from 'react'
import styled from 'styled-components'
import { label } from '../../../model/values/label.ts'
import {
  NOTIFICATION_CHOICES,
  NOTIFICATION_KINDS,
  type NotificationChoice,
  type NotificationKindName,
  notificationKinds,
} from '../../../model/wire/notifications/notifications.ts'
import { settings } from '../../../model/wire/settings/settings.ts'
import { mySettings } from '../../data/mySettings.ts'
import { useSetting } from '../../data/useSetting.ts'
import { useWords } from '../../i18n/index.ts'
import { Button, Input } from '../../ui/Button.tsx'
import { choiceOf } from '../inbox/quietNow.ts'

type Permission = NotificationPermission | 'none'
const permissionNow = (): Permission => (typeof Notification === 'undefined' ? 'none' : Notification.permission)

/** Choices by kind, the hours in which nothing pops up, and the browser's permission. */
export function NotificationSettings() {
  const { t, language } = useWords()
  const id = useId()
  const chosen = useSetting(settings.notifications.key, settings.notifications)
  const quiet = useSetting(settings.quiet.key, settings.quiet)
  const [permission, setPermission] = useState(permissionNow)
  const choose = (kind: NotificationKindName, choice: NotificationChoice) => {
    const { [kind]: _, ...others } = chosen
    mySettings().write(
      settings.notifications.key,
      choice === NOTIFICATION_KINDS[kind].initial ? others : { ...others, [kind]: choice },
    )
  }
  const hours = (part: 'from' | 'to', value: string) => {
    const next = { ...quiet, [part]: value }
    if (settings.quiet.check(next)) mySettings().write(settings.quiet.key, next)
  }
  return (
    <Section aria-labelledby={id} id="notifications">
      <h2 id={id}>{t('inbox.settings')}</h2>
      <p>{t('inbox.settingsAbout')}</p>
      <ul>
        {notificationKinds.map((kind) => (
          <li key={kind}>
            <label>
              <span>{label(NOTIFICATION_KINDS[kind].title, language)}</span>
              <select
                value={choiceOf(chosen, kind)}
                onChange={(e) => choose(kind, e.target.value as NotificationChoice)}
              >
                {NOTIFICATION_CHOICES.map((choice) => (
                  <option key={choice} value={choice}>
                    {t(`inbox.choice_${choice}`)}
                  </option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
      <div className="line">
        <span>{t('inbox.permission')}</span>
        {permission === 'default' ? (
          <Button onClick={() => void Notification.requestPermission().then(setPermission)}>{t('inbox.allow')}</Button>
        ) : (
          <span className="state">{t(`inbox.permission_${permission}`)}</span>
        )}
      </div>
      <fieldset className="line" aria-label={t('inbox.quiet')}>
        <span>{t('inbox.quiet')}</span>
        <Input
          type="time"
          aria-label={t('inbox.from')}
          value={quiet.from}
          onChange={(e) => hours('from', e.target.value)}
        />
        <span>–</span>
        <Input type="time" aria-label={t('inbox.to')} value={quiet.to} onChange={(e) => hours('to', e.target.value)} />
        <small>{t(quiet.from === quiet.to ? 'inbox.quietNone' : 'inbox.quietAbout')}</small>
      </fieldset>
    </Section>
  )
}

const Section = styled.section`
  max-width: 528px;
  display: grid;
  gap: 8px;
  margin: 0 16px 20px;
  padding-top: 12px;
  border-top: 1px solid var(--line);
  & h2 { font-size: 14px; font-weight: 600; }
  & p { color: var(--text-2); }
  & ul { border: 1px solid var(--line); border-radius: var(--radius); }
  & li + li { border-top: 1px solid var(--line); }
  & label { display: flex; align-items: center; gap: 12px; min-height: 36px; padding: 4px 10px; }
  & label > span { flex: 1; min-width: 0; }
  & select { height: 28px; min-height: var(--press); max-width: 50%; padding: 0 6px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); color: var(--text); font: inherit; }
  & select:focus-visible { outline: 2px solid var(--focus); outline-offset: -1px; }
  & .line { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; min-height: 32px; }
  & fieldset { margin: 0; padding: 0; border: 0; }
  & .line > span:first-child { min-width: 96px; color: var(--text-2); }
  & .line > input { width: 110px; }
  & .state, & small { color: var(--text-3); }
`
