import { type StatePart, stateParts, stepLabel } from '../../model/language/derived/past.ts'
import { choiceOf, choiceWords, type Field, isChoice, namedBy } from '../../model/language/fields/field.ts'
import { fieldOf, MAKER_NAME, type Resource } from '../../model/language/resource.ts'
import { joined, type Language, label } from '../../model/values/label.ts'
import type { Badge } from '../../model/wire/wire.ts'
import { catalogueNow, resourceIn } from '../data/catalogue.ts'
import type { DictWords } from '../data/dictionary.ts'
import { decisionNow, lifecycleNow, resourceNow } from '../data/domains.ts'
import { displayOf } from './displays.ts'

/** Display form of a value. Pure and cheap: the grid asks for hundreds of these per frame. */

/**
 * The text of a value in a cell. Empty ("" and null on the wire alike) is "". Masked values come masked from the
 * server.
 */
export const cellText = (field: Field, value: unknown, language: Language, words?: DictWords): string =>
  value === null || value === undefined || value === '' || value === field.facts.none
    ? ''
    : displayOf(field).text(field, value, language, words)

/** Changed field as text: title, old value and new value ("" for none). */
export interface ChangeLine {
  readonly name: string
  readonly title: string
  readonly from: string
  readonly to: string
  /** The resource whose record a side names by its id alone, for its name is kept nowhere beside it. */
  readonly of?: { readonly from?: string; readonly to?: string }
}

/**
 * The changes that a field lists (`facts.changesOf`), in the words of the resource they belong to. A reference is shown
 * by its name where that is listed, too. Field names replace titles until the resource is loaded.
 */
export function changeLines(
  field: Field,
  row: Readonly<Record<string, unknown>>,
  value: unknown,
  language: Language,
  words?: DictWords,
): ChangeLine[] {
  return changesIn(resourceNow(String(row[field.facts.changesOf ?? ''] ?? '')), value, language, words)
}

/** The same of the changes of records of a known resource. */
export function changesIn(
  of: Resource | undefined,
  value: unknown,
  language: Language,
  words?: DictWords,
  now?: Readonly<Record<string, unknown>>,
): ChangeLine[] {
  const list = Array.isArray(value) ? (value as readonly { field: string; from: unknown; to: unknown }[]) : []
  const listed = new Set(list.map((c) => c.field))
  return list.flatMap((c) => {
    const f = of && fieldOf(of, c.field)
    if (f?.facts.shows && listed.has(f.facts.shows)) return []
    // the record still names the referenced one
    const named = (v: unknown) => (f?.facts.shows && v && now?.[c.field] === v ? String(now[f.facts.shows] ?? '') : '')
    const text = (v: unknown) => named(v) || (f ? cellText(f, v, language, words) : String(v ?? ''))
    const target = f && namedBy(f, now)
    const idOf = (v: unknown) => (target && v && !named(v) ? target : undefined)
    const [from, to] = [idOf(c.from), idOf(c.to)]
    return [
      {
        name: c.field,
        title: f ? label(f.label, language) : c.field,
        from: text(c.from),
        to: text(c.to),
        ...(from || to ? { of: { ...(from && { from }), ...(to && { to }) } } : {}),
      },
    ]
  })
}

/** All changes in one line of a table. */
const changesText = (lines: readonly ChangeLine[], language: Language): string =>
  joined(
    lines.map((l) => `${l.title} ${l.from || '—'} → ${l.to || '—'}`),
    language,
    '; ',
  )

/** Value of a text that holds several, in words. */
export interface Part {
  readonly name: string
  readonly title: string
  readonly text: string
}

/** The values of a text that holds an object (`facts.holds`), in the order they are declared; none where it holds no object. */
export function partsOf(field: Field, value: unknown, language: Language, words?: DictWords): Part[] {
  const { holds } = field.facts
  if (!holds || typeof value !== 'string') return []
  let object: unknown
  try {
    object = JSON.parse(value)
  } catch {
    return []
  }
  if (object === null || typeof object !== 'object') return []
  const found = object as Readonly<Record<string, unknown>>
  return Object.entries<Field>(holds).flatMap(([name, f]) => {
    const text = cellText(f, found[name], language, words)
    return text === '' ? [] : [{ name, title: label(f.label, language), text }]
  })
}

