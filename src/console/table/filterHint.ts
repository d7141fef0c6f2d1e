import { isChoice, isMoney, searchOf } from '../../model/kernel/field.ts'
import { kindOf } from '../../model/kernel/kinds/kinds.ts'
import type { Language } from '../../model/kernel/label.ts'
import { type Filterable, type FilterField, spokenName } from './filterFields.ts'

/**
 * An example line of a resource's own filters, as `parseFilter` reads it: a state, an amount and a text, of what is
 * offered. "" when the resource offers none of them.
 */
export function hintOf(of: Filterable, language: Language): string {
  const offered = of.fields.filter((f) => f.offered && spokenName(f, language) !== null)
  const isText = ({ field }: FilterField): boolean => kindOf(field).prose === true && searchOf(field) !== 'exact'
  const texts = offered.filter(isText)
  // bare words look into `bare` already, so that a name in front is worth showing for another text
  const text = texts.find((f) => f.name !== of.bare) ?? texts[0]
  const state = offered.find((f) => isChoice(f.field))
  const amount = offered.find((f) => isMoney(f.field))
  const examples: (readonly [FilterField | undefined, string])[] = [
    [state, state ? firstChoice(state, language) : ''],
    [amount, '>10000'],
    [text, '…'],
  ]
  return examples.flatMap(([f, value]) => (f ? [`${spokenName(f, language)}:${value}`] : [])).join(' ')
}

function firstChoice({ field }: FilterField, language: Language): string {
  const words = isChoice(field) ? Object.values(field.values)[0] : undefined
  const word = words?.[language === 'en' ? 1 : 0] ?? ''
  return /\s/.test(word) ? `"${word}"` : word
}
