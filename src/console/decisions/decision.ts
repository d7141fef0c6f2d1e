import type { Conflict, Decided, WireRow } from '../../model/wire/wire.ts'
import type { Proofs } from './agree.ts'
import type { Message } from './named.ts'

/** Requested decision on a record. */
export interface DecisionRequest {
  readonly id: string
  readonly resource: string
  /** Name of the decision: a transition, or a call that is a command. */
  readonly decision: string
  /** The version the person saw. */
  readonly version: number
  readonly ask: Readonly<Record<string, unknown>>
  /** The record's name: `SO20240615000123`. */
  readonly title: string
  readonly row: WireRow
  /** The cursor stays, and so does the row. */
  readonly stays: boolean
  /** False when nothing takes this back. */
  readonly undoable: boolean
}

/**
 * waiting (for a lane or the network), sending, done, failed (refused), conflict (another user was faster), undoing.
 */
export type Phase = 'waiting' | 'sending' | 'done' | 'failed' | 'conflict' | 'undoing'

export interface Entry extends DecisionRequest {
  readonly key: string
  /** Counts the decisions made here: what was decided later has more. */
  readonly made: number
  readonly phase: Phase
  /** Tries that may have reached the server. */
  readonly tries: number
  /** The server's answer; null before. */
  readonly decided: Decided | null
  /** Until when it may be taken back, by this browser's clock, ms. */
  readonly deadline: number | null
  readonly message: Message
  readonly conflict: Conflict | null
  /** `z` was pressed before the answer came. */
  readonly undoNext: boolean
}

/** Why a send failed, as far as the overlay asks. `again` = not an answer: try the same later, and say the
 * message where that comes to nothing. */
export type Failure =
  | { readonly is: 'again'; readonly network: boolean; readonly message?: Message }
  | { readonly is: 'conflict'; readonly conflict: Conflict; readonly message: Message }
  /** Its person has to type a total or a one-time code first. */
  | { readonly is: 'unproved'; readonly message: Message }
  | { readonly is: 'refused'; readonly message: Message }

/** Ports of decisions to the outside: network, clock and timers. */
export interface DecisionPorts {
  /** Sends a decision; rejects with anything `failureOf` understands. */
  send(order: DecisionRequest, key: string): Promise<Decided>
  /** Sends the decision that takes one back. `version` is the one after the decision. */
  takeBack(order: DecisionRequest, decided: Decided, key: string): Promise<Decided>
  failureOf(error: unknown): Failure
  /**
   * Opens the question for proofs that the server demanded and sends the decision with them. False when the person
   * cancels; rejects with the error of `send`.
   */
  agree(order: DecisionRequest, send: (proofs: Proofs) => Promise<void>): Promise<boolean>
  newKey(): string
  /** This browser's clock, ms. */
  now(): number
  /** Until when, by this browser's clock, an answer that has just come may be taken back; null when it is unknown. */
  deadline(decided: Decided): number | null
  later(run: () => void, ms: number): () => void
}

/** Events of decisions, for those who show them. */
export interface Listener {
  /** Something about the overlay is different. */
  changed?(): void
  /** The server has it: the row left the server's list. */
  confirmed?(entry: Entry, decided: Decided): void
  /** The row is in the list again, for these reasons. */
  returned?(entry: Entry, why: 'conflict' | 'refused' | 'takenBack' | 'dropped'): void
  /** Event of a refused take-back; the decision remains. */
  stands?(entry: Entry, message: Message): void
  /** All decisions are finished: none is waiting or being sent. */
  settled?(): void
}

/** Counts for the status bar. */
export interface Tally {
  readonly waiting: number
  readonly sending: number
  readonly failed: number
  readonly conflicts: number
}
