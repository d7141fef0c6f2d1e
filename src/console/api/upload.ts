import { UPLOAD_KINDS, type UploadKind } from '../../model/language/fields/fileTypes.ts'
import { api } from './client.ts'

/** Result of an upload: the attachment, and a link to it for some minutes. */
export interface Uploaded {
  readonly attachId: string
  readonly link: string
  readonly originalName: string
  readonly extension: string
  readonly attachSize: number
}

/** Sends an attachment. Rejects with an `ApiError`. */
export const upload = (
  file: File,
  kind: UploadKind,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> =>
  api.upload('blade-resource/oss/endpoint/put-file-attach', file, progress, {
    params: { kind: UPLOAD_KINDS.indexOf(kind) },
    signal,
  })
