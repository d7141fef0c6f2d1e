import type { Label } from '../../values/label.ts'
import { IMPORT_BYTES } from './imports.ts'

/** File types that may be uploaded, recognised by content; the uploaded name is not trusted. */
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
  // electronic invoices: these are the legal originals
  ofd: { mime: 'application/ofd' },
  xml: { mime: 'application/xml' },
}

/** Returns whether a file of this extension is a picture that may be shown. */
export const isPicture = (extension: string): boolean => FILE_TYPES[extension]?.image === true

/** Other extensions of the same type. */
const ALIKE: Readonly<Record<string, string>> = { jpeg: 'jpg' }

/**
 * Returns the name under which a file is downloaded. It ends with the extension of the actual content, so that a file
 * named `a.html` is not opened as a page from the user's disk. Pure.
 */
export function nameOut(name: string, extension: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return name.includes('.') && (ALIKE[ending] ?? ending) === extension ? name : `${name}.${extension}`
}

/** The largest upload, bytes: pictures, pictures of a person's account, workbooks that are read, and everything else. */
export const LARGEST = {
  image: 5 * 1024 * 1024,
  avatar: 500 * 1024,
  workbook: IMPORT_BYTES,
  file: 20 * 1024 * 1024,
} as const
export type UploadKind = keyof typeof LARGEST

/** Extensions that a field of a kind takes. */
export const extensionsOf = (kind: UploadKind): string[] =>
  kind === 'workbook'
    ? ['xlsx']
    : Object.keys(FILE_TYPES).filter((extension) => kind === 'file' || isPicture(extension))

/** The largest picture, points, and its longest side: a small file unpacks to gigabytes, and browsers show no larger one. */
export const PICTURE_POINTS = 50_000_000
const PICTURE_SIDE = 20_000

/** Returns the problem of a picture's size in points; null when there is none. */
export const pointsProblem = (width: number, height: number): Label | null =>
  width * height > PICTURE_POINTS || Math.max(width, height) > PICTURE_SIDE
    ? [
        `图片为 ${width}×${height} 像素，不能超过 ${PICTURE_POINTS / 10_000} 万像素、单边 ${PICTURE_SIDE} 像素，请缩小后上传`,
        `The picture has ${width}×${height} pixels; at most ${PICTURE_POINTS / 1e6} million, and ${PICTURE_SIDE} a side. Please make it smaller`,
      ]
    : null

const sized = (bytes: number): string => (bytes < 1048576 ? `${bytes / 1024} kB` : `${bytes / 1048576} MB`)

/** Returns the problem of a chosen file's size; null when there is none. */
export const sizeProblem = (kind: UploadKind, bytes: number): Label | null =>
  bytes > LARGEST[kind]
    ? [`文件不能超过 ${sized(LARGEST[kind])}`, `A file must not exceed ${sized(LARGEST[kind])}`]
    : null

/** Purposes of an upload, by the number that the call takes. */
export const UPLOAD_KINDS: readonly UploadKind[] = ['file', 'image', 'avatar', 'workbook']
