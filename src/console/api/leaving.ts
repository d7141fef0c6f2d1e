import { HEADER } from '../../model/wire/wire.ts'
import { languageNow } from '../i18n/index.ts'
import { BASIC } from './transport.ts'
import { uuid } from './uuid.ts'

/** Sends a write while its page is being left: the browser carries it to its end, and nobody reads the answer. */
export function sendLeaving(path: string, body: unknown, token: string): void {
  if (!token) return
  fetch(`/api/${path}`, {
    method: 'POST',
    keepalive: true,
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      authorization: BASIC,
      [HEADER.token]: `bearer ${token}`,
      [HEADER.idempotency]: uuid(),
      [HEADER.language]: languageNow() === 'en' ? 'en-US' : 'zh-CN',
    },
  }).catch(() => {}) // the change waits in the browser for the next page
}
