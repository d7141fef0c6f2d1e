import type { Label } from './label.ts'

/** What every section says: its code (the tab in the address) and what the tab is called. */
interface Tab {
  readonly code: string
  /** Absent with `children`: the title of the child resource. */
  readonly title?: Label
}

/** Fields of the record as names and values; without `fields` all of them. */
export interface FactsSection<Name extends string = string> extends Tab {
  readonly kind: 'facts'
  readonly title: Label
  readonly fields?: readonly Name[]
}

/** Rows of a child resource (`Resource.children`). */
export interface ChildrenSection extends Tab {
  readonly kind: 'children'
  readonly resource: string
}

/** What happened to the record. */
export interface HistorySection extends Tab {
  readonly kind: 'history'
  readonly title: Label
}

/** Documents it came from and those that came out of it; what is not open yet (`Resource.closed`). */
export interface RelatedSection extends Tab {
  readonly kind: 'related'
  readonly title: Label
}

/**
 * A section of a record: what stands in one tab of the record pane, wherever the pane is (queue, table, detail page).
 * Declared by the resource, in order; a resource that declares none has what `sectionsOf` says.
 */
export type Section<Name extends string = string> =
  | FactsSection<Name>
  | ChildrenSection
  | HistorySection
  | RelatedSection

/** Names and values. `fields`: which, in order within their group; all without. */
export const facts = <const Name extends string>(
  fields?: readonly Name[],
  title: Label = ['概要', 'Summary'],
): FactsSection<Name> => ({ kind: 'facts', code: 'facts', title, ...(fields ? { fields } : {}) })

/** Rows of a child, under the child's title or a shorter one. */
export const children = (resource: string, title?: Label): ChildrenSection => ({
  kind: 'children',
  code: resource,
  resource,
  ...(title ? { title } : {}),
})

export const history = (): HistorySection => ({ kind: 'history', code: 'history', title: ['历史', 'History'] })

export const related = (): RelatedSection => ({ kind: 'related', code: 'related', title: ['相关单据', 'Related'] })

/** What a resource has that declares no sections: facts, each child, history, related documents. */
export const sectionsOf = (r: {
  readonly sections?: readonly Section[]
  readonly children?: readonly { readonly resource: string }[]
}): readonly Section[] =>
  r.sections ?? [facts(), ...(r.children ?? []).map((c) => children(c.resource)), history(), related()]
