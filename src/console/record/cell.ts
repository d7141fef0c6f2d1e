import { wallClock } from '../../model/kernel/dates.ts'
import { type Field, isChoice, isDict, isRef } from '../../model/kernel/field.ts'
import { type Label, type Language, label } from '../../model/kernel/label.ts'
import { fieldOf, type Resource } from '../../model/kernel/resource.ts'
import type { Badge } from '../../model/kernel/wire.ts'
import { catalogueNow, resourceIn } from '../data/catalogue.ts'
import { resourceNow } from '../data/modules.ts'

/**
 * What a value looks like to a person. Pure and cheap: the grid asks for hundreds of these per frame, so there is no
 * Intl, no split, no pattern, and no allocation beyond the text itself.
 */

/** The words of a dictionary entry, when they have been loaded. */
export type DictWords = (code: string, key: string) => string | undefined

const YES: Label = ['是', 'Yes']
const NO: Label = ['否', 'No']
const at = (language: Language): 0 | 1 => (language === 'en' ? 1 : 0)

/** "1234567.50" → "1,234,567.50". The same as the kernel's `readable`, without its temporary lists. */
export function grouped(amount: string): string {
  const dot = amount.indexOf('.')
  const end = dot < 0 ? amount.length : dot
  const start = amount.charCodeAt(0) === 45 ? 1 : 0
  if (end - start <= 3) return amount
  let head = start + ((end - start) % 3 || 3)
  let text = amount.slice(0, head)
  for (; head < end; head += 3) text += `,${amount.slice(head, head + 3)}`
  return dot < 0 ? text : text + amount.slice(dot)
}

/** A fraction as a percentage, exactly: "0.065000" → "6.5%", "1" → "100%". Text that is no decimal stays as it is. */
export function percent(fraction: string): string {
  const start = fraction.charCodeAt(0) === 45 ? 1 : 0
  for (let i = start; i < fraction.length; i++) {
    const c = fraction.charCodeAt(i)
    if (c !== 46 && (c < 48 || c > 57)) return fraction
  }
  const dot = fraction.indexOf('.')
  const end = dot < 0 ? fraction.length : dot
  const places = dot < 0 ? '' : fraction.slice(dot + 1)
  const whole = fraction.slice(start, end) + places.slice(0, 2).padEnd(2, '0')
  let zeros = 0
  while (zeros < whole.length - 1 && whole.charCodeAt(zeros) === 48) zeros++
  let last = places.length
  while (last > 2 && places.charCodeAt(last - 1) === 48) last--
  const rest = last > 2 ? `.${places.slice(2, last)}` : ''
  return `${start ? '-' : ''}${whole.slice(zeros)}${rest}%`
}

function jsonText(value: unknown): string {
  if (typeof value === 'string') return value
  const text = JSON.stringify(value)
  return text === '{}' || text === '[]' || text === undefined ? '' : text
}

/**
 * The text of a value in a cell. Empty ("" and null on the wire alike) is "". Masked values come masked from the
 * server.
 */
export function cellText(field: Field, value: unknown, language: Language, words?: DictWords): string {
  if (value === null || value === undefined || value === '') return ''
  switch (field.kind) {
    case 'money':
      return grouped(String(value))
    case 'points':
      return grouped(String(value))
    case 'rate':
      return percent(String(value))
    case 'flag':
      return (Number(value) === 1 ? YES : NO)[at(language)]
    case 'choice':
      return (isChoice(field) && field.values[Number(value)]?.[at(language)]) || String(value)
    case 'dict':
      return (isDict(field) && words?.(field.dict, String(value))) || String(value)
    case 'epochSeconds':
      return wallClock(Number(value) * 1000)
    case 'epochMillis':
      return wallClock(Number(value))
    case 'json':
      return jsonText(value)
    default:
      return String(value)
  }
}

/** One changed field, in words: what it is called, what it was, what it becomes ("" for nothing). */
export interface ChangeLine {
  readonly name: string
  readonly title: string
  readonly from: string
  readonly to: string
}

/**
 * The changes that a field lists (`facts.changesOf`), in the words of the resource they belong to. A reference is told
 * by its name where that is listed, too. Field names stand for titles until the resource is loaded.
 */
export function changeLines(
  field: Field,
  row: Readonly<Record<string, unknown>>,
  value: unknown,
  language: Language,
  words?: DictWords,
): ChangeLine[] {
  const list = Array.isArray(value) ? (value as readonly { field: string; from: unknown; to: unknown }[]) : []
  const of = resourceNow(String(row[field.facts.changesOf ?? ''] ?? ''))
  const listed = new Set(list.map((c) => c.field))
  return list.flatMap((c) => {
    const f = of && fieldOf(of, c.field)
    if (f && isRef(f) && f.facts.shows && listed.has(f.facts.shows)) return []
    const text = (v: unknown) => (f ? cellText(f, v, language, words) : String(v ?? ''))
    return [{ name: c.field, title: f ? label(f.label, language) : c.field, from: text(c.from), to: text(c.to) }]
  })
}

/** All changes in one line of a table. */
export const changesText = (lines: readonly ChangeLine[], language: Language): string =>
  lines.map((l) => `${l.title} ${l.from || '—'} → ${l.to || '—'}`).join(language === 'zh' ? '；' : '; ')

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
  if (of.concerns?.resource === name)
    return resourceIn(catalogueNow(), String(row[name]))?.title ?? String(row[name] ?? '')
  if (field.facts.changesOf) return changesText(changeLines(field, row, row[name], language, words), language)
  if (isRef(field) && field.facts.shows) {
    const shown = row[field.facts.shows]
    if (shown !== null && shown !== undefined && shown !== '') return String(shown)
  }
  return cellText(field, row[name], language, words)
}

const badges = new WeakMap<Field, Map<number, Badge | null>>()

/** Words and tone of a choice's value, null when it has no tone (plain text will do). The same object every time. */
export function badgeOf(field: Field, value: unknown): Badge | null {
  if (value === null || value === undefined || value === '' || !isChoice(field)) return null
  const key = Number(value)
  let known = badges.get(field)
  if (!known) {
    known = new Map()
    badges.set(field, known)
  }
  let badge = known.get(key)
  if (badge === undefined) {
    const words = field.values[key]
    badge = words?.[2] ? { text: [words[0], words[1]], tone: words[2] } : null
    known.set(key, badge)
  }
  return badge
}

/** Numbers stand at the right so that their digits line up; everything else at the left. */
export function alignOf(field: Field): 'left' | 'right' {
  switch (field.kind) {
    case 'money':
    case 'points':
    case 'integer':
    case 'rate':
      return 'right'
    default:
      return 'left'
  }
}

/** Width of a field's column, px, where the model gives none. */
export function widthOf(field: Field): number {
  if (field.facts.width) return field.facts.width
  switch (field.kind) {
    case 'money':
      return 120
    case 'datetime':
    case 'epochSeconds':
    case 'epochMillis':
      return 150
    case 'date':
      return 100
    case 'flag':
      return 70
    case 'integer':
    case 'points':
    case 'rate':
      return 90
    case 'longText':
    case 'html':
    case 'json':
      return 240
    default:
      return 140
  }
}
