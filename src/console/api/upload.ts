import { UPLOAD_KINDS, type UploadKind } from '../../model/language/fields/fileTypes.ts'
import { HEADER } from '../../model/wire/wire.ts'
import { languageNow, t } from '../i18n/index.ts'
import { ApiError } from './error.ts'
import { tokens } from './tokens.ts'
import { BASIC } from './transport.ts'

/** Result of an upload: the attachment, and a link to it for some minutes. */
export interface Uploaded {
  readonly attachId: string
  readonly link: string
  readonly originalName: string
  readonly extension: string
  readonly attachSize: number
}

interface Answer {
  readonly code?: number
  readonly msg?: string
  readonly data?: unknown
}

/** Attempt of an upload; `XMLHttpRequest`, for `fetch` does not say how much was sent. */
function send(path: string, file: File, progress: (part: number) => void, signal: AbortSignal) {
  return new Promise<{ readonly status: number; readonly answer: Answer }>((done, fail) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/${path}`)
    request.setRequestHeader('Authorization', BASIC)
    request.setRequestHeader(HEADER.token, `bearer ${tokens.token()}`)
    request.setRequestHeader(HEADER.language, languageNow())
    request.responseType = 'json'
    request.upload.onprogress = (e) => progress(e.lengthComputable ? e.loaded / e.total : 0)
    request.onload = () => done({ status: request.status, answer: (request.response ?? {}) as Answer })
    request.onerror = () => fail(new ApiError(0, t('shell.noNetwork')))
    request.onabort = () => fail(new DOMException('stopped', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

/**
 * Sends a file to a call below /api; `progress` is told how much of it is there, 0 to 1. Rejects with the server's own
 * sentence, or AbortError when it was stopped. A session that lapsed is renewed once.
 */
export async function sendFile<T>(
  path: string,
  file: File,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<T> {
  const stale = tokens.token()
  let { status, answer } = await send(path, file, progress, signal)
  if (status === 401 && (await tokens.renew(stale))) ({ status, answer } = await send(path, file, progress, signal))
  if (status !== 200) throw new ApiError(answer.code ?? status, answer.msg ?? t('shell.noNetwork'), answer.data)
  return answer.data as T
}

/** Sends an attachment. */
export const upload = (
  file: File,
  kind: UploadKind,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> =>
  sendFile(`blade-resource/oss/endpoint/put-file-attach?kind=${UPLOAD_KINDS.indexOf(kind)}`, file, progress, signal)
