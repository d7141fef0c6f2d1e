import type { Label } from '../values/label.ts'
import { type Condition, DECLARED, meets } from './condition.ts'
import type { Fields } from './fields/field.ts'
import { fieldOf } from './resource.ts'

/** Records that are kept and change nothing yet: nothing reads them. Said wherever they are shown or written. */
export interface NotInForce<Name extends string = string> {
  /** What decides in their place, or what does not happen although they are there: one sentence. */
  readonly instead: Label
  /** Of these records alone (`is`, `isNot` and `oneOf` of condition.ts); without it, of all of them. */
  readonly where?: readonly Condition<Name>[]
}

/** What may have the mark. */
interface Markable {
  readonly notInForce?: NotInForce
}

/** The mark as it stands on one record; undefined where that record is in force. Pure. */
export const notInForceOf = (of: Markable, row: Readonly<Record<string, unknown>>): NotInForce | undefined =>
  of.notInForce && meets(of.notInForce.where ?? [], row) ? of.notInForce : undefined

/** What is wrong with the mark of a resource; empty when nothing is. Pure. */
export const notInForceProblems = (of: Markable & { readonly fields: Fields }): string[] =>
  (of.notInForce?.where ?? []).flatMap(({ field, op }) => {
    if (!fieldOf(of, field)) return [`notInForce has no field ${field}`]
    return DECLARED.some((o) => o === op) ? [] : [`notInForce asks ${op} of ${field}, which cannot be asked of a row`]
  })
