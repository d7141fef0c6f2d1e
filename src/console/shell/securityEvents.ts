import { label } from '../../model/values/label.ts'
import type { RoundsEvent } from '../../model/wire/wire.ts'
import { catalogueNow, resourceIn } from '../data/catalogue.ts'
import { languageNow, t } from '../i18n/index.ts'
import { go } from '../state/url.ts'
import { toast } from '../ui/messages/toast.ts'

/**
 * Shows a security event on any screen; it stays until it is closed or its list is opened. The server sends such events
 * only to those who may view them.
 */
export function showSecurityEvent(event: RoundsEvent): void {
  if (!event.security) return
  const list = resourceIn(catalogueNow(), event.resource)?.routes.list
  const { detail } = event.security
  toast.warn(
    () => t('shell.securityEvent', { detail: label(detail, languageNow()) }),
    list ? { label: () => t('shell.showSecurityEvents'), run: () => go(list) } : undefined,
  )
}
