import { type Field, type Fields, isChoice } from '../../../model/language/fields/field.ts'
import type { DeclaredDecision } from '../../data/domains.ts'
import { type Typed, typedOf } from '../base/values.ts'
import type { Answer } from './decisionQuestion.ts'

/** Answers as the inputs show them; those of other fields, and empty ones, are left out. */
export const answersAsTyped = (fields: Fields, given: Answer = {}): Typed =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const text = fields[name] ? typedOf(fields[name], value) : ''
      return text === '' ? [] : [[name, text]]
    }),
  )

/**
 * Fields of a decision's form. Where money moves a choice has to be made: nothing is sent the way that nobody chose.
 */
export function formFields({ ask, money, result }: DeclaredDecision): Fields {
  if (!money || result === 'reject') return ask
  const chosen = ([name, f]: [string, Field]): [string, Field] =>
    isChoice(f) && !f.facts.required
      ? [
          name,
          {
            ...f,
            facts: { ...f.facts, required: `请选择${f.label[0]}`, requiredEn: `Please choose: ${f.label[1]}` },
          } as Field,
        ]
      : [name, f]
  return Object.fromEntries(Object.entries<Field>(ask).map(chosen))
}
