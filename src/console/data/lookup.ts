import type { AnyCall } from '../../model/language/domain/call.ts'
import type { Field } from '../../model/language/fields/field.ts'
import type { Lookup } from '../../model/language/form.ts'
import type { Resource } from '../../model/language/resource.ts'
import { catalogueNow } from './catalogue.ts'
import { callNow } from './domains.ts'

/** A register outside that this person may ask about records of a resource. */
export interface OwnLookup extends Lookup {
  readonly read: AnyCall
  /** Fields of the resource that the answer fills, besides the queried field. */
  readonly names: readonly string[]
  /** Further values of the answer. */
  readonly others: Readonly<Record<string, Field>>
}

/** The register that knows records of a resource; null where there is none, or this person may not ask it. */
export function lookupOf(of: Resource): OwnLookup | null {
  const lookup = of.form?.lookup
  const read = lookup && callNow(lookup.call)
  if (!lookup || !read || !catalogueNow()?.permissions.includes(read.permission ?? '')) return null
  const answered = Object.entries<Field>(read.answer.fields ?? {})
  const isOwn = (name: string) => Object.hasOwn(of.fields, name)
  return {
    ...lookup,
    read,
    names: answered.flatMap(([name]) => (isOwn(name) && name !== lookup.by ? [name] : [])),
    others: Object.fromEntries(answered.filter(([name]) => !isOwn(name))),
  }
}
