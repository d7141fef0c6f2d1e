import type { Label } from '../values/label.ts'
import { type Field, isRefs } from './fields/field.ts'
import { LOOKUP } from './form.ts'
import { HELD } from './held.ts'
import { fieldOf, type Resource } from './resource.ts'
import { TRACE } from './trace.ts'

/** Code (in the address) and title of every section. */
interface Tab {
  readonly code: string
  /** Absent with `children`: the title of the child resource. */
  readonly title?: Label
}

/** Differences of a section of facts from the order of the fields: its first and last ones, and those it leaves out. */
export interface FactsOrder<Name extends string = string> {
  readonly first?: readonly Name[]
  readonly last?: readonly Name[]
  readonly without?: readonly Name[]
}

/** Fields of the record as names and values; without `fields` all of them. */
export interface FactsSection<Name extends string = string> extends Tab {
  readonly kind: 'facts'
  readonly title: Label
  readonly fields?: readonly Name[]
  /** In place of `fields`: all that no other section shows, in the order of the fields but for these (`sectionsOf`). */
  readonly order?: FactsOrder<Name>
  /** Headings under which some of the fields stand, after those that stand under none. */
  readonly parts?: readonly { readonly title: Label; readonly fields: readonly Name[] }[]
}

/** Rows of a child resource (`Resource.children`). */
export interface ChildrenSection extends Tab {
  readonly kind: 'children'
  readonly resource: string
}

/** Section of the history of the record. */
export interface HistorySection extends Tab {
  readonly kind: 'history'
  readonly title: Label
}

/** Documents that the record came from and those made of it. */
export interface RelatedSection extends Tab {
  readonly kind: 'related'
  readonly title: Label
}

/** Files and pictures of the record, one below the other. */
export interface FilesSection<Name extends string = string> extends Tab {
  readonly kind: 'files'
  readonly title: Label
  readonly fields: readonly Name[]
}

/** A formatted text across the whole width. */
export interface HtmlSection<Name extends string = string> extends Tab {
  readonly kind: 'html'
  readonly title: Label
  readonly field: Name
}

/** Two values that ought to agree: the field on either side. */
export type Pair<Name extends string = string> = readonly [left: Name, right: Name]

/** Pairs of fields side by side, differences marked. */
export interface CompareSection<Name extends string = string> extends Tab {
  readonly kind: 'compare'
  readonly title: Label
  /** The left and the right side. */
  readonly heads: readonly [left: Label, right: Label]
  readonly pairs: readonly Pair<Name>[]
}

/** A line of arithmetic: `start` begins a sum, `+` and `-` change it, `=` is what it has to come to. */
export interface Line<Name extends string = string> {
  readonly sign: 'start' | '+' | '-' | '='
  readonly field: Name
}

/**
 * How an amount comes about: lines of declared fields, checked by the console as they are added up. It stands above the
 * other sections, wherever it is declared.
 */
export interface SumSection<Name extends string = string> extends Tab {
  readonly kind: 'sum'
  readonly title: Label
  readonly lines: readonly Line<Name>[]
}

/** Stages one after the other: rows of a child in the order of its list, `label` and `value` of each. */
export interface StepsSection extends Tab {
  readonly kind: 'steps'
  readonly title: Label
  readonly resource: string
  readonly label: string
  readonly value: string
}

/**
 * Pictures of the rows of a child, side by side. `picture`: the child's file; `by`: the choice that names its subject;
 * `needs`: choices without which the record is incomplete; missing ones are listed.
 */
export interface PicturesSection extends Tab {
  readonly kind: 'pictures'
  readonly resource: string
  readonly picture: string
  readonly by: string
  readonly needs: readonly string[]
}

/** A component of the console, by the name it is registered under (`console/record/panels.ts`). */
export interface PanelSection extends Tab {
  readonly kind: 'panel'
  readonly title: Label
  readonly panel: string
  /** The resource whose records it shows: without them for who may not see those. */
  readonly shows?: string
}

/**
 * A section of a record, in queue, table and detail page: one below the other where there is room, else one a tab.
 * Declared by the resource, in order; a resource that declares none has what `sectionsOf` says.
 */
