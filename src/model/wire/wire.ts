/** Shapes of what server and console exchange. Paths of Rounds's own calls are in `ROUNDS`. */

import type { Page, WireRow } from '../language/domain/wireRow.ts'
import type { Tone } from '../language/fields/field.ts'
import type { Label } from '../values/label.ts'
import type { BatchState } from './batchWire.ts'

export interface Envelope<T> {
  readonly code: number
  readonly success: boolean
  readonly data: T
  readonly msg: string
}

export type { Page, WireRow }

/** Rounds's own headers. */
export const HEADER = {
  token: 'blade-auth',
  idempotency: 'idempotency-key',
  request: 'x-request-id',
  language: 'accept-language',
  /** `decided`: a call that is a command answers `Decided` of its one record in place of its own answer. */
  answer: 'x-rounds-answer',
  /** Of a refusal: its sentence in both languages, as JSON, URI-encoded; absent where it is long. */
  both: 'x-rounds-both',
  /** Of a signed request, in either direction: when it was sent, seconds since 1970, and its signature in hex. */
  time: 'x-rounds-time',
  signature: 'x-rounds-signature',
} as const

/** Addresses of the product's own calls, below /api (declared in roundsCalls.ts). Everything else is spelt by the specification. */
export const ROUNDS = {
  catalogue: 'rounds/catalogue',
  names: 'rounds/names',
  /**
   * GET ?resource&offset&size&sort&<conditions>[&columns][&around=id]: a slice of a whole result by position. → Slice
   */
  window: 'rounds/window',
  /** GET ?resource&<conditions> → Total */
  total: 'rounds/total',
  /**
   * GET ?resource&ids[&columns] → WireTable: these rows as they are now, whole unless columns are named (missing ones
   * left out).
   */
  rows: 'rounds/rows',
  /**
   * GET ?resource[&under][&columns][&<conditions>] → WireTable: the rows of a tree in the order of its list, with their
   * keys and parents. Of a lazy tree that is not filtered: those below `under` (without it at the top), with
   * `hasChildren`.
   */
  tree: 'rounds/tree',
  /**
   * POST {resource, id, version, parent, before}: puts a record of a tree below another one ("" = to the top), before
   * one of those there ("" = after them). → the record as it is then.
   */
  move: 'rounds/move',
  /** POST {resource, conditions, sort} → Selection: "all N matching" in this order, kept by the server for an hour. */
  selection: 'rounds/selection',
  /** POST BatchOrder → BatchState. Row by row; the answer may still be running. */
  batch: 'rounds/batch',
  /** POST BatchOrder → BatchPreview: what a batch would do as of now. Nothing is changed. */
  batchPreview: 'rounds/batch/preview',
  /** GET ?id → BatchState */
  batchState: 'rounds/batch/state',
  /** POST {id} → BatchState: stops after the current row. */
  batchCancel: 'rounds/batch/cancel',
  /** POST {id} → BatchState: continues with rows that were never reached (after a killed process) */
  batchResume: 'rounds/batch/resume',
  /**
   * GET ?resource&id → rows of the history of a record, newest first: decisions, and what the audit trail has besides
   * (`action` add, edit, remove, with `changes`).
   */
  history: 'rounds/history',
  /** GET ?resource&id → WireHeld[]: what documents held of the record and what was released, newest first. */
  held: 'rounds/held',
  /** GET [?today] → RecentDecision[]: what this person decided in the last ten minutes (`today`: since the day began), newest first. */
  decisions: 'rounds/decisions',
  /** POST {resource, format, sort, columns, conditions} → ExportState: the list as a file, at once or by a job. */
  export: 'rounds/export',
  /** GET ?id → ExportState */
  exportState: 'rounds/export/state',
  /** GET, the file of a signed link */
  exportFile: 'rounds/export/file',
  /** GET ?resource → ImportOffer */
  importOffer: 'rounds/import/offer',
  /** GET, the template of a signed link: a workbook with headings, notes and lists of what may be chosen. */
  importTemplate: 'rounds/import/template',
  /** POST ?resource, a file → ImportState: read and checked by the rules of the form, nothing written. */
  import: 'rounds/import',
  /** GET ?id → ImportState */
  importState: 'rounds/import/state',
  /** POST {id, again} → ImportState: adds the rows that were not refused. `again`: although the same file was imported. */
  importApply: 'rounds/import/apply',
  /** POST {id} → ImportState: stops before the next rows; what was added stays. */
  importStop: 'rounds/import/stop',
  /** GET, the refused rows of a signed link, with the reasons. */
  importFaults: 'rounds/import/faults',
  /**
   * GET ?hold, stream of server-sent events, resumed by Last-Event-ID; ends by itself with `hold`. data: RoundsEvent
   */
  events: 'rounds/events',
  /**
   * GET ?q&limit → Found[]: records of every resource this user may see, by code or name. ?records=<resource>.<id>,… →
   * those of these records that the user may see now, in this order.
   */
  search: 'rounds/search',
  /**
   * GET ?resource&of&<conditions> → ValueCounts: how many rows have each value of the field `of`, a closed set. Of the name
   * of another record (`&values=<id>,…`, `VALUES_COUNTED_MAX` at most): how many rows name each of these; without `values` those
   * that most rows name. Of a month: the latest ones that rows have.
   */
  valueCounts: 'rounds/value-counts',
  /**
   * GET ?resource&by&sums&<conditions> → Groups: rows counted and summed by the values of the field `by`; `sums`: fields, joined by
   * commas.
   */
  groups: 'rounds/groups',
  /** GET ?queue → QueueCount[]: how much is to do in each view this user works. */
  queueCounts: 'rounds/queue-counts',
  /** GET ?path → Place, whoever may open it; null where the console has no such address. */
  place: 'rounds/place',
  /** GET ?resource → Origin[]: how records of the resource come about and who makes them, for a list that has none. */
  origins: 'rounds/origins',
  /** GET → Health */
  health: 'health',
  openapi: 'openapi.json',
} as const

