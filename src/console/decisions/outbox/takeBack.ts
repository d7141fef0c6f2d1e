import type { Outcome } from '../../../../commands/outcome.ts'
import type { BatchOrder } from '../../../model/wire/batchWire.ts'
import type { DeclaredDecision } from '../../data/domains.ts'
import { whileHere } from '../../data/session.ts'
import { askDecision } from '../../forms/dialogs/ask.ts'
import { t } from '../../i18n/index.ts'
import { batchOf } from '../batches.ts'
import { actionOf } from '../named.ts'
import { foresee } from '../preview.ts'
import { pendingDecisions, takeBacks } from './pendingDecisions.ts'
import type { Recent } from './takeBacks.ts'

/** Taking back as the dialog of a decision asks about it. */
const BACK: DeclaredDecision = { label: ['撤回', 'Take back'], ask: {}, result: 'other', danger: false }
/** Decisions that are named as passed over, at most. */
const NAMED_DECISIONS_MAX = 5

/** A decision by what was done to which record, or to how many. */
export const nameOf = (r: Recent): string => {
  const action = actionOf(r.resource, r.transition)
  return r.batch ? t('queue.batchOf', { action, n: r.count }) : `${action} ${r.title}`
}
const standsLine = (r: Recent): string => {
  const final =
    r.undo === '' ? t('queue.cannotTakeBack', { action: actionOf(r.resource, r.transition) }) : t('queue.tooLate')
  return t('queue.stands', { title: nameOf(r), why: r.why || final })
}

/**
 * `z`: takes back the newest decision that the server would accept. A batch, and anything older than a decision that
 * stands, is named and asked about first: nothing else than what is meant goes back.
 */
export async function takeBack(): Promise<Outcome> {
  const desk = pendingDecisions()
  const { unanswered } = desk
  const did = desk.takeBackUnanswered()
  if (did === 'dropped') return { is: 'done' }
  if (did === 'pending') return { is: 'pending' }
  if (did === 'cannot' && unanswered)
    return {
      is: 'nothing',
      why: t('queue.cannotTakeBack', {
        action: `${actionOf(unanswered.resource, unanswered.decision)} ${unanswered.title}`,
      }),
    }
  const backs = takeBacks()
  if (!(await whileHere(backs.fresh().then(() => true)))) return { is: 'cancelled' }
  const r = backs.top
  const passed = r ? backs.entries.slice(0, backs.entries.indexOf(r)) : backs.entries
  const [newest] = passed
  if (!r) return { is: 'nothing', why: newest ? standsLine(newest) : t('queue.nothingToTakeBack') }
  return takeThis(r, passed)
}

/**
 * Takes back one of the decisions that are listed. Of a single one nothing is asked, unless others made later are passed over; of a
 * batch the server says first what would become of it.
 */
export async function takeThis(r: Recent, passed: readonly Recent[] = []): Promise<Outcome> {
  if (r.possible === 0) return { is: 'nothing', why: standsLine(r) }
  if (r.batch === '' && passed.length === 0) return takeOne(r)
  if (r.batch !== '' && batchOf(r.resource).running) return { is: 'nothing', why: t('queue.batchBusy') }
  const { resource, undo } = r
  const order: BatchOrder = { resource, transition: undo, takesBack: r.batch }
  const foreseen = r.batch === '' ? null : foresee(order)
  const yes = await askDecision({
    ...{ resource, decision: undo, act: BACK, title: t('queue.takeBackTitle', { title: nameOf(r) }) },
    notes: [
      ...passed.slice(0, NAMED_DECISIONS_MAX).map(standsLine),
      ...(passed.length > NAMED_DECISIONS_MAX
        ? [t('record.andMore', { count: passed.length - NAMED_DECISIONS_MAX })]
        : []),
    ],
    ...{ count: r.count, amount: null, names: r.batch === '' ? [r.title] : [] },
    ...(foreseen && { preview: foreseen.preview }),
  })
  if (!yes) return { is: 'cancelled' }
  return foreseen ? takeBatch({ ...order, ...foreseen.agreed() }) : takeOne(r)
}

function takeOne(r: Recent): Outcome {
  const { id, resource, version, title } = r
  const sent = pendingDecisions().takeBack(
    {
      ...{ id, resource, decision: r.transition, version, ask: {}, title },
      ...{ row: { id, version }, stays: false, undoable: true },
    },
    { id, version, transition: r.transition, patch: {}, undo: r.undo, undoUntil: '' },
  )
  if (!sent) return { is: 'nothing', why: standsLine({ ...r, why: t('queue.batchBusy') }) }
  takeBacks().taken(r)
  return { is: 'pending' }
}

/** Rows of a batch are taken back one by one, each by its ordinary transition; the strip shows the results. */
async function takeBatch(order: BatchOrder): Promise<Outcome> {
  const run = batchOf(order.resource)
  if (run.running) return { is: 'nothing', why: t('queue.batchBusy') }
  await run.start(order)
  return { is: 'pending' }
}
