import { searchOf } from '../fields/field.ts'
import { kindOf } from '../fields/kinds/kinds.ts'
import { fieldOf, type Resource } from '../resource.ts'

/** Returns whether a field is a text that everybody who sees the record may read: no personal data, no secret. Pure. */
export function isReadable(r: Resource, name: string): boolean {
  const f = fieldOf(r, name)
  return f !== undefined && searchOf(f) !== null && !f.facts.masked && !kindOf(f).writeOnly
}

/** Returns whether records have a `code` that tells them apart: the server makes it, it is required, or it is unique. */
function identifies(r: Resource): boolean {
  const facts = fieldOf(r, 'code')?.facts
  return Boolean(facts?.code ?? facts?.required) || (r.unique ?? []).some((names) => names.map(String).includes('code'))
}

/**
 * The field that names a record of its resource in one word: `code`, else the own text that is unique by itself (the account
 * of a user, whose `code` may be empty; the key of a parameter); null where there is none. Names copied from other
 * records are none. Pure.
 */
export const codeOf = (r: Resource): string | null => {
  const alone = (r.unique ?? []).flatMap((names) => (names.length === 1 ? names.map(String) : []))
  return (
    (identifies(r) ? ['code', ...alone] : [...alone, 'code']).find(
      (name) => isReadable(r, name) && !Object.values(r.fields).some((f) => f.facts.shows === name),
    ) ?? null
  )
}
