/**
 * Keys that belong to the browser or the system: `hard` never reaches the page, or people lose what they have typed or
 * where they are; `soft` does reach it, but people expect the browser.
 */
const HARD: ReadonlySet<string> = new Set(
  [
    'mod+n mod+t mod+w mod+shift+n mod+shift+t mod+shift+w mod+q mod+tab alt+tab alt+f4 mod+f4',
    'f5 f11 f12 mod+r mod+shift+r mod+f5 mod+shift+i mod+shift+p mod+shift+delete',
    'tab shift+tab mod+c mod+v mod+x meta+l meta+d meta+tab',
  ]
    .join(' ')
    .split(' '),
)
const SOFT: ReadonlySet<string> = new Set(
  'mod+p mod+s mod+f mod+l mod+d mod+h mod+j mod+u mod+plus mod+- mod+0 mod+z mod+y f1 f3 f6 f7 alt+arrowleft alt+arrowright alt+d'.split(
    ' ',
  ),
)

/** Claim of the browser or the system on a stroke: `hard` is refused, `soft` is named; "" where it is free. */
export const reserved = (stroke: string): 'hard' | 'soft' | '' =>
  HARD.has(stroke) ? 'hard' : SOFT.has(stroke) ? 'soft' : ''

/** Returns the first stroke that no person may bind: a reserved one, or Escape, which always steps back. */
export const notToBind = (strokes: readonly string[]): string | undefined =>
  strokes.find((s) => s === 'escape' || reserved(s) === 'hard')

/** Use of a reserved stroke by the browser or the system, as a word of the console; `other` where it is rare. */
export type ReservedFor = 'tab' | 'window' | 'close' | 'reload' | 'focus' | 'clipboard' | 'back' | 'other'

const FOR: Readonly<Record<string, ReservedFor>> = {
  'mod+t': 'tab',
  'mod+shift+t': 'tab',
  'mod+tab': 'tab',
  'mod+n': 'window',
  'mod+shift+n': 'window',
  'alt+tab': 'window',
  'mod+w': 'close',
  'mod+shift+w': 'close',
  'mod+q': 'close',
  'alt+f4': 'close',
  'mod+f4': 'close',
  f5: 'reload',
  'mod+f5': 'reload',
  'mod+r': 'reload',
  'mod+shift+r': 'reload',
  tab: 'focus',
  'shift+tab': 'focus',
  'mod+c': 'clipboard',
  'mod+v': 'clipboard',
  'mod+x': 'clipboard',
  escape: 'back',
}

export const reservedFor = (stroke: string): ReservedFor => FOR[stroke] ?? 'other'
