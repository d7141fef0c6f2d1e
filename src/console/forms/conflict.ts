import type { Field, Fields } from '../../model/language/fields/field.ts'
import type { Conflict, WireRow } from '../../model/wire/wire.ts'
import { same, type Typed, typedOf } from './base/values.ts'

/** A field that two people changed, each to something else. Texts as the inputs show them. */
export interface Clash {
  readonly name: string
  readonly field: Field
  readonly theirs: string
  readonly mine: string
}

/** Rebases the form onto a version that another user saved first; only fields that both changed are asked about. */
export interface Merge {
  readonly row: WireRow
  readonly base: Typed
  readonly typed: Typed
  readonly clashes: readonly Clash[]
  /** Fields that only they changed: taken over. */
  readonly taken: readonly string[]
}

/** Returns whether this is the data of a 409. */
export const isConflict = (data: unknown): data is Conflict =>
  typeof data === 'object' && data !== null && 'reason' in data && 'by' in data && 'at' in data

/**
 * Three versions in one: `base` is what the form started from, `typed` is mine, `row` is the record as it is now.
 * Pure; nothing that was typed is lost.
 */
export function merge(fields: Fields, names: readonly string[], base: Typed, typed: Typed, row: WireRow): Merge {
  const next: Record<string, string> = { ...typed }
  const now: Record<string, string> = { ...base }
  const clashes: Clash[] = []
  const taken: string[] = []
  for (const name of names) {
    const field = fields[name]
    if (!field) continue
    const [was, mine, theirs] = [base[name] ?? '', typed[name] ?? '', typedOf(field, row[name])]
    now[name] = theirs
    if (same(field, theirs, was)) continue
    if (same(field, mine, was)) {
      next[name] = theirs
      taken.push(name)
    } else if (!same(field, mine, theirs)) clashes.push({ name, field, theirs, mine })
  }
  return { row, base: now, typed: next, clashes, taken }
}

/** Messages by field of a 400: `{field: message}` or `{fields: {field: message}}`. */
export function fieldMessages(data: unknown): Readonly<Record<string, string>> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {}
  const inner = (data as { fields?: unknown }).fields
  const from = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : data
  return Object.fromEntries(Object.entries(from).filter((e): e is [string, string] => typeof e[1] === 'string'))
}