export type Section<Name extends string = string> =
  | FactsSection<Name>
  | ChildrenSection
  | HistorySection
  | RelatedSection
  | FilesSection<Name>
  | HtmlSection<Name>
  | CompareSection<Name>
  | SumSection<Name>
  | StepsSection
  | PicturesSection
  | PanelSection

/** Names and values. `fields`: which ones, in order within their group; default all, and when the record was written. */
export function facts(): FactsSection<never>
/** All fields that no other section shows, but for what is said here. Audit columns are shown where they are named. */
export function facts<const Name extends string>(order: FactsOrder<Name>): FactsSection<Name>
/** Where a record has several such sections, each but the first says its code. */
export function facts<const Name extends string>(
  fields: readonly Name[],
  title?: Label,
  code?: string,
): FactsSection<Name>
export function facts(
  shown?: readonly string[] | FactsOrder,
  title: Label = ['概要', 'Summary'],
  code: string = 'facts',
): FactsSection {
  return { kind: 'facts', code, title, ...(isNames(shown) ? { fields: shown } : shown ? { order: shown } : {}) }
}

const isNames = (shown: readonly string[] | FactsOrder | undefined): shown is readonly string[] => Array.isArray(shown)

/** The facts of a record, those that are known of at first sight and then others under headings: one section. */
export const factsUnder = <const Name extends string>(
  first: readonly Name[],
  parts: readonly { readonly title: Label; readonly fields: readonly Name[] }[],
): FactsSection<Name> => ({ ...facts([...first, ...parts.flatMap((p) => p.fields)]), parts })

/** Rows of a child, under the child's title or a shorter one. */
export const children = (resource: string, title?: Label): ChildrenSection => ({
  kind: 'children',
  code: resource,
  resource,
  ...(title ? { title } : {}),
})

/** The history of decisions and edits. */
export const history = (): HistorySection => ({ kind: 'history', code: 'history', title: ['历史', 'History'] })

/** Records of other resources that belong to the record. */
export const related = (): RelatedSection => ({ kind: 'related', code: 'related', title: ['相关单据', 'Related'] })

/** Files and pictures of the record (fields of kind `file` and `image`). */
export const files = <const Name extends string>(
  fields: readonly Name[],
  title: Label = ['附件', 'Files'],
): FilesSection<Name> => ({ kind: 'files', code: 'files', title, fields })

/** A formatted text (a field of kind `html`) across the whole width. */
export const html = <const Name extends string>(field: Name, title: Label): HtmlSection<Name> => ({
  kind: 'html',
  code: field,
  title,
  field,
})

/** Pairs of fields of one kind side by side, differences marked. */
export const compare = <const Name extends string>(
  heads: readonly [left: Label, right: Label],
  pairs: readonly Pair<Name>[],
  title: Label = ['对照', 'Compare'],
): CompareSection<Name> => ({ kind: 'compare', code: 'compare', title, heads, pairs })

/**
 * How amounts come about, as `['gross', '-vat', '=net']`: a name without a sign begins a sum, what follows `=` is what
 * it has to come to.
 */
export const sums = <const Name extends string>(
  lines: readonly (Name | `+${Name}` | `-${Name}` | `=${Name}`)[],
  title: Label = ['计算', 'Calculation'],
): SumSection<Name> => ({
  kind: 'sum',
  code: 'sum',
  title,
  lines: lines.map((line): Line<Name> => {
    const sign = line[0] === '+' || line[0] === '-' || line[0] === '=' ? line[0] : 'start'
    return { sign, field: (sign === 'start' ? line : line.slice(1)) as Name }
  }),
})

/** Stages: rows of a child below one another, each with its label and its result. */
export const steps = (
  resource: string,
  { label, value }: { readonly label: string; readonly value: string },
  title: Label = ['步骤', 'Steps'],
): StepsSection => ({ kind: 'steps', code: `steps.${resource}`, title, resource, label, value })

/** Pictures of a child by what they show, under the child's title or a shorter one. */
export const pictures = (
  resource: string,
  { picture, by, needs = [] }: { readonly picture: string; readonly by: string; readonly needs?: readonly string[] },
  title?: Label,
): PicturesSection => ({ kind: 'pictures', code: resource, resource, picture, by, needs, ...(title ? { title } : {}) })

