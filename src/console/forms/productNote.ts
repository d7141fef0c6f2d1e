import { productOf } from '../../model/language/form.ts'
import type { Resource } from '../../model/language/resource.ts'
import { type Language, label } from '../../model/values/label.ts'
import { readable } from '../../model/values/money.ts'
import type { Typed } from './base/values.ts'

/** Product of number and unit price: said beside their number; "" where nothing does yet. */
export function productNote(of: Resource, name: string, typed: Typed, language: Language): string {
  const [found] = Object.entries(of.form?.product ?? {}).filter(([, [count]]) => count === name)
  const field = found && of.fields[found[0]]
  const amount = found ? productOf(of.form, found[0], typed) : ''
  return field && amount ? `${label(field.label, language)} ${readable(amount)}` : ''
}
