import { useEffect, useSyncExternalStore } from 'react'
import type { Fields } from '../../model/kernel/field.ts'
import { label } from '../../model/kernel/label.ts'
import { fieldOf } from '../../model/kernel/resource.ts'
import type { Entry } from '../decisions/decision.ts'
import { listenToDecisions, pendingDecisions, watchTrouble } from '../decisions/pendingDecisions.ts'
import { Strip } from '../decisions/strip.styles.ts'
import { cellText } from '../fields/cell.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { QueueModel } from './queueModel.ts'
import { conflictLine } from './rowStyles.ts'

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
          <strong>{t(online ? 'queue.waiting' : 'queue.waitingOffline', { n: waiting.length })}</strong>
        </p>
        <p>
          {waiting
            .slice(0, 6)
            .map((e) => `${e.title} ${e.action}`)
            .join(' · ')}
          {waiting.length > 6 ? ' …' : ''}
        </p>
      </div>
    </Strip>
  )
}

/** Who was faster, when, and what is different now; and what the server refused. */
export function TroubleStrip({ model, of }: { readonly model: QueueModel; readonly of: { readonly fields: Fields } }) {
  const { t, language } = useWords()
  const entries = usePendingDecisions()
  const { resource } = model.query
  useEffect(() => watchTrouble(resource), [resource])
  const wrong = [...entries.values()].filter(
    (e) => e.resource === resource && (e.phase === 'conflict' || e.phase === 'failed'),
  )
  if (wrong.length === 0) return null
  const failed = wrong.filter((e) => e.phase === 'failed')
  const shown = (name: string, value: unknown) => {
    const field = fieldOf(of, name)
    return (field ? cellText(field, value, language) : String(value ?? '')) || t('queue.empty')
  }
  return (
    <Strip className="bad" role="alert" data-trouble={wrong.length}>
      <Icon name="alert-triangle" />
      <div className="body">
        {wrong.slice(-4).map((e) => (
          <div key={e.id} data-conflict={e.phase === 'conflict' ? e.id : undefined}>
            <p>
              <strong>{t('queue.conflictTitle', { title: e.title, action: e.action })}</strong>{' '}
              {e.conflict ? conflictLine(e.conflict) : e.message || t('queue.refused')}
            </p>
            {e.conflict && e.conflict.fields.length > 0 && (
              <p className="fields">
                {e.conflict.fields.map((c) => {
                  const field = fieldOf(of, c.field)
                  return (
                    <span key={c.field}>
                      {field ? label(field.label, language) : c.field}{' '}
                      <b>{t('queue.was', { from: shown(c.field, c.from), to: shown(c.field, c.to) })}</b>{' '}
                    </span>
                  )
                })}
              </p>
            )}
          </div>
        ))}
      </div>
      <Button $tone="quiet" onClick={() => void model.goTo((wrong.at(-1) as Entry).id)}>
        {t('queue.show')}
      </Button>
      {failed.length > 0 && (
        <Button onClick={() => pendingDecisions().retryFailed()}>{t('queue.retryFailed', { n: failed.length })}</Button>
      )}
      <Button
        onClick={() => {
          for (const e of wrong) pendingDecisions().dismiss(e.id)
        }}
      >
        {t(wrong.length > 1 ? 'queue.dismissAll' : 'queue.dismiss')}
      </Button>
    </Strip>
  )
}
