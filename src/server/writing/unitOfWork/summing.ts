import type { Field } from '../../../model/language/fields/field.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import type { AnyResource } from './rows.ts'

/** Digits after the point of a number field; a mistake in a rule where it is none. */
export function scaleOf(of: AnyResource, name: string): number {
  const f = fieldOf(of, name)
  const scale = f ? storeKindOf(f).scale : null
  if (scale === null) throw new Error(`${of.id}.${name} cannot be summed`)
  return scale
}

/** A field that records may be grouped by; a mistake in a rule where it is a time or nothing. */
export function groupable(of: AnyResource, name: string): Field {
  const f = fieldOf(of, name)
  if (!f || storeKindOf(f).spans) throw new Error(`${of.id} is not grouped by the time ${name}`)
  return f
}
