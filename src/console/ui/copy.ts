import type { Outcome } from '../../../commands/outcome.ts'
import { t } from '../i18n/index.ts'

/** Copies a text and says what it was; where the browser does not let it be copied, why. */
export async function copyText(text: string, said: string): Promise<Outcome> {
  try {
    // absent on pages that are neither https nor localhost
    await navigator.clipboard.writeText(text)
    return { is: 'done', say: said }
  } catch {
    return { is: 'refused', code: 400, message: t(navigator.clipboard ? 'table.notCopied' : 'table.copyNeedsHttps') }
  }
}
