import { proxy } from 'valtio'
import { writeStep } from '../../../../commands/macros/steps.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { decisionNow } from '../../data/domains.ts'
import { onLeave } from '../../data/session.ts'
import { typedOf } from '../../forms/base/values.ts'
import { isKept } from '../../forms/drafts.ts'
import { status } from '../../state/status.ts'
import { decisionOf } from '../named.ts'

/** What is being recorded: the decisions of one record, as lines of a macro. */
export const recording = proxy<{ on: boolean; record: string; lines: string[] }>({ on: false, record: '', lines: [] })

export function startRecordingMacro(): void {
  Object.assign(recording, { on: true, record: '', lines: [] })
  status.recording = 0
}

/** Stops; the text that was recorded, "" for none. */
export function stopRecordingMacro(): string {
  const text = recording.lines.join('\n')
  Object.assign(recording, { on: false, record: '', lines: [] })
  status.recording = null
  return text
}
onLeave(() => void stopRecordingMacro())

/**
 * Records a decision that was taken: those of the first record only, for a macro is run on each record by itself. Files, secrets and
 * personal data are not recorded.
 */
export function recordStep(
  resource: string,
  id: string,
  decision: string,
  ask: Readonly<Record<string, unknown>>,
): void {
  const record = `${resource}/${id}`
  if (!recording.on || (recording.record !== '' && recording.record !== record)) return
  const fields = decisionNow(resource, decision)?.ask ?? {}
  const answers = Object.entries<Field>(fields).flatMap(([name, field]) =>
    kindOf(field).files || !isKept(field) ? [] : [[name, typedOf(field, ask[name])] as const],
  )
  const title = decisionOf(resource, decision)?.title ?? decision
  recording.record = record
  status.recording = recording.lines.push(writeStep(title, Object.fromEntries(answers)))
}
