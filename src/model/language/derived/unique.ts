import { folded, unified } from '../../values/folding.ts'
import { type Field, searchOf } from '../fields/field.ts'
import { kindOf } from '../fields/kinds.ts'

/** Whether a text is written by people as words: such texts are alike whatever their letter case. */
export const isWords = (f: Field): boolean => searchOf(f) === 'words'

/**
 * Whether texts of a field that people cannot distinguish count as equal for uniqueness: true for typed texts.
 * Generated ones are always made the same way.
 */
export const isUniqueFolded = (f: Field): boolean =>
  kindOf(f).prose === true && f.facts.readOnly !== 'always' && f.facts.code === undefined

/** A text of a field as it is compared where people are to be understood: codes keep their letter case. */
export const comparedText = (f: Field, text: string): string => (isWords(f) ? folded(text) : unified(text))
