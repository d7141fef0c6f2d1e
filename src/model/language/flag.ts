import type { Label } from '../values/label.ts'
import { type Condition, DECLARED } from './conditions/condition.ts'
import { meets } from './conditions/meets.ts'
import type { Fields, Tone } from './fields/field.ts'
import { fieldOf } from './resource.ts'

/** Something about a record that a list points out in a word or two (有退款), where its conditions are met. */
export interface Flag<Name extends string = string> {
  readonly label: Label
  readonly tone: Tone
  /** `is`, `isNot` and `oneOf` of condition.ts. */
  readonly where: readonly Condition<Name>[]
  /** While it is so nothing can be decided of the record: it is covered, and this is said. */
  readonly mask?: Label
}

/** Declaration with flags. */
interface Flagged {
  readonly flags?: readonly Flag[]
}

/** The flags of a record, the gravest first. Pure. */
export const flagsOf = (of: Flagged, row: Readonly<Record<string, unknown>>): readonly Flag[] =>
  of.flags?.filter((f) => meets(f.where, row)) ?? []

/** Fields that the flags of a resource look at. */
export const flagFields = (of: Flagged): string[] => [
  ...new Set((of.flags ?? []).flatMap((f) => f.where.map((c) => c.field))),
]

/** Problems of the flags of a resource; empty when there is none. Pure. */
export const flagProblems = (of: Flagged & { readonly fields: Fields }): string[] =>
  (of.flags ?? []).flatMap((flag) => {
    const say = (what: string) => `flag ${flag.label[1]} ${what}`
    if (flag.where.length === 0) return [say('has no condition: every record would have it')]
    return flag.where.flatMap(({ field, op }) => {
      if (!fieldOf(of, field)) return [say(`has no field ${field}`)]
      return DECLARED.some((o) => o === op) ? [] : [say(`asks ${op} of ${field}, which cannot be asked of a row`)]
    })
  })
