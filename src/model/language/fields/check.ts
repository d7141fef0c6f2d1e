import { inSentence, type Label } from '../../values/label.ts'
import type { Field } from './field.ts'

/** How values of one kind are checked before they are stored. Pure. */
export interface KindCheck {
  /** Returns the problem of a value that is not empty, in both languages; null when there is none. Does not throw. */
  problem(f: Field, value: unknown): Label | null
  /**
   * Returns the value as it is stored: a number from its text, a text without outer blanks. Call after `problem`
   * returned null.
   */
  kept(value: unknown, f: Field): unknown
}

/** "<label>zh" / "<label> en". */
export const wrong = (f: Field, zh: string, en: string): Label => [`${f.label[0]}${zh}`, `${f.label[1]} ${en}`]

/** Stored unchanged. */
export const asIs = (value: unknown): unknown => value

/**
 * Returns whether a value is empty as the wire defines it. Blanks are empty too, so that a required name cannot be
 * three spaces.
 */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** The specification's message of a missing value in English: `请选择…` asks for a choice. */
const inEnglish = (message: string, [, en]: Label): string =>
  `Please ${message.includes('选择') ? 'choose' : 'enter'} the ${inSentence(en)}`

/** Returns the problem of a field's value, or null; a missing value is a problem only where it is required. */
export function problemBy(check: KindCheck, f: Field, value: unknown): Label | null {
  if (!isEmpty(value)) return check.problem(f, value)
  if (!f.facts.required) return null
  return [f.facts.required, f.facts.requiredEn ?? inEnglish(f.facts.required, f.label)]
}
