import { type Field, type Fields, isChoice, isRef } from '../../model/kernel/field.ts'
import type { Language } from '../../model/kernel/label.ts'
import { fieldOf } from '../../model/kernel/resource.ts'
import type { Badge } from '../../model/kernel/wire.ts'
import { type DictWords, displayOf } from '../fields/displays.ts'

/** What a value looks like to a person. Pure and cheap: the grid asks for hundreds of these per frame. */

/**
 * The text of a value in a cell. Empty ("" and null on the wire alike) is "". Masked values come masked from the
 * server.
 */
export const cellText = (field: Field, value: unknown, language: Language, words?: DictWords): string =>
  value === null || value === undefined || value === '' ? '' : displayOf(field).text(field, value, language, words)

/**
 * The text of a row's field; a `ref` is shown by the name kept beside it (`facts.shows`), never by its number if that
 * is there.
 */
export function rowText(
  of: { readonly fields: Fields },
  name: string,
  row: Readonly<Record<string, unknown>>,
  language: Language,
  words?: DictWords,
): string {
  const field = fieldOf(of, name)
  if (!field) return String(row[name] ?? '')
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
export const alignOf = (field: Field): 'left' | 'right' => displayOf(field).align

/** Width of a field's column, px. */
export const widthOf = (field: Field): number => field.facts.width || displayOf(field).width
