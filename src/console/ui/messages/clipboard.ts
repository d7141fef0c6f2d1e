import { t } from '../../i18n/index.ts'
import { type ToastText, toast } from './toast.ts'

/** Copies by a selected text: pages that are not served safely have no clipboard. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.cssText = 'position:fixed;opacity:0'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  // the keyboard stays where it was
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return done
}

/** Copies a text and says so, by itself or in other words. */
export async function copyText(text: string, copied: ToastText = () => t('shell.copied', { text })): Promise<void> {
  const done = await (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('none'))).then(
    () => true,
    () => copyBySelection(text),
  )
  if (done) toast.good(copied)
  else toast.bad(() => t('shell.notCopied'))
}
