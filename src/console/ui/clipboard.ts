import { t } from '../i18n/index.ts'
import { toast } from './toast.ts'

/** Copies by a selected text: pages that are not served safely have no clipboard. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.style.cssText = 'position:fixed;opacity:0'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}

/** Copies a text and says so. */
export async function copyText(text: string): Promise<void> {
  const done = await (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('none'))).then(
    () => true,
    () => copyBySelection(text),
  )
  if (done) toast.good(t('shell.copied', { text }))
  else toast.bad(t('shell.notCopied'))
}
