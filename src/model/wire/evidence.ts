import type { AttachmentLink } from '../values/files.ts'

/** Where what a record is decided by is asked for, below /api: its files and those of its rows. */
export const EVIDENCE_PATH = 'rounds/evidence'
/** Where others like a record, and others of its doctor, are asked for. */
export const ALIKE_PATH = 'rounds/alike'
/** The cells of a workbook, by the parameters of its file's link. */
export const SHEET_PATH = 'rounds/sheet'

/** File of a record, or of a part of it. */
export interface EvidenceFile extends AttachmentLink {
  /** Record that holds the file: the requested record, or a row of it. */
  readonly resource: string
  readonly recordId: string
  readonly field: string
  /** Label of its field, in the language of the request. */
  readonly title: string
  /** Name of the part that holds the file; "" for the record itself. */
  readonly of: string
}

export interface Evidence {
  readonly files: readonly EvidenceFile[]
  /** 1 where a row has more files, or the record more rows, than are listed. */
  readonly more: 0 | 1
}

/** Another record, as a list of them tells of it. */
export interface Other {
  readonly resource: string
  readonly id: string
  /** Title of the resource and name of the record. */
  readonly title: string
  readonly name: string
  readonly state: string
  readonly doctor: string
  /** When it was made. */
  readonly at: string
  /** Its page; "" where nothing leads there. */
  readonly to: string
}

/** A record that is like another one. */
export interface Alike extends Other {
  /** Kind of duplicate: a file, the text, the identity number of the doctor. */
  readonly same: 'file' | 'text' | 'person'
  /** The name of the file here; the share of the text in per cent; "" else. */
  readonly what: string
}

export interface AlikeAnswer {
  readonly alike: readonly Alike[]
  /** Others of the same doctor, newest first. */
  readonly others: readonly Other[]
}

/** Cells of one sheet as they are shown. */
export interface SheetShown {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  /** 1 where not all of it is here. */
  readonly more: 0 | 1
}
