import { type Field, searchOf } from '../../model/kernel/field.ts'
import { folded, unified } from '../../model/kernel/folding.ts'
import { fieldOf } from '../../model/kernel/resource.ts'
import type { AnyResource } from './rows.ts'

/** Whether a text is written by people: such texts are alike whatever their letter case. */
export const isFolded = (of: AnyResource, name: string): boolean => {
  const f = fieldOf(of, name) as Field | undefined
  return f !== undefined && searchOf(f) === 'words'
}

/** A text of a field as it is compared where people are to be understood (`alike`). */
export const comparedAs = (of: AnyResource, name: string, text: string): string =>
  isFolded(of, name) ? folded(text) : unified(text)

/** Codes as they were typed and unified: those that are kept are one of both. */
export const unifiedToo = (all: readonly string[]): string[] => [...new Set(all.flatMap((v) => [v, unified(v)]))]
