import type { Field } from '../field.ts'
import type { Label } from '../label.ts'

/** How the values of one kind are checked before they are kept. Pure. */
export interface KindCheck {
  /** What is wrong with a value that is not empty, in both languages; null when nothing is. Never throws. */
  problem(f: Field, value: unknown): Label | null
  /** The value as it is kept: a number from its text, a text without outer blanks. Call after `problem` said null. */
  kept(value: unknown): unknown
}

/** "<label>zh" / "<label> en". */
export const wrong = (f: Field, zh: string, en: string): Label => [`${f.label[0]}${zh}`, `${f.label[1]} ${en}`]

/** Kept as it came. */
export const asIs = (value: unknown): unknown => value
