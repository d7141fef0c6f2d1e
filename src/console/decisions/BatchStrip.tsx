import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { BatchRow } from '../../model/wire/batchWire.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Key } from '../ui/Key.tsx'
import { toast } from '../ui/messages/toast.ts'
import { Sentence } from '../ui/Sentence.tsx'
import { onStepBack } from '../ui/stepBack.ts'
import { batchLine } from './batches.ts'
import type { BatchRun } from './batchRun.ts'
import { actionOf } from './named.ts'
import { Strip } from './strip.styles.ts'

/** A running batch: progress, cancel; at its end results by row and retrying the failed ones. */
export function BatchStrip({ run, titleOf }: { readonly run: BatchRun; titleOf(id: string): string }) {
  const { t, language } = useWords()
  const now = useSyncExternalStore(run.subscribe, run.snapshot)
  const over = now !== null && now.state.state !== 'running'
  // refusals of rows are fetched again in another language
  const fetchedIn = useRef(language)
  useEffect(() => {
    if (fetchedIn.current !== language) run.retell().catch(toast.error)
    fetchedIn.current = language
  }, [run, language])
  useEffect(() => {
    if (!over) return
    return onStepBack(() => {
      run.close()
      return true
    })
  }, [run, over])
  if (!now) return null
  const { state, again = 0 } = now
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
      {state.state === 'running' && state.id !== '' && (
        <CommandButton id="batch.cancel" tone="plain">
          {t('queue.cancelBatch')}
        </CommandButton>
      )}
      {state.state === 'interrupted' && (
        <Button $tone="primary" onClick={() => act(run.resume())}>
          {t('queue.resumeBatch')}
        </Button>
      )}
      {over && failed.length > 0 && <CommandButton id="decision.showFailed">{t('queue.results')}</CommandButton>}
      {over && again > 0 && (
        <CommandButton id="decision.retryFailed" tone="primary">
          {t('queue.retryFailed', { n: again })}
        </CommandButton>
      )}
      {over && (
        <Button onClick={() => run.close()}>
          {t('queue.closeBatch')} <Key aria-hidden>Esc</Key>
        </Button>
      )}
      {now.results && (
        <Dialog
          title={t('queue.resultsTitle', { action: actionOf(now.order.resource, now.order.transition) })}
          wide
          outside
          onClose={() => run.showResults(false)}
        >
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
            <td>
              <Sentence text={r.msg} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
