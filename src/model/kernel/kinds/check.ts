import type { Field } from '../field.ts'
import type { Label } from '../label.ts'

/** How the values of one kind are checked before they are kept. Pure. */
export interface KindCheck {
  /** What is wrong with a value that is not empty, in both languages; null when nothing is. Never throws. */
  problem(f: Field, value: unknown): Label | null
  /** The value as it is kept: a number from its text, a text without outer blanks. Call after `problem` said null. */
  kept(value: unknown, f: Field): unknown
}

/** "<label>zh" / "<label> en". */
export const wrong = (f: Field, zh: string, en: string): Label => [`${f.label[0]}${zh}`, `${f.label[1]} ${en}`]

/** Kept as it came. */
export const asIs = (value: unknown): unknown => value

/** No value at all: what the wire calls empty. Blanks are nothing either, or a required name could be three spaces. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** What is wrong with a value of a field by its own check, or null; a missing one only where it is required. */
export function problemBy(check: KindCheck, f: Field, value: unknown): Label | null {
  if (!isEmpty(value)) return check.problem(f, value)
  if (!f.facts.required) return null
  return [f.facts.required, f.facts.requiredEn ?? `${f.label[1]} is required`]
}