/** A component of the console that is registered under this name. */
export const panel = (name: string, title: Label, shows?: string): PanelSection => ({
  kind: 'panel',
  code: name,
  title,
  panel: name,
  ...(shows ? { shows } : {}),
})

/** Panel of the amounts that documents held of the record and released (`held` of the resource). */
export const heldPanel = (title: Label): PanelSection => panel(HELD, title)

/** Whether the doctor of the record may be paid: certification, face check, protocol, bank account, blacklist. */
export const doctorCard = (): PanelSection => panel('doctorCard', ['收款医生', 'Doctor'], 'authenticationDoctor')

/** Links for the phone of the record's doctor: sent, shown as a QR code, copied. */
export const doctorLinks = (): PanelSection =>
  panel('doctorLink', ['医生手机链接', "Links for the doctor's phone"], 'doctorLink')

/** The files that calls (`downloadsOf`) make of the record when they are asked for. */
export const downloads = (): PanelSection => panel('downloads', ['下载', 'Downloads'])

/**
 * Panel that compares a record with the register named by its form; hidden from those who may not query the register.
 */
export const register = (title: Label): PanelSection => panel(LOOKUP, title)

/** Panel of the trace: the line of documents that a record stands in, from the deliverable to the tax certificate. */
export const tracePanel = (): PanelSection => panel(TRACE, ['单据链路', 'Traceability'])

/** The child whose rows a section shows; undefined for the others. */
export const childShown = (s: Section): string | undefined =>
  s.kind === 'children' || s.kind === 'steps' || s.kind === 'pictures' ? s.resource : undefined

/** Returns whether another field says this one: the names of several references, the path of a key, the same text in English. */
const isCoveredBy = (of: Pick<Resource, 'fields'>, name: string): boolean =>
  Object.values<Field>(of.fields).some(
    (f) => ((isRefs(f) || f.facts.nodeOf !== undefined) && f.facts.shows === name) || f.facts.inEnglish === name,
  )

/** Returns the fields of a record that tell a person something which no other says, in order: refs by the name beside them. Pure. */
export const factNames = (of: Pick<Resource, 'fields' | 'concerns'>): string[] =>
  Object.entries<Field>(of.fields).flatMap(([name, f]) => {
    // which record it speaks of is said by its name, not by its number
    const isNamed = of.concerns?.name !== undefined && of.concerns.id === name
    const isShownBy = !isRefs(f) && f.facts.nodeOf === undefined && f.facts.shows && fieldOf(of, f.facts.shows)
    return isNamed || isShownBy || isCoveredBy(of, name) ? [] : [name]
  })

/** The fields that a section shows by their names. */
function namedIn(s: Section): readonly string[] {
  switch (s.kind) {
    case 'facts':
    case 'files':
      return s.fields ?? []
    case 'html':
      return [s.field]
    case 'compare':
      return s.pairs.flat()
    default:
      return []
  }
}

type Sectioned = Pick<Resource, 'fields' | 'concerns' | 'sections' | 'children' | 'view' | 'overview'>

/** The sections that a resource declares, each section of facts with its fields. */
function declared(r: Sectioned, sections: readonly Section[]): readonly Section[] {
  return sections.map((s) => {
    if (s.kind !== 'facts' || !s.order) return s
    const { first = [], last = [], without = [] } = s.order
    const placed = new Set([...first, ...last, ...without, ...sections.flatMap(namedIn)])
    return { ...s, fields: [...first, ...factNames(r).filter((name) => !placed.has(name)), ...last] }
  })
}

const known = new WeakMap<Sectioned, readonly Section[]>()

/**
 * Returns the sections of a resource. One that declares none has facts, each child, history (a view and an overview have
 * none) and related documents.
 */
export function sectionsOf(r: Sectioned): readonly Section[] {
  if (r.sections) {
    const found = known.get(r) ?? declared(r, r.sections)
    known.set(r, found)
    return found
  }
  return [
    facts(),
    ...(r.children ?? []).map((c) => children(c.resource)),
    ...(r.view === undefined && !r.overview ? [history()] : []),
    related(),
  ]
}
