import { useRef } from 'react'
import styled from 'styled-components'
import { formatKeys } from '../../../commands/keys/format.ts'
import type { Registry } from '../../../commands/registry.ts'
import { leavesOf, useCatalogue } from '../data/catalogue.ts'
import { useUrgency } from '../data/urgency.ts'
import { runCommand } from '../host/host.ts'
import { platform } from '../host/platform.ts'
import { useRegistry } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { Trouble } from '../ui/messages/Trouble.tsx'
import { Screen } from '../ui/Screen.tsx'
import { DidToday, LowAccountsLine, MoneyOfMine, Refused, useMyDay } from './MyDay.tsx'
import { FEW, QueueLines } from './QueueLines.tsx'
import { STEPS, useHasSteps, useSteps } from './steps.ts'
import { useCards } from './useCards.ts'

/** The most used keys; a link opens the complete list. Third: only for users who decide in queues. */
const LEARN: readonly { readonly word: string; readonly of: readonly (string | RegExp)[]; readonly decides?: true }[] =
  [
    { word: 'keyPalette', of: ['palette.open'] },
    { word: 'keyMove', of: ['grid.down', 'grid.up'] },
    { word: 'keyPass', of: [/\.audit\.pass$/], decides: true },
    { word: 'keyReject', of: [/\.audit\.reject$/], decides: true },
    { word: 'keyBack', of: ['decision.takeBack'], decides: true },
    { word: 'keySelect', of: ['grid.toggle'] },
    { word: 'keyFilter', of: ['grid.filter'] },
    { word: 'keySheetHint', of: ['help.keys'] },
  ]

/** First keys of commands as this person has them, by id or by the end of it; without those that have none. */
const keysIn = (registry: Registry, of: readonly (string | RegExp)[]): readonly string[] =>
  of.flatMap((id) => {
    const command =
      typeof id === 'string' ? registry.get(id) : registry.commands.find((c) => id.test(c.id) && c.keys?.length)
    return command?.keys?.[0] ? [formatKeys(command.keys[0], platform)] : []
  })

/** The page of all queues. */
const HUB = '/desk/queues'

/** Pages that are linked: all others are in the sidebar and the palette. */
const LINKS_MAX = 12

