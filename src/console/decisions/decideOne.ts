import type { Outcome } from '../../../commands/outcome.ts'
import { isInState } from '../../model/language/lifecycle.ts'
import { type CatalogueDecision, isConfirmed, isFinal } from '../../model/wire/catalogue.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { askDecision } from '../forms/dialogs/ask.ts'
import { subjectOf, titleOf } from '../forms/subject.ts'
import { t } from '../i18n/index.ts'

/**
 * Takes the decision: the queue's list moves on, a table or page only remembers. False when the row has one on its way.
 */
export type Take = (decision: CatalogueDecision, row: WireRow, ask: Readonly<Record<string, unknown>>) => boolean

/** Questions to whoever decides, and where they are asked. */
export interface HowToAsk {
  /** Asks for optional answers, too. */
  readonly detailed?: boolean
  /** Answers of a decision that is repeated: not asked for again, but what is confirmed is confirmed again, with them filled in. */
  readonly before?: Readonly<Record<string, unknown>> | null
  /** Answers that the form begins with. */
  readonly given?: Readonly<Record<string, unknown>>
  /** In the line of the palette, where it can be: the text that it begins with. */
  readonly inline?: string
}

/**
 * Decides one row: opens the form for required answers (with `detailed`, also for optional ones), confirms destructive
 * and final decisions, and passes the decision to the outbox. The row is the one shown when the form opened: the server
 * refuses it by version if it changed meanwhile.
 */
export async function decideOne(
  resource: string,
  decision: CatalogueDecision,
  row: WireRow,
  take: Take,
  { detailed = false, before = null, given = {}, inline }: HowToAsk = {},
): Promise<Outcome> {
  if (decision.closed) return { is: 'nothing', why: decision.closed }
  if (!isInState(decision.from, row)) return { is: 'nothing', why: t('queue.noneStands') }
  let ask = before ?? {}
  const subject = subjectOf(resource, [row])
  // decisions that fix an amount for good are confirmed, like those that destroy or move money for good
  const confirmed = isConfirmed(decision) || (isFinal(decision) && subject.amount !== null)
  if ((decision.mustAsk && !before) || (detailed && decision.asks) || confirmed) {
    const answer = await askDecision({
      resource,
      decision: decision.id,
      about: row.id,
      detailed,
      final: isFinal(decision),
      given: before ?? given,
      ...(inline === undefined ? {} : { inline }),
      ...subject,
    })
    if (!answer) return { is: 'cancelled' }
    ask = answer
  }
  if (!take(decision, row, ask)) return { is: 'nothing', why: t('queue.already', { title: titleOf(resource, row) }) }
  return { is: 'pending' }
}
