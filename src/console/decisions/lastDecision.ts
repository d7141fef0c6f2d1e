import { decisionId } from '../../../commands/catalog/ids.ts'
import type { Field } from '../../model/language/fields/field.ts'
import { kindOf } from '../../model/language/fields/kinds.ts'
import { decisionNow } from '../data/domains.ts'
import { onLeave } from '../data/session.ts'
import { commandState } from '../host/host.ts'
import { t } from '../i18n/index.ts'
import { labelled } from '../i18n/labelled.ts'
import { actionOf, decisionOf } from './named.ts'

/** The decision that this person took last, wherever that was, with its answers: what `.` takes again. */
export interface LastDecision {
  readonly resource: string
  readonly decision: string
  readonly ask: Readonly<Record<string, unknown>>
}

let last: LastDecision | null = null

export const lastDecision = (): LastDecision | null => last

/** Remembers a decision that was taken. */
export function rememberDecision(taken: LastDecision): void {
  last = taken
}

/** Forgets it: another person may sit down at this desk. */
export const forgetLastDecision = (): void => {
  last = null
}
onLeave(forgetLastDecision)

/** Why the last decision cannot be taken again of the record in hand, as a sentence; "" where it can. */
export function whyNoRepeat(resource: string): string {
  if (!last) return t('queue.nothingToRepeat')
  const title = actionOf(last.resource, last.decision)
  if (last.resource !== resource) return t('queue.repeatOther', { title })
  if (!decisionOf(resource, last.decision)) return t('queue.notGranted')
  // the decision's own command knows where it is offered, in which states, and by whom
  const { here, why } = commandState(decisionId(resource, last.decision), 'key')
  if (!here) return t('queue.repeatNotHere', { title })
  return why && labelled(title, why)
}

/**
 * Answers that the form of a repeated decision begins with: all but files and secrets, and but those that begin with what the
 * record has, which the record itself gives.
 */
export function givenAgain({ resource, decision, ask }: LastDecision): LastDecision['ask'] {
  const { ask: fields = {}, present = {} } = decisionNow(resource, decision) ?? {}
  const again = ([name, field]: [string, Field]): boolean =>
    name in ask && !(name in present) && !kindOf(field).files && !kindOf(field).writeOnly
  return Object.fromEntries(
    Object.entries<Field>(fields)
      .filter(again)
      .map(([name]) => [name, ask[name]]),
  )
}

/**
 * Answers that hold for another record, too: all of them, but where one is a file or a secret, or begins with what the
 * record has, which belong to the record they were given for. Null where they must be given anew.
 */
export function repeatedAnswers({ resource, decision, ask }: LastDecision): LastDecision['ask'] | null {
  const { ask: fields = {}, present = {} } = decisionNow(resource, decision) ?? {}
  if (Object.keys(present).length > 0) return null
  return Object.values(fields).some((field) => kindOf(field).files || kindOf(field).writeOnly) ? null : ask
}
