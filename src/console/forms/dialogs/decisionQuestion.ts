import type { BatchPreview } from '../../../model/wire/batchWire.ts'
import type { DeclaredDecision } from '../../data/domains.ts'
import type { Subject } from '../subject.ts'

export type Answer = Readonly<Record<string, unknown>>

export interface DecisionQuestion extends Subject {
  readonly resource: string
  /** Name of the decision: a transition, or a call that is a command. */
  readonly decision: string
  /** Decision that no lifecycle declares: deleting by the generic call. */
  readonly act?: DeclaredDecision
  /** Names the records that are decided: an answer turned away from is kept for these and for no others. */
  readonly about?: string
  /** Preview of a batch by the server. */
  readonly preview?: Promise<BatchPreview>
  /** Heading; default: what the decision is called. */
  readonly title?: string
  /** Sentences before the records. */
  readonly notes?: readonly string[]
  /** Nothing takes it back: said before it is done. */
  readonly final?: boolean
  /**
   * Sends the answers with a one-time code, where the preview demands one, while the dialog stays open. Returns the
   * problem of the code; null when the dialog is done.
   */
  readonly send?: (answer: Answer, oneTimeCode: string) => Promise<string | null>
  /** Answers that the form begins with. */
  readonly given?: Answer
  /** Asked in the line of the palette, where it can be: the text that the first missing answer begins with. */
  readonly inline?: string
  /** Text that the reason of the form begins with. */
  readonly text?: string
  /** The person wants to say something although nothing must be said. */
  readonly detailed?: boolean
}
