import type { WireRow } from '../../model/kernel/wire.ts'
import { pendingDecisions } from '../decisions/pendingDecisions.ts'
import { t } from '../i18n/index.ts'
import { plain, type RowLook } from './gridModel.ts'

/** How rows look while decisions on them are on their way: the same object as long as nothing is different. */
export class PendingLooks {
  private readonly looks = new Map<string, { readonly key: string; readonly look: RowLook }>()

  of(row: WireRow): RowLook {
    const entry = pendingDecisions().get(row.id)
    if (!entry || entry.phase === 'done') return plain
    const key = `${entry.phase}|${entry.message}|${entry.action}`
    const known = this.looks.get(row.id)
    if (known?.key === key) return known.look
    const look: RowLook =
      entry.phase === 'failed' || entry.phase === 'conflict'
        ? {
            mark: entry.phase,
            note: t('queue.failedNote', { action: entry.action, why: entry.message || t('queue.refused') }),
          }
        : { mark: 'pending', note: t('queue.pendingNote', { action: entry.action }) }
    this.looks.set(row.id, { key, look })
    return look
  }
}
