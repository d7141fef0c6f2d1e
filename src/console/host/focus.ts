import type { ContextKeys } from '../../../commands/context.ts'
import type { Press } from '../../../commands/keys/press.ts'

const TYPING = new Set([
  'text',
  'search',
  'email',
  'url',
  'tel',
  'password',
  'number',
  'date',
  'datetime-local',
  'month',
  'time',
  'week',
])
/** Widgets that need arrows and letters themselves (type-ahead, roving focus), and what floats over the page: keys pressed in it are not the page's. */
const WIDGETS =
  '[data-floating],[role=menu],[role=menubar],[role=listbox],[role=combobox],[role=tree],[role=treegrid]:not([data-grid]),[role=radiogroup],[role=slider],[role=spinbutton],[role=application]'

/** Returns whether the element takes text. */
export function isEditable(target: Element | null): boolean {
  if (!target) return false
  if (target instanceof HTMLInputElement) return TYPING.has(target.type) && !target.disabled
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return !target.disabled
  const host = target.closest('[contenteditable]')
  return host !== null && host.getAttribute('contenteditable') !== 'false'
}

/**
 * Returns whether the element, or one around it, handles arrow keys and letters itself. The grid does not: its keys are
 * commands.
 */
export function isKeyboardWidget(target: Element | null): boolean {
  if (!target) return false
  const widget = target.closest(WIDGETS)
  if (!widget) return foreignGrid(target)
  if (widget.getAttribute('role') === 'combobox' && widget.getAttribute('aria-expanded') !== 'true') return false
  return true
}

/** A calendar or the like: a grid inside a dialog or popover is not the grid of the page. */
const foreignGrid = (target: Element): boolean =>
  target.closest('[role=grid]')?.closest('[role=dialog],[data-dialog]') != null

/** Where the keyboard is, as commands ask it. A region says `data-focus="detail"` of itself. */
export function focusOf(target: Element | null): ContextKeys['focus'] {
  if (!target || target === document.body) return 'page'
  if (isKeyboardWidget(target)) return 'widget'
  if (isEditable(target)) return 'input'
  if (target.closest('[role=grid],[data-grid]')) return 'grid'
  return target.closest('[data-focus=detail]') ? 'detail' : 'page'
}

const ACTIVATED =
  'button,a[href],summary,area[href],input[type=button],input[type=submit],input[type=reset],input[type=checkbox],input[type=radio],input[type=file],[role=button],[role=link],[role=checkbox],[role=switch],[role=radio],[role=tab],[role=menuitem],[role=option]'
const MOVED = '[role=tab],[role=radio],input[type=radio],input[type=range],[role=separator][tabindex]'

/** Which keys the focused element uses itself: Enter on a button presses that button and nothing else. */
export function ownedBy(target: Element | null): Press['owns'] {
  if (!target || target === document.body) return 'nothing'
  const activation = target.closest(ACTIVATED) !== null
  const movement = target.closest(MOVED) !== null || focusOf(target) === 'detail'
  return activation && movement ? 'both' : activation ? 'activation' : movement ? 'movement' : 'nothing'
}
