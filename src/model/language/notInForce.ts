import type { Label } from '../values/label.ts'
import { type Condition, DECLARED } from './conditions/condition.ts'
import { meets } from './conditions/meets.ts'
import type { Fields } from './fields/field.ts'
import { fieldOf } from './resource.ts'

/** Records that are kept and change nothing yet: nothing reads them. Said wherever they are shown or written. */
export interface NotInForce<Name extends string = string> {
  /** Sentence about what decides instead, or what does not happen although the records exist. */
  readonly instead: Label
  /** Of these records alone (`is`, `isNot` and `oneOf` of condition.ts); without it, of all of them. */
  readonly where?: readonly Condition<Name>[]
}

/** Declaration that may carry the mark. */
interface Markable {
  readonly notInForce?: NotInForce
}

/** The mark as it stands on one record; undefined where that record is in force. Pure. */
export const notInForceOf = (of: Markable, row: Readonly<Record<string, unknown>>): NotInForce | undefined =>
  of.notInForce && meets(of.notInForce.where ?? [], row) ? of.notInForce : undefined

/** Problems of the mark of a resource; empty when there is none. Pure. */
export const notInForceProblems = (of: Markable & { readonly fields: Fields }): string[] =>
  (of.notInForce?.where ?? []).flatMap(({ field, op }) => {
    if (!fieldOf(of, field)) return [`notInForce has no field ${field}`]
    return DECLARED.some((o) => o === op) ? [] : [`notInForce asks ${op} of ${field}, which cannot be asked of a row`]
  })
