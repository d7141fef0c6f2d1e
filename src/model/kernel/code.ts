import { searchOf } from './field.ts'
import { kindOf } from './kinds/kinds.ts'
import { fieldOf, type Resource } from './resource.ts'

/** Returns whether a field is a text that everybody who sees the record may read: no personal data, no secret. Pure. */
export function isReadable(r: Resource, name: string): boolean {
  const f = fieldOf(r, name)
  return f !== undefined && searchOf(f) !== null && !f.facts.masked && !kindOf(f).writeOnly
}

/**
 * The field that names a record of its family in one word: `code`, else the own text that is unique by itself (the account
 * of a user, the key of a parameter); null where there is none. Names copied from other records are none. Pure.
 */
export const codeOf = (r: Resource): string | null =>
  ['code', ...(r.unique ?? []).flatMap((names) => (names.length === 1 ? names.map(String) : []))].find(
    (name) => isReadable(r, name) && !Object.values(r.fields).some((f) => f.facts.shows === name),
  ) ?? null
