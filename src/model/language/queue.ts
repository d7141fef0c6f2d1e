import type { Label } from '../values/label.ts'
import type { Condition } from './conditions/condition.ts'

/** Decision offered in a view: a transition of the view's resource by its name, or a call with `command` by its id. */
export type Decision = string | { readonly call: string }

/** View of a queue: records of one resource, the roles that work on them and the decisions offered. */
export interface QueueView {
  readonly code: string
  /** Title in palette, sidebar and heading (结算单审核). */
  readonly title: Label
  /** The resource whose records are worked. Views of one queue may have different ones. */
  readonly resource: string
  /** Conditions that make a record part of the queue: `is`, `isNot` and `oneOf` of condition.ts. */
  readonly where: readonly Condition[]
  /** Permission to work in this view. */
  readonly permission: string
  /** Other names people ask for it by, in both languages, separated by `, `. */
  readonly words?: string
  /** In the order of the buttons. */
  readonly decisions: readonly Decision[]
  /** Within how many hours a record should be decided; default `TARGET_HOURS` (model/wire/urgency.ts). */
  readonly targetHours?: number
  /** Order of the queue: field, `+` = oldest first. Default: the resource's own. */
  readonly sort?: string
}

/** A queue of domain.md §6: records of one or several resources worked through from the keyboard. */
export interface Queue {
  readonly code: string
  readonly title: Label
  /** Domain that declares this queue: its lazy chunk in the browser. Set by `defineDomain()`. */
  readonly domain?: string
  readonly icon: string
  /** Key that goes to the first view that is this person's work (`g s`). */
  readonly go?: string
  readonly views: readonly QueueView[]
  /** Columns of the dense list by resource; default: those of the resource's own list. */
  readonly columns?: Readonly<Record<string, readonly string[]>>
}

/** The resources a queue works, each once, in the order of its views. */
export const resourcesOf = (q: { readonly views: readonly { readonly resource: string }[] }): string[] => [
  ...new Set(q.views.map((v) => v.resource)),
]