/** First page: what waits for this person, what came back to them, what they did today; often used pages and keys. */
export function Home() {
  const { t, language } = useWords()
  const catalogue = useCatalogue()
  const urgency = useUrgency()
  const day = useMyDay()
  const page = useRef<HTMLDivElement>(null)
  useCards(page)
  const steps = useSteps(useHasSteps()).data
  const registry = useRegistry()
  if (!catalogue) return null
  const missing = steps?.filter((step) => !step.done).length ?? 0
  const date = new Date(`${catalogue.today.slice(0, 10)}T00:00:00Z`).toLocaleDateString(
    language === 'zh' ? 'zh-CN' : 'en-GB',
    {
      timeZone: 'UTC',
      dateStyle: 'full',
    },
  )
  const waiting = urgency.views?.filter((v) => v.total > 0).length ?? 0
  const decides = catalogue.queues.some((q) => q.views.some((v) => v.decisions.length > 0))
  const all = [...leavesOf(catalogue.topMenus)].filter((m) => m.resource && m.path.startsWith('/'))
  // those with a key are what most days begin with; a role without any has its first ones
  const keyed = all.filter((m) => m.go)
  const links = (keyed.length > 0 ? keyed : all).slice(0, LINKS_MAX)
  return (
    <Screen
      title={t('shell.home')}
      ready={urgency.views !== undefined || urgency.error !== null || catalogue.queues.length === 0}
      note={t('shell.hello', { name: catalogue.user.name, day: date })}
    >
      <Page ref={page}>
        {missing > 0 ? (
          <Link to={STEPS} className="steps">
            <Icon name="list-checks" />
            <span>{t('shell.toSteps', { count: missing })}</span>
          </Link>
        ) : null}
        {catalogue.queues.length > 0 ? (
          <section aria-labelledby="todo">
            <header>
              <h2 id="todo">{t('shell.waitsNow')}</h2>
              <CommandButton id="cards.nextUrgent" tone="quiet" />
              <Link to={HUB}>
                {t('shell.allQueues', { count: catalogue.queues.reduce((n, q) => n + q.views.length, 0) })}
              </Link>
            </header>
            {urgency.error ? <Trouble error={urgency.error} again={urgency.again} /> : null}
            {urgency.views?.every((v) => v.total === 0) && <p className="none">{t('shell.nothingWaits')}</p>}
            {urgency.views?.some((v) => v.total > 0) && <QueueLines views={urgency.views} few />}
            {urgency.views && <MoneyOfMine views={urgency.views} />}
          </section>
        ) : null}
        <LowAccountsLine day={day} />
        <Refused day={day} digitsFrom={Math.min(FEW, waiting)} />
        <DidToday day={day} />
        <div className="two">
          {links.length > 0 ? (
            <section aria-labelledby="links">
              <h2 id="links">{t('shell.quickLinks')}</h2>
              <ul className="links">
                {links.map((m) => (
                  <li key={m.code}>
                    <Link to={m.path}>
                      <Icon name={m.icon} />
                      <span>{m.title}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          <section aria-labelledby="keys" className="keys">
            <h2 id="keys">{t('shell.learnKeys')}</h2>
            <dl>
              {LEARN.map(({ word, of, ...who }) => ({
                word,
                keys: decides || !who.decides ? keysIn(registry, of) : [],
              })).map(({ word, keys }) =>
                keys.length === 0 ? null : (
                  <div key={word}>
                    <dt>
                      {keys.map((k) => (
                        <kbd key={k}>{k}</kbd>
                      ))}
                    </dt>
                    <dd>{t(`shell.${word}`)}</dd>
                  </div>
                ),
              )}
            </dl>
            <Button $tone="quiet" onClick={() => void runCommand('help.keys', 'button')}>
              <Icon name="keyboard" />
              {t('shell.allKeys')}
            </Button>
          </section>
        </div>
      </Page>
    </Screen>
  )
}

const Page = styled.div`
  max-width: 1120px;
  padding: 6px 16px 32px;
  display: grid;
  gap: 26px;
  & h2 { font-size: 12px; color: var(--text-3); font-weight: 600; margin-bottom: 8px; }
  & header { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; margin-bottom: 8px; }
  & header h2 { margin: 0 auto 0 0; }
  & .none { color: var(--text-3); }
  & .steps {
    display: flex; align-items: center; gap: 10px; min-height: 44px; padding: 8px 14px; border: 1px solid var(--accent); border-radius: 8px;
    background: var(--accent-soft); color: var(--text);
  }
  & .steps > svg { color: var(--accent); }
  & .two { display: grid; grid-template-columns: minmax(0, 1fr) 320px; gap: 32px; }
  & .links { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(170px, 46%), 1fr)); gap: 6px; }
  & .links a {
    display: flex; align-items: center; gap: 9px; height: 32px; min-height: var(--press); padding: 0 10px; border: 1px solid var(--line); border-radius: var(--radius);
    color: var(--text); white-space: nowrap; overflow: hidden;
  }
  & .links span { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
  & .links a > svg { color: var(--accent); }
  & .links a:hover { border-color: var(--line-strong); background: var(--surface-2); text-decoration: none; }
  & dl { display: grid; gap: 7px; margin-bottom: 8px; }
  & dl > div { display: grid; grid-template-columns: 84px 1fr; align-items: center; }
  & dt { display: flex; gap: 4px; }
  & dd { color: var(--text-2); }
  & section > button { margin-left: -10px; }
  @media (max-width: 860px) { & .two { grid-template-columns: minmax(0, 1fr); gap: 26px; } }
  @media (max-width: 767px) { padding: 6px 12px 24px; }
  /* nobody types on a finger */
  @media (hover: none), (pointer: coarse) { & .keys { display: none; } & .two { grid-template-columns: minmax(0, 1fr); } }
`
