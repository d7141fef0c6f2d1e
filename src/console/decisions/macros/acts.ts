import './words.ts'
import type { Outcome } from '../../../../commands/outcome.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { loadResource } from '../../data/domains.ts'
import { macrosNow } from '../../data/macros.ts'
import { whileHere } from '../../data/session.ts'
import { ports } from '../../host/ports.ts'
import { t } from '../../i18n/index.ts'
import { recording, startRecordingMacro, stopRecordingMacro } from '../recording.ts'
import { openMacro } from './MacroDialog.tsx'
import { MACRO_ROWS_MAX } from './macroRun.ts'
import { planOf } from './plan.ts'
import { recordedStep } from './recordedStep.ts'

const nothing = (why: string): Outcome => ({ is: 'nothing', why })

/** Starts recording; where it is on, stops and shows what was recorded to be named. */
export function toggleRecording(): Outcome {
  if (!recording.on) {
    startRecordingMacro(recordedStep)
    return { is: 'done', say: t('macros.recordingStarted') }
  }
  const text = stopRecordingMacro()
  return text === '' ? nothing(t('macros.recordingEmpty')) : ports.shell.editMacros(text)
}

/** Shows what a macro would do with rows of a resource, and runs it. `rows`: null where they are more than can be fetched. */
export async function runMacro(
  id: string,
  resource: string,
  rows: () => Promise<readonly WireRow[] | null>,
): Promise<Outcome> {
  const macro = macrosNow()[id]
  if (!macro) return nothing(t('macros.gone'))
  if (!(await whileHere(loadResource(resource)))) return { is: 'cancelled' }
  const { steps, problems } = planOf(macro.text, resource)
  if (steps.length === 0) return nothing(problems[0] ?? t('macros.gone'))
  const on = await whileHere(rows())
  if (on === null || on.length > MACRO_ROWS_MAX) return nothing(t('macros.tooManyRows', { n: MACRO_ROWS_MAX }))
  if (on.length === 0) return nothing(t('macros.noRow'))
  return openMacro({ resource, name: macro.name, steps, rows: on })
}
