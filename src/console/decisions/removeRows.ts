import type { Outcome } from '../../../commands/outcome.ts'
import { isDeletedByTwo } from '../../model/language/derived/dualControl.ts'
import { isInState } from '../../model/language/lifecycle.ts'
import type { CatalogueResource } from '../../model/wire/catalogue.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { type DeclaredDecision, resourceNow } from '../data/domains.ts'
import { outdate } from '../data/queries.ts'
import { askDecision } from '../forms/dialogs/ask.ts'
import { removalMessage } from '../forms/saved.ts'
import { subjectOf } from '../forms/subject.ts'
import { t } from '../i18n/index.ts'

/** Deleting by the generic call, as a decision's dialog asks about it. */
const REMOVAL: DeclaredDecision = { label: ['删除', 'Delete'], ask: {}, result: 'other', danger: true }

/**
 * Deletes these records after the specification's question: all or none. `gone` hears the ids of those that are no more,
 * which what waits for a second person is not, before anything is read again.
 */
export async function removeRows(
  of: CatalogueResource,
  rows: readonly WireRow[],
  gone: (ids: readonly string[]) => unknown = () => {},
): Promise<Outcome> {
  if (rows.length === 0) return { is: 'nothing', why: t('table.pickOne') }
  // Rows of other pages are read only now; deleting is all or nothing, so one row in a wrong state prevents it.
  if (!rows.every((row) => isInState(of.editable?.delete ?? {}, row)))
    return { is: 'nothing', why: t('table.notInState') }
  const fields = resourceNow(of.id)?.fields ?? {}
  const alone = rows.filter((row) => !isDeletedByTwo({ fields }, row))
  const yes = await askDecision({
    resource: of.id,
    decision: 'remove',
    act: REMOVAL,
    title: t('table.remove'),
    notes: [t('table.sureRemove')],
    // requests that wait for a second person can still be withdrawn
    final: alone.length > 0,
    ...subjectOf(of.id, rows),
  })
  if (!yes) return { is: 'cancelled' }
  const answer = await api.post(`${of.call}/remove`, undefined, { params: { ids: rows.map((r) => r.id).join(',') } })
  gone(alone.map((row) => row.id))
  await outdate(of.id)
  const message = removalMessage(answer, t('table.removed'))
  return { is: 'done', ...(message ? { say: message } : {}) }
}
