import { isBare } from '../../../commands/keys/press.ts'
import { isEditable } from './focus.ts'

/** A form that is not there after so long, ms, does not come: keys are the page's again. */
const FORM_LOAD_TIMEOUT_MS = 10_000
/** More is held down, not typed. */
const TYPED_CHARACTERS_MAX = 200

/** Text typed for the form that is loading; null while there is none. */
let kept: string | null = null
/** A key was pressed that is for no first field (Tab, Enter): what follows it was meant for something else. */
let over = false
let timer: ReturnType<typeof setTimeout> | undefined

/** No form is on its way. */
export function awaitNoForm(): void {
  clearTimeout(timer)
  kept = null
  over = false
  removeEventListener('pointerdown', awaitNoForm, true)
}

/**
 * A form was opened: until its chunk has loaded, typed text is kept for its first field and triggers no key of the
 * page. A click cancels that.
 */
export function awaitForm(): void {
  awaitNoForm()
  kept = ''
  timer = setTimeout(awaitNoForm, FORM_LOAD_TIMEOUT_MS)
  addEventListener('pointerdown', awaitNoForm, true)
}

/** Keeps a key for the form that is on its way; false where there is none, or the key is not for it. */
export function keptForForm(event: KeyboardEvent): boolean {
  const { key } = event
  if (kept === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isBare(event))
    return false
  if (key === 'Escape' || isEditable(document.activeElement)) {
    awaitNoForm()
    return false
  }
  event.preventDefault()
  // a held key was meant for the page before
  if (event.repeat) return true
  if (key === 'Tab' || key === 'Enter') over = true
  else if (key === 'Backspace' && !over) kept = [...kept].slice(0, -1).join('')
  else if ([...key].length === 1 && !over) kept = (kept + key).slice(0, TYPED_CHARACTERS_MAX)
  return true
}

/**
 * The form has loaded: its first field has the focus and receives the kept text, if it takes text. `form`: its element.
 */
export function formIsHere(form: Element | null): void {
  const [typed, at] = [kept, document.activeElement]
  awaitNoForm()
  if (
    !typed ||
    !form?.contains(at) ||
    !isEditable(at) ||
    !(at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement)
  )
    return
  // null of numbers and the like, which know no place in their text
  if (at.selectionStart === null) return
  at.setRangeText(typed, at.selectionStart, at.selectionEnd ?? at.selectionStart, 'end')
  at.dispatchEvent(new Event('input', { bubbles: true }))
}
