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

export const CONTEXT: ContextKeys = {
  screen: 'queue',
  resource: 'settlementOrder',
  queue: 'settlementOrder',
  view: 'audit',
  focus: 'grid',
  layers: 0,
  palette: false,
  selected: 0,
  allSelected: false,
  hasRow: true,
  online: true,
  undoable: 0,
  previewOpen: true,
  sections: 9,
  traced: false,
  addsRows: false,
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