/**
 * Rows by column, which is a third of the bytes that a list of records takes: `values[c][r]` is the field `columns[c]`
 * of row `r`, spelt as in a record; names copied from few records are `Shared`. `id` and `version` are always among the
 * columns, which come in the model's order. Parameter `columns`: comma-joined names of fields; any other name is 400.
 * `rowsOf` (columns.ts) makes rows of it.
 */
export interface WireTable {
  readonly columns: readonly string[]
  readonly values: readonly (readonly unknown[] | Shared)[]
}

/** Values of a column with few different ones: row `r` has `words[at[r]]`. */
export interface Shared {
  readonly words: readonly string[]
  readonly at: readonly number[]
}

export interface Slice extends WireTable {
  /** Position of the first record in the whole result. */
  readonly offset: number
  /** Position of the row asked for with `around`, −1 when it is not in the result (any more). */
  readonly position?: number
}

/** Target of an address of the console. */
export interface Place {
  /** Of the resource or the queue, in the language of the asker. */
  readonly title: string
}

export interface Total {
  readonly total: number
  /** False: estimated (more than 100,000, which take long to count); shown with 约. */
  readonly exact: boolean
}

/** Records named by one field that are counted at a time. */
export const VALUES_COUNTED_MAX = 20

export interface ValueCounts {
  /** By value; null where counting would take too long. */
  readonly counts: Readonly<Record<string, number>> | null
  /** Counted so far and no further: more than this means more than this. */
  readonly most: number
}

/** Most groups of a list that are answered, and fields that are summed. */
export const GROUPS_MAX = 200
export const GROUP_SUMS_MAX = 8

/** Rows of a list that have one value of a field. */
export interface Group {
  /** The value as a condition spells it, of times the month (yyyy-MM); null of rows without one. */
  readonly value: string | null
  /** Name of the record that the value names, "" where the value names itself. */
  readonly name: string
  readonly count: number
  /** By the fields of `Groups.sums`, exact decimals; null where no row has a value. */
  readonly sums: readonly (string | null)[]
}

/** Rows of a list by the values of a field: those with most rows first, months the latest first. */
export interface Groups {
  readonly sums: readonly string[]
  readonly groups: readonly Group[]
  /** All rows of the list, also of groups that are left out. */
  readonly all: { readonly groups: number; readonly count: number; readonly sums: readonly (string | null)[] }
}

export interface Selection {
  readonly id: string
  readonly count: number
  /** Sum of the resource's `amount`, null where it has none. */
  readonly amount: string | null
}

/** An export of a list. `link` is valid for some minutes, "" while the file is not written. */
export interface ExportState {
  readonly id: string
  readonly state: 'running' | 'done' | 'failed'
  readonly total: number
  readonly done: number
  readonly fileName: string
  readonly link: string
}

