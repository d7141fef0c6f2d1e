import type { Outcome } from '../../../../commands/outcome.ts'
import { mostIds } from '../../../model/language/address.ts'
import { isInState } from '../../../model/language/lifecycle.ts'
import type { BatchOrder } from '../../../model/wire/batchWire.ts'
import { type CatalogueDecision, isFinal } from '../../../model/wire/catalogue.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { whileHere } from '../../data/session.ts'
import { type Subject, subjectOf } from '../../forms/subject.ts'
import { keyName } from '../../host/host.ts'
import { t } from '../../i18n/index.ts'
import { askAndBegin } from '../askAndBegin.ts'
import type { BatchRun } from '../batchRun.ts'
import { rememberDecision } from '../lastDecision.ts'
import { BATCH_ROWS_MAX, type Matching, selectAll } from '../matching.ts'
import { hasSecond } from '../ownRows.ts'
import { foresee } from '../preview.ts'
import { sendDecision } from './pendingDecisions.ts'

/** Ticked rows, however the screen holds them. */
export interface Ticked {
  /** All that match; with exceptions the rows are sent one by one. */
  readonly all: Matching | null
  /** The ticked rows in the order of the list, fetched where they are not here; null when they are too many. */
  rows(): Promise<readonly WireRow[] | null>
  /** Answers are given in the line of the palette, where they can be, which begins with this text. */
  readonly inline?: string
}

/**
 * Counts and sums what is ticked, asks, and starts the batch. Rows that are not in a state in which the decision starts
 * are left out, and said; so are those that the server foresaw as refused.
 */
export async function decideBatch(
  resource: string,
  decision: CatalogueDecision,
  ticked: Ticked,
  run: BatchRun,
): Promise<Outcome> {
  if (decision.closed) return { is: 'nothing', why: decision.closed }
  if (decision.select === 'one') return { is: 'nothing', why: t('queue.oneOnly') }
  if (run.running) return { is: 'nothing', why: t('queue.batchBusy') }
  // A call names its records itself, and decides them together: what it does to them may be one thing (a payment of
  // all).
  const whole = decision.kind === 'transition' ? ticked.all : null
  const what = await whileHere(whole ? wholeOrder(resource, whole) : rowOrder(resource, decision, ticked))
  if (!what) return { is: 'cancelled' }
  if ('why' in what) return { is: 'nothing', why: what.why }
  const named = { resource, transition: decision.id, ...what.order }
  const foreseen = decision.kind === 'transition' ? foresee(named) : null
  const question = {
    resource,
    decision: decision.id,
    about: what.order.rows?.map((r) => r.id).join(' ') ?? JSON.stringify(ticked.all?.conditions),
    // calls on several records together cannot be taken back
    final: isFinal(decision) || decision.kind === 'call',
    ...what.subject,
    title: t('queue.batchTitle', { action: decision.title }),
    ...(ticked.inline === undefined ? {} : { inline: ticked.inline }),
    ...(foreseen && { preview: foreseen.preview }),
  }
  let busy = false
  const begun = await askAndBegin(question, async (ask, code) => {
    busy = run.running
    if (busy) return
    const order: BatchOrder = { ...named, ...foreseen?.agreed(), ...code, ask }
    const { rows = [] } = order
    if (decision.kind === 'call') await run.together(order, (key) => sendDecision(decision, rows, ask, key))
    else await run.start(order)
    rememberDecision({ resource, decision: decision.id, ask })
  })
  if (!begun) return { is: 'cancelled' }
  if (busy) return { is: 'nothing', why: t('queue.batchBusy') }
  // The progress is shown on the screen already; a message would only cover it.
  return { is: 'pending' }
}

interface Counted {
  readonly order: Pick<BatchOrder, 'rows' | 'selection'>
  readonly subject: Subject
}

async function wholeOrder(resource: string, all: Matching): Promise<Counted | { readonly why: string }> {
  const { id, count, amount } = await selectAll(resource, all)
  if (count === 0) return { why: t(hasSecond(resource) ? 'queue.onlyOwn' : 'table.pickOne') }
  // its first ones are named by the preview, which knows those that will be decided
  return { order: { selection: id }, subject: { count, amount, names: [] } }
}

async function rowOrder(
  resource: string,
  decision: CatalogueDecision,
  ticked: Ticked,
): Promise<Counted | { readonly why: string }> {
  const together = decision.kind === 'call'
  const most = together ? mostIds(decision.method) : BATCH_ROWS_MAX
  const tooMany = {
    why: t(together ? 'queue.tooManyTogether' : 'queue.tooMany', { n: most, keys: keyName('grid.selectAll') }),
  }
  const rows = await ticked.rows()
  if (rows === null) return tooMany
  if (rows.length === 0) return { why: t('table.pickOne') }
  const standing = rows.filter((row) => isInState(decision.from, row))
  if (standing.length === 0) return { why: t('queue.noneStands') }
  if (standing.length > most) return tooMany
  return {
    order: { rows: standing.map(({ id, version }) => ({ id, version })) },
    subject: { ...subjectOf(resource, standing), left: rows.length - standing.length },
  }
}
