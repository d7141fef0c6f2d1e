import { isBare, type Press, strokesOf } from './press.ts'

/**
 * Keys that belong to the browser or the system: `hard` never reaches the page, `soft` does but people expect the
 * browser.
 */
const HARD: ReadonlySet<string> = new Set([
  'mod+n',
  'mod+t',
  'mod+w',
  'mod+shift+n',
  'mod+shift+t',
  'mod+shift+w',
  'mod+q',
  'mod+tab',
  'alt+tab',
  'alt+f4',
  'f11',
  'f12',
  'mod+shift+i',
  'mod+shift+p',
])
const SOFT: ReadonlySet<string> = new Set(
  'mod+p mod+s mod+f mod+l mod+d mod+r mod+h mod+j mod+u mod+plus mod+- mod+0 mod+c mod+v mod+x mod+z mod+y mod+shift+r f1 f3 f5 f6 f7 alt+arrowleft alt+arrowright alt+d tab shift+tab'.split(
    ' ',
  ),
)

/** Returns the id of the command that has the key, "" when it is free. */
export const reserved = (stroke: string): 'hard' | 'soft' | '' =>
  HARD.has(stroke) ? 'hard' : SOFT.has(stroke) ? 'soft' : ''

/** Keys being recorded for a rebinding screen. */
export interface Recording {
  /** Canonical strokes so far. */
  readonly strokes: readonly string[]
  readonly state: 'listening' | 'done' | 'cancelled'
  /** Why the last stroke cannot be used, "" when it can. */
  readonly refused: 'hard' | ''
  /** The browser uses it too. */
  readonly soft: boolean
}

export const startRecording: Recording = { strokes: [], state: 'listening', refused: '', soft: false }

/**
 * Handling of the next press of a recording: Escape cancels, Enter ends (unless it is the key itself, with a modifier),
 * a third stroke ends by itself.
 */
export function record(recording: Recording, press: Press, mac: boolean): Recording {
  if (recording.state !== 'listening' || isBare(press) || press.repeat) return recording
  const stroke = strokesOf(press, mac)[0]
  if (!stroke) return recording
  if (stroke === 'escape') return { ...startRecording, state: 'cancelled' }
  if (stroke === 'enter' && recording.strokes.length > 0) return { ...recording, state: 'done' }
  const whose = reserved(stroke)
  if (whose === 'hard') return { ...recording, refused: 'hard' }
  const strokes = [...recording.strokes, stroke]
  return {
    strokes,
    state: strokes.length === 3 ? 'done' : 'listening',
    refused: '',
    soft: recording.soft || whose === 'soft',
  }
}
