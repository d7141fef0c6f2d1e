import type { Label } from '../../values/label.ts'

/** The largest file of an import, bytes. */
export const IMPORT_BYTES = 5 * 1024 * 1024
/** The most rows of one import, its headings not counted. */
export const IMPORT_ROWS = 10_000

/**
 * Notes on a cell of a workbook besides its value. `error`: a formula that failed; `uncomputed`: one without a result;
 * `merged`: the value of the cell above that it is merged with; `across`: merged with a cell of another column;
 * `rounded`: a number whose last digits a spreadsheet may have lost.
 */
export interface CellNote {
  readonly is?: 'error' | 'uncomputed' | 'merged' | 'across' | 'rounded'
  /** How its number is shown, such as `00000`. */
  readonly format?: string
}

/** A row of a file: its number there (1 = the first line) and its cells. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly (string | number | boolean | Date | null)[]
  /** Notes on cells, by their place. */
  readonly notes?: Readonly<Record<number, CellNote>>
  /** Row that is hidden in the workbook or excluded by its filter. */
  readonly hidden?: true
}

/** States of an import, in order; the index is the stored value. */
export const IMPORT_STATES = ['checking', 'checked', 'applying', 'done', 'failed', 'stopped'] as const
export type ImportStateName = (typeof IMPORT_STATES)[number]

/** A row that was refused: its number in the file (1 = the first line), the column's title ("" = the whole row), why. */
export interface ImportFault {
  readonly row: number
  readonly column: string
  readonly message: string
}

/** Facts that a person needs before choosing a file. */
export interface ImportOffer {
  /** Titles of the columns, and which of them must be filled in. */
  readonly columns: readonly { readonly title: string; readonly required: boolean }[]
  /** Link to the template, valid for some minutes. */
  readonly template: string
}

/** An import as its maker sees it. */
export interface ImportState {
  readonly id: string
  readonly resource: string
  readonly fileName: string
  readonly state: ImportStateName
  /** Rows of the file, those looked at in this step, those refused, those added. */
  readonly total: number
  readonly done: number
  readonly wrong: number
  readonly applied: number
  /** Why it ended; "" unless failed. */
  readonly why: string
  /** Headings of the file that are not taken over, because the server fills them in. */
  readonly ignored: readonly string[]
  /** How the file was read where that is not plain: the sheet of several, rows above the headings, hidden columns. */
  readonly notes: readonly string[]
  /** The first rows as they were read, below their titles; only while it waits to be applied. */
  readonly sample: { readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] } | null
  /** The first faults. */
  readonly faults: readonly ImportFault[]
  /** When the same file was imported before, by whom, and how many rows it added. */
  readonly earlier: { readonly at: string; readonly by: string; readonly applied: number } | null
  /** Link to a workbook of the refused rows with the reasons; "" while there are none. */
  readonly link: string
}

/** Heading of the column with the reasons in a workbook of refused rows. */
export const REASON: Label = ['错误原因', 'Reason']
/** Heading of the column with the row's number in the file it came from. */
export const SOURCE_ROW: Label = ['原行号', 'Row']
