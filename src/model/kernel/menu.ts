import type { Label } from './label.ts'

/** A leaf of the menu tree: a screen a person can go to. `code` is unique in the whole tree. */
export interface Leaf {
  readonly code: string
  readonly title: Label
  readonly path: string
  readonly icon: string
  /** The resource whose generic table the path shows; its operations and transitions become the leaf's buttons. */
  readonly resource?: string
  /** Further resources worked on from this leaf (children, documents): their buttons hang here too. */
  readonly with?: readonly string[]
  /** Buttons that no resource gives (permission codes with their words). */
  readonly buttons?: Readonly<Record<string, Label>>
  /** Opens in a new window (openness 2). */
  readonly newWindow?: boolean
}

/** A group of leaves (menu category 1 without a path). */
export interface Group {
  readonly code: string
  readonly title: Label
  readonly icon: string
  readonly leaves: readonly Leaf[]
}

/** A top menu: what the header offers; its groups fill the sidebar. */
export interface TopMenu {
  readonly code: string
  readonly title: Label
  readonly icon: string
  readonly groups: readonly Group[]
}
