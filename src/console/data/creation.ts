import { addressOf, pathsOf } from '../../model/language/address.ts'
import { creationOf } from '../../model/language/lifecycle.ts'
import type { Resource } from '../../model/language/resource.ts'
import type { Label } from '../../model/values/label.ts'
import { lifecycleNow } from './domains.ts'

/** The step by which records of a resource are added, where no other way is. */
const stepOf = (of: Resource | null | undefined) =>
  of && !of.operations.includes('add') ? creationOf(lifecycleNow(of.id)?.transitions)?.transition : undefined

/** A resource with what its creation asks as its fields, for the form of a new record; null where it is added as any other. */
export function creationFormOf(of: Resource | null): Resource | null {
  const step = stepOf(of)
  if (!of || !step) return null
  const { form: _, ...rest } = of
  return { ...rest, fields: step.ask ?? {} }
}

/** Where the form of a new record is sent; undefined where a record is added as any other. */
export function creationPath(of: Resource): string | undefined {
  const step = stepOf(of)
  return step ? pathsOf(of.calls, addressOf(step.call ?? '').paths)[0] : undefined
}

/** Why nobody may add a record yet. */
export const addClosed = (of: Resource | null | undefined): Label | undefined => stepOf(of)?.closed

/** May records of a resource be added at all, by whoever is granted it? */
export const isAddable = (of: Resource | null | undefined): boolean =>
  of?.operations.includes('add') === true || Boolean(stepOf(of))
