import type { Label } from './label.ts'

/** What may be uploaded, by what the content is; the name that somebody gave it says nothing. */
export const FILE_TYPES: Readonly<Record<string, { readonly mime: string; readonly image?: true }>> = {
  jpg: { mime: 'image/jpeg', image: true },
  png: { mime: 'image/png', image: true },
  pdf: { mime: 'application/pdf' },
  xls: { mime: 'application/vnd.ms-excel' },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  doc: { mime: 'application/msword' },
  docx: { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  ppt: { mime: 'application/vnd.ms-powerpoint' },
  pptx: { mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
  mp3: { mime: 'audio/mpeg' },
  mp4: { mime: 'video/mp4' },
  zip: { mime: 'application/zip' },
}

/** Is a file of this extension a picture that may be shown? */
export const isPicture = (extension: string): boolean => FILE_TYPES[extension]?.image === true

/** Endings by which people write the same type. */
const ALIKE: Readonly<Record<string, string>> = { jpeg: 'jpg' }

/**
 * The name under which a file is handed out: it ends with what the content is, so that what was called `a.html` is not
 * opened as that once it lies on somebody's disk. Pure.
 */
export function nameOut(name: string, extension: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return name.includes('.') && (ALIKE[ending] ?? ending) === extension ? name : `${name}.${extension}`
}

/** The largest upload, bytes: pictures, and everything else. */
export const LARGEST = { image: 5 * 1024 * 1024, file: 20 * 1024 * 1024 } as const
export type UploadKind = keyof typeof LARGEST

/** Extensions that a field of a kind takes. */
export const extensionsOf = (kind: UploadKind): string[] =>
  Object.keys(FILE_TYPES).filter((extension) => kind === 'file' || isPicture(extension))

/** What is wrong with a file that was chosen, by its size alone; null when nothing is. */
export const sizeProblem = (kind: UploadKind, bytes: number): Label | null =>
  bytes > LARGEST[kind]
    ? [`文件不能超过 ${LARGEST[kind] / 1048576} MB`, `A file must not exceed ${LARGEST[kind] / 1048576} MB`]
    : null

/** Path of a file's link below /api; `?id&…` and its signature follow. */
export const FILE_PATH = 'rounds/file'

const REFERENCE = /^(?:\/api\/rounds\/file\?(?:[^#]*&)?id=(\d{1,19})(?:&[^#]*)?|(\d{1,19}))$/

/**
 * The ids of attachments that a text names, in order, each once: ids, or links to them, joined by commas. Null where it
 * names anything else.
 */
export function attachmentsIn(value: string): string[] | null {
  const ids = value.split(',').map((part) => {
    const found = REFERENCE.exec(part.trim())
    return found?.[1] ?? found?.[2] ?? null
  })
  return ids.every((id) => id !== null) ? [...new Set(ids)] : null
}

/** An attachment of a record, as its file fields show it. `link` is good for some minutes, for whoever asked. */
export interface AttachmentLink {
  readonly id: string
  readonly name: string
  readonly extension: string
  /** Bytes. */
  readonly size: number
  readonly link: string
}

/** Is this the address of a stored file? Nothing else is ever shown as one. */
export const isFileLink = (link: string): boolean => link.startsWith(`/api/${FILE_PATH}?`)
