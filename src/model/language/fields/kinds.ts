import type { Search } from './facts.ts'
import type { UploadKind } from './fileTypes.ts'

/**
 * Properties of a kind of field that every layer needs. Data only, because the browser loads it with the first screen.
 */
export interface KindFacts {
  /** Type of a value on the wire. The form of an empty value follows from it (`nothingOf`). */
  readonly wire: 'text' | 'decimal' | 'number' | 'json' | 'list'
  /**
   * How a condition compares it: `piece` = a part of a text, `size` = also greater and less, `whole` = equality,
   * `never` = not at all.
   */
  readonly compared: 'piece' | 'size' | 'whole' | 'never'
  /** How it is searched where the field does not say so; null unless compared by piece. */
  readonly search: Search | null
  /** Whether a list may be ordered by it. */
  readonly sortable: boolean
  /** Values of a known set: several values in one condition mean any of them. */
  readonly closed: boolean
  /** Plain text, which bare words of a filter are searched in. */
  readonly prose: boolean
  /** Holds the id of another resource's record. */
  readonly refers: boolean
  /** Always personal data: a field of this kind must be `masked`. */
  readonly personal: boolean
  /** Encrypted in the database, and found there by its whole value only (`database/sealed.ts`). */
  readonly sealed: boolean
  /** Can be written but not read: reading it shows only that it is set. */
  readonly writeOnly: boolean
  /** Decides how much money goes where: two persons change a value that is in force (language/derived/dualControl.ts). */
  readonly movesMoney: boolean
  /** Holds attachments: of any type, or pictures. */
  readonly files: UploadKind | null
  /** May be a column of `list()`: its value can be checked without the server. */
  readonly nested: boolean
  /** Longest text in characters where the field does not say so; null for no limit or no text. */
  readonly length: number | null
}

const base = {
  closed: false,
  prose: false,
  refers: false,
  personal: false,
  sealed: false,
  writeOnly: false,
  movesMoney: false,
  files: null,
  nested: true,
  sortable: true,
  search: null,
  length: null,
} as const
const size = { ...base, compared: 'size' } as const
const words = { ...base, wire: 'text', compared: 'piece', search: 'words' } as const
const personal = { ...base, wire: 'text', compared: 'piece', search: 'code', personal: true, nested: false } as const
const sealed = { ...personal, search: 'exact', sortable: false, sealed: true } as const
const apart = { ...base, compared: 'never', sortable: false, nested: false } as const
const one = { ...base, compared: 'whole', closed: true } as const

/**
 * Every kind of field. A kind is added here first; then the compiler names each table that still lacks it: `checks.ts`
 * and `shapes.ts` beside this file, `server/database/kinds`, `console/fields` (docs/guides/add-a-kind.md).
 */
export const kinds = {
  text: { ...words, prose: true, length: 100 },
  longText: { ...words, prose: true, sortable: false, length: 2000 },
  html: { ...words, sortable: false, nested: false },
  /** Ids of attachments, joined by commas. */
  file: { ...apart, wire: 'text', files: 'file', length: 500 },
  image: { ...apart, wire: 'text', files: 'image', length: 500 },
  phone: { ...personal, length: 11 },
  idCard: { ...sealed, length: 18 },
  /** A text that identifies somebody: the number of a bank account, of a certificate. */
  sealed: { ...sealed, length: 64 },
  integer: { ...size, wire: 'number' },
  /** numeric(18,2). */
  money: { ...size, wire: 'decimal' },
  /** numeric(8,6). */
  rate: { ...size, movesMoney: true, wire: 'decimal' },
  /** bigint ≥ 0. */
  points: { ...size, wire: 'number' },
  /** `yyyy-MM-dd`. */
  date: { ...size, wire: 'text' },
  /** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  datetime: { ...size, wire: 'text' },
  epochSeconds: { ...size, wire: 'number' },
  epochMillis: { ...size, wire: 'number' },
  flag: { ...one, wire: 'number' },
  choice: { ...one, wire: 'number' },
  /** A choice whose values are words. */
  word: { ...one, wire: 'text', length: 32 },
  dict: { ...one, wire: 'text', length: 64 },
  ref: { ...one, wire: 'text', refers: true, nested: false },
  tree: { ...one, wire: 'text', refers: true, nested: false },
  /** Ids of several records. */
  refs: { ...apart, wire: 'list' },
  /** Rows of declared fields, in order. */
  rows: { ...apart, wire: 'list' },
  json: { ...apart, wire: 'json' },
  /** Encrypted at rest; see `shownSecret`. */
  secret: { ...apart, wire: 'text', writeOnly: true, length: 500 },
} as const satisfies Readonly<Record<string, KindFacts>>

/** The name of a kind. */
export type Kind = keyof typeof kinds

/** Returns the properties of a field's kind. */
export const kindOf = (f: { readonly kind: Kind }): KindFacts => kinds[f.kind]

/** Wire value of an empty field: texts, dates and ids "", numbers and decimals null, lists [], JSON {} (wire.md §1). */
export const nothingOf = (f: { readonly kind: Kind }): unknown => {
  const { wire } = kindOf(f)
  return wire === 'text' ? '' : wire === 'json' ? {} : wire === 'list' ? [] : null
}
