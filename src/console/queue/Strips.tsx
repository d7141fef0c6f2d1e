import './list/words.ts'
import { useEffect, useSyncExternalStore } from 'react'
import type { Fields } from '../../model/language/fields/field.ts'
import { fieldOf } from '../../model/language/resource.ts'
import { type Language, label } from '../../model/values/label.ts'
import { decisionNow } from '../data/domains.ts'
import type { Entry } from '../decisions/decision.ts'
import { actionOf, messageIn } from '../decisions/named.ts'
import { listenToDecisions, pendingDecisions, watchTrouble } from '../decisions/outbox/pendingDecisions.ts'
import { conflictLine } from '../decisions/overtaken.ts'
import { Strip } from '../decisions/strip.styles.ts'
import { cellText } from '../fields/cell.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { Sentence } from '../ui/Sentence.tsx'
import { onStepBack } from '../ui/stepBack.ts'
import type { QueueModel } from './list/queueModel.ts'
import { dismissTrouble, troubleOf } from './trouble.ts'

const listen = (run: () => void) => listenToDecisions({ changed: run })
/** The overlay; renders again with every change of it. */
export const usePendingDecisions = (): ReadonlyMap<string, Entry> =>
  useSyncExternalStore(listen, () => pendingDecisions().snapshot())

/** Decisions that wait for the network: they stay visible until the server has them. */
export function WaitingStrip() {
  const { t } = useWords()
  const entries = usePendingDecisions()
  const online = useSyncExternalStore(listen, () => pendingDecisions().isOnline)
  const waiting = [...entries.values()].filter((e) => e.phase === 'waiting' && (e.tries > 0 || !online))
  if (waiting.length === 0) return null
  return (
    <Strip className="wait" role="status" data-waiting={waiting.length}>
      <Icon name="wifi-off" />
      <div className="body">
        <p>
          <strong>{t(online ? 'queueScreen.waiting' : 'queueScreen.waitingOffline', { n: waiting.length })}</strong>
        </p>
        <p>
          {waiting
            .slice(0, 6)
            .map((e) => `${e.title} ${actionOf(e.resource, e.decision)}`)
            .join(' · ')}
          {waiting.length > 6 ? ' …' : ''}
        </p>
      </div>
    </Strip>
  )
}

/** Values typed for a decision that was not made, with their labels: nothing typed is lost. */
const typedIn = (e: Entry, language: Language): [name: string, called: string, text: string][] =>
  Object.entries(decisionNow(e.resource, e.decision)?.ask ?? {}).flatMap(([name, field]) => {
    const text = cellText(field, e.ask[name], language).trim()
    return text === '' ? [] : [[name, label(field.label, language), text]]
  })

/** Notice of another person's change with the present differences; and what the server refused. */
export function TroubleStrip({ model, of }: { readonly model: QueueModel; readonly of: { readonly fields: Fields } }) {
  const { t, language } = useWords()
  const entries = usePendingDecisions()
  const { resource } = model.query
  useEffect(() => watchTrouble(resource), [resource])
  const wrong = troubleOf(resource, entries)
  const any = wrong.length > 0
  useEffect(() => {
    if (!any) return
    return onStepBack(() => {
      dismissTrouble(resource)
      return true
    })
  }, [any, resource])
  if (!any) return null
  const failed = wrong.filter((e) => e.phase === 'failed')
  const shown = (name: string, value: unknown) => {
    const field = fieldOf(of, name)
    return (field ? cellText(field, value, language) : String(value ?? '')) || t('queueScreen.empty')
  }
  return (
    <Strip className="bad" role="alert" data-trouble={wrong.length}>
      <Icon name="alert-triangle" />
      <div className="body">
        {wrong.slice(-4).map((e) => (
          <div key={e.id} data-conflict={e.phase === 'conflict' ? e.id : undefined}>
            <p>
              <strong>
                {t('queueScreen.conflictTitle', { title: e.title, action: actionOf(e.resource, e.decision) })}
              </strong>{' '}
              <Sentence
                text={e.conflict ? conflictLine(e.resource, e.conflict) : messageIn(e.message) || t('queue.refused')}
              />
            </p>
            {typedIn(e, language).map(([name, called, text]) => (
              <p key={name} className="fields" data-typed={name}>
                {t('queueScreen.typed', { name: called })} <b>{text}</b>
              </p>
            ))}
            {e.conflict && e.conflict.fields.length > 0 && (
              <p className="fields">
                {e.conflict.fields.map((c) => {
                  const field = fieldOf(of, c.field)
                  return (
                    <span key={c.field}>
                      {field ? label(field.label, language) : c.field}{' '}
                      <b>{t('queueScreen.was', { from: shown(c.field, c.from), to: shown(c.field, c.to) })}</b>{' '}
                    </span>
                  )
                })}
              </p>
            )}
          </div>
        ))}
      </div>
      <CommandButton id="decision.showFailed" tone="quiet">
        {t('queueScreen.show')}
      </CommandButton>
      {failed.length > 0 && (
        <CommandButton id="decision.retryFailed">{t('queue.retryFailed', { n: failed.length })}</CommandButton>
      )}
      <Button onClick={() => dismissTrouble(resource)}>
        {t(wrong.length > 1 ? 'queueScreen.dismissAll' : 'queueScreen.dismiss')} <Key aria-hidden>Esc</Key>
      </Button>
    </Strip>
  )
}
