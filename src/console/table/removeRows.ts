import type { Outcome } from '../../../commands/outcome.ts'
import type { CatalogueResource } from '../../model/kernel/catalogue.ts'
import { isInState } from '../../model/kernel/lifecycle.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { api } from '../api/client.ts'
import { outdate } from '../data/queries.ts'
import { removalSaid } from '../forms/saved.ts'
import { t } from '../i18n/index.ts'
import { confirm } from '../ui/dialog.tsx'

/** Deletes these records after the specification's question: all or none. */
export async function removeRows(of: CatalogueResource, rows: readonly WireRow[]): Promise<Outcome> {
  if (rows.length === 0) return { is: 'nothing', why: t('table.pickOne') }
  // Rows of other pages are read only now; deleting is all or nothing, so one row in a wrong state prevents it.
  if (!rows.every((row) => isInState(of.editable?.delete ?? {}, row)))
    return { is: 'nothing', why: t('table.notInState') }
  const yes = await confirm({
    title: t('table.remove'),
    body: `${t('table.sureRemove')}${rows.length > 1 ? ` (${rows.length})` : ''}`,
    ok: t('table.remove'),
    danger: true,
  })
  if (!yes) return { is: 'cancelled' }
  const answer = await api.post(`${of.call}/remove`, undefined, { params: { ids: rows.map((r) => r.id).join(',') } })
  await outdate(of.id)
  const said = removalSaid(answer, t('table.removed'))
  return { is: 'done', ...(said ? { say: said } : {}) }
}
