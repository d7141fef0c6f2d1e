import { writeStep } from '../../../../commands/macros/steps.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { decisionNow } from '../../data/domains.ts'
import { typedOf } from '../../forms/base/values.ts'
import { isKept } from '../../forms/drafts.ts'
import { decisionOf } from '../named.ts'

/** A decision that was taken, as a line of a macro. Files, secrets and personal data are left out. */
export function recordedStep(resource: string, decision: string, ask: Readonly<Record<string, unknown>>): string {
  const fields = decisionNow(resource, decision)?.ask ?? {}
  const answers = Object.entries<Field>(fields).flatMap(([name, field]) =>
    kindOf(field).files || !isKept(field) ? [] : [[name, typedOf(field, ask[name])] as const],
  )
  const title = decisionOf(resource, decision)?.title ?? decision
  return writeStep(title, Object.fromEntries(answers))
}
