import {
  type Expression,
  equal,
  isNever,
  not,
  oneOfValues,
  value,
} from '../../../model/language/conditions/expression.ts'
import type { Scalar } from '../../../model/language/conditions/value.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { soughtForms } from '../sealed.ts'

/**
 * Condition on an encrypted field as a condition on the forms that its column may hold. Only whole values can be
 * compared.
 */
export function sealedForms(f: Field, tenantId: string | null, e: Expression): Expression {
  const formsOf = (values: readonly (Scalar | null)[]) => values.flatMap((one) => soughtForms(f, tenantId, one))
  if (e.is === 'there' || isNever(e)) return e
  if (e.is === 'not') return not(sealedForms(f, tenantId, e.part))
  if (e.is === 'oneOf' && e.of.is === 'field') return oneOfValues(e.of, formsOf(e.values))
  if ((e.is === 'same' || (e.is === 'compared' && e.sign === '=')) && e.left.is === 'field' && e.right.is === 'value') {
    const forms = formsOf([e.right.value])
    const [first] = forms
    return e.is === 'compared' && forms.length === 1 && first !== undefined
      ? equal(e.left, value(first))
      : oneOfValues(e.left, forms)
  }
  throw new Error(`a ${f.kind} holds one value, in no order`)
}
