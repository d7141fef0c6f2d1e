import type { WireRow } from '../../model/wire/wire.ts'
import { actionOf, messageIn } from '../decisions/named.ts'
import { decisionOutboxNow } from '../decisions/outbox/loadDecisionOutbox.ts'
import { madeBy } from '../decisions/ownRows.ts'
import { plain, type RowLook } from '../grid/gridModel.ts'
import { t } from '../i18n/index.ts'

const own = new Map<string, RowLook>()

/** How a row looks that this person may not decide because they made it: the same object for the same reason. */
export function ownLook(resource: string, row: WireRow): RowLook {
  const note = madeBy(resource, row)
  if (!note) return plain
  const look = own.get(note) ?? { mark: 'own', note }
  own.set(note, look)
  return look
}

/** How rows look while decisions on them are on their way: the same object as long as nothing is different. */
export class PendingLooks {
  private readonly looks = new Map<string, { readonly key: string; readonly look: RowLook }>()

  of(row: WireRow): RowLook {
    const entry = decisionOutboxNow()?.pendingDecisions().get(row.id)
    if (!entry || entry.phase === 'done') return plain
    const action = actionOf(entry.resource, entry.decision)
    const why = messageIn(entry.message)
    const key = `${entry.phase}|${why}|${action}`
    const known = this.looks.get(row.id)
    if (known?.key === key) return known.look
    const look: RowLook =
      entry.phase === 'failed' || entry.phase === 'conflict'
        ? {
            mark: entry.phase,
            note: t('queue.failedNote', { action, why: why || t('queue.refused') }),
          }
        : { mark: 'pending', note: t('queue.pendingNote', { action }) }
    this.looks.set(row.id, { key, look })
    return look
  }
}
