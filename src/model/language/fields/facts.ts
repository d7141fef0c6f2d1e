import type { Label } from '../../values/label.ts'
import type { Fields } from './field.ts'
import type { UploadKind } from './fileTypes.ts'

/** Properties of a field besides its kind. All are optional; a field without facts may be empty. */
export interface Facts {
  /** The specification's exact message when the value is missing; its presence makes the field required. */
  readonly required?: string
  /** English twin of `required` (default: "Please enter the <label>", "choose" where it says 选择). */
  readonly requiredEn?: string
  /** Longest text in characters (default: its kind's). */
  readonly length?: number
  /**
   * Personal data: shown masked in lists, in full and as a filter (by its whole value) only where `<resource>_unmask`
   * is held.
   */
  readonly masked?: boolean
  /** Unit shown behind the value, e.g. 元. */
  readonly unit?: string
  /** Of a date or time: the field of the same kind and record that it may not be before (language/fields/spans.ts). */
  readonly notBefore?: string
  /** Of an amount: the amounts of the same record that it is the sum of. Forms reckon the one that was not typed; the rule is the server's. */
  readonly sumOf?: readonly string[]
  /** Of a whole number: seconds, shown as a clock shows them (`1:38:20`); typed as a number. */
  readonly seconds?: true
  /** Of a text: a value that stands for none, shown as an empty one. */
  readonly none?: string
  /** When the field may not be written through `submit`. `always` = only the server sets it. */
  readonly readOnly?: 'add' | 'edit' | 'always'
  /** A shorter name for chips, columns and the text filter (`公司:康泰`). */
  readonly short?: Label
  /** Help under the input, a single sentence. */
  readonly help?: Label
  /** Value of a new record; stored by the database when nothing is sent. */
  readonly initial?: string | number
  /** Column width in lists, px; default: its kind's. */
  readonly width?: number
  /** Narrowest its column becomes where a list lacks room, px; longer values end in …. Default: its kind's. */
  readonly least?: number
  /** A list that lacks room even so leaves out columns of 3 first, of 1 last. Default: its kind's. */
  readonly priority?: 1 | 2 | 3
  /** Lower and upper bound of a number (money and rate as decimal strings). */
  readonly min?: number | string
  readonly max?: number | string
  /** Fixed set of rows: none is added, moved or removed. */
  readonly fixed?: true
  /** Of a `ref`, of `idOf` or of `nodeOf`: the field of the same record that holds the named record's name as it was. */
  readonly shows?: string
  /**
   * Of `refs`: the named list of theirs, a tree, that they are chosen from (`tree`: all of them); those with nothing below
   * them are.
   */
  readonly tree?: string
  /**
   * Of `refs` chosen from a tree: what has something in this field is chosen for itself too where others stand below it,
   * as the first of them, under these words.
   */
  readonly itself?: { readonly field: string; readonly words: Label }
  /** Of a `ref`: forms offer the records that have these values, or one of these, alone; what else is chosen, the rules refuse. */
  readonly offered?: Readonly<Record<string, number | readonly number[]>>
  /**
   * Of a `ref`: further fields of the same record that hold what the named record said, each with its field there:
   * `{ socialCreditCode: 'socialCreditCode' }`. Copied with the name.
   */
  readonly copies?: Readonly<Record<string, string>>
  /** The server makes the value of a new record: the next code. Set by `code()`. */
  readonly code?: CodeRule
  /** How a text is searched; see `searchOf`. */
  readonly search?: Search
  /**
   * An edit of this field, and the deletion of a record where it is set, waits for a second person
   * (language/derived/dualControl.ts).
   * With field names and values: only of records where each named field has one of its values.
   */
  readonly dualControl?: true | Readonly<Record<string, readonly string[]>>
  /** With `dualControl`: an edit alone waits; the record is deleted as any other is. */
  readonly deletedAlone?: true
  /**
   * The value decides where money goes, how much of it, or how much may be done without a second look. While it may be
   * edited in whatever state its record is, two persons change it (language/derived/dualControl.ts); rates and bank accounts always
   * do.
   */
  readonly moves?: 'money'
  /**
   * Content of a text where its kind does not tell: how it is checked (fields/texts.ts); copies of demo data get other
   * values of the same sort (server/seed/multiply/styles.ts). `month`: yyyyMM.
   */
  readonly means?:
    | 'person'
    | 'organisation'
    | 'creditCode'
    | 'bankAccount'
    | 'bankBranch'
    | 'bankSerial'
    | 'telephone'
    | 'email'
    | 'month'
  /**
   * Of a time: a moment of the past, which may not be in the future; false where the future is allowed. Every editable
   * time declares it, except ends of spans (`notBefore`).
   */
  readonly past?: boolean
  /**
   * Of JSON: answers to what the record's template asks, by code; files that the record holds are among them as ids of
   * attachments.
   */
  readonly answers?: true
  /**
   * Of files: the one right that opens them, whichever call hands them out (values/files.ts, `fileRight`). `record`: that
   * to see the record. `unmask`: that to read its personal data. A permission: that of the call or step that is for it.
   * A resource with personal data has to say it.
   */
  readonly openedBy?: OpenedBy
  /** Of files: what they are uploaded as, where the kind does not say it: the picture of an account is small. */
  readonly upload?: UploadKind
  /**
   * Of a `json` that lists changes (`Change[]`): the field of the same record with the id of the resource that was
   * changed.
   */
  readonly changesOf?: string
  /**
   * Of a text: the id of a record of this resource, without a reference that would protect it from deletion. Where the
   * resource differs from record to record, `concerns` names it instead.
   */
  readonly idOf?: string
  /** The same where the resource differs from record to record: the field of the same record that names it. */
  readonly idOfType?: string
  /** Of a text: it holds the key of a resource, which people read by its title. */
  readonly resourceKey?: true
  /** Of a text that a machine writes: what people read in its place, by its values. */
  readonly says?: Readonly<Record<string, Label>>
  /**
   * Of a text: it holds the key (`tree.key`) of a record of this tree, which people choose by name, level by level.
   * `shows` is the field that keeps its path (language/derived/nodes.ts).
   */
  readonly nodeOf?: string
  /** Of a text that names a transition: the field of the same record with the id of the resource it is one of. */
  readonly stepOf?: string
  /** Of a text with the state of a record, as history keeps it (language/derived/past.ts): the field with the id of its resource. */
  readonly stateOf?: string
  /** Of a text: the field of the same record that says the same in English. */
  readonly inEnglish?: string
  /** Of a text that holds an object as JSON: its values that people read, by name. */
  readonly holds?: Fields
}

/** Permission that opens the files of a field. */
export type OpenedBy = 'record' | 'unmask' | { readonly permission: string }

/**
 * How a text is searched; the meaning of a bare filter, the allowed filters and the index follow from it.
 * `exact`: a value of a machine (a type, a month, an id): it is or begins with what is asked; a bare filter means
 * equal.
 * `code`: made by a machine, read by people (order numbers, accounts, phones): any piece of three characters or more,
 * shorter ones from its beginning. `words`: written by people (names): any piece of any length, Chinese or not.
 */
export type Search = 'exact' | 'code' | 'words'

/**
 * How the codes of new records are made. `daily`: prefix, yyyyMMdd and six digits, counted per tenant and day (domain
 * §0).
 * `plain`: prefix and a number of at least four digits, counted per tenant.
 */
export interface CodeRule {
  readonly prefix: string
  readonly count: 'daily' | 'plain'
}
