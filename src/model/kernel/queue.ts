import type { Label } from './label.ts'

/** One "to do" of a queue: a filter, who works it, what can be decided there. */
export interface QueueView {
  readonly code: string
  /** What the palette, sidebar and heading call it (结算单审核). */
  readonly title: Label
  /** The filter that makes a row "to do". */
  readonly where: Readonly<Record<string, string | number>>
  /** Permission that makes this view somebody's work. */
  readonly permission: string
  /** Transitions offered as decisions, in the order of the buttons. */
  readonly decisions: readonly string[]
  /** Order of the queue: field, `+` = oldest first. */
  readonly sort?: string
}

/** A part of the detail pane beside the list. */
export interface QueuePart {
  readonly code: string
  readonly title: Label
  /** `facts` of the record, rows of a child resource, its history, related documents. */
  readonly shows: 'facts' | 'children' | 'history' | 'related'
  readonly resource?: string
  readonly fields?: readonly string[]
}

/** A queue of domain.md §6: a resource worked through from the keyboard. */
export interface Queue {
  readonly code: string
  readonly title: Label
  readonly resource: string
  readonly icon: string
  /** Key that goes to the first view that is this person's work (`g s`). */
  readonly go?: string
  readonly views: readonly QueueView[]
  /** Columns of the dense list. */
  readonly columns: readonly string[]
  readonly parts: readonly QueuePart[]
  /** quickReply.moduleCode of its reasons. */
  readonly replies?: string
  /** Things a person will look for here that later documents bring: shown disabled, with the reason. */
  readonly closed?: readonly {
    readonly code: string
    readonly title: Label
    readonly key?: string
    readonly why: Label
  }[]
}