/**
 * A change that waits for a second person: `changeRequest` beside the answered record of a submit, `changeRequests` of
 * a remove.
 */
export interface RequestedChange {
  readonly id: string
  readonly code: string
}

/**
 * Answer of a decision. `transition`, `undo`: names of decisions of the resource. `undoUntil`: until when `z` may take
 * it back, "" when it cannot be.
 */
export interface Decided {
  readonly id: string
  readonly version: number
  readonly transition: string
  /** Fields that changed, with their new values. */
  readonly patch: Readonly<Record<string, unknown>>
  readonly undo: string
  readonly undoUntil: string
}

/** Something a person decided lately: one record, or a batch. Names of decisions are those of its resource. */
export interface RecentDecision {
  /** The batch it was (of what a call did to several records, the call); "" for one record. */
  readonly batch: string
  readonly resource: string
  readonly transition: string
  readonly at: string
  /** The record, what it is called, and its version after the decision; "" and 0 of a batch. */
  readonly id: string
  readonly title: string
  readonly version: number
  /** Records decided, and how many of them can be taken back now; of a large batch among those decided last. */
  readonly count: number
  readonly possible: number
  /** Transition that takes it back, "" for none; and the seconds left to do so, null = as long as nothing follows. */
  readonly undo: string
  readonly left: number | null
  /** Why it cannot be taken back, "" when it can. */
  readonly why: string
}

/** `data` of a 409: who was there first, when, and what changed since the version sent. */
export interface Conflict {
  readonly id: string
  readonly reason: 'stale' | 'illegal' | 'busy' | 'closed'
  readonly version: number
  readonly by: string
  readonly at: string
  readonly action: string
  /** The action by its name: a transition, or `add`, `edit`, `remove`; "" for none. */
  readonly transition: string
  readonly fields: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[]
  readonly row: WireRow | null
}

/** Event of the event stream. */
export interface RoundsEvent {
  readonly id: string
  readonly kind:
    | 'changed'
    | 'claim'
    | 'batch'
    | 'answered'
    | 'settings'
    | 'savedViews'
    | 'comments'
    | 'notifications'
    | 'catalogue'
    | 'signedOut'
  readonly resource: string
  readonly recordId: string
  readonly version: number
  readonly transition: string
  readonly by: string
  readonly byId: string
  readonly at: string
  readonly batch?: BatchState
  /** A security event: said on the screen at once, whatever is open. */
  readonly security?: SecurityNotice
  /** Of `answered`: the result of a request that this person sent to a partner about the record. */
  readonly answer?: PortAnswer
  /** Of `settings`: the person's own settings that changed, by their keys with the new versions. */
  readonly settings?: Readonly<Record<string, number>>
}

/** How a request to a partner ended. What it means for the record stands in the record. */
export interface PortAnswer {
  /** Label of the call. */
  readonly call: Label
  /** Name of the record. */
  readonly name: string
  /** `person`: it could not be finished and waits for somebody. */
  readonly ending: 'done' | 'failed' | 'person'
  /** Why it was not done, "" where it was. */
  readonly why: string
}

/**
 * A security event in the event stream: number of its kind (resource `securityEvent`), its subject, and the sentence to
 * show.
 */
export interface SecurityNotice {
  readonly kind: number
  readonly subject: string
  readonly detail: Label
}

/** A record found by the palette. */
export interface Found {
  readonly resource: string
  readonly id: string
  readonly title: string
  readonly note: string
  /** How the Chinese characters of the title may be read: an entry each, in order, alternatives joined by `/`. */
  readonly pinyin: string
}

/** Most records that are asked for by name at once. */
export const FOUND_AGAIN_MAX = 50

/** Origin of records, in the language of the request; no roles where no person has to act. */
export interface WireOrigin {
  readonly how: string
  readonly roles: readonly string[]
}

export interface QueueCount {
  readonly queue: string
  readonly view: string
  readonly total: number
  readonly exact: boolean
}

/** Health of the server for users and probes: everyone sees the status, administrators also the rest. */
export interface Health {
  readonly status: 'up' | 'down'
  readonly database?: 'embedded' | 'postgresql'
  readonly databaseVersion?: string
  readonly leakproof?: boolean
  readonly instance?: string
  readonly version?: string
  /** Why files cannot be kept; absent where they can. */
  readonly storage?: string
}

/** Words and tone of a choice's value, for cells and badges. */
export interface Badge {
  readonly text: Label
  readonly tone: Tone
}
