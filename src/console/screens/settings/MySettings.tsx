import './words.ts'
import { useSyncExternalStore } from 'react'
import styled from 'styled-components'
import type { Outcome } from '../../../../commands/outcome.ts'
import { label } from '../../../model/values/label.ts'
import { same } from '../../../model/wire/settings/same.ts'
import { SETTING_GROUPS, type SettingGroup } from '../../../model/wire/settings/setting.ts'
import { allSettings, settingOf } from '../../../model/wire/settings/settings.ts'
import { useCatalogue } from '../../data/catalogue.ts'
import { mySettings, onOpened } from '../../data/mySettings.ts'
import { runCommand, showOutcome } from '../../host/host.ts'
import { useWords } from '../../i18n/index.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { resetGroup, resetOne } from './acts.ts'
import { settingName, settingText } from './named.ts'

/** Renders again whenever a setting changes, or is kept. */
function useAnyChange(): void {
  useSyncExternalStore(subscribe, () => mySettings().revision)
}
function subscribe(changed: () => void): () => void {
  const listen = () => mySettings().onKnown(changed)
  let stop = listen()
  const unopened = onOpened(() => {
    stop()
    stop = listen()
    changed()
  })
  return () => {
    stop()
    unopened()
  }
}

const show = (outcome: Outcome): void => showOutcome(outcome, 'button')

const placeOf = (key: string): number => {
  const of = settingOf(key)?.setting
  return of ? allSettings.indexOf(of) : -1
}

/** Everything that the person has set for themselves, by group, and the ways to take it along or give it up. */
export function MySettings() {
  const { t, language } = useWords()
  const catalogue = useCatalogue()
  useAnyChange()
  const mine = mySettings()
  const keys = mine.keys().sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
  const groups = (Object.keys(SETTING_GROUPS) as SettingGroup[]).flatMap((group) => {
    const own = keys.filter((key) => settingOf(key)?.setting.group === group)
    return own.length > 0 ? [{ group, own }] : []
  })
  return (
    <Section aria-labelledby="my-settings-title" id="my-settings">
      <h2 id="my-settings-title">{t('mySettings.title')}</h2>
      <p>{t('mySettings.about')}</p>
      {groups.length === 0 && <p className="none">{t('mySettings.none')}</p>}
      {groups.map(({ group, own }) => {
        const name = label(SETTING_GROUPS[group], language)
        return (
          <section key={group} aria-label={name}>
            <header>
              <h3>{name}</h3>
              {own.length > 1 && (
                <Button
                  $tone="quiet"
                  aria-label={t('mySettings.resetGroupNamed', { name })}
                  onClick={() => void resetGroup(group).then(show)}
                >
                  {t('mySettings.resetGroup')}
                </Button>
              )}
            </header>
            <ul>
              {own.map((key) => {
                const { value, stored, at } = mine.get(key)
                const title = settingName(key, catalogue)
                const reset = t('mySettings.resetNamed', { name: title })
                return (
                  <li key={key} data-setting={key}>
                    <span className="what">
                      <strong>{title}</strong>
                      <small>
                        {t('mySettings.changed', { at: at.slice(0, 16) })}
                        {same(value, stored) ? '' : ` · ${t('mySettings.waits')}`}
                      </small>
                    </span>
                    <span className="value">{settingText(key, value, catalogue)}</span>
                    <IconButton aria-label={reset} title={reset} onClick={() => void resetOne(key).then(show)}>
                      <Icon name="undo" />
                    </IconButton>
                  </li>
                )
              })}
            </ul>
          </section>
        )
      })}
      <div className="foot">
        <Button onClick={() => void runCommand('settings.toFile', 'button')}>
          <Icon name="download" />
          {t('mySettings.export')}
        </Button>
        <Button onClick={() => void runCommand('settings.fromFile', 'button')}>
          <Icon name="upload" />
          {t('mySettings.import')}
        </Button>
        {keys.length > 0 && (
          <Button $tone="danger" onClick={() => void runCommand('settings.reset', 'button')}>
            {t('mySettings.resetAll')}
          </Button>
        )}
      </div>
    </Section>
  )
}

const Section = styled.section`
  max-width: 528px;
  display: grid;
  gap: 8px;
  margin: 0 16px 28px;
  padding-top: 12px;
  border-top: 1px solid var(--line);
  & h2 { font-size: 14px; font-weight: 600; }
  & p { color: var(--text-2); }
  & .none { color: var(--text-3); }
  & header { display: flex; align-items: center; justify-content: space-between; min-height: 28px; margin-top: 4px; }
  & h3 { font-size: 12px; font-weight: 400; color: var(--text-3); }
  & ul { border-top: 1px solid var(--line); }
  & li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto; align-items: center; gap: 2px 12px; padding: 5px 0; border-bottom: 1px solid var(--line); }
  & .what { display: grid; }
  & strong { font-weight: 500; overflow-wrap: anywhere; }
  & small { color: var(--text-3); font-size: 12px; }
  & .value { color: var(--text-2); overflow-wrap: anywhere; }
  & .foot { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; }
`
