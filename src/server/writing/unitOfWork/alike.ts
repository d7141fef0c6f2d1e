import { comparedText, isUniqueFolded as isFieldUniqueFolded, isWords } from '../../../model/language/derived/unique.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { unified } from '../../../model/values/folding.ts'
import type { AnyResource } from './rows.ts'

/** Whether a text is written by people: such texts are alike whatever their letter case. */
export const isFolded = (of: AnyResource, name: string): boolean => {
  const f = fieldOf(of, name) as Field | undefined
  return f !== undefined && isWords(f)
}

/** A text of a field as it is compared where people are to be understood (`alike`, `same`). */
export const comparedAs = (of: AnyResource, name: string, text: string): string => {
  const f = fieldOf(of, name) as Field | undefined
  return f ? comparedText(f, text) : unified(text)
}

/** Codes as they were typed and unified: those that are kept are one of both. */
export const unifiedToo = (all: readonly string[]): string[] => [...new Set(all.flatMap((v) => [v, unified(v)]))]

/** Whether values of a field that look the same are one where it has to be unique. */
export const isUniqueFolded = (of: AnyResource, name: string): boolean => {
  const f = fieldOf(of, name) as Field | undefined
  return f !== undefined && isFieldUniqueFolded(f)
}
