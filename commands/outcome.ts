import type { BatchState } from '../src/model/wire/batchWire.ts'
import type { Conflict } from '../src/model/wire/wire.ts'

/** How a command ended. Surfaces say it (toast, move, dialog); commands themselves never do. */
export type Outcome =
  | { readonly is: 'done'; readonly say?: string; readonly undo?: Undo }
  /** Sent to the server; the answer arrives later through the decision overlay. */
  | { readonly is: 'pending'; readonly undo?: Undo }
  | { readonly is: 'batch'; readonly state: BatchState }
  | { readonly is: 'open'; readonly route: string; readonly newWindow?: boolean }
  | { readonly is: 'conflict'; readonly conflict: Conflict }
  | { readonly is: 'refused'; readonly code: number; readonly message: string }
  | { readonly is: 'nothing'; readonly why: string }
  /** The person cancelled a dialog. */
  | { readonly is: 'cancelled' }

/** Data that `z` needs to take a decision back. */
export interface Undo {
  readonly resource: string
  readonly id: string
  readonly transition: string
  readonly version: number
  /** Wall-clock time until which it may be taken back, "" = no limit. */
  readonly until: string
  readonly title: string
}
