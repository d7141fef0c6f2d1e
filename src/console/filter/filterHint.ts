import { isChoice, isMoney, searchOf } from '../../model/language/fields/field.ts'
import { kindOf } from '../../model/language/fields/kinds.ts'
import { joined, type Language } from '../../model/values/label.ts'
import { type Filterable, type FilterField, spokenName } from './filterFields.ts'

/**
 * An example line of a resource's own filters, as `parseFilter` reads it: a state, an amount and a text, of what is
 * offered. "" when the resource offers none of them.
 */
export function hintOf(of: Filterable, language: Language): string {
  const offered = of.fields.filter((f) => f.offered && spokenName(f, language) !== null)
  const isText = ({ field }: FilterField): boolean => kindOf(field).prose === true && searchOf(field) !== 'exact'
  const texts = offered.filter(isText)
  const text = texts.find((f) => f.to !== null) ?? texts[0]
  const state = offered.find((f) => isChoice(f.field))
  const amount = offered.find((f) => isMoney(f.field))
  const examples: (readonly [FilterField | undefined, string])[] = [
    [state, state ? firstChoice(state, language) : ''],
    [amount, '>10000'],
    [text, '…'],
  ]
  return examples.flatMap(([f, value]) => (f ? [`${spokenName(f, language)}:${value}`] : [])).join(' ')
}

/** Label of the fields searched by words without a name; "" where there is nothing. */
export const textsHint = (of: Filterable, language: Language): string => {
  const at = language === 'en' ? 1 : 0
  const names = of.texts.map((f) => f.words[0]?.[at] ?? f.name)
  return joined([...new Set(names)], language)
}

/** Placeholder of the empty line: what may be looked for, and how the fields of this very list are named. */
export function placeholderOf(
  of: Filterable,
  language: Language,
  t: (key: 'table.filterHint' | 'table.textHint', words: Record<string, string>) => string,
): string {
  const [texts, examples] = [textsHint(of, language), hintOf(of, language)]
  return texts ? t('table.textHint', { texts, examples }) : t('table.filterHint', { examples })
}

function firstChoice({ field }: FilterField, language: Language): string {
  const words = isChoice(field) ? Object.values(field.values)[0] : undefined
  const word = words?.[language === 'en' ? 1 : 0] ?? ''
  return /\s/.test(word) ? `"${word}"` : word
}
