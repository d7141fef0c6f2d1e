/** Path of a file's link below /api; `?id&…` and its signature follow. */
export const FILE_PATH = 'rounds/file'

const REFERENCE = /^(?:\/api\/rounds\/file\?(?:[^#]*&)?id=(\d{1,19})(?:&[^#]*)?|(\d{1,19}))$/

/**
 * Returns the ids of attachments that a text names, in order and without repetitions: ids, or links to them, joined by
 * commas. Null where the text contains anything else.
 */
export function attachmentsIn(value: string): string[] | null {
  const ids = value.split(',').map((part) => {
    const found = REFERENCE.exec(part.trim())
    return found?.[1] ?? found?.[2] ?? null
  })
  return ids.every((id) => id !== null) ? [...new Set(ids)] : null
}

/**
 * An attachment of a record, as its file fields show it. `link` is valid for some minutes, for the user who requested
 * it.
 */
export interface AttachmentLink {
  readonly id: string
  readonly name: string
  readonly extension: string
  /** Bytes. */
  readonly size: number
  readonly link: string
}

/** Returns whether this is the address of a stored file; other addresses are not shown as files. */
export const isFileLink = (link: string): boolean => link.startsWith(`/api/${FILE_PATH}?`)
