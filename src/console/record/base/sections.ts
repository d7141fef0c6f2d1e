import { statusFields } from '../../../model/language/derived/past.ts'
import { type Field, isChoice, isRef } from '../../../model/language/fields/field.ts'
import { LOOKUP } from '../../../model/language/form.ts'

import type { Lifecycle } from '../../../model/language/lifecycle.ts'
import { type Child, fieldOf, type Resource } from '../../../model/language/resource.ts'
import {
  childShown,
  factNames,
  panel,
  type Section,
  type SumSection,
  sectionsOf,
} from '../../../model/language/section.ts'
import type { Label } from '../../../model/values/label.ts'
import { COMMENTS_SECTION } from '../../../model/wire/comments.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { catalogueNow } from '../../data/catalogue.ts'
import { resourceNow } from '../../data/domains.ts'
import { lookupOf } from '../../data/lookup.ts'
import { catalogued } from '../../data/records.ts'
import { rowText } from '../../fields/cell.ts'
import { type Display, displayOf } from '../../fields/displays.ts'

/** Sections of a record for the user and their content: derived from the model and the catalogue. */

/** Returns whether the user may see records of a resource at all. */
export const mayLook = (resource: string): boolean => catalogued(resource) !== undefined

/** Title of a section: its own title, else that of the resource whose rows it shows. */
export function titleOfSection(s: Section): Label {
  if (s.title) return s.title
  const shown = childShown(s) ?? s.code
  const entry = catalogued(shown)
  const known = resourceNow(shown)?.title
  if (known || !entry) return known ?? [shown, shown]
  // Not loaded yet: the catalogue says it, in the person's language first.
  return catalogueNow()?.language === 'en' ? [entry.alias, entry.title] : [entry.title, entry.alias]
}

/** Returns whether a section has content that the user may see. */
function isShown(of: Resource, s: Section): boolean {
  if (s.kind === 'history') return mayLook('approvalHistory')
  if (s.kind === 'related') return documentsOf(of, mayLook).length > 0 || linksOf(of, mayLook).length > 0
  if (s.kind === 'panel' && s.panel === LOOKUP) return lookupOf(of) !== null
  const child = s.kind === 'panel' ? s.shows : childShown(s)
  return child === undefined || mayLook(child)
}

/** The comments of a record: of every record that is one, behind all else. */
const comments = panel(COMMENTS_SECTION, ['评论', 'Comments'])

/** Whether records may be commented on: rows that are computed are other records seen another way. */
export const isCommented = (of: Resource): boolean => of.view === undefined && !of.overview

/**
 * The sections of a record for this user, in order. Titles are complete when the domains of the children are loaded.
 */
export const shownSections = (of: Resource): Section[] => [
  ...sectionsOf(of).filter((s) => s.kind !== 'sum' && isShown(of, s)),
  ...(isCommented(of) ? [comments] : []),
]

/** How the amounts of a record come about: no section to go to, but the first thing it says. */
export const headSections = (of: Resource): SumSection[] => sectionsOf(of).filter((s) => s.kind === 'sum')

/** The same by the resource's id; none while its domain is not loaded. */
export const sectionsFor = (resource: string): Section[] => {
  const of = resourceNow(resource)
  return of ? shownSections(of) : []
}

/** Children that have no section of their own: documents that came out of the record. */
export const documentsOf = (of: Resource, may: (resource: string) => boolean): Child[] =>
  (of.children ?? []).filter((c) => may(c.resource) && !sectionsOf(of).some((s) => childShown(s) === c.resource))

/** A field that points to another record the user may look at. */
export interface LinkField {
  readonly name: string
  readonly field: Field
  readonly to: string
}

/** Fields that point up: to the cycle, the company … */
export const linksOf = (of: Resource, may: (resource: string) => boolean): LinkField[] =>
  Object.entries(of.fields).flatMap(([name, field]) =>
    isRef(field) && may(field.to) ? [{ name, field, to: field.to }] : [],
  )

/** The main status field of a record: the first one of its lifecycle, else the first choice with tones. */
export function statusOf(of: Resource, lifecycle: Lifecycle | null | undefined): string | undefined {
  if (of.state) return of.state
  const [moved] = lifecycle ? statusFields(lifecycle) : []
  if (moved) return moved
  return Object.entries(of.fields).find(
    ([, f]) => isChoice(f) && Object.values(f.values).some((v) => v[2] !== undefined),
  )?.[0]
}

/** Returns the facts by group: identity, amounts, dates, and long texts across the whole width. */
export interface FactGroup {
  readonly code: Display['group']
  readonly names: readonly string[]
}

/**
 * The facts of a record, grouped. `names`: those a section declares; else every field, refs by the name kept beside
 * them, and when it was made. Amounts that its head adds up are not said twice.
 */
export function factsOf(of: Resource, names?: readonly string[]): FactGroup[] {
  const wanted = names ?? [...factNames(of), 'createTime', 'updateTime']
  const groups: Record<FactGroup['code'], string[]> = { main: [], amounts: [], times: [], texts: [] }
  const added = new Set(headSections(of).flatMap((s) => s.lines.map((l) => l.field)))
  for (const name of wanted) {
    const field = fieldOf(of, name)
    if (field && !added.has(name)) groups[displayOf(field).group].push(name)
  }
  return (['main', 'amounts', 'times', 'texts'] as const).flatMap((code) =>
    groups[code].length > 0 ? [{ code, names: groups[code] }] : [],
  )
}

/** Returns whether a record is known to have no value here; what a list's row does not hold is not known. Pure. */
export const isUnset = (of: Resource, name: string, row: WireRow): boolean =>
  row[name] !== undefined && rowText(of, name, row, 'zh') === ''

/**
 * The columns of a child table: its list's, without what is the same in every row because the parent is. What it is
 * called comes first, then its amount and status: a narrow pane shows that without scrolling sideways.
 */
export function childColumns(child: Resource, by: string): string[] {
  const up = fieldOf(child, by)
  const hidden = new Set([by, ...(up && isRef(up) && up.facts.shows ? [up.facts.shows] : [])])
  const names = child.list.columns.filter((c) => !hidden.has(c))
  const rank = (name: string): number => {
    const field = fieldOf(child, name)
    if (names.indexOf(name) < LEADING) return 0
    if (field && displayOf(field).summed) return 1
    return field && isChoice(field) && field.facts.short ? 2 : 3
  }
  return [...names].sort((a, b) => rank(a) - rank(b))
}

/** Columns that keep their place in a child table: what the row is called. */
const LEADING = 2

/**
 * A record and its row in a list, seen at two moments: what is known of the later one. The row holds the list's columns
 * only, so where it is newer its values replace the record's.
 */
export const fresher = (record: WireRow | undefined, row: WireRow | undefined): WireRow | undefined => {
  if (!record || !row) return record ?? row
  return row.version > record.version ? { ...record, ...row } : record
}
