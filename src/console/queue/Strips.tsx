import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Fields } from '../../model/kernel/field.ts'
import { label } from '../../model/kernel/label.ts'
import { fieldOf } from '../../model/kernel/resource.ts'
import type { BatchRow } from '../../model/kernel/wire.ts'
import { useWords } from '../i18n/index.ts'
import { cellText } from '../record/cell.ts'
import { Dialog } from '../shell/dialog.tsx'
import { toast } from '../shell/toast.ts'
import { Button } from '../theme/Button.tsx'
import { Icon } from '../theme/Icon.tsx'
import { type BatchRun, batchLine } from './batchRun.ts'
import type { Entry } from './decisions.ts'
import { desk, listenToDesk, watchTrouble } from './desk.ts'
import { Strip } from './queueLook.ts'
import { conflictLine, type QueueModel } from './queueModel.ts'

const listen = (run: () => void) => listenToDesk({ changed: run })
/** The overlay; renders again with every change of it. */
export const useDesk = (): ReadonlyMap<string, Entry> => useSyncExternalStore(listen, () => desk().snapshot())

/** Decisions that wait for the network: they stay visible until the server has them. */
export function WaitingStrip() {
  const { t } = useWords()
  const entries = useDesk()
  const online = useSyncExternalStore(listen, () => desk().isOnline)
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
  const entries = useDesk()
  const { resource } = model.query
  useEffect(() => watchTrouble(resource), [resource])
  const wrong = [...entries.values()].filter((e) => e.resource === resource && (e.phase === 'conflict' || e.phase === 'failed'))
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
                      {field ? label(field.label, language) : c.field} <b>{t('queue.was', { from: shown(c.field, c.from), to: shown(c.field, c.to) })}</b>{' '}
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
      {failed.length > 0 && <Button onClick={() => desk().retryFailed()}>{t('queue.retryFailed', { n: failed.length })}</Button>}
      <Button
        onClick={() => {
          for (const e of wrong) desk().dismiss(e.id)
        }}
      >
        {t(wrong.length > 1 ? 'queue.dismissAll' : 'queue.dismiss')}
      </Button>
    </Strip>
  )
}

/** A batch under way: progress, cancel; at its end per-row results and the failed ones once more. */
export function BatchStrip({ run, titleOf }: { readonly run: BatchRun; titleOf(id: string): string }) {
  const { t } = useWords()
  const now = useSyncExternalStore(run.subscribe, run.snapshot)
  const [open, setOpen] = useState(false)
  if (!now) return null
  const { state } = now
  const failed = state.rows.filter((r) => !r.ok)
  const walked = state.total > 0 ? ((state.done + state.failed) / state.total) * 100 : 100
  const act = (what: Promise<unknown>) => void what.catch(toast.error)
  return (
    <Strip className={state.failed > 0 && state.state !== 'running' ? 'bad' : ''} data-batch={state.state}>
      <div
        className="meter"
        role="progressbar"
        aria-label={batchLine(now)}
        aria-valuemin={0}
        aria-valuemax={state.total}
        aria-valuenow={state.done + state.failed}
      >
        <i style={{ width: `${walked}%` }} />
      </div>
      <div className="body" role="status">
        <p>
          <strong>{batchLine(now)}</strong>
          {state.state === 'running' && state.failed > 0 && ` · ${t('queue.batchFailed', { n: state.failed })}`}
          {now.lost && ` · ${t('queue.batchLost')}`}
        </p>
      </div>
      {state.state === 'running' && <Button onClick={() => act(run.cancel())}>{t('queue.cancelBatch')}</Button>}
      {state.state === 'interrupted' && (
        <Button $tone="primary" onClick={() => act(run.resume())}>
          {t('queue.resumeBatch')}
        </Button>
      )}
      {state.state !== 'running' && failed.length > 0 && (
        <>
          <Button onClick={() => setOpen(true)}>{t('queue.results')}</Button>
          <Button $tone="primary" onClick={() => act(run.retryFailed())}>
            {t('queue.retryFailed', { n: state.failed })}
          </Button>
        </>
      )}
      {state.state !== 'running' && <Button onClick={() => run.close()}>{t('queue.closeBatch')}</Button>}
      {open && (
        <Dialog title={t('queue.resultsTitle', { action: now.action })} wide outside onClose={() => setOpen(false)}>
          <Results rows={failed} titleOf={titleOf} />
        </Dialog>
      )}
    </Strip>
  )
}

function Results({ rows, titleOf }: { readonly rows: readonly BatchRow[]; titleOf(id: string): string }) {
  const { t } = useWords()
  return (
    <table className="results" style={{ width: '100%' }}>
      <thead>
        <tr>
          <th scope="col" style={{ textAlign: 'left' }}>
            {t('queue.resultRow')}
          </th>
          <th scope="col" style={{ textAlign: 'left' }}>
            {t('queue.resultWhy')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, 1_000).map((r) => (
          <tr key={r.id} data-row={r.id}>
            <td className="num">{titleOf(r.id)}</td>
            <td>{r.msg}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
