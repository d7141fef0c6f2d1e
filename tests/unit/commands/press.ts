import { all, type ContextKeys } from '../../../commands/context.ts'
import type { Press } from '../../../commands/keys/press.ts'
import type { Bound, Situation } from '../../../commands/keys/resolve.ts'

/**
 * A key press: `press('a')`, `press('?', {code: 'Slash', shift: true})`. Letters and digits get the physical key of a
 * US keyboard.
 */
export function press(key: string, more: Partial<Press> = {}): Press {
  const code = /^[a-zA-Z]$/.test(key)
    ? `Key${key.toUpperCase()}`
    : /^\d$/.test(key)
      ? `Digit${key}`
      : key === ' '
        ? 'Space'
        : key.length > 1
          ? key
          : ''
  return {
    code,
    key,
    ctrl: false,
    meta: false,
    alt: false,
    shift: false,
    altGraph: false,
    repeat: false,
    composing: false,
    prevented: false,
    editable: false,
    owns: 'nothing',
    ...more,
  }
}

const NAMES: Readonly<Record<string, string>> = {
  ...{ enter: 'Enter', escape: 'Escape', tab: 'Tab', backspace: 'Backspace', delete: 'Delete', insert: 'Insert' },
  ...{ arrowup: 'ArrowUp', arrowdown: 'ArrowDown', arrowleft: 'ArrowLeft', arrowright: 'ArrowRight' },
  ...{ pageup: 'PageUp', pagedown: 'PageDown', home: 'Home', end: 'End', space: ' ', plus: '+' },
}

/** The press that a stroke as it is written in commands stands for: `shift+a`, `mod+k`, `arrowdown`. */
export function strokePress(stroke: string): Press {
  const parts = stroke.split('+')
  const key = parts.pop() ?? ''
  const shift = parts.includes('shift')
  const named = NAMES[key] ?? (/^f\d+$/.test(key) ? key.toUpperCase() : key)
  return press(shift && /^[a-z]$/.test(key) ? key.toUpperCase() : named, {
    shift,
    ctrl: parts.includes('mod') || parts.includes('ctrl'),
    alt: parts.includes('alt'),
    meta: parts.includes('meta'),
  })
}

export const CONTEXT: ContextKeys = {
  screen: 'queue',
  resource: 'settlementOrder',
  queue: 'settlementOrder',
  view: 'audit',
  focus: 'grid',
  layers: 0,
  palette: false,
  inbox: false,
  selected: 0,
  allSelected: false,
  cells: false,
  hasRow: true,
  online: true,
  undoable: 0,
  redoable: 0,
  previewOpen: true,
  sections: 9,
  traced: false,
  addsRows: false,
  evidence: false,
  claimed: false,
  tree: false,
  signedIn: true,
}

export const situation = (more: Partial<Situation> = {}): Situation => ({
  context: CONTEXT,
  row: { settlementStatus: 0 },
  sinceComposition: Number.POSITIVE_INFINITY,
  pending: null,
  mac: false,
  ...more,
})

export const bound = (id: string, keys: string | readonly string[], more: Partial<Bound> = {}): Bound => ({
  id,
  keys: [keys].flat(),
  when: all(),
  ...more,
})
