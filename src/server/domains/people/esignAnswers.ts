import type { Stored } from '../../writing/save/attachments.ts'

/** The file that an answer of the port tells of, as its row is going to be; null where it brings none. */
export interface FileAnswer {
  readonly fileName?: string | null
  readonly fileSize?: number | null
  readonly fileSha256?: string | null
}

/** Stored file of an adapter, under its visible name. */
export const storedIn = ({ fileName, fileSize, fileSha256 }: FileAnswer, originalName: string): Stored | null =>
  fileName && fileSha256
    ? { name: fileName, originalName: originalName.slice(0, 200), attachSize: fileSize ?? 0, sha256: fileSha256 }
    : null

/** Why a request came to nothing, as the record says it: the partner's no without its kind. */
export const reasonOf = (ask: { readonly remark?: string | null }): string =>
  (ask.remark?.replace(/^REJECTED: /, '') || '对方未办理').slice(0, 255)
