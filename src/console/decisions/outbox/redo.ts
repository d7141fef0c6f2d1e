import type { Outcome } from '../../../../commands/outcome.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { decisionNow, loadResource } from '../../data/domains.ts'
import { queryClient } from '../../data/queries.ts'
import { recordQuery } from '../../data/records.ts'
import { whileHere } from '../../data/session.ts'
import { t } from '../../i18n/index.ts'
import { decideOne } from '../decideOne.ts'
import { decisionOf } from '../named.ts'
import { dropRedo, orderFor, pendingDecisions, redos } from './pendingDecisions.ts'
import type { Redoable } from './redos.ts'

const nothing = (why: string): Outcome => ({ is: 'nothing', why })

/** Returns whether all answers can be sent once more: files and secrets belong to the time when they were given. */
const isWhole = (resource: string, decision: string): boolean =>
  Object.values<Field>(decisionNow(resource, decision)?.ask ?? {}).every(
    (f) => !kindOf(f).files && !kindOf(f).writeOnly,
  )

/**
 * Takes a decision again that was taken back (default: the last one), with the same answers. Only where the record is as the
 * take-back left it; what is confirmed (money, what is final) is confirmed again.
 */
export async function redo(which: Redoable | undefined = redos().entries[0]): Promise<Outcome> {
  if (!which) return nothing(t('queue.nothingToRedo'))
  const { resource, id, title, version, ask } = which
  const decision = decisionOf(resource, which.decision)
  if (!decision) return nothing(t('queue.notGranted'))
  const row = await whileHere(
    loadResource(resource).then(() => queryClient.fetchQuery({ ...recordQuery(resource, id), staleTime: 0 })),
  )
  if (!row) return { is: 'cancelled' }
  if (row.version !== version) {
    dropRedo(which)
    return nothing(t('queue.redoChanged', { title }))
  }
  if (!isWhole(resource, which.decision)) return nothing(t('queue.redoFiles', { title }))
  return decideOne(
    resource,
    decision,
    row,
    (of, now, answers) => pendingDecisions().decide(orderFor(of, resource, now, answers, true)),
    { before: ask },
  )
}
