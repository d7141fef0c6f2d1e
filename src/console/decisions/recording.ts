import { proxy } from 'valtio'
import { onLeave } from '../data/session.ts'
import { status } from '../state/status.ts'

/** Macro that is being recorded: the decisions of one record, as lines of a macro. */
export const recording = proxy<{ on: boolean; record: string; lines: string[] }>({ on: false, record: '', lines: [] })

/** A decision as a line of a macro; comes with what starts a recording, since most people never record. */
type WriteStep = typeof import('./macros/recordedStep.ts').recordedStep
let write: WriteStep | null = null

/** Starts with an empty macro. `by`: writes its lines. */
export function startRecordingMacro(by: WriteStep): void {
  write = by
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

/** Records a decision that was taken: those of the first record only, for a macro is run on each record by itself. */
export function recordStep(
  resource: string,
  id: string,
  decision: string,
  ask: Readonly<Record<string, unknown>>,
): void {
  const record = `${resource}/${id}`
  if (!write || !recording.on || (recording.record !== '' && recording.record !== record)) return
  recording.record = record
  status.recording = recording.lines.push(write(resource, decision, ask))
}
