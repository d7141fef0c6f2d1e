import { isBare, type Press, strokesOf } from './press.ts'
import { reserved } from './reserved.ts'

/** Strokes that come within so long of each other, ms, are one sequence; a later one begins anew. */
export const SEQUENCE_GAP_MS = 1000
/** More strokes nobody remembers. */
const STROKES_MAX = 3

/** Keys being recorded for a rebinding screen. */
export interface Recording {
  /** Canonical strokes so far. */
  readonly strokes: readonly string[]
  readonly state: 'listening' | 'done' | 'cancelled'
  /** The last stroke, where it is one of the browser's or the system's and was not taken. */
  readonly refused: string
  /** The browser uses one of the strokes too. */
  readonly soft: boolean
  /** When the last stroke was pressed, ms. */
  readonly at: number
}

export const startRecording: Recording = { strokes: [], state: 'listening', refused: '', soft: false, at: 0 }

/**
 * Handling of the next press of a recording: Escape cancels, Enter ends (unless it is the key itself: with a modifier,
 * or the first one). A stroke within a second of the one before makes a sequence, else it takes the place of what was
 * recorded. `at`: the time of the press, ms.
 */
export function record(recording: Recording, press: Press, mac: boolean, at = 0): Recording {
  if (recording.state !== 'listening' || isBare(press) || press.repeat) return recording
  const stroke = strokesOf(press, mac)[0]
  if (!stroke) return recording
  if (stroke === 'escape') return { ...startRecording, state: 'cancelled' }
  if (stroke === 'enter' && recording.strokes.length > 0) return { ...recording, state: 'done', refused: '' }
  return addStroke(recording, stroke, at)
}

/** The same with a stroke that was chosen rather than pressed. Pure. */
export function addStroke(recording: Recording, stroke: string, at: number): Recording {
  const whose = reserved(stroke)
  if (whose === 'hard') return { ...recording, refused: stroke }
  const goesOn = at - recording.at <= SEQUENCE_GAP_MS && recording.strokes.length < STROKES_MAX
  return {
    strokes: [...(goesOn ? recording.strokes : []), stroke],
    state: 'listening',
    refused: '',
    soft: (goesOn && recording.soft) || whose === 'soft',
    at,
  }
}