/** The word of a step that a field names (`facts.stepOf`); its code while its domain is not loaded, or for an old one. */
export const stepText = (resource: string, code: string, language: Language): string => {
  const step = stepLabel(lifecycleNow(resource)?.transitions ?? {}, code) ?? decisionNow(resource, code)?.label
  return step ? label(step, language) : code
}

/** A part of a kept state in words. */
export const partText = ({ field, value, label: text }: StatePart, language: Language): string =>
  field ? cellText(field, value, language) : label(text ?? [value, value], language)

/** The state that a field keeps (`facts.stateOf`) in words; as it is kept while its domain is not loaded. */
const stateWords = (resource: string, kept: string, language: Language): string => {
  const [of, lifecycle] = [resourceNow(resource), lifecycleNow(resource)]
  if (!of || !lifecycle) return kept
  return stateParts(of, lifecycle, kept)
    .map((p) => partText(p, language))
    .join(' · ')
}

/**
 * The text of a row's field; a `ref` is shown by the name kept beside it (`facts.shows`), never by its number if that
 * is there.
 */
export function rowText(
  of: Pick<Resource, 'fields' | 'concerns'>,
  name: string,
  row: Readonly<Record<string, unknown>>,
  language: Language,
  words?: DictWords,
): string {
  const field = fieldOf(of, name)
  if (!field) return String(row[name] ?? '')
  if (of.concerns?.resource === name || field.facts.resourceKey)
    return resourceIn(catalogueNow(), String(row[name]))?.title ?? String(row[name] ?? '')
  const { stepOf, stateOf, inEnglish } = field.facts
  if (stepOf) return stepText(String(row[stepOf] ?? ''), String(row[name] ?? ''), language)
  if (stateOf) return stateWords(String(row[stateOf] ?? ''), String(row[name] ?? ''), language)
  if (inEnglish && language === 'en' && row[inEnglish]) return String(row[inEnglish])
  if (field.facts.holds) {
    const parts = partsOf(field, row[name], language, words)
    if (parts.length > 0) {
      return joined(
        parts.map((p) => `${p.title} ${p.text}`),
        language,
        '; ',
      )
    }
  }
  if (field.facts.changesOf) return changesText(changeLines(field, row, row[name], language, words), language)
  if (field.facts.shows) {
    const shown = row[field.facts.shows]
    const named = fieldOf(of, field.facts.shows)
    if (shown !== null && shown !== undefined && shown !== '')
      return named ? cellText(named, shown, language, words) : String(shown)
    // read beside the row: empty where the reader may not know who it was, and then a number says nothing either
    if (shown === '' && field.facts.shows === MAKER_NAME) return ''
  }
  return cellText(field, row[name], language, words)
}

const badges = new WeakMap<Field, Map<number | string, Badge | null>>()

/** Words and tone of a choice's value, null when it has no tone (plain text will do). The same object every time. */
export function badgeOf(field: Field, value: unknown): Badge | null {
  if (value === null || value === undefined || value === '' || !isChoice(field)) return null
  const key = choiceOf(field, String(value))
  let known = badges.get(field)
  if (!known) {
    known = new Map()
    badges.set(field, known)
  }
  let badge = known.get(key)
  if (badge === undefined) {
    const words = choiceWords(field, key)
    badge = words?.[2] ? { text: [words[0], words[1]], tone: words[2] } : null
    known.set(key, badge)
  }
  return badge
}

/** Numbers are aligned right so that their digits line up; everything else left. */
export const alignOf = (field: Field): 'left' | 'right' => displayOf(field).align

/** Column width of a field, px: the preferred width with its minimum and maximum. */
export interface Widths {
  readonly width: number
  readonly least: number
  readonly most: number
}

/** A month (`2025-12`) is read whole, px,. */
const MONTH = 64

/** How wide a field's column is, from what the field says and its kind. */
export function widthsOf(field: Field): Widths {
  const display = displayOf(field)
  const width = field.facts.width ?? display.width
  const least = Math.min(width, field.facts.least ?? (field.facts.means === 'month' ? MONTH : display.least))
  return { width, least, most: display.grows ? width * 2 : width }
}

/** How early a list without room leaves a field's column out: 3 first. */
export const priorityOf = (field: Field): 1 | 2 | 3 => field.facts.priority ?? displayOf(field).priority

/** Copied form of a value: amounts as the plain decimal a spreadsheet takes, everything else as it is shown. */
export const copied = (field: Field, raw: unknown, shown: string): string =>
  displayOf(field).copiesPlain ? String(raw) : shown
