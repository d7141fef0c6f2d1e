import { HEADER } from '../../model/wire/wire.ts'
import { languageNow, t } from '../i18n/index.ts'
import { download } from './download.ts'
import { ApiError } from './error.ts'
import { tokens } from './tokens.ts'
import { BASIC, type Params, query } from './transport.ts'

const ask = (path: string, params: Params, body?: object): Promise<Response> =>
  fetch(`/api/${path}?${query(params)}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      Authorization: BASIC,
      [HEADER.token]: `bearer ${tokens.token()}`,
      [HEADER.language]: languageNow(),
    },
  }).catch(() => {
    throw new ApiError(0, t('shell.noNetwork'))
  })

/** File name given by the server. */
const nameOf = (answer: Response): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '')

/**
 * Asks a call for its file and hands that to the browser, which keeps it under the server's name. Rejects with the server's own
 * sentence. A session that lapsed is renewed once. With a `body` it is a POST.
 */
export async function fetchFile(path: string, params: Params, body?: object): Promise<void> {
  const stale = tokens.token()
  let answer = await ask(path, params, body)
  if (answer.status === 401 && (await tokens.renew(stale))) answer = await ask(path, params, body)
  if (!answer.ok) {
    const refusal = (await answer.json().catch(() => ({}))) as { code?: number; msg?: string; data?: unknown }
    throw new ApiError(refusal.code ?? answer.status, refusal.msg ?? t('shell.noNetwork'), refusal.data)
  }
  const link = URL.createObjectURL(await answer.blob())
  download(link, nameOf(answer))
  // the browser has taken it by then
  setTimeout(() => URL.revokeObjectURL(link), 60_000)
}
